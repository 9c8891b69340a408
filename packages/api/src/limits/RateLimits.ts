/**
 * Rate limits: the quotas of official servers are kept before anything is sent, and a 429 of any server is waited
 * for by everybody whom it concerns.
 *
 * **Details**
 *
 * Official servers limit API tokens: 120 requests per minute in all, and some endpoints by quotas of their own. A
 * call waits for its endpoint first and for the whole last, in the order of arrival; a slot is free again one period
 * after the answer. Private servers are not limited unless they say so.
 *
 * **Source** quotas, headers and texts of official servers are reported; that private servers have none is recorded
 * from a server 4.3.0.
 */
import type { RateLimit } from "@screeps-effect/schema/RateLimit"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as PubSub from "effect/PubSub"
import * as Redacted from "effect/Redacted"
import * as Stream from "effect/Stream"
import * as Credentials from "../session/Credentials.ts"
import { rateHeaders, rateLimited } from "../client/interpret.ts"
import type * as Request from "../client/Request.ts"
import type { Response } from "../client/Response.ts"
import { type Publish, publishing } from "../ScreepsEvents.ts"
import { type Guest, makeLimitObserver } from "./limitObserver.ts"
import { countRetry, raw } from "../client/metrics.ts"
import { QuotaExceeded, type Quota, Revoked } from "./quota.ts"
import { type Account, makeAccount, quotaOf } from "./account.ts"
import { atMostADay, cautiousConcurrency } from "./ledger.ts"
import { globalKey, globalQuota, keyOf, published } from "./published.ts"
import { Store } from "./Store.ts"
import { RateLimited, ScreepsError, Unauthorized } from "../ScreepsError.ts"
import * as Server from "../config/Server.ts"

// The Redis store is no part of this module: see `RateLimits/Redis.ts`.
export { layerStoreMemory, Store } from "./Store.ts"

/** What rate limits need of a request. */
export type LimitedRequest = Pick<
  Request.Options,
  "method" | "path" | "quota" | "limitKey" | "neverRetry" | "operation"
>

/** What rate limits need of a response. */
export type LimitedResponse = Pick<Response, "status" | "headers" | "text" | "receivedAt">

/** A quota that has changed. */
export interface Change {
  /** `global`, or method and path such as `GET /api/user/code`. */
  readonly limitKey: string
  readonly state: RateLimit
}

/**
 * What happens to a call that meets a limit: it waits, or fails with `RateLimited` at once, unsent if the limit is
 * known; `wait` by default.
 *
 * **Details**
 *
 * A `Context.Reference`: replace it for one call, one program or all with `Effect.provideService`.
 */
export const OnLimit: Context.Reference<"wait" | "fail"> = Context.Reference(
  "@screeps-effect/api/RateLimits/OnLimit",
  { defaultValue: (): "wait" | "fail" => "wait" }
)

/** The quotas of one account on one server. */
export class RateLimits extends Context.Service<
  RateLimits,
  {
    /**
     * Sends when the quotas admit it and updates them from the response: `ScreepsClient` does so with every request. A
     * 429 is sent again after the server's time (by its text, else `Retry-After`, else the reset of its rate headers),
     * at most three times.
     */
    readonly withLimit: <A extends LimitedResponse, E, R>(
      request: LimitedRequest,
      send: Effect.Effect<A, E, R>
    ) => Effect.Effect<A, E | RateLimited, R>
    /**
     * How much one quota still takes, by its key (`global`, or method and path); `undefined` where no limit is
     * known, as on private servers. `reset` is 0 while the quota is not used up and no answer has told.
     */
    readonly state: (limitKey: string) => Effect.Effect<RateLimit | undefined>
    /** How much every known quota still takes, by its key. */
    readonly states: Effect.Effect<{ readonly [limitKey: string]: RateLimit }>
    /** Quotas as answers change them. */
    readonly changes: Stream.Stream<Change>
    /**
     * Sends without counting until a moment in milliseconds since 1970: the `noRatelimitUntil` that
     * `Auth.queryToken` tells after a person has suspended the limits.
     */
    readonly suspendUntil: (millis: number) => Effect.Effect<void>
    /**
     * The page on which a person can suspend the limits of the API token for two hours. Fails with `Unauthorized`
     * without an API token.
     */
    readonly resetUrl: Effect.Effect<Redacted.Redacted, ScreepsError>
  }
