/**
 * The authenticated client of one server: sends the requests of operations, and raw requests to endpoints that have no
 * operation.
 */
import * as Millis from "@screeps-effect/schema/Millis"
import type * as Config from "effect/Config"
import * as Effect from "effect/Effect"
import type { FileSystem } from "effect/FileSystem"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import type * as HttpClient from "effect/http/HttpClient"
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
import { warnIfUntested } from "./effectVersion.ts"
import { authentication } from "./middleware/authentication.ts"
import { rateLimit } from "./middleware/rateLimit.ts"
import { makeRetries, retry } from "./middleware/retry.ts"
import { compose, type Middleware as AnyMiddleware, none } from "./middleware/Send.ts"
import { makeSerialize } from "./middleware/serialize.ts"
import { record, traceCalls, traceRequests } from "./middleware/telemetry.ts"
import { timeout } from "./middleware/timeout.ts"
import * as Transport from "./middleware/transport.ts"
import { ScreepsClient } from "./service.ts"
import { type Additive, additive, concatenate, settingsOf } from "./settings.ts"

export type { AccountOptions, Options, Secret, ServerOptions } from "../config/options.ts"
export type { Send } from "./middleware/Send.ts"
export { Strictness } from "./Drift.ts"
export { CallTimeout } from "./middleware/timeout.ts"
export { MaxResponseBytes, RequestTimeout, TransformClient } from "./middleware/transport.ts"
export type { Auth, Options as RequestOptions, Request } from "./Request.ts"
export { type Options as ResponseOptions, Response } from "./Response.ts"
export { type Exchange, ScreepsClient } from "./service.ts"
export { type Additive, replace } from "./settings.ts"

/** A step that wraps the sending of a request: changes requests and responses, or responds itself. */
export type Middleware = AnyMiddleware

/**
 * Middleware around every call of a client, the first one outermost; none by default.
 *
 * **Details**
 *
 * A `Context.Reference`: provide it to a client with `Layer.provide(Layer.succeed(ScreepsClient.Middleware, […]))`, to
 * one call with `Effect.provideService`: the call's runs inside the client's (`replace` drops the client's). Middleware
 * runs once per call, within its span (if the program has a tracer) and around time limit, retries, rate limits and
 * authentication. It receives successful responses; failures are `ScreepsError`s. For single attempts, sign-ins
 * included, use `TransformClient`.
 *
 * ```ts
 * import { ScreepsClient } from "@screeps-effect/api"
 * import * as Effect from "effect/Effect"
 * import * as Layer from "effect/Layer"
 *
 * // A header of a proxy, and a log line for every call.
 * const proxied: ScreepsClient.Middleware = (send) => (request) =>
 *   send({ ...request, headers: { ...request.headers, "x-proxy-key": "key" } })
 * const logged: ScreepsClient.Middleware = (send) => (request) =>
 *   Effect.tap(send(request), ({ status }) => Effect.log(`${request.name}: ${status}`))
 *
 * const layer = ScreepsClient.layerConfig().pipe(
 *   Layer.provide(Layer.succeed(ScreepsClient.Middleware, [logged, proxied]))
 * )
 * ```
 */
