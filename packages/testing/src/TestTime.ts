/**
 * Lets the time of a `TestClock` pass for programs that also wait for promises, such as those of response bodies and files:
 * `TestClock.adjust` alone does not wait for them, and a program that is still waiting for one misses the adjustment.
 */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as TestClock from "effect/testing/TestClock"

/** A few turns of the event loop, in which promises and other fibers complete. */
const settle = Effect.repeat(Effect.yieldNow, { times: 8 })

/** The most steps of one program. */
const mostSteps = 10_000

/** Options of `within`. */
export interface Options {
  /** The time that passes at once; 100 milliseconds by default. */
  readonly step?: Duration.Input | undefined
}

/**
 * Runs a program to its end while time passes, in steps: an hour takes a test no time. Ends the test with a defect after
 * 10,000 steps, which are a quarter of an hour by default.
 *
 * ```ts
 * import { assert, it } from "@effect/vitest"
 * import { Game } from "@screeps-effect/api"
 * import { ScreepsWorld, TestServer, TestTime } from "@screeps-effect/testing"
 * import * as Effect from "effect/Effect"
 *
 * const layer = TestServer.layerScreeps(ScreepsWorld.make(), { tickEvery: "3 seconds" })
 *
 * it.effect("has the next tick after three seconds", () =>
 *   Effect.gen(function* () {
 *     yield* Effect.sleep("3 seconds")
 *     assert.strictEqual((yield* Game.time()).time, 2)
 *   }).pipe(TestTime.within(), Effect.provide(layer))
 * )
 * ```
 */
export const within =
  ({ step = "100 millis" }: Options = {}) =>
  <A, E, R>(program: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.gen(function* () {
      const fiber = yield* Effect.forkChild(program)
      for (let steps = 0; steps < mostSteps; steps++) {
        yield* settle
        if (fiber.pollUnsafe() !== undefined) return yield* Fiber.join(fiber)
        yield* TestClock.adjust(step)
      }
      yield* Fiber.interrupt(fiber)
      const by = Duration.format(Duration.fromInputUnsafe(step))
      return yield* Effect.die(new Error(`The program did not end within ${mostSteps} steps of ${by}.`))
    })
