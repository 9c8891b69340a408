/** What a failed request means for its job. */
import type { ScreepsError } from "@screeps-effect/api/ScreepsError"
import * as Duration from "effect/Duration"

/**
 * `invalid`: never requested again; `quota`: nothing was counted, requested when quota is left; `account`: requested later, and this
 * account is not used for a while; `later`: requested later.
 */
export type Failure =
  | { readonly _tag: "invalid" | "later" | "account" }
  | { readonly _tag: "quota"; readonly wait: number }

/**
 * Classifies a failure. Only invalid input is final: a maintenance page may have any status and any text, a token may be
 * replaced, and a chunk may be written later.
 */
export const classify = ({ reason }: ScreepsError): Failure => {
  switch (reason._tag) {
    case "InvalidInput":
    case "ShardRequired":
      return { _tag: "invalid" }
    case "RateLimited":
      return { _tag: "quota", wait: Duration.toMillis(reason.retryAfter) }
    case "Unauthorized":
    case "Forbidden":
      return { _tag: "account" }
    case "EndpointNotFound":
    case "HistoryNotFound":
    case "Rejected":
    case "ServerFault":
    case "TimedOut":
    case "UnexpectedResponse":
    case "Unreachable":
      return { _tag: "later" }
  }
}

/** The wait before the next attempt, in milliseconds: from 2 seconds to 5 minutes, randomly up to a quarter longer. */
export const backoff = (attempts: number, random: number): number =>
  Math.round(Math.min(300_000, 1000 * 2 ** Math.min(attempts, 20)) * (1 + random / 4))
