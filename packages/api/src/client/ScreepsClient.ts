/**
 * The authenticated client of one server: sends the requests of operations, and raw requests to endpoints that have no
 * operation.
 */
import * as Millis from "@screeps-effect/schema/Millis"
import type * as Config from "effect/Config"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { FileSystem } from "effect/FileSystem"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as HttpClient from "effect/http/HttpClient"
import * as Layer from "effect/Layer"
import type { Path } from "effect/Path"
import * as ConfigFile from "../config/ConfigFile.ts"
import { layer as fromOptions, type Options } from "../config/options.ts"
import * as Server from "../config/Server.ts"
import * as RateLimits from "../limits/RateLimits.ts"
import * as ScreepsEvents from "../ScreepsEvents.ts"
import * as Credentials from "../session/Credentials.ts"
import * as Session from "../session/Session.ts"
import { maySignInAgain } from "../session/signIn.ts"
import { makeCaller, unexpected } from "./call.ts"
import * as Drift from "./Drift.ts"
import { Strictness } from "./Drift.ts"
import { authentication } from "./middleware/authentication.ts"
import { rateLimit } from "./middleware/rateLimit.ts"
import { makeRetries, retry } from "./middleware/retry.ts"
import { compose, type Middleware as AnyMiddleware } from "./middleware/Send.ts"
import { makeSerialize } from "./middleware/serialize.ts"
import { record, trace } from "./middleware/telemetry.ts"
import { timeout } from "./middleware/timeout.ts"
import * as Transport from "./middleware/transport.ts"
import { ScreepsClient } from "./service.ts"
import { settingsOf } from "./settings.ts"

export type { AccountOptions, Options, Secret, ServerOptions } from "../config/options.ts"
export type { Send } from "./middleware/Send.ts"
export { Strictness } from "./Drift.ts"
export { CallTimeout } from "./middleware/timeout.ts"
export { MaxResponseBytes, RequestTimeout, TransformClient } from "./middleware/transport.ts"
export type { Auth, Options as RequestOptions, Request } from "./Request.ts"
export { type Options as ResponseOptions, Response } from "./Response.ts"
export { type Exchange, ScreepsClient } from "./service.ts"

/** A step that wraps the sending of a request: changes requests and responses, or responds itself. */
export type Middleware = AnyMiddleware

/**
 * Middleware around every call of a client, the first one outermost; none by default.
 *
 * **Details**
 *
 * A `Context.Reference`: replace it for one call or one program with `Effect.provideService`, for one client with
 * `Layer.provide(Layer.succeed(ScreepsClient.Middleware, …))`. Middleware runs once per call, within its span (if
 * the program has a tracer) and around time limit, retries, rate limits and authentication. It receives successful
 * responses; failures are `ScreepsError`s. For single attempts, sign-ins included, use `TransformClient`.
 *
 * ```ts
 * import { ScreepsClient } from "@screeps-effect/api"
 * import { Effect, Layer } from "effect"
 *
 * // A header of a proxy, and a log line for every call.
 * const proxied: ScreepsClient.Middleware = (send) => (request) =>
 *   send({ ...request, headers: { ...request.headers, "x-proxy-key": "key" } })
 * const logged: ScreepsClient.Middleware = (send) => (request) =>
 *   Effect.tap(send(request), ({ status }) => Effect.log(`${request.name}: ${status}`))
 *
 * // Responses of one endpoint, kept for as long as the program runs.
 * const cache = new Map<string, ScreepsClient.Response>()
 * const cached: ScreepsClient.Middleware = (send) => (request) => {
 *   if (request.path !== "/api/game/room-terrain") return send(request)
 *   const key = JSON.stringify(request.query)
 *   const known = cache.get(key)
 *   if (known !== undefined) return Effect.succeed(known)
 *   return Effect.tap(send(request), (response) => Effect.sync(() => cache.set(key, response)))
 * }
 *
 * const layer = ScreepsClient.layerConfig.pipe(
 *   Layer.provide(Layer.succeed(ScreepsClient.Middleware, [logged, cached, proxied]))
 * )
 * ```
 */