>()("@screeps-effect/api/RateLimits") {}

/** A refused request is sent again at most so often. */
const maxRetries = 3

const resetPage = "https://screeps.com/a/#!/account/auth-tokens/noratelimit?token="

/** One attempt of a call, as far as it got. */
interface Attempt {
  sent: boolean
  reported: boolean
  refusedBy: "global" | "endpoint" | undefined
}

/** Rate headers are those of the endpoint's quota, never of the whole. */
const speaksOfEndpoint = ({ headers }: LimitedResponse) => headers["x-ratelimit-limit"] !== undefined

const makeWith = Effect.fnUntraced(function* (isLimited: boolean, account: Account, publish: Publish) {
  const { changed, quotas } = account
  const watch = makeLimitObserver(publish)

  const add = (key: string, quota: LimitedRequest["quota"], concurrency = Infinity): Effect.Effect<Quota> =>
    quotaOf(account, { key, limit: quota?.limit ?? Infinity, per: quota?.per, concurrency })

  const global = yield* isLimited
    ? add(globalKey, globalQuota, cautiousConcurrency)
    : add(globalKey, undefined)
  if (isLimited) for (const [key, quota] of Object.entries(published)) yield* add(key, quota)

  const announce = (limitKey: string): Effect.Effect<unknown> => {
    const quota = quotas.get(limitKey)
    if (quota === undefined) return Effect.void
    return Effect.flatMap(quota.latest, (state) =>
      state === undefined
        ? Effect.void
        : Effect.andThen(watch.changed(limitKey, state), PubSub.publish(changed, { limitKey, state }))
    )
  }

  /** What an answer tells about the quotas that it went through. */
  const update = Effect.fnUntraced(function* (key: string, answer: LimitedResponse, attempt: Attempt) {
    const { limit = 0, remaining, reset } = rateHeaders(answer.headers)
    const isOfEndpoint = speaksOfEndpoint(answer)
    const endpoint = quotas.get(key) ?? (isOfEndpoint ? yield* add(key, undefined) : undefined)
    if (endpoint !== undefined && limit > 0 && remaining !== undefined && reset !== undefined) {
      attempt.reported = true
      yield* endpoint.update({ limit, remaining, until: reset * 1000 })
    }
    if (answer.status === 429) {
      attempt.refusedBy = isOfEndpoint ? "endpoint" : "global"
      // A period that has just ended may have been told in whole seconds: there is still a part of one to wait.
      const wait = Duration.toMillis(rateLimited(answer).retryAfter) || 1000
      const quota = isOfEndpoint ? (endpoint ?? global) : global
      yield* quota.block(answer.receivedAt + atMostADay(wait))
      yield* watch.refused(quota === global ? globalKey : key, quota, wait)
    }
  })

  /** One attempt, with a slot of the endpoint first and one of the whole last. */
  const trySend = <A extends LimitedResponse, E, R>(
    call: LimitedRequest,
    key: string,
    caller: Guest,
    exchange: Effect.Effect<A, E, R>
  ): Effect.Effect<A, E | RateLimited, R> => {
    if (call.operation !== undefined) watch.name(key)
    const endpoint = quotas.get(key)
    if (endpoint === undefined && isLimited && call.quota !== undefined) {
      return Effect.andThen(add(key, call.quota), trySend(call, key, caller, exchange))
    }
    const attempt: Attempt = { sent: false, reported: false, refusedBy: undefined }
    const send = Effect.suspend(() => {
      attempt.sent = true
      return Effect.tap(exchange, (answer) =>
        answer.status === 429 || speaksOfEndpoint(answer) ? update(key, answer, attempt) : Effect.void
      )
    })
    const ofGlobal = () => ({ spent: attempt.sent && attempt.refusedBy !== "global", reported: false })
    const ofEndpoint = () => ({
      spent: attempt.sent && attempt.refusedBy === undefined,
      reported: attempt.reported
    })
    const admitted =
      endpoint === undefined
        ? watch.take(globalKey, global, caller, () => send, ofGlobal)
        : watch.take(
            key,
            endpoint,
            caller,
            (check) => watch.take(globalKey, global, caller, () => Effect.andThen(check, send), ofGlobal),
            ofEndpoint
          )
    return Effect.catch(admitted, (error): Effect.Effect<A, E | RateLimited, R> => {
      if (error instanceof Revoked) return trySend(call, key, caller, exchange)
      if (!(error instanceof QuotaExceeded)) return Effect.fail(error)
      // Failing at once tells the longer of both waits.
      return Effect.flatMap(Effect.all([global.wait, endpoint?.wait ?? Effect.succeed(0)]), (waits) =>
        Effect.fail(
          new RateLimited({ retryAfter: Duration.millis(Math.max(error.wait, ...waits)), retries: 0 })
        )
      )
    })
  }

  const withLimit: RateLimits["Service"]["withLimit"] = Effect.fnUntraced(function* (call, exchange) {
    const patient = (yield* OnLimit) === "wait"
    const caller = { ticket: ++account.tickets, patient }
    const key = keyOf(call)
    for (let retries = 0; ; retries++) {
      const answer = yield* trySend(call, key, caller, exchange)
      yield* announce(key)
      yield* announce(globalKey)
      if (answer.status !== 429) return answer
      if (!patient || call.neverRetry === true || retries === maxRetries) {
        return yield* rateLimited(answer, retries)
      }
      yield* countRetry(call.operation ?? raw, "RateLimited")
    }
  })

  return {
    withLimit,
    state: (limitKey: string) => quotas.get(limitKey)?.state ?? Effect.undefined,
    states: Effect.gen(function* () {
      const states: { [limitKey: string]: RateLimit } = {}
      for (const [limitKey, quota] of quotas) {
        const state = yield* quota.state
        if (state !== undefined) states[limitKey] = state
      }
      return states
    }),
    changes: Stream.fromPubSub(changed),
    suspendUntil: (millis: number) =>
      Effect.gen(function* () {
        account.suspendedUntil = millis
        for (const [limitKey, quota] of quotas) {
          yield* quota.suspend(millis)
          yield* announce(limitKey)
        }
      })
  }
})