export const Middleware: Additive<ReadonlyArray<Middleware>> = additive(
  "@screeps-effect/api/ScreepsClient/Middleware",
  { defaultValue: (): ReadonlyArray<Middleware> => [], combine: concatenate }
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
  const serialize = server.kind === "private" ? makeSerialize() : none

  const { call, send } = makeCaller({
    server,
    client,
    pipeline: (settings, own) =>
      compose(transport(settings, own), [
        traceCalls(own),
        ...settings(Middleware),
        timeout(settings),
        serialize,
        retry(retries, settings, maySignInAgain(session.method)),
        rateLimit(limits),
        authentication(session),
        record(publish, own),
        traceRequests(server, own)
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
 * Provides the client of a server, with its session, rate limits and events, over a server, an account and a transport of
 * your choice.
 *
 * **Details**
 *
 * Each call returns the layer of another client, so that the clients of several servers and accounts share no token and no
 * quota. Call it once for each client and keep the result.
 *
 * ```ts
 * import { Code, Credentials, ScreepsClient, Server } from "@screeps-effect/api"
 * import * as Effect from "effect/Effect"
 * import * as Layer from "effect/Layer"
 * import * as FetchHttpClient from "effect/http/FetchHttpClient"
 *
 * const at = (url: string) =>
 *   ScreepsClient.layerNoDeps().pipe(
 *     Layer.provide([Server.layer(Server.privateServer(url)), Credentials.layerConfig, FetchHttpClient.layer])
 *   )
 * const live = at("http://live.example:21025")
 * const trial = at("http://trial.example:21025")
 *
 * const copy = Effect.gen(function* () {
 *   const { modules } = yield* Code.get({ branch: "default" })
 *   yield* Code.set({ branch: "default", modules }).pipe(Effect.provide(trial))
 * }).pipe(Effect.provide(live))
 * ```
 */
export const layerNoDeps = (): Layer.Layer<
  Exclude<Services, Server.Server>,
  never,
  Credentials.Credentials | Server.Server | HttpClient.HttpClient
> =>
  Layer.effect(ScreepsClient, Effect.andThen(warnIfUntested, make)).pipe(
    Layer.provideMerge(Layer.effect(Session.Session, Session.make)),
    Layer.provideMerge(Layer.effect(RateLimits.RateLimits, RateLimits.make)),
    Layer.provideMerge(Layer.effect(ScreepsEvents.ScreepsEvents, ScreepsEvents.make))
  )

/** The services that operations require, and the server. */
export type Services =
  | ScreepsClient
  | Session.Session
  | RateLimits.RateLimits
  | ScreepsEvents.ScreepsEvents
  | Server.Server

/** The transport of a client. */
export interface TransportOptions {
  /** The HTTP client; the platform's `fetch` by default. `UndiciHttpClient.layer` costs less on Node. */
  readonly http?: Layer.Layer<HttpClient.HttpClient> | undefined
}

const clientOf = <E, R>(
  target: Layer.Layer<Server.Server | Credentials.Credentials, E, R>,
  // Effect builds a constant layer once, with the settings of the first client.
  { http = Layer.fresh(FetchHttpClient.layer) }: TransportOptions = {}
): Layer.Layer<Services, E, R> =>
  layerNoDeps().pipe(
    Layer.merge(Layer.effect(Server.Server, Server.Server)),
    Layer.provide(target),
    Layer.provide(http)
  )

/**
 * Provides a client for one server and account: the only layer that a program needs to call operations.
 *
 * **Details**
 *
 * An address at `screeps.com` is an official server, any other one a private server. The transport is the platform's
 * `fetch`, or the option `http`. `Screeps.layer` of `@screeps-effect/socket` adds the socket and rooms.
 *
 * ```ts
 * import { Game, ScreepsClient } from "@screeps-effect/api"
 * import * as Effect from "effect/Effect"
 *
 * const local = ScreepsClient.layer({
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
export const layer = (options: Options & TransportOptions): Layer.Layer<Services> =>
  clientOf(fromOptions(options), options)

/**
 * Provides a client for the server and account in the configuration: see `Server.layerConfig` and
 * `Credentials.layerConfig` for the variables.
 *
 * **Gotchas**
 *
 * Call it once and keep the result, as with `layer`.
 *
 * **Errors** `ConfigError`.
 */
export const layerConfig = (options?: TransportOptions): Layer.Layer<Services, Config.ConfigError> =>
  clientOf(Layer.merge(Server.layerConfig, Credentials.layerConfig), options)

/**
 * Provides a client for the server and account in a configuration file: see `ConfigFile` for the files.
 *
 * **Details**
 *
 * `FileSystem` and `Path` come from the platform, such as `NodeServices.layer` of `@effect/platform-node`.
 *
 * **Gotchas**
 *
 * Call it once and keep the result, as with `layer`.
 *
 * **Errors** `ConfigFileError`.
 */
export const layerFile = (
  options?: ConfigFile.Options & TransportOptions
): Layer.Layer<Services, ConfigFile.ConfigFileError, FileSystem | Path> =>
  clientOf(ConfigFile.layer(options), options)
