/** Outages of services: one warning for each, in plain words, and one line when it ends. */
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

/** Creates the notice of a service's outages; `problemOf` returns `undefined` for a failure that is no outage. */
const makeNotice = (name: string) => {
  let isAway = false
  return <A, E, R>(
    effect: Effect.Effect<A, E, R>,
    problemOf: (error: E) => string | undefined
  ): Effect.Effect<A, E, R> =>
    effect.pipe(
      Effect.tap(() => {
        if (!isAway) return Effect.void
        isAway = false
        return Effect.logInfo(`${name} responds again`)
      }),
      Effect.tapError((error) => {
        const problem = problemOf(error)
        if (isAway || problem === undefined) return Effect.void
        isAway = true
        return Effect.logWarning(`${name} ${problem}: ${describe(error)}`)
      })
    )
}

/** How often a step is repeated after a failure of a kind that is not known to pass. */
const maxUnknown = 10

const problemOf = (error: SqlError) =>
  `${isUnavailable(error) ? "does not respond" : "rejected a statement"}, trying again every second`

/** Creates functions that run steps on the database and share what is known about an outage. */
export const make = () => {
  const noticed = makeNotice("the database")
  return {
    /** Runs a step of a loop; after a failure, returns `undefined` a second later. */
    step: <A, R>(effect: Effect.Effect<A, SqlError, R>): Effect.Effect<A | undefined, never, R> =>
      Effect.catch(noticed(effect, problemOf), () => Effect.as(Effect.sleep("1 second"), undefined)),

    /** Repeats a step while the database is unavailable; fails if the database rejects it. */
    untilBack: <A, R>(effect: Effect.Effect<A, SqlError, R>): Effect.Effect<A, SqlError, R> =>
      Effect.suspend(() => {
        let failures = 0
        const noticedStep = noticed(effect, (error) => (isUnavailable(error) ? problemOf(error) : undefined))
        return Effect.retry(noticedStep, {
          schedule: Schedule.spaced("1 second"),
          while: (error) => error.reason.isRetryable || (isUnavailable(error) && ++failures < maxUnknown)
        })
      })
  }
}

const every = "2 seconds"

const waiting = <A, E, R>(
  effect: Effect.Effect<A, E, R>,
  name: string,
  isAway: (error: E) => boolean
): Effect.Effect<A, E, R> =>
  Effect.suspend(() => {
    const problem = `does not respond, trying again every ${every}`
    const noticed = makeNotice(name)(effect, (error) => (isAway(error) ? problem : undefined))
    return Effect.retry(noticed, { schedule: Schedule.spaced(every), while: isAway })
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
