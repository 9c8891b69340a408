import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { serveSample, output } from "./support/example.ts"

const file = "40_memory-and-segments.ts"

describe("40_memory-and-segments", () => {
  it.live("reads back what it wrote and changed, and reports a value that does not fit the schema", () =>
    Effect.gen(function* () {
      const out = yield* output(file, [], { source: true })
      assert.match(out, /written +reserve 20000, allies alice, since 2026-11-21/)
      assert.match(out, /changed +reserve 25000, allies alice and carol, since 2026-11-21/)
      assert.match(out, /rejected +Expected string at \["reserve"\]/)
      assert.match(out, /segment 90 +reserve 25000, allies alice and carol/)
    })
  )

  it.live("restores Memory and segments of the server", () =>
    Effect.gen(function* () {
      const { env, world } = yield* serveSample()
      yield* world.users.setSegment("bob", 90, "taken")
      const before = yield* world.users.memory("bob")
      assert.include(yield* output(file, [], { env }), "segment 91")
      yield* world.tick
      const { ticks, ...after } = yield* world.users.memory("bob")
      assert.isAbove(Number(ticks), Number(before["ticks"]))
      assert.deepStrictEqual({ ...after, ticks: before["ticks"] }, before)
      assert.strictEqual(yield* world.users.segment("bob", 90), "taken")
      assert.strictEqual(yield* world.users.segment("bob", 91), "")
    })
  )
})
