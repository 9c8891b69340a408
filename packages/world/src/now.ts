import * as Millis from "@screeps-effect/schema/Millis"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"

/** Returns the time by the program's clock. */
export const now: Effect.Effect<Millis.Millis> = Effect.map(Clock.currentTimeMillis, (millis) =>
  Millis.make(Math.floor(millis))
)