/**
 * Makes the quotas of an account on a server, kept in the `Store`; where the program has `ScreepsEvents`, listeners
 * are told when one is used up.
 */
export const make: Effect.Effect<RateLimits["Service"], never, Credentials.Credentials | Server.Server> =
  Effect.gen(function* () {
    const who = yield* Credentials.Credentials
    const { kind, url } = yield* Server.Server
    const store = yield* Store
    const isLimited = who._tag === "Token" && kind === "official"
    const account = yield* isLimited
      ? store.open({ host: new URL(url).host, token: who.token })
      : makeAccount()
    return RateLimits.of({
      ...(yield* makeWith(isLimited, account, yield* publishing)),
      resetUrl:
        who._tag === "Token"
          ? Effect.succeed(
              Redacted.make(resetPage + Redacted.value(who.token).slice(0, 8), { label: "screeps-reset-url" })
            )
          : Effect.fail(
              new ScreepsError({
                operation: "RateLimits.resetUrl",
                reason: new Unauthorized({ detail: "only API tokens have limits that can be suspended" })
              })
            )
    })
  })

/** Provides the quotas of an account on a server, kept in the `Store`. */
export const layer: Layer.Layer<RateLimits, never, Credentials.Credentials | Server.Server> = Layer.effect(
  RateLimits,
  make
)
