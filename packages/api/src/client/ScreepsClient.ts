/**
 * The signed-in door to one server: everything an operation needs, and a raw request for what has no operation.
 */
import type * as Config from "effect/Config"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as HttpClient from "effect/http/HttpClient"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import * as Tracer from "effect/Tracer"
import * as Credentials from "../session/Credentials.ts"
import { type Ask, makeAsk, publishing, secretsOf } from "./ask.ts"
import { makeAttempts, settingFor } from "./attempts.ts"
import { type Acquire, makeConverse, noAccount } from "./converse.ts"
import { raw } from "./metrics.ts"
import { type Wire, withoutQuery } from "./transport.ts"
import * as RateLimits from "../limits/RateLimits.ts"
import { InvalidInput, type Reason, ScreepsError, Unauthorized } from "../ScreepsError.ts"
import * as ScreepsEvents from "../ScreepsEvents.ts"
import * as Server from "../config/Server.ts"
import * as Session from "../session/Session.ts"

/**
 * Whether a call is made with a token: `always` (signing in when there is none), `optional` (with one if there is
 * one), or `never`.
 */
export type Auth = "never" | "optional" | "always"

/** A call before it becomes a request. */
export interface Call extends RateLimits.LimitedRequest {
  /** Begins with a slash; a path prefix of the server is put in front. */
  readonly path: `/${string}`
  /** The query string: texts, numbers and booleans; `undefined` is left out. */
  readonly query?: Readonly<Record<string, unknown>> | undefined
  /** The JSON body of a POST. */
  readonly body?: unknown
  /** Whether the answer is JSON (the default), or text to be given as it came. */
  readonly format?: "json" | "text" | undefined
  /** Default: `always`. */
  readonly auth?: Auth | undefined
  /** Whether it may be sent again when nobody knows what became of it; default: whether it is a GET. */
  readonly idempotent?: boolean | undefined
  /**
   * Sent once and never again, even after a 401 or a 429; except that it is sent a second time, after a fresh sign-in,
   * when a 401 says by the exact word `unauthorized` that the token was refused: that executed nothing.
   */
  readonly neverRetry?: boolean | undefined
  /** Names of fields that carry secrets, besides those that `ScreepsEvents` knows. */
  readonly secret?: ReadonlyArray<string> | undefined
}

/** The answer to a call that was not refused. */
export interface Reply {
  /** HTTP status, 200–299. */
  readonly status: number
  /** The body as data, not yet checked; as text where text was asked for. */
  readonly body: unknown
}

/** The signed-in door to one server. */
export class ScreepsClient extends Context.Service<
  ScreepsClient,
  {
    /** The server behind the door. */
    readonly server: Server.Description
    /** Makes a call and gives status and body: what operations are made of. */
    readonly send: (call: Call) => Effect.Effect<Reply, ScreepsError>
    /**
     * Makes a call and gives the body as data, for endpoints that have no operation; refusals become the same
     * reasons as those of operations.
     */
    readonly request: (call: Call) => Effect.Effect<unknown, ScreepsError>
  }
>()("@screeps-effect/api/ScreepsClient") {}

/**
 * How long one request may take before it is given up as `TimedOut`; 30 seconds by default.
 *
 * **Details**
 *
 * A `Context.Reference`: replace it for one call or one program with `Effect.provideService`, for one client with
 * `Layer.provide(Layer.succeed(ScreepsClient.RequestTimeout, …))`. A repeated call has this time for each request.
 */
export const RequestTimeout: Context.Reference<Duration.Duration> = Context.Reference(
  "@screeps-effect/api/ScreepsClient/RequestTimeout",
  { defaultValue: () => Duration.seconds(30) }
)

/**
 * How long a call may take in all (signing in, waiting for limits, requests, repeats and the waits between them)
 * before it is given up as `TimedOut`; without a limit by default.
 *
 * **Details**
 *
 * A `Context.Reference`: replace it for one call or one program with `Effect.provideService`, for one client with
 * `Layer.provide(Layer.succeed(ScreepsClient.CallTimeout, …))`. It is not limited by default because waiting for a
 * used-up quota may take hours, by the will of the program. A sign-in that others may share goes on without the
 * caller who gave up.
 */
export const CallTimeout: Context.Reference<Duration.Duration> = Context.Reference(
  "@screeps-effect/api/ScreepsClient/CallTimeout",
  { defaultValue: () => Duration.infinity }
)

const toQuery = (query: Call["query"]): Result.Result<Record<string, string>, InvalidInput> => {
  const texts: Record<string, string> = {}
  for (const [field, value] of Object.entries(query ?? {})) {
    if (value === undefined) continue
    if (typeof value !== "string" && typeof value !== "number" && typeof value !== "boolean") {
      return Result.fail(
        new InvalidInput({ field, detail: "only text, numbers and booleans travel in a query" })
      )
    }
    texts[field] = String(value)
  }
  return Result.succeed(texts)
}

/** Without a body the server reads no fields at all: an empty object is the safe form of "nothing to say". */
const toBody = ({ body, method }: Call): Result.Result<string | undefined, InvalidInput> => {
  if (method === "GET") return Result.succeed(undefined)
  const none = new InvalidInput({ field: "body", detail: "it has no JSON text" })
  try {
    const text: string | undefined = JSON.stringify(body ?? {}) // functions and symbols have none
    return text === undefined ? Result.fail(none) : Result.succeed(text)
  } catch {
    return Result.fail(none)
  }
}

