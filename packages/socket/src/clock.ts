import * as Millis from "@screeps-effect/schema/Millis"
import * as Effect from "effect/Effect"

/** Returns a function that reads the program's clock, for code that runs outside of effects. */
export const clock: Effect.Effect<() => Millis.Millis> = Effect.clockWith((clock) =>
  Effect.succeed(() => Millis.floor(clock.currentTimeMillisUnsafe()))
)
