/** Waits at the start for services that are away, with a message. */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schedule from "effect/Schedule"
import type { MigrationError } from "effect/sql/Migrator"
import { isSqlError, type SqlError } from "effect/sql/SqlError"
import { isUnavailable } from "./sql.ts"

/** Returns the first line of a failure, with that of its cause. */
export const describe = (error: { readonly message: string; readonly cause?: unknown }): string => {
  const { cause } = error
  // The cause of a SqlError is its reason, whose cause is the driver's error.
  const inner = isSqlError(error) ? error.reason.cause : cause
  const more = inner instanceof Error && inner.message !== error.message ? `: ${inner.message}` : ""
  return `${error.message}${more}`.split("\n", 1).join("").slice(0, 300)
}

const everyTwoSeconds = Schedule.spaced("2 seconds")

const waiting = <A, E extends { readonly message: string }, R>(
  effect: Effect.Effect<A, E, R>,
  name: string,
  isAway: (error: E) => boolean
): Effect.Effect<A, E, R> =>
  Effect.suspend(() => {
    let isKnown = false
    return effect.pipe(
      Effect.tapError((error) => {
        if (isKnown || !isAway(error)) return Effect.void
        isKnown = true
        return Effect.logWarning(`${name} does not respond, trying again every 2 seconds: ${describe(error)}`)
      }),
      Effect.retry({ schedule: everyTwoSeconds, while: isAway })
    )
  })

/** Repeats a step on the database until the database responds; fails if it rejects the step. */
export const awaitDatabase = <A, R>(
  effect: Effect.Effect<A, MigrationError | SqlError, R>
): Effect.Effect<A, MigrationError | SqlError, R> =>
  waiting(effect, "the database", (error) => {
    const found = error._tag === "SqlError" ? error : error.cause
    return isSqlError(found) && isUnavailable(found)
  })

/**
 * Provides a layer whose service may be away at the start, such as that of Postgres or Redis: builds it every two seconds
 * until it succeeds, and logs one warning with this name.
 */
export const awaitLayer = <A, E extends { readonly message: string }, R>(
  layer: Layer.Layer<A, E, R>,
  name: string
): Layer.Layer<A, E, R> => Layer.effectContext(waiting(Layer.build(Layer.fresh(layer)), name, () => true))
