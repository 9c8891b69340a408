/**
 * Rate limits: requests wait for quota instead of running into 429s, and after a 429 every affected call waits.
 *
 * **Details**
 *
 * Official servers limit API tokens to 120 requests per minute, and some endpoints by quotas of their own. A call waits
 * for the quota of its endpoint first and for the global quota last, in the order of arrival. A slot of a quota is free
 * again one period after the response. Requests to private servers are not limited unless a response reports a limit.
 *
 * **Source** quotas, headers and texts of official servers are reported; that private servers have none is recorded
 * from a server 4.3.0.
 */
import type { RateLimit, RateLimits as States } from "@screeps-effect/schema/RateLimit"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"
import * as Credentials from "../session/Credentials.ts"
import * as Drift from "../client/Drift.ts"
import { formatDuration } from "../client/formatDuration.ts"
import { ignoredRateHeaders, rateHeaders, rateLimited } from "../client/interpret.ts"
import { untilByOurClock } from "../client/serverTime.ts"
import { redact } from "../client/redact.ts"
import { settingsOf } from "../client/settings.ts"
import { type Options, withoutQuery } from "../client/Request.ts"
import type { Response } from "../client/Response.ts"
import { type Publish, publishing } from "../ScreepsEvents.ts"
import { makeLimitObserver, type ObservedCaller, type ObservedRequest } from "./limitObserver.ts"
import { countRetry, raw, recordRemaining } from "../client/metrics.ts"
import { QuotaExceeded, type Quota, Revoked } from "./quota.ts"
import { atMostADay, cautiousConcurrency, globalKey } from "./ledger.ts"
import { globalQuota, officialQuotas } from "./officialQuotas.ts"
import { type Account, makeAccount, quotaOf, Store } from "./Store.ts"
import { RateLimited, ScreepsError, Unauthorized } from "../ScreepsError.ts"
import * as Server from "../config/Server.ts"

// The Redis store is a separate module: see `RateLimits/Redis.ts`.
export { layerStoreMemory } from "./Store.ts"

/** The fields of a request that rate limits use. */
export type LimitedRequest = Pick<
  Options,
  "method" | "path" | "quota" | "limitKey" | "neverRetry" | "operation"
>

/** The fields of a response that rate limits use. */
export type LimitedResponse = Pick<Response, "status" | "headers" | "text" | "receivedAt">

/** A change of a quota. */
export interface Change {
  /** The quota: `global`, or method and path such as `GET /api/user/code`. */
  readonly limitKey: string
  /** State of the quota after the change. */
  readonly state: RateLimit
}

/**
 * Whether a call that reaches a limit waits, or fails immediately with `RateLimited`, without being sent if the limit is
 * known; `wait` by default.
 *
 * **Details**
 *
 * A `Context.Reference`: replace it for one call or one program with `Effect.provideService`, for one client with
 * `Layer.provide(Layer.succeed(RateLimits.OnLimit, "fail"))`.
 */
export const OnLimit: Context.Reference<"wait" | "fail"> = Context.Reference(
  "@screeps-effect/api/RateLimits/OnLimit",
  { defaultValue: (): "wait" | "fail" => "wait" }
)

/**
 * The longest wait that a server may require, after a 429 or by rate headers, for calls that wait; 15 minutes by default.
 * With a longer one they fail with `RateLimited`, whose `retryAfter` is that wait; nothing is sent until it has passed.
 *
 * **Details**
 *
 * A `Context.Reference`: replace it for one call or one program with `Effect.provideService`, for one client with
 * `Layer.provide(Layer.succeed(RateLimits.MaxWait, …))`; `Duration.infinity` stands for no limit. Waits for quotas that the client counts itself are not limited. A required
 * wait of more than a day, the longest period of a quota, is ignored: the call is sent again after a second.
 */
export const MaxWait: Context.Reference<Duration.Duration> = Context.Reference(
  "@screeps-effect/api/RateLimits/MaxWait",
  { defaultValue: () => Duration.minutes(15) }
)

/**
 * How often a call is sent again after 429s; three times by default, with 0 never. Each time it waits as long as the
 * server requires.
 *
 * **Details**
 *
 * A `Context.Reference`, replaced like `MaxWait`. A 429 has executed nothing: writes are sent again, too, except those
 * with `neverRetry`.
 */
export const MaxRetries: Context.Reference<number> = Context.Reference(
  "@screeps-effect/api/RateLimits/MaxRetries",
  { defaultValue: () => 3 }
)

