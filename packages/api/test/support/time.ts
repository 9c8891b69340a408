/** Advances the test clock for programs that also wait for promises. */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as TestClock from "effect/testing/TestClock"

/** One turn of the event loop, in which promises settle. */
const settle = Effect.promise(() => new Promise<void>((resume) => setImmediate(resume)))

/** Advances the clock in at most 200 steps of at least 10 milliseconds. */
export const pass = (duration: Duration.Input): Effect.Effect<void> => {
  const all = Duration.toMillis(Duration.fromInputUnsafe(duration))
  const step = Math.max(10, Math.ceil(all / 200))
  return Effect.gen(function* () {
    yield* settle
    for (let passed = 0; passed < all; passed += step) {
      yield* TestClock.adjust(Math.min(step, all - passed))
      yield* settle
    }
  })
}

/** Runs an effect to its end while the clock advances, in at most 1000 steps of `step` milliseconds. */
export const within = <A, E, R>(effect: Effect.Effect<A, E, R>, step = 10): Effect.Effect<A, E, R> =>
  Effect.gen(function* () {
    const fiber = yield* Effect.forkChild(effect)
    for (let steps = 0; steps < 1000; steps++) {
      yield* settle
      if (fiber.pollUnsafe() !== undefined) return yield* Fiber.join(fiber)
      yield* TestClock.adjust(step)
    }
    return yield* Effect.die(new Error("the effect does not end within 1000 steps"))
  })
