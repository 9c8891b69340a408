/** Time for programs that wait for promises, too, which a test's clock alone would run past. */
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as TestClock from "effect/testing/TestClock"

/** One turn of the event loop: what is only waiting for promises goes on. */
const settle = Effect.promise(() => new Promise<void>((resume) => setImmediate(resume)))

/** Lets everything happen that waits for no time, such as answers of a fake server. */
export const calm = Effect.repeat(settle, { times: 20 })

/** Lets time pass at once, and everything happen before and after. */
export const pass = (millis: number): Effect.Effect<void> =>
  Effect.andThen(calm, Effect.andThen(TestClock.adjust(millis), calm))

/** Runs an effect to its end while time passes, in steps of so many milliseconds; at most 1000 of them. */
export const within = <A, E, R>(effect: Effect.Effect<A, E, R>, step = 10): Effect.Effect<A, E, R> =>
  Effect.gen(function* () {
    const fiber = yield* Effect.forkChild(effect)
    for (let steps = 0; steps < 1000; steps++) {
      yield* settle
      if (fiber.pollUnsafe() !== undefined) return yield* Fiber.join(fiber)
      yield* TestClock.adjust(step)
    }
    return yield* Effect.die(new Error("it does not come to an end"))
  })
