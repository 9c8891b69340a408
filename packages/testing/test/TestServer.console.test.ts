import { runInNewContext } from "node:vm"
import * as Game from "@screeps-effect/api/Game"
import * as User from "@screeps-effect/api/User"
import { Console } from "@screeps-effect/socket/workflows"
import { UserId } from "@screeps-effect/schema/UserId"
import * as SampleWorld from "@screeps-effect/testing/SampleWorld"
import * as ScreepsWorld from "@screeps-effect/testing/ScreepsWorld"
import * as TestServer from "@screeps-effect/testing/TestServer"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import { playing } from "./support/player.ts"
import { bob, home } from "./support/server.ts"
import { within } from "@screeps-effect/fixtures/time"

/** Runs a program as bob, who has a spawn, in a world that ticks by itself. */
const play = <A, E>(
  evaluate: ScreepsWorld.Options["evaluate"],
  program: Effect.Effect<A, E, Layer.Success<ReturnType<typeof playing>>>
) => {
  const world = ScreepsWorld.make({ tick: 100, accounts: [bob], evaluate })
  const settled = Effect.andThen(Game.placeSpawn(home), program)
  return settled.pipe(
    Effect.provide(Layer.provideMerge(playing(bob), TestServer.layer(world, { tickEvery: "1 second" }))),
    within
  )
}

describe("a console line that waits for its result", () => {
  it.effect("gets it from a world with `ScreepsWorld.evaluate`", () =>
    play(
      ScreepsWorld.evaluate,
      Effect.gen(function* () {
        const { time } = yield* Game.time()
        assert.isAtLeast(Number(yield* Console.run("Game.time")), Number(time))
        const Plan = Schema.Struct({ rooms: Schema.Array(Schema.String) })
        assert.strictEqual(yield* Console.run("Memory.plan = { rooms: ['W7N7'] }; 'kept'"), "kept")
        assert.deepStrictEqual(yield* Console.runAs(Plan, "Memory.plan"), { rooms: ["W7N7"] })
        const threw = yield* Effect.flip(Console.run("Game.nothing.here"))
        assert.strictEqual(threw._tag, "Threw")
      })
    )
  )

  it("is run by `ScreepsWorld.evaluate` with the account's modules, each loaded once", () => {
    const run = (modules: ScreepsWorld.Run["modules"], ...expressions: ReadonlyArray<string>) =>
      ScreepsWorld.evaluate({
        modules,
        expressions,
        memory: {},
        time: 1,
        username: "bob",
        user: UserId.make("1"),
        branch: "default",
        shard: "shard0"
      })
    const modules = {
      main: "const { next } = require('lib')\nmodule.exports.loop = () => console.log(next())",
      lib: "let count = 0\nexports.next = () => ++count"
    }
    const { error, log, results } = run(modules, "require('lib').next()")
    assert.deepStrictEqual([error, log, results], [undefined, ["1"], ["2"]])
    assert.match(run({ main: "require('nothing')" }).error ?? "", /Unknown module 'nothing'/)
    // Modules that need each other see what the other one has exported so far.
    const circle = { main: "exports.loop = () => {}; require('a')", a: "require('main').loop()" }
    assert.isUndefined(run(circle).error)
  })

  it.effect("runs in the sample world with `ScreepsWorld.evaluate`", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* Console.run("6 * 7"), "42")
    }).pipe(
      Effect.provide(SampleWorld.layer({ evaluate: ScreepsWorld.evaluate, tickEvery: "1 second" })),
      within
    )
  )

  it.effect("sees the variables of a function with `node:vm`", () =>
    play(
      ({ expressions, memory, time }) => {
        const seen = { Game: { time, cpu: { bucket: 9000 } }, Memory: memory }
        return { results: Array.from(expressions, (line) => String(runInNewContext(line, seen))) }
      },
      Effect.gen(function* () {
        assert.strictEqual(yield* Console.run("Game.cpu.bucket / 2"), "4500")
        assert.deepStrictEqual(yield* Console.runAs(Schema.Struct({ bucket: Schema.Int }), "Game.cpu"), {
          bucket: 9000
        })
      })
    )
  )

  it.effect("fails with NoAnswer in a world that returns lines as their own results", () =>
    play(
      undefined,
      Effect.gen(function* () {
        const error = yield* Effect.flip(Console.run("Game.time", { within: "5 seconds" }))
        assert.strictEqual(error._tag, "NoAnswer")
      })
    )
  )

  it.effect("is wrapped in a line that catches its errors, unlike a plain line", () => {
    const given: Array<string> = []
    return play(
      ({ expressions }) => {
        const results = [...expressions]
        given.push(...results)
        return { results }
      },
      Effect.gen(function* () {
        yield* User.console({ expression: "Game.time" })
        yield* Effect.flip(Console.run("Game.time", { within: "3 seconds" }))
        // Both may run in one tick, in either order.
        const [wrapped, plain] = given.toSorted((a, b) => b.length - a.length)
        assert.strictEqual(plain, "Game.time")
        assert.match(wrapped ?? "", /^try\{.*eval\(`Game\.time`\)\}catch/)
        assert.lengthOf(given, 2)
      })
    )
  })
})
