/** Advances time for programs that also wait for promises, which a test clock alone would not wait for. */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as TestClock from "effect/testing/TestClock"

const turn = Effect.promise(() => new Promise<void>((resume) => setImmediate(resume)))

/** Yields to the event loop a few times, so that promises and other fibers proceed. */
export const settle: Effect.Effect<void> = Effect.repeat(turn, { times: 4 })

/** Advances time in at most 40 steps of at least 10 milliseconds. */
export const pass = (duration: Duration.Input): Effect.Effect<void> => {
  const all = Duration.toMillis(Duration.fromInputUnsafe(duration))
  const step = Math.max(10, Math.ceil(all / 40))
  return Effect.gen(function* () {
    yield* settle
    for (let passed = 0; passed < all; passed += step) {
      yield* TestClock.adjust(Math.min(step, all - passed))
      yield* settle
    }
  })
}

/**
 * Waits until a condition holds, without advancing a test clock, for other threads and the network. It never gives up,
 * since a busy machine may need seconds: the time limit of the test ends it.
 */
export const until = (holds: () => boolean): Effect.Effect<void> =>
  Effect.suspend(() => (holds() ? Effect.void : Effect.andThen(turn, until(holds))))

/** Runs an effect to its end while time advances in steps of so many milliseconds, at most 1000. */
export const within = <A, E, R>(effect: Effect.Effect<A, E, R>, step = 100): Effect.Effect<A, E, R> =>
  Effect.gen(function* () {
    const fiber = yield* Effect.forkChild(effect)
    for (let steps = 0; steps < 1000; steps++) {
      yield* settle
      if (fiber.pollUnsafe() !== undefined) return yield* Fiber.join(fiber)
      yield* TestClock.adjust(step)
    }
    return yield* Effect.die(new Error("the effect does not end"))
  })
