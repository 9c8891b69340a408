/** Lets time pass for programs that also wait for promises, which Effect's test clock alone does not wait for. */
import * as Clock from "effect/Clock"
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

/** Runs a program on a clock which advances by a millisecond whenever it is read: on a test clock, code takes no time. */
export const withTimePassing = <A, E, R>(program: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  TestClock.testClockWith((clock) => {
    let passed = 0
    const millis = () => clock.currentTimeMillisUnsafe() + ++passed
    const nanos = () => clock.monotonicTimeNanosUnsafe() + BigInt(++passed) * 1_000_000n
    return Effect.provideService(program, Clock.Clock, {
      ...clock,
      currentTimeMillisUnsafe: millis,
      currentTimeMillis: Effect.sync(millis),
      monotonicTimeNanosUnsafe: nanos,
      monotonicTimeNanos: Effect.sync(nanos)
    })
  })

/**
 * Waits, without time passing, until a condition holds: for work of other threads, such as decompression. It never gives
 * up, since a busy machine may need long: the time limit of the test ends it.
 */
export const until = (holds: () => boolean): Effect.Effect<void> =>
  Effect.suspend(() => (holds() ? Effect.void : Effect.andThen(turn, until(holds))))

/** Runs a program with a function that sets the system's clock back; time passes as before. */
export const withSystemTime = <A, E, R>(
  program: (setBack: (by: Duration.Input) => void) => Effect.Effect<A, E, R>
): Effect.Effect<A, E, R> =>
  Effect.flatMap(Clock.Clock, (clock) => {
    let behind = 0
    const millis = () => clock.currentTimeMillisUnsafe() - behind
    const shifted: Clock.Clock = Object.assign(Object.create(clock), {
      currentTimeMillisUnsafe: millis,
      currentTimeMillis: Effect.sync(millis)
    })
    const setBack = (by: Duration.Input) => {
      behind += Duration.toMillis(Duration.fromInputUnsafe(by))
    }
    return Effect.provideService(program(setBack), Clock.Clock, shifted)
  })
