/** Lets time pass for programs that also wait for promises, which Effect's test clock alone does not wait for. */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/testing/TestClock"

const turn = Effect.promise(() => new Promise<void>((resume) => setImmediate(resume)))

/** Runs a few turns of the event loop, so that promises and other fibers complete. */
export const settle: Effect.Effect<void> = Effect.repeat(turn, { times: 4 })

/** Lets time pass in at most 200 steps of at least 10 milliseconds. */
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

/** Waits, without time passing, until a condition holds: for work of other threads, such as decompression. */
export const until = (holds: () => boolean): Effect.Effect<void> =>
  Effect.gen(function* () {
    for (let turns = 0; turns < 20_000; turns++) {
      if (holds()) return
      yield* turn
    }
    return yield* Effect.die(new Error("the condition did not become true"))
  })
