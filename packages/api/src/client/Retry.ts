/**
 * Repeating a call that failed for a passing cause: how often, after which waits, and for which calls.
 *
 * **Details**
 *
 * What passes is no answer (`Unreachable`), none in time (`TimedOut`) and a status of 500 and above (`ServerFault`).
 * Calls that may be repeated, such as every GET, are then sent again; where the server says when (`Retry-After`), not
 * before that. A budget per client keeps a sick server from being flooded. Limits (429) are repeated by `RateLimits`,
 * refused tokens (401) by the `Session`.
 *
 * Each setting here is a `Context.Reference`: replace it for one call or one program with `Effect.provideService`,
 * for one client with `Layer.provide(Layer.succeed(Retry.Retry, …))`; what is set for a call comes before what is
 * set for its client.
 *
 * **Source** that private servers tell no `Retry-After` is recorded from a server 4.3.0; official servers: unknown.
 */
import * as Context from "effect/Context"
import * as Schedule from "effect/Schedule"
import type { ScreepsError } from "../ScreepsError.ts"

/** How often a call is repeated, and after which waits: it is handed each failure. */
export type Policy = Schedule.Schedule<unknown, ScreepsError>

/** Three repeats, after half a second, one, and two; each wait is up to a fifth shorter or longer. */
export const standard: Policy = Schedule.exponential("500 millis").pipe(
  Schedule.upTo({ times: 3 }),
  Schedule.jittered
)

/** No repeats: a failure is told at once. */
export const none: Policy = Schedule.recurs(0)

/**
 * How often a call that failed for a passing cause is repeated, and after which waits; `standard` by default.
 *
 * **Details**
 *
 * A wait that the server asks for comes on top, so that not everybody returns at the same moment. A server that asks
 * for more than a minute is not waited for: the failure tells `retryAfter`.
 */
export const Retry: Context.Reference<Policy> = Context.Reference("@screeps-effect/api/Retry", {
  defaultValue: () => standard
})

/**
 * Which calls are repeated; `idempotent` by default.
 *
 * **Details**
 *
 * `idempotent` are operations that say so (`.idempotent`) and raw requests by GET. `all` admits the others, too,
 * except those that are sent only once (`.once`).
 *
 * **Gotchas**
 *
 * Nobody knows whether a call without an answer was executed. With `all` a line may run twice in the console, a
 * message may arrive twice, a construction site may be refused because it is there already.
 */
export const RetryableRequests: Context.Reference<"idempotent" | "all"> = Context.Reference(
  "@screeps-effect/api/Retry/RetryableRequests",
  { defaultValue: (): "idempotent" | "all" => "idempotent" }
)

/** How many repeats a client can afford. */
export interface Budget {
  /** Repeats that every call earns, such as 0.1: one for ten calls. */
  readonly share: number
  /** Repeats that every minute earns, and how many can be saved up. */
  readonly perMinute: number
}

/**
 * How many repeats a client can afford: one for ten calls, and twenty per minute by default.
 *
 * **Details**
 *
 * All calls of a client spend together; a new one may spend a minute's worth at once. When nothing is left, failures
 * are told at once. It is read when the client is made: it cannot be replaced for one call.
 */
export const Budget: Context.Reference<Budget> = Context.Reference("@screeps-effect/api/Retry/Budget", {
  defaultValue: (): Budget => ({ share: 0.1, perMinute: 20 })
})

/**
 * Whether a call failed for a cause that may pass: no answer, none in time, or a status of 500 and above other than
 * 501.
 */
export const isTransient = ({ reason }: ScreepsError): boolean => {
  switch (reason._tag) {
    case "Unreachable":
    case "TimedOut":
      return true
    case "ServerFault":
      return reason.status >= 500 && reason.status !== 501
    default:
      return false
  }
}
