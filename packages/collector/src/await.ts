/** Waits for services that are unavailable, with messages in plain words. */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Predicate from "effect/Predicate"
import * as Redacted from "effect/Redacted"
import * as Schedule from "effect/Schedule"
import type { MigrationError } from "effect/sql/Migrator"
import { isSqlError, type SqlError } from "effect/sql/SqlError"
import { isUnavailable } from "./sql.ts"

/** Returns what a failure was caused by; `undefined` if it does not say. */
const causeOf = (error: unknown): unknown => {
  // The cause of a SqlError is its reason, whose cause is the driver's error.
  if (isSqlError(error)) return error.reason.cause
  // Node tries all addresses of a host, and reports them together in an error without a message.
  if (error instanceof AggregateError) return error.errors[0]
  return Predicate.hasProperty(error, "cause") ? error.cause : undefined
}

/** Returns one line: the message of a failure, and those of its causes; some messages are empty. */
export const describe = (error: unknown): string => {
  const messages = new Set<string>()
  for (let one = error, depth = 0; one !== undefined && depth < 5; one = causeOf(one), depth++)
    if (Predicate.hasProperty(one, "message") && typeof one.message === "string")
      messages.add(one.message.slice(0, 1000).split("\n", 1).join(""))
  messages.delete("")
  return [...messages].join(": ").slice(0, 300) || "no reason given"
}

const every = "2 seconds"

const waiting = <A, E, R>(
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
        return Effect.logWarning(`${name} does not respond, trying again every ${every}: ${describe(error)}`)
      }),
      Effect.retry({ schedule: Schedule.spaced(every), while: isAway })
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

/** Returns an address without user, password and parameters; an empty text if it is not one. */
const shown = (address: string | Redacted.Redacted): string => {
  const url = URL.parse(Redacted.isRedacted(address) ? Redacted.value(address) : address)
  return url === null ? "" : ` at ${url.protocol}//${url.host}${url.pathname}`
}

/**
 * Provides a layer whose service may be unavailable at the start, such as that of Postgres or Redis: builds it every two seconds
 * until it succeeds, and logs one warning with this name. The warning shows the address without user and password.
 *
 * **Errors** those of the layer, if the database rejects the connection, such as for a wrong password.
 */
export const awaitLayer = <A, E, R>(
  layer: Layer.Layer<A, E, R>,
  name: string,
  address?: string | Redacted.Redacted
): Layer.Layer<A, E, R> =>
  Layer.effectContext(
    waiting(
      Layer.build(Layer.fresh(layer)),
      address === undefined ? name : `${name}${shown(address)}`,
      (error) => !isSqlError(error) || isUnavailable(error)
    )
  )