/** The quotas of one account on one server. */
export class RateLimits extends Context.Service<
  RateLimits,
  {
    /**
     * Waits for the quotas, sends a request, and updates the quotas from the response: `ScreepsClient` uses it for every
     * request. After a 429 the request is sent again, at most `MaxRetries` times, each time after the delay that the
     * server requires (by its text, else `Retry-After`, else the reset of its rate headers); it fails if that exceeds
     * `MaxWait`.
     */
    readonly withLimit: <A extends LimitedResponse, E, R>(
      request: LimitedRequest,
      send: Effect.Effect<A, E, R>
    ) => Effect.Effect<A, E | RateLimited, R>
    /**
     * Returns the state of a quota by its key (`global`, or method and path); `undefined` if no limit is known, as on
     * private servers. `reset` is 0 while the quota is not exhausted and no response has reported its reset.
     */
    readonly state: (limitKey: string) => Effect.Effect<RateLimit | undefined>
    /** Returns the states of all known quotas, by their keys. */
    readonly states: Effect.Effect<States>
    /** Emits quotas as responses change them. A listener more than 256 changes behind misses the oldest ones. */
    readonly changes: Stream.Stream<Change>
    /**
     * Suspends the limits until a moment in milliseconds since 1970: the `noRatelimitUntil` that `Auth.queryToken`
     * returns after a person has suspended the limits.
     */
    readonly suspendUntil: (millis: number) => Effect.Effect<void>
    /**
     * Returns the page on which a person can suspend the limits of the API token for two hours. Fails with
     * `Unauthorized` without an API token.
     */
    readonly resetUrl: Effect.Effect<Redacted.Redacted, ScreepsError>
  }
>()("@screeps-effect/api/RateLimits") {}

const noLimits = Effect.fail(
  new ScreepsError({
    operation: "RateLimits.resetUrl",
    reason: new Unauthorized({ detail: "only API tokens have limits that can be suspended" })
  })
)

const resetPage = "https://screeps.com/a/#!/account/auth-tokens/noratelimit?token="

/** The outcomes of one attempt of a call for its quotas, which its response decides. */
interface Attempt {
  readonly ofEndpoint: { spent: boolean; reported: boolean }
  readonly ofGlobal: { spent: boolean; reported: boolean }
}

/** Returns the key of a call's quota: without the query, which may contain a token; one for all history. */
const keyOf = ({ limitKey, method, operation, path }: LimitedRequest): string => {
  if (limitKey !== undefined && limitKey !== globalKey) return limitKey
  if (operation !== undefined) return operation
  const bare = withoutQuery(path)
  return `${method} ${bare.startsWith("/room-history/") ? "/room-history/{shard}/{room}/{tick}.json" : bare}`
}

const isAboutLimits = ({ headers, status }: LimitedResponse) =>
  status === 429 ||
  headers["x-ratelimit-limit"] !== undefined ||
  headers["x-ratelimit-remaining"] !== undefined ||
  headers["x-ratelimit-reset"] !== undefined

