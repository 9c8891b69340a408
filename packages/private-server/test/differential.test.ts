import { assert, describe, it } from "@effect/vitest"
import { RoomName } from "@screeps-effect/schema/RoomName"
import * as Effect from "effect/Effect"
import { compare, judge } from "../test-real/differential/compare.ts"
import { play } from "../test-real/differential/scenario/index.ts"
import * as Stage from "../test-real/differential/stage.ts"
import { copy, type Dump } from "../test-real/differential/worlds.ts"

const lines = (...results: ReadonlyArray<unknown>): Stage.Protocol => ({
  lines: results.map((one, i) => ({ step: `step ${i}`, result: one })),
  frames: new Map()
})
const frames = (...results: ReadonlyArray<unknown>): Stage.Protocol => ({
  lines: [],
  frames: new Map([["channel", results]])
})
const paths = (real: Stage.Protocol, memory: Stage.Protocol) => compare(real, memory).map(({ path }) => path)

/** Six rooms of plain terrain; four have a controller and a source. */
const land: Dump = {
  time: 2,
  terrain: ["W7N3", "W8N3", "W6N3", "W5N5", "W9N9", "W0N0"].map((room) => ({
    room: RoomName.make(room),
    terrain: "0".repeat(2500)
  })),
  objects: ["W7N3", "W8N3", "W6N3", "W5N5"].flatMap((room, i) => [
    { _id: `aaaaaaaaaaaaa0${i}`, type: "controller", room: RoomName.make(room), x: 9, y: 9, level: 0 },
    {
      _id: `aaaaaaaaaaaaa1${i}`,
      type: "source",
      room: RoomName.make(room),
      x: 40,
      y: 9,
      energy: 1500,
      energyCapacity: 1500
    }
  ])
}

const played = Effect.gen(function* () {
  const { admin, layer } = yield* copy(land)
  return yield* Effect.gen(function* () {
    const stage = yield* Stage.make(admin)
    yield* play(stage, land)
    return stage.protocol
  }).pipe(Effect.scoped, Effect.provide(layer))
})

describe("the comparison of two protocols", () => {
  it("ignores times, tokens, traces and internal fields of the storage", () => {
    const real = {
      date: 1_790_000_000_000,
      iso: "2026-11-21T19:19:14.102Z",
      token: `auth ok ${"a".repeat(40)}`,
      error: "Error: no\n    at /home/somebody/server.js",
      meta: { revision: 1 },
      $loki: 4
    }
    const memory = {
      date: 1_790_000_000_777,
      iso: "2026-11-22T10:00:00.000Z",
      token: `auth ok ${"b".repeat(40)}`,
      error: "Error: no\n    at elsewhere.js"
    }
    assert.deepStrictEqual(compare(lines(real), lines(memory)), [])
  })

  it("finds different values, lengths and numbers of frames", () => {
    assert.deepStrictEqual(paths(lines({ a: { b: [1, 2] } }), lines({ a: { b: [1, 3] } })), [".a.b[1]"])
    assert.deepStrictEqual(paths(lines({ a: [1] }), lines({ a: [1, 2] })), [".a"])
    assert.deepStrictEqual(paths(lines({ a: null }), lines({})), [".a"])
    assert.deepStrictEqual(paths(lines(1), lines(1, 2)), ["step", ""])
    assert.deepStrictEqual(paths(frames({}, {}), frames({})), ["count"])
    assert.deepStrictEqual(paths(frames({ tick: 1 }), frames({ tick: 2 })), [".tick"])
  })

  it("matches different ids of the same object one to one", () => {
    const ids = (...list: ReadonlyArray<string>) => lines(...list.map((c) => c.repeat(15)))
    assert.deepStrictEqual(compare(ids("a", "b", "a"), ids("c", "d", "c")), [])
    assert.lengthOf(compare(ids("a", "a"), ids("c", "d")), 1)
    assert.lengthOf(compare(ids("a", "b"), ids("c", "c")), 1)
    const spawn = { type: "spawn", x: 1, y: 1 }
    const road = { type: "road", x: 2, y: 2 }
    const real = { ["a".repeat(15)]: spawn, ["b".repeat(15)]: road }
    const memory = { ["c".repeat(15)]: road, ["d".repeat(15)]: spawn }
    assert.deepStrictEqual(compare(lines(real), lines(memory)), [])
    assert.deepStrictEqual(paths(lines(real), lines({ ["c".repeat(15)]: road })), [".*"])
  })

  it("accepts explained differences, and finds explanations that are not needed", () => {
    const differences = compare(lines({ a: 1, b: 2 }), lines({ a: 2, b: 3 }))
    const known = [
      { step: "^step 0$", path: "^\\.a$", why: "explained" },
      { step: "^step 7$", path: "", why: "stale" }
    ]
    const { idle, unexplained } = judge(differences, known)
    assert.deepStrictEqual(
      [unexplained.map(({ path }) => path), idle.map(({ why }) => why)],
      [[".b"], ["stale"]]
    )
  })
})

describe("the scenario", () => {
  it.live("has more than 200 steps, and the same protocol on two copies of a world in memory", () =>
    Effect.gen(function* () {
      const [one, other] = [yield* played, yield* played]
      assert.isAtLeast(one.lines.length, 200)
      assert.isAtLeast([...one.frames.values()].flat().length, 100)
      assert.deepStrictEqual(compare(one, other), [])
    })
  )
})
