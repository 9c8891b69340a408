/** Time in milliseconds. */
import type * as Brand from "effect/Brand"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

/** A point in time, in milliseconds since 1970-01-01 UTC. */
export type Millis = number & Brand.Brand<"Millis">

/** Checks a point in time: a whole number of milliseconds since 1970. */
export const Millis: Schema.Codec<Millis, number> = Schema.Int.pipe(Schema.brand("Millis")).annotate({
  identifier: "Millis"
})

/** Creates a point in time from milliseconds since 1970; throws when the number is not whole. */
export const make = (value: number): Millis => Schema.decodeSync(Millis)(value)

const isMillis = (value: number): value is Millis => Number.isSafeInteger(value)

/** Creates a point in time from milliseconds since 1970 and drops fractions of a millisecond. */
export const floor = (value: number): Millis => (isMillis(value) ? value : make(Math.floor(value)))

/** Returns the time by the program's clock. */
// Marked here, not only when it is built: `scripts/generate/player.mjs` bundles the sources, and the player needs no effects.
export const now: Effect.Effect<Millis> = /* @__PURE__ */ Effect.map(Clock.currentTimeMillis, floor)

/** Reads the monotonic time of a clock in whole milliseconds, for code that runs outside of effects: see `monotonic`. */
export const monotonicOf = (clock: Clock.Clock): number =>
  Math.floor(Number(clock.monotonicTimeNanosUnsafe()) / 1_000_000)

/**
 * Returns the monotonic time in whole milliseconds, to measure how long something takes.
 *
 * Unlike `now` it is not affected when the system's clock is set. Its origin is arbitrary: only the difference of two
 * readings has a meaning.
 */
export const monotonic: Effect.Effect<number> = /* @__PURE__ */ Effect.clockWith((clock) =>
  Effect.succeed(monotonicOf(clock))
)
