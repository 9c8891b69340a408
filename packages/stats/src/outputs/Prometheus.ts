/**
 * Serves metrics to Prometheus, on an `HttpRouter` of Effect.
 *
 * **Details**
 *
 * `GET /metrics` returns all metrics in the text format, and `GET /health` the state of the program: 200 or 503. `WebPage`
 * adds a page for people to the same router.
 *
 * ```ts
 * import { NodeHttpServer } from "@effect/platform-node"
 * import { Prometheus } from "@screeps-effect/stats"
 * import * as Layer from "effect/Layer"
 * import * as HttpRouter from "effect/http/HttpRouter"
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
 * Requests are not authenticated. Listen on a loopback address or in a private network. Against DNS rebinding, by which web
 * pages read servers of a private network, the host of a request must be an IP address, a name without a dot, or in `hosts`.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as HttpRouter from "effect/http/HttpRouter"
import * as Layer from "effect/Layer"
import * as Metric from "effect/Metric"
import * as PrometheusMetrics from "effect/observability/PrometheusMetrics"
import * as Distinct from "./distinct.ts"
import * as Hosts from "./hosts.ts"
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

/** Adds the routes to the router; the metrics are those of the layer's context. */
export const layer = <R = never>({ health, hosts = [] }: Options<R> = {}): Layer.Layer<
  never,
  never,
  HttpRouter.HttpRouter | R
> =>
  Layer.effectDiscard(
    Effect.gen(function* () {
      const get = yield* Hosts.routes(hosts)
      const context = yield* Effect.context<R>()
      const healthy = health === undefined ? Effect.succeed(true) : Effect.provideContext(health, context)
      yield* get("/health", () =>
        Effect.map(healthy, (ok) =>
          ok ? Hosts.respond("healthy\n") : Hosts.respond("unhealthy\n", { status: 503 })
        )
      )
      yield* get("/metrics", () =>
        Effect.sync(() =>
          Hosts.respond(textOf(context), { contentType: "text/plain; version=0.0.4; charset=utf-8" })
        )
      )
    })
  )
