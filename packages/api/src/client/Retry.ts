/**
 * Settings for retries after transient failures: how often, after which delays, and for which calls.
 *
 * **Details**
 *
 * Transient failures are no response (`Unreachable`), no response in time (`TimedOut`), and a status of 500 or above
 * (`ServerFault`). Idempotent calls, such as every GET, are then sent again, and not before the time in the header
 * `Retry-After`, if the server sends it. A retry budget per client protects a failing server from floods of requests.
 * `RateLimits` retries after a 429, the `Session` after a 401.
 *
 * Each setting here is a `Context.Reference`: replace it for one call or one program with `Effect.provideService`, for
 * one client with `Layer.provide(Retry.layer(…))` or `Layer.provide(Layer.succeed(Retry.MaxWait, …))`; the value of a call
 * takes precedence over that of its client.
 *
 * **Source** that private servers send no `Retry-After` is recorded from a server 4.3.0; official servers: unknown.
 */
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Layer from "effect/Layer"
import * as Schedule from "effect/Schedule"
import type { ScreepsError } from "../ScreepsError.ts"

/**
 * A retry schedule: how often a call is retried, and after which delays. Its input is each failure, with its `reason`:
 * a `ServerFault` has `retryAfter` if the server sent it.
 */
export type Policy = Schedule.Schedule<unknown, ScreepsError>

/** Three retries, after 0.5, 1 and 2 seconds; each delay is randomly up to a fifth shorter or longer. */
export const standard: Policy = Schedule.exponential("500 millis").pipe(
  Schedule.upTo({ times: 3 }),
  Schedule.jittered
)

/**
 * No retries: a call fails with its first failure. Rate limits are apart: a request that a server rejected with status 429 is
 * sent again up to `RateLimits.MaxRetries` times.
 */
export const none: Policy = Schedule.recurs(0)

/**
 * The schedule of retries after transient failures; `standard` by default.
 *
 * **Details**
 *
 * The server's `Retry-After` is added to the delay, so that clients do not all return at the same moment; see `MaxWait`.
 * The schedule decides only about failures of calls that may be retried (`RetryableRequests`), within the `Budget`.
 */
export const Retry: Context.Reference<Policy> = Context.Reference("@screeps-effect/api/Retry", {
  defaultValue: () => standard
})

/**
 * Provides the schedule of retries after transient failures: to a client, a program or a call.
 *
 * ```ts
 * import { Game, Retry, ScreepsClient, type ScreepsError } from "@screeps-effect/api"
 * import * as Effect from "effect/Effect"
 * import * as Layer from "effect/Layer"
 * import * as Schedule from "effect/Schedule"
 *
 * // Every 10 seconds for an hour, but not after a status below 502.
 * const patient = Schedule.spaced("10 seconds").pipe(
 *   Schedule.upTo({ duration: "1 hour" }),
 *   Schedule.setInputType<ScreepsError.ScreepsError>(),
 *   Schedule.while(({ input: { reason } }) => reason._tag !== "ServerFault" || reason.status >= 502)
 * )
 * const layer = ScreepsClient.layerConfig().pipe(Layer.provide(Retry.layer(patient)))
 *
 * const once = Game.time().pipe(Effect.provide(Retry.layer(Retry.none)))
 * ```
 */
export const layer = (policy: Policy): Layer.Layer<never> => Layer.succeed(Retry, policy)

/**
 * The longest wait that a server may require with `Retry-After` after a transient failure; one minute by default. With a
 * longer one the call is not retried, whatever its schedule says; its failure contains `retryAfter`.
 */
export const MaxWait: Context.Reference<Duration.Duration> = Context.Reference(
  "@screeps-effect/api/Retry/MaxWait",
  { defaultValue: () => Duration.minutes(1) }
)

/**
 * Which calls are retried; `idempotent` by default.
 *
 * **Details**
 *
 * `idempotent` stands for operations with `.idempotent` and raw GET requests. `all` includes every other call, except
 * those with `.neverRetry`.
 *
 * **Gotchas**
 *
 * A call without a response may have been executed. With `all`, a console line may run twice, a message may arrive
 * twice, and a construction site may be rejected because it exists already.
 */
export const RetryableRequests: Context.Reference<"idempotent" | "all"> = Context.Reference(
  "@screeps-effect/api/Retry/RetryableRequests",
  { defaultValue: (): "idempotent" | "all" => "idempotent" }
)

/** The retry budget of a client. */
export interface Budget {
  /** Retries added to the budget by each call, such as 0.1: one retry per ten calls. */
  readonly share: number
  /** Retries added to the budget per minute, and the largest budget. */
  readonly perMinute: number
}

/**
 * The retry budget of a client: by default one retry per ten calls, and twenty per minute.
 *
 * **Details**
 *
 * All calls of a client share the budget, which starts with the retries of one minute. When it is spent, calls fail
 * without retries. It is read when the client is created: it cannot be replaced for one call.
 */
export const Budget: Context.Reference<Budget> = Context.Reference("@screeps-effect/api/Retry/Budget", {
  defaultValue: (): Budget => ({ share: 0.1, perMinute: 20 })
})

/**
 * Returns whether a failure is transient: no response, no response in time, or a status of 500 or above except 501.
 *
 * **Details**
 *
 * A 500 in response to a request for room history is not transient, whatever its body says: servers that do not record
 * history respond with it (recorded from a server 4.3.0).
 */
export const isTransient = ({ operation, reason }: ScreepsError): boolean => {
  switch (reason._tag) {
    case "Unreachable":
    case "TimedOut":
      return true
    case "ServerFault":
      return reason.status > 501 || (reason.status === 500 && !operation.startsWith("GET /room-history"))
    default:
      return false
  }
}
