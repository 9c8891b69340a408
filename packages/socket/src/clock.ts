import * as Millis from "@screeps-effect/schema/Millis"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"

/** Reads the program's clock, for code that runs outside of effects. */
export interface Clocks {
  /** When something happened: jumps when the system's clock is set. */
  readonly now: () => Millis.Millis
  /** Milliseconds by which durations are measured. */
  readonly clock: () => number
}

export const clocks: Effect.Effect<Clocks> = Effect.map(Clock.Clock, (clock) => ({
  now: () => Millis.floor(clock.currentTimeMillisUnsafe()),
  clock: () => Millis.monotonicOf(clock)
}))
