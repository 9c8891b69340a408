/** Lets time pass for programs that also wait for promises, which Effect's test clock alone does not wait for. */
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as TestClock from "effect/testing/TestClock"

/** Runs one turn of the event loop, so that promises complete. */
const settle = Effect.promise(() => new Promise<void>((resume) => setImmediate(resume)))

/** Runs everything that does not wait for time, such as responses of a fake server. */
export const flush = Effect.repeat(settle, { times: 20 })

/** Lets time pass at once, and runs everything that does not wait before and after. */
export const pass = (millis: number): Effect.Effect<void> =>
  Effect.andThen(flush, Effect.andThen(TestClock.adjust(millis), flush))

/** Runs an effect to its end while time passes, in at most 1000 steps of `step` milliseconds. */
export const within = <A, E, R>(effect: Effect.Effect<A, E, R>, step = 10): Effect.Effect<A, E, R> =>
  Effect.gen(function* () {
    const fiber = yield* Effect.forkChild(effect)
    for (let steps = 0; steps < 1000; steps++) {
      yield* settle
      if (fiber.pollUnsafe() !== undefined) return yield* Fiber.join(fiber)
      yield* TestClock.adjust(step)
    }
    return yield* Effect.die(new Error("the effect did not end within 1000 steps"))
  })
