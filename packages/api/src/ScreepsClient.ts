/**
 * The signed-in door to one server: everything an operation needs, and a raw request for what has no operation.
 *
 * @since 0.1.0
 */
import type * as Config from "effect/Config"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as HttpClient from "effect/http/HttpClient"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import * as Credentials from "./Credentials.ts"
import { type Answer, read } from "./internal/answer.ts"
import { send, type Wire } from "./internal/transport.ts"
import * as RateLimits from "./RateLimits.ts"
import { InvalidInput, type Reason, ScreepsError, Unauthorized } from "./ScreepsError.ts"
import * as Server from "./Server.ts"
import * as Session from "./Session.ts"

/**
 * Whether a call is made with a token: `always` (signing in when there is none), `optional` (with one if there is
 * one), or `never`.
 *
 * @category models
 * @since 0.1.0
 */
export type Auth = "never" | "optional" | "always"

/**
 * A call before it becomes a request.
 *
 * @category models
 * @since 0.1.0
 */
export interface Call extends RateLimits.Limited {
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
  /** Sent once and never again, even after a 401 (where that does not speak of the token) or a 429. */
  readonly once?: boolean | undefined
}

/**
 * The answer to a call that was not refused.
 *
 * @category models
 * @since 0.1.0
 */
export interface Reply {
  /** HTTP status, 200–299. */
  readonly status: number
  /** The body as data, not yet checked; as text where text was asked for. */
  readonly body: unknown
}

/**
 * The signed-in door to one server.
 *
 * @category services
 * @since 0.1.0
 */
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
 * A `Context.Reference`: replace it for one call, one program or all with `Effect.provideService`.
 *
 * @category references
 * @since 0.1.0
 */
export const RequestTimeout: Context.Reference<Duration.Duration> = Context.Reference(
  "@screeps-effect/api/ScreepsClient/RequestTimeout",
  { defaultValue: () => Duration.seconds(30) }
)

/** Once with a newer token that somebody else has learnt meanwhile, once with that of a later sign-in. */
const maxRefusals = 2

const toQuery = (query: Call["query"]): Result.Result<Record<string, string>, InvalidInput> => {
  const texts: Record<string, string> = {}
  for (const [field, value] of Object.entries(query ?? {})) {
    if (value === undefined) continue
    if (typeof value !== "string" && typeof value !== "number" && typeof value !== "boolean") {
      return Result.fail(
        new InvalidInput({ field, why: "only text, numbers and booleans travel in a query" })
      )
    }
    texts[field] = String(value)
  }
  return Result.succeed(texts)
}

