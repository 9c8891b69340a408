/** Publishes events and metrics about the quotas of one client. */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as ScreepsEvents from "../ScreepsEvents.ts"
import { formatDuration } from "../client/formatDuration.ts"
import { countDroppedWait, raw, recordWait } from "../client/metrics.ts"
import type { QuotaExceeded, Quota, Revoked } from "./quota.ts"
import { globalKey, type Outcome } from "./ledger.ts"
import type { Caller } from "./waitQueue.ts"
import { officialQuotas } from "./officialQuotas.ts"
import * as Millis from "@screeps-effect/schema/Millis"
import { redact } from "../client/redact.ts"
import { withoutQuery } from "../client/Request.ts"

/** In milliseconds: shorter delays are caused by the store and do not count as waiting for a quota. */
const storeDelay = 1000

/** In milliseconds: longer waits are logged, so that a program that seems to hang says why. */
const longWait = 10_000

const nameOf = (limitKey: string) => (limitKey === globalKey ? "All requests" : redact(limitKey))

/** A request as events show it. */
export type ObservedRequest = Pick<ScreepsEvents.RateLimit, "method" | "path" | "retries">

/** A caller whose waiting is published. @internal */
export interface ObservedCaller extends Omit<Caller, "onWait"> {
  readonly request: ObservedRequest
}

/** @internal */
export const makeLimitObserver = (publish: ScreepsEvents.Publish) => {
  /** Quotas of operations: the only ones that metrics name, since paths of raw requests are unbounded. */
  const named = new Set([globalKey, ...Object.keys(officialQuotas)])
  /** Quotas whose exhaustion was published, until a call has been sent without waiting. */
  const announced = new WeakSet<Quota>()
  /** When the last logged wait for a quota ends: calls that wait with it are not logged. */
  const loggedUntil = new WeakMap<Quota, number>()

  const publishWait = (
    { method, path, retries }: ObservedRequest,
    limitKey: string,
    quota: Quota,
    wait: number,
    refused: boolean
  ) =>
    Effect.clockWith((clock) => {
      const state = quota.latest(clock)
      return publish(() => {
        announced.add(quota)
        const retryAfter = Duration.millis(wait)
        return new ScreepsEvents.RateLimit({
          limitKey: redact(limitKey),
          method,
          path: redact(withoutQuery(path)),
          retries,
          state,
          retryAfter,
          refused
        })
      })
    })

  return {
    named,

    /** Publishes a 429 and the wait in milliseconds that the server requires. */
    refused: (request: ObservedRequest, limitKey: string, quota: Quota, wait: number): Effect.Effect<void> =>
      publishWait(request, limitKey, quota, wait, true),

    /** Counts a call that fails because the server requires a longer wait than the call accepts. */
    dropped: (limitKey: string): Effect.Effect<void> =>
      countDroppedWait(named.has(limitKey) ? limitKey : raw),

    /** Takes a slot of a quota, see `take` in `quota.ts`; publishes and records waiting. */
    take: <A, E, R>(
      limitKey: string,
      quota: Quota,
      { maxWait, patient, request, ticket }: ObservedCaller,
      send: (check: () => Effect.Effect<void, Revoked>) => Effect.Effect<A, E, R>,
      outcome: Outcome
    ): Effect.Effect<A, E | QuotaExceeded, R> => {
      let waits = false
      let isLogged = false
      const logWait = (wait: number, now: number) => {
        if (wait <= longWait || now < (loggedUntil.get(quota) ?? 0)) return Effect.void
        isLogged = true
        loggedUntil.set(quota, now + wait)
        const time = formatDuration(Duration.millis(wait))
        return Effect.logInfo(`${nameOf(limitKey)}: waiting ${time} for the rate limit`)
      }
      const admitted = (waited: number, check: () => Effect.Effect<void, Revoked>) => {
        if (!waits && waited < storeDelay) announced.delete(quota)
        if (waited === 0) return send(check)
        return recordWait(named.has(limitKey) ? limitKey : raw, waited).pipe(
          Effect.andThen(
            isLogged
              ? Effect.logInfo(`${nameOf(limitKey)}: the rate limit allows requests again`)
              : Effect.void
          ),
          Effect.andThen(send(check))
        )
      }
      const onWait = (wait: number, fails?: "fails") =>
        Effect.clockWith((clock) => {
          waits = true
          return Effect.andThen(
            announced.has(quota) ? Effect.void : publishWait(request, limitKey, quota, wait, false),
            fails === undefined ? logWait(wait, Millis.monotonicOf(clock)) : Effect.void
          )
        })
      return quota.take({ ticket, patient, maxWait, onWait }, admitted, outcome)
    }
  }
}
