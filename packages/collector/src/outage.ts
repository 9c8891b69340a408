/** Outages of the database: one warning for each, in plain words. */
import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"
import type { SqlError } from "effect/sql/SqlError"
import { describe } from "./await.ts"
import { isUnavailable } from "./sql.ts"

/** How often a step is repeated after a failure of a kind that is not known to pass. */
const maxUnknown = 10

/** Creates functions that run steps on the database and share what is known about an outage. */
export const make = () => {
  let isKnown = false

  const noticed = <A, R>(
    effect: Effect.Effect<A, SqlError, R>,
    isOutage: (error: SqlError) => boolean
  ): Effect.Effect<A, SqlError, R> =>
    effect.pipe(
      Effect.tap(() => {
        if (!isKnown) return Effect.void
        isKnown = false
        return Effect.logInfo("the database responds again")
      }),
      Effect.tapError((error) => {
        if (isKnown || !isOutage(error)) return Effect.void
        isKnown = true
        const problem = isUnavailable(error) ? "does not respond" : "rejected a statement"
        return Effect.logWarning(`the database ${problem}, trying again every second: ${describe(error)}`)
      })
    )

  return {
    /** Runs a step of a loop; after a failure, returns `undefined` a second later. */
    step: <A, R>(effect: Effect.Effect<A, SqlError, R>): Effect.Effect<A | undefined, never, R> =>
      Effect.catch(
        noticed(effect, () => true),
        () => Effect.as(Effect.sleep("1 second"), undefined)
      ),

    /** Repeats a step while the database is unavailable; fails if the database rejects it. */
    untilBack: <A, R>(effect: Effect.Effect<A, SqlError, R>): Effect.Effect<A, SqlError, R> =>
      Effect.suspend(() => {
        let failures = 0
        return Effect.retry(noticed(effect, isUnavailable), {
          schedule: Schedule.spaced("1 second"),
          while: (error) => error.reason.isRetryable || (isUnavailable(error) && ++failures < maxUnknown)
        })
      })
  }
}
