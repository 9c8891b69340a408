import * as Game from "@screeps-effect/api/Game"
import * as ScreepsWorld from "@screeps-effect/testing/ScreepsWorld"
import * as TestServer from "@screeps-effect/testing/TestServer"
import * as TestTime from "@screeps-effect/testing/TestTime"
import { assert, describe, it } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { bob } from "./support/server.ts"
import { defect } from "./support/program.ts"

const world = () => ScreepsWorld.make({ accounts: [bob] })

describe("TestTime.within", () => {
  it.effect("lets time pass for a program that sleeps between calls to a server in memory", () =>
    Effect.gen(function* () {
      const start = yield* Clock.currentTimeMillis
      while ((yield* Game.time()).time < 10) yield* Effect.sleep("1 second")
      assert.isAtLeast((yield* Clock.currentTimeMillis) - start, 27_000)
    }).pipe(TestTime.within(), Effect.provide(TestServer.layerScreeps(world(), { tickEvery: "3 seconds" })))
  )

  it.effect("does so in steps of a given length, and returns failures", () =>
    Effect.gen(function* () {
      const slow = Effect.andThen(Effect.sleep("1 day"), Effect.fail("late"))
      assert.strictEqual(yield* Effect.flip(TestTime.within({ step: "1 hour" })(slow)), "late")
    })
  )

  it.effect("ends a program that does not end by itself, and says so", () =>
    Effect.gen(function* () {
      let isInterrupted = false
      const endless = Effect.onInterrupt(Effect.never, () =>
        Effect.sync(() => {
          isInterrupted = true
        })
      )
      assert.strictEqual(
        yield* defect(TestTime.within({ step: 1 })(endless)),
        "The program did not end within 10000 steps of 1ms."
      )
      assert.isTrue(isInterrupted)
    })
  )
})
