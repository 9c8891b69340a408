/** Programs that listen and then act, when what they send on the socket arrives later than their requests. */
import * as Game from "@screeps-effect/api/Game"
import * as Memory from "@screeps-effect/api/Memory"
import { CodeSync, Console, MemoryWatch } from "@screeps-effect/socket/workflows"
import * as ScreepsWorld from "@screeps-effect/testing/ScreepsWorld"
import * as TestServer from "@screeps-effect/testing/TestServer"
import { assert, describe, it } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import { late } from "./support/late.ts"
import { playing } from "./support/player.ts"
import { bob, home } from "./support/server.ts"
import { within } from "@screeps-effect/fixtures/time"

const delays = [0, 50, 600]

/** Runs a program as bob, in a world that ticks by itself, with frames to the server that are late. */
const play = <A, E>(
  millis: number,
  program: Effect.Effect<A, E, Layer.Success<ReturnType<typeof playing>>>
) => {
  const world = ScreepsWorld.make({ tick: 100, accounts: [bob], evaluate: ScreepsWorld.evaluate })
  const server = TestServer.layer(world, { tickEvery: "1 second" })
  return program.pipe(
    Effect.provide(playing(bob).pipe(Layer.provideMerge(late(millis)), Layer.provideMerge(server))),
    (all) => within(all, 10)
  )
}

describe("with frames to the server that are late", () => {
  it.effect.each(delays)("an upload and an activation are confirmed (%i ms)", (millis) =>
    play(
      millis,
      Effect.gen(function* () {
        const before = yield* Clock.currentTimeMillis
        const pushed = yield* CodeSync.push(
          { main: "1" },
          { branch: "next", activate: "activeWorld", confirm: "10 seconds" }
        )
        assert.deepInclude(pushed, { code: "confirmed", activation: "confirmed" })
        const after = yield* Clock.currentTimeMillis
        // Reported by the socket: nothing was read back at the deadline.
        assert.isBelow(after - before, 5000)
      })
    )
  )

  it.effect.each(delays)("a line returns its result (%i ms)", (millis) =>
    play(
      millis,
      Effect.gen(function* () {
        yield* Game.placeSpawn(home)
        const results = yield* Effect.forEach([1, 2, 3], (n) => Console.run(`${n} + 1`))
        assert.deepStrictEqual(results, ["2", "3", "4"])
      })
    )
  )

  it.effect.each(delays)("a value written to Memory is emitted (%i ms)", (millis) =>
    play(
      millis,
      Effect.gen(function* () {
        yield* Game.placeSpawn(home)
        const values = yield* MemoryWatch.stream("name", Schema.String).pipe(
          Stream.tap((value) =>
            Option.isNone(value) ? Memory.set({ path: "name", value: "Bob" }) : Effect.void
          ),
          Stream.take(2),
          Stream.runCollect
        )
        assert.deepStrictEqual(values, [Option.none(), Option.some("Bob")])
      })
    )
  )
})