export const Middleware: Context.Reference<ReadonlyArray<Middleware>> = Context.Reference(
  "@screeps-effect/api/ScreepsClient/Middleware",
  { defaultValue: (): ReadonlyArray<Middleware> => [] }
)

/** Creates the client of a server. */
export const make: Effect.Effect<
  ScreepsClient["Service"],
  never,
  Session.Session | RateLimits.RateLimits | Server.Server | HttpClient.HttpClient
> = Effect.gen(function* () {
  const server = yield* Server.Server
  const session = yield* Session.Session
  const limits = yield* RateLimits.RateLimits
  const publish = yield* ScreepsEvents.publishing
  const client = yield* Effect.context()
  const transport = yield* Transport.fromContext
  const retries = makeRetries(settingsOf(client), yield* Millis.monotonic)
  const serialize = makeSerialize()

  const { call, send } = makeCaller({
    server,
    client,
    pipeline: (settings, own) =>
      compose(transport(settings, own), [
        trace(server.url, own),
        ...settings(Middleware),
        timeout(settings),
        serialize,
        retry(retries, settings, maySignInAgain(session.method)),
        rateLimit(limits),
        authentication(session),
        record(publish, own)
      ]),
    onDrift: (settings, operation, response, drift) =>
      settings(Strictness) === "strict"
        ? Effect.fail(unexpected(operation, response, drift))
        : Drift.reportTo(publish, operation, drift)
  })

  return ScreepsClient.of({
    server,
    call,
    send,
    request: (options) => Effect.map(send(options), ({ body }) => body)
  })
})

/**
 * Provides the client of a server, with its session, rate limits and events.
 *
 * **Gotchas**
 *
 * Effect builds a layer once and reuses it for nested `provide`s and for all parts of one layer: a program that provides
 * the layer of a second server inside keeps using the first server. Provide the second one with
 * `Effect.provide(program, layer, { local: true })`, or as `Layer.fresh(layer)`.
 *
 * ```ts
 * import { Code, Credentials, ScreepsClient, Server } from "@screeps-effect/api"
 * import { Effect, Layer } from "effect"
 *
 * const at = (url: string) =>
 *   ScreepsClient.layer.pipe(
 *     Layer.provide(Server.layer(Server.privateServer(url))),
 *     Layer.provide(Credentials.layerConfig)
 *   )
 *
 * const copy = Effect.gen(function* () {
 *   const { modules } = yield* Code.get({ branch: "default" })
 *   yield* Code.set({ branch: "default", modules }).pipe(
 *     Effect.provide(at("http://trial.example:21025"), { local: true })
 *   )
 * }).pipe(Effect.provide(at("http://live.example:21025")))
 * ```
 */
export const layer: Layer.Layer<
  ScreepsClient | Session.Session | RateLimits.RateLimits | ScreepsEvents.ScreepsEvents,
  never,
  Credentials.Credentials | Server.Server | HttpClient.HttpClient
> = Layer.effect(ScreepsClient, make).pipe(
  Layer.provideMerge(Session.layer),
  Layer.provideMerge(RateLimits.layer),
  Layer.provideMerge(ScreepsEvents.layer)
)

/**
 * Provides the client of the server and account in the configuration: see `Server.layerConfig` and
 * `Credentials.layerConfig` for the variables.
 *
 * **Gotchas**
 *
 * Inside a program that already has a client, provide it with `{ local: true }` or `Layer.fresh`, as with `layer`.
 *
 * **Errors** `ConfigError`.
 */
export const layerConfig: Layer.Layer<
  ScreepsClient | Session.Session | RateLimits.RateLimits | ScreepsEvents.ScreepsEvents | Server.Server,
  Config.ConfigError,
  HttpClient.HttpClient
> = layer.pipe(Layer.provide(Credentials.layerConfig), Layer.provideMerge(Server.layerConfig))

/** The services that operations require, and the server. */
export type Services =
  | ScreepsClient
  | Session.Session
  | RateLimits.RateLimits
  | ScreepsEvents.ScreepsEvents
  | Server.Server