/** Without a body the server reads no fields at all: an empty object is the safe form of "nothing to say". */
const toBody = ({ body, method }: Call): Result.Result<string | undefined, InvalidInput> => {
  if (method === "GET") return Result.succeed(undefined)
  const none = new InvalidInput({ field: "body", why: "it has no JSON text" })
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

type Borrow = Effect.Effect<Session.Loan | undefined, ScreepsError>
type Fail = (reason: Reason) => ScreepsError

/** An answer, and the token that it was asked with. */
interface Exchange extends Answer {
  readonly loan: Session.Loan | undefined
}

const makeWith = (
  http: HttpClient.HttpClient,
  server: Server.Description,
  session: Session.Session["Service"],
  limits: RateLimits.RateLimits["Service"]
): ScreepsClient["Service"] => {
  /** The token is borrowed when the request may go: it would die while a call waits for its turn. */
  const exchange = (wire: Wire, borrow: Borrow, fail: Fail): Effect.Effect<Exchange, ScreepsError> =>
    Effect.gen(function* () {
      const loan = yield* borrow
      const timeout = yield* RequestTimeout
      const answer = yield* Effect.mapError(send(http, server, wire, loan?.token, timeout), fail)
      yield* Effect.annotateCurrentSpan("http.response.status_code", answer.status)
      const token = answer.header("x-token")
      if (loan !== undefined && token !== undefined)
        yield* session.renew(loan, Redacted.make(token, tokenLabel))
      return { ...answer, loan }
    })

  const converse = (
    call: Call,
    wire: Wire,
    borrow: Borrow,
    fail: Fail,
    first?: Session.Loan,
    refusals = call.once === true ? maxRefusals : 0
  ): Effect.Effect<Reply, ScreepsError> =>
    Effect.gen(function* () {
      const answer = yield* Effect.mapError(limits.through(call, exchange(wire, borrow, fail)), (error) =>
        error._tag === "RateLimited" ? fail(error) : error
      )
      const body = read(answer)
      if (Result.isSuccess(body)) return { status: answer.status, body: body.success }
      const { loan } = answer
      // A token of a later sign-in than the one refused first was fresh: there is no better one.
      const exhausted = refusals === maxRefusals || loan?.turn !== (first ?? loan)?.turn
      if (body.failure._tag !== "Unauthorized" || loan === undefined || exhausted) {
        return yield* fail(body.failure)
      }
      if (session.method === "Token") return yield* fail(new Unauthorized({ why: Session.tokenRefused }))
      // A refused token executed nothing, so that any method may be repeated.
      return yield* converse(call, wire, session.refused(loan), fail, first ?? loan, refusals + 1)
    })

  const loans: { readonly [A in Auth]: Borrow } = {
    never: Effect.undefined,
    optional: session.peek,
    always: session.borrow
  }

  const clientSend = (call: Call): Effect.Effect<Reply, ScreepsError> =>
    Effect.suspend(() => {
      const name = `${call.method} ${call.path}`
      const fail = (reason: Reason) => new ScreepsError({ operation: name, reason })
      let reply: Reply = { status: 0, body: undefined }
      return Effect.gen(function* () {
        const wire = yield* Effect.mapError(Effect.fromResult(toWire(call)), fail)
        const auth = call.auth ?? "always"
        if (auth === "always" && session.method === "Guest") {
          return yield* fail(new Unauthorized({ why: Session.noAccount }))
        }
        reply = yield* converse(call, wire, loans[auth], fail)
      }).pipe(
        Effect.withSpan(name, {
          kind: "client",
          attributes: {
            "http.request.method": call.method,
            "url.path": call.path,
            "server.address": server.url
          }
        }),
        // Tracers see how a span ended: the answer, which may hold secrets, stays out of it.
        Effect.map(() => reply)
      )
    })

  return ScreepsClient.of({
    server,
    send: clientSend,
    request: (call) => Effect.map(clientSend(call), ({ body }) => body)
  })
}

const tokenLabel = { label: "screeps-token" }

/**
 * Makes the door to a server.
 *
 * @category constructors
 * @since 0.1.0
 */
export const make: Effect.Effect<
  ScreepsClient["Service"],
  never,
  Session.Session | RateLimits.RateLimits | Server.Server | HttpClient.HttpClient
> = Effect.gen(function* () {
  return makeWith(
    yield* HttpClient.HttpClient,
    yield* Server.Server,
    yield* Session.Session,
    yield* RateLimits.RateLimits
  )
})

/**
 * Provides the door to a server, the session that owns its token, and the quotas that its requests go through.
 *
 * @category layers
 * @since 0.1.0
 */
export const layer: Layer.Layer<
  ScreepsClient | Session.Session | RateLimits.RateLimits,
  never,
  Credentials.Credentials | Server.Server | HttpClient.HttpClient
> = Layer.effect(ScreepsClient, make).pipe(
  Layer.provideMerge(Layer.mergeAll(Session.layer, RateLimits.layer))
)

/**
 * Provides the door to the server and account that the configuration names: see `Server.layerConfig` and
 * `Credentials.layerConfig` for the variables.
 *
 * **Errors** `ConfigError`.
 *
 * @category layers
 * @since 0.1.0
 */
export const layerConfig: Layer.Layer<
  ScreepsClient | Session.Session | RateLimits.RateLimits | Server.Server,
  Config.ConfigError,
  HttpClient.HttpClient
> = layer.pipe(Layer.provide(Credentials.layerConfig), Layer.provideMerge(Server.layerConfig))
