/** Time in tests: virtual, in small steps, each followed by what the platform does asynchronously (it unpacks Memory). */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/testing/TestClock"
import { setImmediate } from "node:timers/promises"

const turn = Effect.promise(() => setImmediate())

/** Lets everything happen that can happen without time passing. */
export const settle = Effect.repeat(turn, { times: 12 })

/** Lets time pass in steps. */
export const pass = (duration: Duration.Input, step: Duration.Input = "1 second"): Effect.Effect<void> =>
  Effect.gen(function* () {
    const steps = Math.ceil(Duration.toMillis(duration) / Duration.toMillis(step))
    yield* settle
    for (let i = 0; i < steps; i++) {
      yield* TestClock.adjust(step)
      yield* settle
    }
  })