const clientOf = <E, R, R2>(
  target: Layer.Layer<Server.Server | Credentials.Credentials, E, R>,
  http: Layer.Layer<HttpClient.HttpClient, never, R2>
): Layer.Layer<Services, E, R | R2> => {
  const client = layer.pipe(
    Layer.merge(Layer.effect(Server.Server, Server.Server)),
    Layer.provide([target, http])
  )
  // Effect shares layers by identity: with `fresh`, the clients of two servers share no parts.
  return Layer.suspend(() => Layer.fresh(client))
}

const fetching = <E, R>(
  target: Layer.Layer<Server.Server | Credentials.Credentials, E, R>
): Layer.Layer<Services, E, R> => clientOf(target, FetchHttpClient.layer)

/** The transport in context. */
const anyTransport = Layer.effect(HttpClient.HttpClient, HttpClient.HttpClient)

/**
 * Provides a client of one server and account over a transport of your choice: `layerFetch` without `fetch`.
 *
 * ```ts
 * import { ScreepsClient } from "@screeps-effect/api"
 * import * as UndiciHttpClient from "@screeps-effect/api/UndiciHttpClient"
 * import { Layer } from "effect"
 *
 * const local = ScreepsClient.layerOptions({
 *   url: "http://127.0.0.1:21025",
 *   username: "bob",
 *   password: "secret"
 * }).pipe(Layer.provide(UndiciHttpClient.layer))
 * ```
 *
 * **Gotchas**
 *
 * Those of `layerFetch`.
 */
export const layerOptions = (options: Options): Layer.Layer<Services, never, HttpClient.HttpClient> =>
  clientOf(fromOptions(options), anyTransport)

/**
 * Provides a client of the server and account in a configuration file over a transport of your choice: `layerFetchFile`
 * without `fetch`.
 *
 * **Errors** `ConfigFileError`.
 */
export const layerFile = (
  options?: ConfigFile.Options
): Layer.Layer<Services, ConfigFile.ConfigFileError, HttpClient.HttpClient | FileSystem | Path> =>
  clientOf(ConfigFile.layer(options), anyTransport)

/**
 * Provides a client that uses the platform's `fetch`: the only layer that a program needs to call operations.
 *
 * **Details**
 *
 * An address at `screeps.com` is an official server, any other one a private server. `Screeps.layer` of
 * `@screeps-effect/socket` adds the socket and rooms.
 *
 * ```ts
 * import { Game, ScreepsClient } from "@screeps-effect/api"
 * import { Effect } from "effect"
 *
 * const local = ScreepsClient.layerFetch({
 *   url: "http://127.0.0.1:21025",
 *   username: "bob",
 *   password: "secret"
 * })
 *
 * Effect.runPromise(Game.time().pipe(Effect.provide(local)))
 * ```
 *
 * **Gotchas**
 *
 * Call it once and keep the result: each call returns a layer with a separate client, token and quotas. Provide it once,
 * too, around the whole program: each outermost `Effect.provide` builds a new client. To run several effects with one
 * client, use `ManagedRuntime.make(layer)`.
 *
 * Throws `InvalidServer` when the address is malformed: check user input with `Server.parse` first.
 */
export const layerFetch = (options: Options): Layer.Layer<Services> => fetching(fromOptions(options))

/**
 * Provides a client of the server and account in the configuration, with the platform's `fetch`: see
 * `Server.layerConfig` and `Credentials.layerConfig` for the variables.
 *
 * **Errors** `ConfigError`.
 */
export const layerFetchConfig: Layer.Layer<Services, Config.ConfigError> = fetching(
  Layer.merge(Server.layerConfig, Credentials.layerConfig)
)

/**
 * Provides a client of the server and account in a configuration file, with the platform's `fetch`: see `ConfigFile`
 * for the files.
 *
 * **Details**
 *
 * `FileSystem` and `Path` come from the platform, such as `NodeServices.layer` of `@effect/platform-node`.
 *
 * **Gotchas**
 *
 * Call it once and keep the result, as with `layerFetch`.
 *
 * **Errors** `ConfigFileError`.
 */
export const layerFetchFile = (
  options?: ConfigFile.Options
): Layer.Layer<Services, ConfigFile.ConfigFileError, FileSystem | Path> => fetching(ConfigFile.layer(options))
