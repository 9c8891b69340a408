import * as Millis from "@screeps-effect/schema/Millis"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"

const isMillis = (value: number): value is Millis.Millis => Number.isSafeInteger(value)

const toMillis = (value: number) => (isMillis(value) ? value : Millis.make(Math.floor(value)))

/** Returns a function that reads the program's clock, for code that runs outside of effects. */
export const clock: Effect.Effect<() => Millis.Millis> = Effect.clockWith((clock) =>
  Effect.succeed(() => toMillis(clock.currentTimeMillisUnsafe()))
)

/** Returns the time by the program's clock. */
export const now: Effect.Effect<Millis.Millis> = Effect.map(Clock.currentTimeMillis, toMillis)
