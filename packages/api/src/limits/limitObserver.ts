/** What listeners and metrics are told of the quotas of one client. */
import type { RateLimit } from "@screeps-effect/schema/RateLimit"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as ScreepsEvents from "../ScreepsEvents.ts"
import { raw, recordRemaining, recordWait } from "../client/metrics.ts"
import type { QuotaExceeded, Quota, Revoked } from "./quota.ts"
import type { Outcome } from "./ledger.ts"
import type { Caller } from "./waitQueue.ts"
import { globalKey, published } from "./published.ts"
import { redact } from "../client/redact.ts"

/** Asking a store of quotas may take so many milliseconds: that is no wait for a quota. */
const aMoment = 1000

/** A caller who is watched. @internal */
export type Guest = Omit<Caller, "onWait">

/** @internal */
export const makeLimitObserver = (publish: ScreepsEvents.Publish) => {
  /** Quotas of operations: metrics name no others, since paths of raw requests have no bound. */
  const named = new Set([globalKey, ...Object.keys(published)])
  /** Quotas of which listeners know that they are used up: until a call goes without waiting again. */
  const announced = new Set<string>()

  const publishWait = (limitKey: string, quota: Quota, wait: number, refused: boolean) =>
    Effect.gen(function* () {
      const state = yield* quota.latest
      yield* publish(() => {
        announced.add(limitKey)
        const retryAfter = Duration.millis(wait)
        return new ScreepsEvents.RateLimit({ limitKey: redact(limitKey), state, retryAfter, refused })
      })
    })

  return {
    /** Metrics may name the quota. */
    name: (limitKey: string): void => {
      named.add(limitKey)
    },

    /** The server refused, and asks to wait so many milliseconds. */
    refused: (limitKey: string, quota: Quota, wait: number): Effect.Effect<void> =>
      publishWait(limitKey, quota, wait, true),

    /** An answer has changed what is left. */
    changed: (limitKey: string, { remaining }: RateLimit): Effect.Effect<void> =>
      named.has(limitKey) ? recordRemaining(limitKey, remaining) : Effect.void,

    /** Takes a slot of a quota: see there. */
    take: <A, E, R>(
      limitKey: string,
      quota: Quota,
      guest: Guest,
      send: (check: Effect.Effect<void, Revoked>) => Effect.Effect<A, E, R>,
      outcome: () => Outcome
    ): Effect.Effect<A, E | QuotaExceeded, R> =>
      Effect.clockWith((clock) => {
        const begun = clock.currentTimeMillisUnsafe()
        let waits = false
        const admitted = (check: Effect.Effect<void, Revoked>) => {
          const waited = clock.currentTimeMillisUnsafe() - begun
          if (!waits && waited < aMoment) announced.delete(limitKey)
          if (waited === 0) return send(check)
          return Effect.andThen(recordWait(named.has(limitKey) ? limitKey : raw, waited), send(check))
        }
        const onWait = (wait: number) =>
          Effect.suspend(() => {
            waits = true
            return announced.has(limitKey) ? Effect.void : publishWait(limitKey, quota, wait, false)
          })
        return quota.take({ ...guest, onWait }, admitted, outcome)
      })
  }
}