const makeWith = Effect.fnUntraced(function* (isLimited: boolean, account: Account, publish: Publish) {
  const { changed, quotas } = account
  const client = yield* Effect.context()
  const observer = makeLimitObserver(publish)

  const add = (key: string, quota: LimitedRequest["quota"], concurrency = Infinity): Effect.Effect<Quota> =>
    quotaOf(account, { key, limit: quota?.limit ?? Infinity, per: quota?.per, concurrency })

  const global = yield* isLimited
    ? add(globalKey, globalQuota, cautiousConcurrency)
    : add(globalKey, undefined)
  if (isLimited) for (const [key, quota] of Object.entries(officialQuotas)) yield* add(key, quota)

  /** Publishes the last known state of a quota, if it has a limit. */
  const announce = (limitKey: string, context: Context.Context<never>): void => {
    const state = quotas.get(limitKey)?.latest(Context.get(context, Clock.Clock))
    if (state === undefined) return
    if (observer.named.has(limitKey)) recordRemaining(limitKey, state.remaining, context)
    if (changed.listeners.size > 0) changed.publish({ limitKey, state })
  }

  const reportIgnored = (call: LimitedRequest, ignored: ReadonlyArray<string>): Effect.Effect<void> => {
    const drift = ignored.map((name) => ({
      path: `headers.${name}`,
      expected: "a number that a quota can have",
      found: "string" as const
    }))
    return Drift.reportTo(publish, call.operation ?? raw, drift)
  }

  /** Blocks a quota after a 429. */
  const block = (request: ObservedRequest, key: string, quota: Quota, response: LimitedResponse) =>
    Effect.flatMap(Clock.currentTimeMillis, (now) => {
      const wait = Duration.toMillis(rateLimited(response, 0, quota.period).retryAfter)
      const sinceResponse = Math.max(0, now - response.receivedAt)
      return Effect.andThen(
        quota.block(atMostADay(wait) - sinceResponse),
        observer.refused(request, quota === global ? globalKey : key, quota, wait)
      )
    })

  /** Updates the quotas of a request from its response. */
  const update = (
    call: LimitedRequest,
    request: ObservedRequest,
    key: string,
    response: LimitedResponse,
    { ofEndpoint, ofGlobal }: Attempt
  ): Effect.Effect<void> => {
    const { limit, remaining, reset } = rateHeaders(response.headers)
    const known = quotas.get(key)
    // An endpoint without a quota of its own reports the global one.
    const isOfGlobal = isLimited && known === undefined && limit === globalQuota.limit
    const isOfEndpoint = limit !== undefined && !isOfGlobal
    const find = known === undefined && isOfEndpoint ? add(key, undefined) : Effect.succeed(known)
    const ignored = ignoredRateHeaders(response.headers)
    const found = ignored.length === 0 ? find : Effect.andThen(reportIgnored(call, ignored), find)
    return Effect.flatMap(found, (endpoint) => {
      const quota = isOfGlobal ? global : endpoint
      const isReported =
        quota !== undefined &&
        limit !== undefined &&
        limit > 0 &&
        remaining !== undefined &&
        reset !== undefined
      if (isReported) (isOfGlobal ? ofGlobal : ofEndpoint).reported = true
      const updated = isReported
        ? quota.update({ limit, remaining, reset, until: untilByOurClock(response, reset * 1000) })
        : Effect.void
      if (response.status !== 429) return updated
      ofEndpoint.spent = false
      if (!isOfEndpoint) ofGlobal.spent = false
      const refusing = isOfEndpoint ? (endpoint ?? global) : global
      return Effect.andThen(updated, block(request, key, refusing, response))
    })
  }

  /** Makes one attempt, with a slot of the endpoint's quota first and one of the global quota last. */
  const trySend = <A extends LimitedResponse, E, R>(
    call: LimitedRequest,
    key: string,
    caller: ObservedCaller,
    request: Effect.Effect<A, E, R>
  ): Effect.Effect<A, E | RateLimited, R> => {
    if (call.operation !== undefined) observer.named.add(key)
    const endpoint = quotas.get(key)
    if (endpoint === undefined && isLimited && call.quota !== undefined) {
      return Effect.flatMap(add(key, call.quota), () => trySend(call, key, caller, request))
    }
    const ofEndpoint = { spent: false, reported: false }
    const ofGlobal = { spent: false, reported: false }
    const send = () => {
      ofEndpoint.spent = ofGlobal.spent = true
      return Effect.tap(request, (response) =>
        isAboutLimits(response)
          ? update(call, caller.request, key, response, { ofEndpoint, ofGlobal })
          : Effect.void
      )
    }
    const admitted =
      endpoint === undefined
        ? observer.take(globalKey, global, caller, send, ofGlobal)
        : observer.take(
            key,
            endpoint,
            caller,
            (check) =>
              observer.take(globalKey, global, caller, () => Effect.flatMap(check(), send), ofGlobal),
            ofEndpoint
          )
    return Effect.catch(admitted, (error): Effect.Effect<A, E | RateLimited, R> => {
      if (error instanceof Revoked) return trySend(call, key, caller, request)
      if (!(error instanceof QuotaExceeded)) return Effect.fail(error)
      // The error contains the longer one of both waits.
      return Effect.flatMap(Effect.all([global.wait, endpoint?.wait ?? Effect.succeed(0)]), (waits) =>
        Effect.andThen(
          caller.patient ? observer.dropped(key) : Effect.void,
          Effect.fail(
            new RateLimited({
              retryAfter: Duration.millis(Math.max(error.wait, ...waits)),
              retries: caller.request.retries
            })
          )
        )
      )
    })
  }

  /** Whether calls have limits: a private server has none until a response reports one. */
  let hasLimits = isLimited

  const withLimit = <A extends LimitedResponse, E, R>(
    call: LimitedRequest,
    send: Effect.Effect<A, E, R>
  ): Effect.Effect<A, E | RateLimited, R> => {
    if (hasLimits) return limited(call, send)
    return Effect.flatMap(send, (response) => {
      if (!isAboutLimits(response)) return Effect.succeed(response)
      hasLimits = true
      let first: A | undefined = response
      const once = Effect.suspend(() => {
        const known = first
        first = undefined
        return known === undefined ? send : Effect.succeed(known)
      })
      return limited(call, once)
    })
  }

  const limited = <A extends LimitedResponse, E, R>(
    call: LimitedRequest,
    send: Effect.Effect<A, E, R>
  ): Effect.Effect<A, E | RateLimited, R> =>
    Effect.contextWith((context: Context.Context<never>) => {
      const settings = settingsOf(client, context)
      const patient = settings(OnLimit) === "wait"
      const longest = settings(MaxWait)
      const maxWait = Duration.toMillis(longest)
      const ticket = ++account.tickets
      const { method, path } = call
      const key = keyOf(call)

      /** Fails after a 429, unless the call may be sent again. */
      const checkRetry = (error: RateLimited): Effect.Effect<void, RateLimited> => {
        const isLast = !(error.retries < settings(MaxRetries))
        if (!patient || call.neverRetry === true || isLast) return Effect.fail(error)
        if (!Duration.isGreaterThan(error.retryAfter, longest)) {
          return countRetry(call.operation ?? raw, "RateLimited")
        }
        const warning =
          `${redact(key)}: the server requires a wait of ${formatDuration(error.retryAfter)}, longer than ` +
          `RateLimits.MaxWait (${formatDuration(longest)}): calls fail until it has passed`
        return Effect.andThen(
          Effect.andThen(observer.dropped(key), Effect.logWarning(warning)),
          Effect.fail(error)
        )
      }

      const attempt = (retries: number): Effect.Effect<A, E | RateLimited, R> => {
        const caller = { ticket, patient, maxWait, request: { method, path, retries } }
        return Effect.flatMap(trySend(call, key, caller, send), (response) => {
          announce(key, context)
          announce(globalKey, context)
          if (response.status !== 429) return Effect.succeed(response)
          const period = quotas.get(key)?.period
          return Effect.flatMap(checkRetry(rateLimited(response, retries, period)), () =>
            attempt(retries + 1)
          )
        })
      }
      return attempt(0)
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
    changes: changed.stream,
    suspendUntil: (millis: number) =>
      Effect.gen(function* () {
        account.suspendedUntil = millis
        for (const [limitKey, quota] of quotas) {
          yield* quota.suspend(millis)
          announce(limitKey, yield* Effect.context())
        }
      })
  }
})

/** The main world, the test realm and seasons share a host, and have quotas of their own: `screeps.com/season`. */
const realmOf = (url: string): string => {
  const { host, pathname } = new URL(url)
  return host + pathname.replace(/\/$/, "")
}

/** Creates the quotas of an account on a server, kept in the `Store`; publishes `RateLimit` events if there are any. */
export const make: Effect.Effect<RateLimits["Service"], never, Credentials.Credentials | Server.Server> =
  Effect.gen(function* () {
    const credentials = yield* Credentials.Credentials
    const { kind, url } = yield* Server.Server
    const store = yield* Store
    const method = credentials.current
    const isLimited = method._tag === "Token" && kind === "official"
    const account = yield* isLimited ? store({ realm: realmOf(url), token: method.token }) : makeAccount()
    return RateLimits.of({
      ...(yield* makeWith(isLimited, account, yield* publishing)),
      resetUrl: Effect.suspend(() => {
        const { current } = credentials
        if (current._tag !== "Token") return noLimits
        const page = resetPage + Redacted.value(current.token).slice(0, 8)
        return Effect.succeed(Redacted.make(page, { label: "screeps-reset-url" }))
      })
    })
  })

/**
 * Provides no limits: calls never wait for quota, nothing is counted, and a 429 is a failure, `RateLimited`.
 *
 * **Details**
 *
 * For servers that one knows to have no limits, and for programs that limit themselves. `ScreepsClient.layerNoDeps` has its
 * own limits: compose a client without any from its parts.
 *
 * ```ts
 * import { RateLimits, ScreepsClient, Session } from "@screeps-effect/api"
 * import * as Layer from "effect/Layer"
 *
 * const unlimited = Layer.effect(ScreepsClient.ScreepsClient, ScreepsClient.make).pipe(
 *   Layer.provideMerge(Layer.effect(Session.Session, Session.make)),
 *   Layer.provideMerge(RateLimits.layerNone)
 * )
 * ```
 */
export const layerNone: Layer.Layer<RateLimits> = Layer.succeed(RateLimits, {
  withLimit: (_, send) => send,
  state: () => Effect.undefined,
  states: Effect.succeed({}),
  changes: Stream.never,
  suspendUntil: () => Effect.void,
  resetUrl: noLimits
})
