import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { makeWorld, screeps } from "./support/inside.ts"

describe("screeps memory", () => {
  it.effect("prints, writes and removes values", () =>
    Effect.gen(function* () {
      const world = makeWorld()
      const { _id: user } = yield* world.users.get("bob")
      yield* world.rooms.addObject("W1N1", { type: "spawn", x: 25, y: 25, user, name: "Spawn1" })
      yield* world.users.setMemory("bob", { stats: { cpu: 5 }, list: [1, "two"] })
      const run = screeps(world)
      assert.strictEqual((yield* run(["memory", "get", "stats.cpu"])).out, "5")
      assert.strictEqual(
        (yield* run(["memory", "get", "--json"])).out,
        '{"stats":{"cpu":5},"list":[1,"two"]}'
      )
      const none = yield* run(["memory", "get", "stats.none"])
      assert.deepStrictEqual([none.err, none.status], ["screeps: Memory has no value at stats.none", 1])
      const deep = yield* run(["memory", "get", "none.deep"])
      assert.deepStrictEqual(
        [deep.err, deep.status],
        ["screeps: Memory has no value at none.deep: none is missing, too, or Memory is not JSON", 1]
      )
      assert.strictEqual(
        (yield* run(["memory", "get", "Memory.stats"])).err,
        "screeps: Memory has no value at Memory.stats; did you mean stats?"
      )
      for (const [path, text] of [
        ["stats.cpu", "7"],
        ["word", "hello"],
        ["deep", '{"a":[true]}']
      ] as const) {
        assert.strictEqual((yield* run(["memory", "set", path, text])).status, 0)
      }
      assert.strictEqual((yield* run(["memory", "rm", "list"])).status, 0)
      yield* world.tick
      assert.deepStrictEqual<unknown>(yield* world.users.memory("bob"), {
        stats: { cpu: 7 },
        word: "hello",
        deep: { a: [true] }
      })
    })
  )

  it.effect(
    "refuses to write or remove below what is not in Memory, which servers accept without effect",
    () =>
      Effect.gen(function* () {
        const world = makeWorld()
        const { _id: user } = yield* world.users.get("bob")
        yield* world.rooms.addObject("W1N1", { type: "spawn", x: 25, y: 25, user, name: "Spawn1" })
        const memory = { stats: { cpu: 5 }, list: [{ x: 1 }], "a[1]": { x: 1 }, text: "t", none: null }
        yield* world.users.setMemory("bob", memory)
        const run = screeps(world)
        const refused = {
          "rooms.W7N3.plan": "Memory has no value at rooms.W7N3",
          "stats.none.x": "Memory has no value at stats.none",
          "stats.cpu.x": "Memory.stats.cpu is 5, which has no keys",
          "text.length": 'Memory.text is "t", which has no keys',
          "none.x": "Memory.none is null, which has no keys",
          "list[0].x": "Memory has no value at list[0]; did you mean list.0.x?",
          "list[0]": "Memory has no value at list[0]; did you mean list.0?",
          "Memory.stats": "Memory has no value at Memory.stats; did you mean stats?"
        }
        for (const [path, why] of Object.entries(refused)) {
          for (const args of [
            ["set", path, "1"],
            ["rm", path]
          ]) {
            const { err, status } = yield* run(["memory", ...args])
            assert.deepStrictEqual([err, status], [`screeps: nothing was sent: ${why}`, 1])
          }
        }
        for (const path of ["list.0.x", "a[1].x", "stats.new"]) {
          const { err, status } = yield* run(["memory", "set", path, "2"], { columns: 80 })
          assert.deepStrictEqual(
            [err, status],
            ["Accepted: the value is written when your code next runs.", 0]
          )
        }
        yield* world.tick
        assert.deepStrictEqual<unknown>(yield* world.users.memory("bob"), {
          ...memory,
          stats: { cpu: 5, new: 2 },
          list: [{ x: 2 }],
          "a[1]": { x: 2 }
        })
      })
  )

  it.effect("rejects a value that starts like JSON but is not valid JSON", () =>
    Effect.gen(function* () {
      const { err, status } = yield* screeps(makeWorld())(["memory", "set", "a", "{b:1}"])
      assert.deepStrictEqual([err, status], ["screeps: the value starts like JSON but is not valid JSON", 2])
    })
  )
})
