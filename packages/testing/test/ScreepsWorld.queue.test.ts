/** The queue of console lines and writes to Memory, and its order. */
import * as ScreepsWorld from "@screeps-effect/testing/ScreepsWorld"
import type * as TestServer from "@screeps-effect/testing/TestServer"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { bob, home, inOrder, makeServer } from "./support/server.ts"

type Step = string | { readonly path: string; readonly value?: unknown }

/** Returns what is left in Memory after these lines and writes, all within one tick. */
const after = (
  steps: ReadonlyArray<Step>,
  world: ScreepsWorld.Options = {},
  options: TestServer.Options = {}
) =>
  Effect.gen(function* () {
    const server = makeServer({ evaluate: ScreepsWorld.evaluate, ...world }, options)
    const headers = yield* server.settle(bob, home)
    for (const step of steps) {
      const [path, body] =
        typeof step === "string"
          ? (["/api/user/console", { expression: step }] as const)
          : (["/api/user/memory", step] as const)
      assert.deepInclude((yield* server.post(path, body, headers)).body, { ok: 1 })
    }
    yield* server.world.tick
    return yield* server.world.users.memory("bob")
  })

const seeds = Array.from({ length: 12 }, (_, i) => `seed ${i}`)

/** Returns what is left in Memory with different seeds. */
const withSeeds = (steps: ReadonlyArray<Step>, options?: TestServer.Options) =>
  Effect.forEach(seeds, (seed) => after(steps, { seed }, options))

const say = (word: string) => `Memory.order = [...(Memory.order || []), "${word}"]`
const mixed: ReadonlyArray<Step> = [
  say("a"),
  { path: "between", value: 1 },
  "Memory.seen = Memory.between || 0",
  say("b")
]
const parentThenChild: ReadonlyArray<Step> = [
  { path: "parent", value: {} },
  { path: "parent.child", value: 1 }
]

describe("console lines and writes to Memory of one tick", () => {
  it.effect("are one queue, performed in order without the quirk", () =>
    Effect.gen(function* () {
      const expected = { order: ["a", "b"], between: 1, seen: 1 }
      for (const found of yield* withSeeds(mixed, inOrder)) assert.deepStrictEqual(found, expected)
    })
  )

  it.effect("are performed in order or in reverse as a whole, by the seed", () =>
    Effect.gen(function* () {
      const found = yield* withSeeds(mixed)
      const forward = found.filter(({ seen }) => seen === 1)
      const reversed = found.filter(({ seen }) => seen === 0)
      assert.isNotEmpty(forward)
      assert.isNotEmpty(reversed)
      for (const one of forward) assert.deepStrictEqual(one["order"], ["a", "b"])
      for (const one of reversed) assert.deepStrictEqual(one["order"], ["b", "a"])
      assert.lengthOf([...forward, ...reversed], seeds.length)
      assert.deepStrictEqual(yield* withSeeds(mixed), found)
    })
  )

  it.effect("lose a parent and its child with some seeds", () =>
    Effect.gen(function* () {
      const found = (yield* withSeeds(parentThenChild)).map((memory) => JSON.stringify(memory))
      assert.sameMembers([...new Set(found)], ["{}", '{"parent":{"child":1}}'])
    })
  )

  it.effect("are performed in order on official servers, of which no other order is known", () =>
    Effect.gen(function* () {
      for (const seed of seeds) {
        const server = makeServer({ seed }, { dialect: "official" })
        const { _id } = yield* server.world.users.get("bob")
        yield* server.world.rooms.addObject("W7N7", {
          type: "spawn",
          x: 25,
          y: 25,
          user: _id,
          name: "Spawn1"
        })
        const token = Redacted.value(yield* server.world.users.grantToken("bob"))
        const headers = { "x-token": token }
        for (const step of parentThenChild)
          yield* server.post("/api/user/memory", { ...Object(step), shard: "shard0" }, headers)
        yield* server.world.tick
        assert.deepStrictEqual(yield* server.world.users.memory("bob"), { parent: { child: 1 } })
      }
    })
  )

  it.effect("end at a line that throws, and later ones are lost", () =>
    Effect.gen(function* () {
      const steps = [
        { path: "early", value: 1 },
        "throw new Error('boom')",
        { path: "late", value: 1 },
        "Memory.last = 1"
      ]
      assert.deepStrictEqual(yield* after(steps, {}, inOrder), { early: 1 })
    })
  )

  it.effect("are performed to the end when a function reads no line", () =>
    Effect.gen(function* () {
      const evaluate = () => ({})
      assert.deepStrictEqual(yield* after(mixed, { evaluate }, inOrder), { between: 1 })
    })
  )
})