const toWire = (call: Call): Result.Result<Wire, InvalidInput> =>
  Result.flatMap(toQuery(call.query), (query) =>
    Result.map(toBody(call), (body) => ({
      method: call.method,
      path: call.path,
      query,
      body,
      format: call.format ?? "json"
    }))
  )

/** The fields of a call, wherever they travel. */
const fieldsOf = ({ body, query }: Call): Readonly<Record<string, unknown>> => ({
  ...query,
  ...(typeof body === "object" && body !== null && !Array.isArray(body) ? body : { body })
})

const makeWith = (
  ask: Ask,
  server: Server.Description,
  session: Session.Session["Service"],
  limits: RateLimits.RateLimits["Service"],
  settings: Context.Context<never>
): ScreepsClient["Service"] => {
  const attempts = makeAttempts(settings)
  const converse = makeConverse(ask, session, limits.withLimit)

  /** A ticket whose fate is unknown may have been used up. */
  const signsInAgain = ({ operation }: ScreepsError) =>
    session.method !== "SteamTicket" || operation.startsWith("GET ")

  const loans: { readonly [A in Auth]: Acquire } = {
    never: Effect.undefined,
    optional: session.current,
    always: session.acquire
  }

  const exchange = (call: Call, name: string, own: Context.Context<never>) => {
    const fail = (reason: Reason) => new ScreepsError({ operation: name, reason })
    const wire = toWire(call)
    if (Result.isFailure(wire)) return Effect.fail(fail(wire.failure))
    const auth = call.auth ?? "always"
    if (auth === "always" && session.method === "Guest") {
      return Effect.fail(fail(new Unauthorized({ detail: noAccount })))
    }
    const { idempotent = call.method === "GET", neverRetry: once = false, operation = raw } = call
    return attempts(
      { name, operation, idempotent, once, signsInAgain, timeout: settingFor(own, settings, CallTimeout) },
      own,
      Effect.suspend(() =>
        converse({
          call,
          wire: wire.success,
          told: { operation, parameters: () => fieldsOf(call), secret: call.secret },
          acquire: loans[auth],
          timeout: settingFor(own, settings, RequestTimeout),
          fail
        })
      )
    )
  }

  const clientSend = (call: Call): Effect.Effect<Reply, ScreepsError> =>
    Effect.suspend(() => {
      const path = withoutQuery(call.path)
      const name = `${call.method} ${path}`
      let reply: Reply = { status: 0, body: undefined }
      const sent = Effect.contextWith((own: Context.Context<never>) =>
        Effect.map(exchange(call, name, own), (answer) => {
          reply = answer
        })
      )
      const options = {
        kind: "client",
        attributes: {
          "http.request.method": call.method,
          "url.path": path,
          "server.address": server.url
        }
      } as const
      // Not `withSpan`: it looks at the stack in every call, only to show this file.
      const spanned = Effect.useSpan(name, options, (span) =>
        Effect.provideService(sent, Tracer.ParentSpan, span)
      )
      // Tracers see how a span ended: the answer, which may hold secrets, stays out of it.
      return Effect.map(spanned, () => reply)
    })

  return ScreepsClient.of({
    server,
    send: clientSend,
    request: (call) => Effect.map(clientSend(call), ({ body }) => body)
  })
}

/** Makes the door to a server. */
export const make: Effect.Effect<
  ScreepsClient["Service"],
  never,
  Session.Session | RateLimits.RateLimits | Server.Server | HttpClient.HttpClient
> = Effect.gen(function* () {
  const server = yield* Server.Server
  // The session's own: what of them a server repeats is not shown.
  const who = yield* Effect.serviceOption(Credentials.Credentials)
  const account = Option.match(who, { onNone: () => [], onSome: secretsOf })
  return makeWith(
    makeAsk(yield* HttpClient.HttpClient, server, yield* publishing, account),
    server,
    yield* Session.Session,
    yield* RateLimits.RateLimits,
    yield* Effect.context()
  )
})

/**
 * Provides the door to a server, the session that owns its token, the quotas that its requests go through, and the
 * events that tell of it all.
 *
 * **Gotchas**
 *
 * Effect builds a layer once and gives the same again to whoever provides it inside, and to all parts of one layer: a
 * program of one server that provides another one goes on with the first. Provide the other one with
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
 * Provides the door to the server and account that the configuration names: see `Server.layerConfig` and
 * `Credentials.layerConfig` for the variables.
 *
 * **Gotchas**
 *
 * Provided inside a program that has a client, it needs `{ local: true }` or `Layer.fresh`, as `layer` does.
 *
 * **Errors** `ConfigError`.
 */
export const layerConfig: Layer.Layer<
  ScreepsClient | Session.Session | RateLimits.RateLimits | ScreepsEvents.ScreepsEvents | Server.Server,
  Config.ConfigError,
  HttpClient.HttpClient
> = layer.pipe(Layer.provide(Credentials.layerConfig), Layer.provideMerge(Server.layerConfig))
