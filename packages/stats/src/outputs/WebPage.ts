/**
 * Serves a page with the numbers of the last hour, day and week, on an `HttpRouter` of Effect.
 *
 * **Details**
 *
 * `GET /` returns the page, and `GET /history?range=hour` (`day`, `week`) the numbers that it shows: those of
 * `Metrics.definitions` except the exporter's own, of 1,000 series at most, in 8 MB. With `file`, they are kept across
 * restarts: written every five minutes and at the end.
 *
 * ```ts
 * import { NodeHttpServer, NodeServices } from "@effect/platform-node"
 * import { Prometheus, WebPage } from "@screeps-effect/stats"
 * import * as Layer from "effect/Layer"
 * import * as HttpRouter from "effect/http/HttpRouter"
 * import { createServer } from "node:http"
 *
 * const routes = Layer.merge(Prometheus.layer(), WebPage.layer({ file: "stats-history.json" }))
 * const layer = HttpRouter.serve(routes).pipe(
 *   Layer.provide(NodeHttpServer.layer(createServer, { host: "127.0.0.1", port: 9464 })),
 *   Layer.provide(NodeServices.layer)
 * )
 * ```
 *
 * **Gotchas**
 *
 * Requests are not authenticated: see `Prometheus`. Two programs need two files.
 */
import * as LocalFile from "@screeps-effect/api/LocalFile"
import * as StatsPage from "@screeps-effect/pictures/StatsPage"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { FileSystem } from "effect/FileSystem"
import type * as HttpRouter from "effect/http/HttpRouter"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type { Path } from "effect/Path"
import * as Schedule from "effect/Schedule"
import * as Hosts from "./hosts.ts"
import * as Samples from "./samples.ts"
import { History, ranges } from "./webPage/history.ts"

/** For which hosts the page is served, and where its numbers are kept. */
export interface Options {
  /** Names with a dot by which clients may address this server, such as `stats.example.com`; none by default. */
  readonly hosts?: ReadonlyArray<string> | undefined
  /** File that keeps the numbers across restarts, readable only by you; none by default. */
  readonly file?: string | undefined
}

/** The largest file that is read, in bytes: 1,000 series have some 8 MB. */
const mostBytes = 64_000_000

const readHistory = (file: string) =>
  LocalFile.readText(file, { mostBytes }).pipe(
    Effect.map((text) => (text === undefined ? Option.some(new History()) : History.decode(text))),
    Effect.flatMap(Effect.fromOption),
    Effect.catch(() =>
      Effect.as(
        Effect.logWarning(`The numbers of an earlier run could not be read from ${file}: it is replaced.`),
        new History()
      )
    )
  )

const record = (history: History) =>
  Effect.gen(function* () {
    const now = yield* Clock.currentTimeMillis
    const context = yield* Effect.context()
    history.add(now, Samples.take(context))
  })

/** Returns the page with the present numbers, as a file that needs no server. */
export const html: Effect.Effect<string> = Effect.gen(function* () {
  const history = new History()
  yield* record(history)
  return StatsPage.html(history.all)
})

/**
 * Adds the routes to the router; the metrics are those of the layer's context. If the file cannot be read or written, a
 * warning is logged, and the page goes on.
 */
export const layer = ({ file, hosts = [] }: Options = {}): Layer.Layer<
  never,
  never,
  HttpRouter.HttpRouter | FileSystem | Path
> =>
  Layer.effectDiscard(
    Effect.gen(function* () {
      const get = yield* Hosts.routes(hosts)
      const history = file === undefined ? new History() : yield* readHistory(file)
      const save =
        file === undefined
          ? Effect.void
          : Effect.suspend(() => LocalFile.write(file, history.encode(), { isPrivate: true })).pipe(
              Effect.catch((error) =>
                Effect.logWarning(`The page's numbers were not saved: ${error.message}`)
              )
            )
      yield* Effect.addFinalizer(() => save)
      yield* record(history)
      yield* Effect.forkScoped(Effect.schedule(record(history), Schedule.fixed(ranges.hour.step)))
      yield* Effect.forkScoped(Effect.schedule(save, Schedule.fixed("5 minutes")))
      const page = Hosts.respond(StatsPage.html(), {
        contentType: "text/html; charset=utf-8",
        headers: { "content-security-policy": `${StatsPage.policy}; frame-ancestors 'none'` }
      })
      yield* get("/", () => Effect.succeed(page))
      yield* get("/history", ({ url }) =>
        Effect.sync(() => {
          const name = new URL(url, "http://page").searchParams.get("range")
          if (name !== "hour" && name !== "day" && name !== "week")
            return Hosts.respond("Pass a range: hour, day or week.\n", { status: 400 })
          return Hosts.respond(JSON.stringify(history.range(name)), { contentType: "application/json" })
        })
      )
    })
  )
