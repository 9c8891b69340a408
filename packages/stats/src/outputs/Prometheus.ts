/**
 * Serves metrics to Prometheus, on an `HttpRouter` of Effect.
 *
 * **Details**
 *
 * `GET /metrics` returns all metrics in the text format, `GET /` a line that points there, and `GET /health` the state of
 * the program: 200 or 503. Nothing else is served.
 *
 * ```ts
 * import { NodeHttpServer } from "@effect/platform-node"
 * import { Prometheus } from "@screeps-effect/stats"
 * import { Layer } from "effect"
 * import { HttpRouter } from "effect/http"
 * import { createServer } from "node:http"
 *
 * const layer = HttpRouter.serve(Prometheus.layer()).pipe(
 *   Layer.provide(NodeHttpServer.layer(createServer, { host: "127.0.0.1", port: 9464 }))
 * )
 * ```
 *
 * Characters that Prometheus does not allow in names become underscores. Of two metrics or series with the same name
 * then, the first is served: Prometheus would reject the whole response, or mix both up.
 *
 * **Gotchas**
 *
 * Requests are not authenticated. Listen on a loopback address or in a private network. Against web pages that read
 * other servers by a name of their own, requests are only accepted for addresses, names without a dot and `hosts`.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Layer from "effect/Layer"
import * as Metric from "effect/Metric"
import * as PrometheusMetrics from "effect/observability/PrometheusMetrics"
import * as Distinct from "./distinct.ts"
import { conflicts } from "./metrics.ts"

/** What is served, and for which hosts. */
export interface Options<R = never> {
  /** Names with a dot by which clients may address this server, such as `stats.example.com`; none by default. */
  readonly hosts?: ReadonlyArray<string> | undefined
  /** Whether the program is healthy; always by default. */
  readonly health?: Effect.Effect<boolean, never, R> | undefined
}

const joined = (name: string) => name.replace(/_+/g, "_")

/** Spells names as Effect's formatter does, which makes them valid but not distinct. */
const naming: Distinct.Naming = {
  name: (id) => joined(id.replace(/[^\w:]/g, "_").replace(/^[\d:]/, "_$&")).replace(/_$/, ""),
  label: (name) => joined(name.replace(/\W/g, "_").replace(/^\d|^$/, "_$&")),
  reserved: (type) => {
    if (type === "Histogram") return ["le"]
    if (type === "Summary") return ["quantile"]
    return type === "Frequency" ? ["key"] : []
  }
}

const textOf = (context: Context.Context<never>): string => {
  const registry = Context.get(context, Metric.MetricRegistry)
  const count = conflicts("prometheus")
  const view = Distinct.view(registry, naming, (conflicting) => count.updateUnsafe(conflicting, context))
  return PrometheusMetrics.formatUnsafe(Context.add(context, Metric.MetricRegistry, view))
}

/** Returns all metrics in Prometheus' text format. */
export const text: Effect.Effect<string> = Effect.map(Effect.context(), textOf)

const plain = "text/plain; charset=utf-8"

const respond = (body: string, status = 200, contentType = plain) =>
  HttpServerResponse.text(body, {
    status,
    contentType,
    headers: {
      "cache-control": "no-store",
      "cross-origin-resource-policy": "same-origin",
      "x-content-type-options": "nosniff"
    }
  })

const hostShape = /^(\[[\da-f:.]+\]|[\w.-]+)(?::\d{1,5})?$/i
const ipv4 = /^\d{1,3}(?:\.\d{1,3}){3}$/

/**
 * Whether a request for this host is allowed: addresses, names without a dot, such as `localhost` or a container's name,
 * and listed names. Nobody can register a name without a dot. A web page can give a name of its own the address of this
 * machine and read what is served there; the header `Host` contains that name.
 */
const isAllowed = (header: string | undefined, hosts: ReadonlyArray<string>): boolean => {
  if (header === undefined || header.length > 300) return false
  const name = hostShape.exec(header)?.[1]?.toLowerCase()
  if (name === undefined) return false
  return (
    name.startsWith("[") ||
    !name.includes(".") ||
    ipv4.test(name) ||
    hosts.some((host) => host.toLowerCase() === name)
  )
}

/** Adds the routes to the router; the metrics are those of the layer's context. */
export const layer = <R = never>({ health, hosts = [] }: Options<R> = {}): Layer.Layer<
  never,
  never,
  HttpRouter.HttpRouter | R
> =>
  Layer.effectDiscard(
    Effect.gen(function* () {
      const router = yield* HttpRouter.HttpRouter
      const context = yield* Effect.context<R>()
      const get = (
        path: HttpRouter.PathInput,
        response: Effect.Effect<HttpServerResponse.HttpServerResponse>
      ) =>
        router.add(
          "GET",
          path,
          Effect.flatMap(HttpServerRequest.HttpServerRequest, ({ headers }) =>
            isAllowed(headers["host"], hosts)
              ? response
              : Effect.succeed(respond('This host is not allowed: add it to "hosts".\n', 403))
          )
        )
      const healthy = health === undefined ? Effect.succeed(true) : Effect.provideContext(health, context)
      yield* get("/", Effect.succeed(respond("The metrics are at /metrics.\n")))
      yield* get(
        "/health",
        Effect.map(healthy, (ok) => (ok ? respond("healthy\n") : respond("unhealthy\n", 503)))
      )
      yield* get(
        "/metrics",
        Effect.sync(() => respond(textOf(context), 200, "text/plain; version=0.0.4; charset=utf-8"))
      )
    })
  )
