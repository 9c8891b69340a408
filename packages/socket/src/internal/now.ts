import * as Millis from "@screeps-effect/schema/Millis"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"

const isMillis = (value: number): value is Millis.Millis => Number.isSafeInteger(value)

/** The program's clock. */
export const now: Effect.Effect<Millis.Millis> = Effect.map(Clock.currentTimeMillis, (value) =>
  isMillis(value) ? value : Millis.make(Math.floor(value))
)
