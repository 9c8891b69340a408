/** Lets time pass for programs that also wait for promises, which Effect's test clock alone does not wait for. */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/testing/TestClock"

const turn = Effect.promise(() => new Promise<void>((resume) => setImmediate(resume)))

/** Runs a few turns of the event loop, so that promises and other fibers complete. */
export const settle: Effect.Effect<void> = Effect.repeat(turn, { times: 8 })

/** Lets time pass in at most 20 steps. */
export const pass = (duration: Duration.Input): Effect.Effect<void> => {
  const step = Duration.divideUnsafe(Duration.fromInputUnsafe(duration), 20)
  return Effect.andThen(settle, Effect.repeat(Effect.andThen(TestClock.adjust(step), settle), { times: 19 }))
}
