/** Numbers of a script's values, by path. */
import { assert, describe, it } from "@effect/vitest"
import { flatten } from "../src/reading/flatten.ts"

const paths = (at: string, value: unknown) =>
  flatten(at, value).leaves.map(({ path, room, value }) => [path, room, value])

describe("numbers of a value", () => {
  it("are found at every depth, booleans as 1 and 0", () => {
    assert.deepStrictEqual(paths("stats", { cpu: { used: 1.5, isFull: true }, list: [7, false] }), [
      ["stats.cpu.used", undefined, 1.5],
      ["stats.cpu.isFull", undefined, 1],
      ["stats.list.0", undefined, 7],
      ["stats.list.1", undefined, 0]
    ])
  })

  it("have the first room of their path as a label", () => {
    assert.deepStrictEqual(paths("stats", { rooms: { W7N3: { to: { E1S1: 4 } } }, W1N1: 2 }), [
      ["stats.*", "W1N1", 2],
      ["stats.rooms.*.to.E1S1", "W7N3", 4]
    ])
    assert.deepStrictEqual(paths("", { W1N1: 2 }), [["*", "W1N1", 2]])
  })

  it("have the same room and path under keys with dots as in nested objects", () => {
    const flat = { "room.W7N3.energyAvailable": 300, "room.W7N3.spawns.building.miner": 2, "cpu.bucket": 1 }
    const nested = {
      room: { W7N3: { energyAvailable: 300, spawns: { building: { miner: 2 } } } },
      cpu: { bucket: 1 }
    }
    const byPath = (value: unknown) =>
      paths("stats", value).toSorted(([a], [b]) => String(a).localeCompare(String(b)))
    const expected = [
      ["stats.cpu.bucket", undefined, 1],
      ["stats.room.*.energyAvailable", "W7N3", 300],
      ["stats.room.*.spawns.building.miner", "W7N3", 2]
    ]
    assert.deepStrictEqual(byPath(flat), expected)
    assert.deepStrictEqual(byPath(nested), expected)
    assert.deepStrictEqual(paths("s", { "W1N1.to.E1S1": 4, "a.": 5 }), [
      ["s.*.to.E1S1", "W1N1", 4],
      ["s.a.", undefined, 5]
    ])
  })

  it("have one number for each path, and are marked as cut when a second one is left out", () => {
    const flat = flatten("s", { "a.b": 1, a: { b: 2 } })
    assert.deepStrictEqual(flat, { leaves: [{ path: "s.a.b", room: undefined, value: 1 }], isCut: true })
    assert.isFalse(flatten("s", { W1N1: { a: 1 }, W2N1: { a: 1 } }).isCut)
  })

  it("distinguish a key that is an asterisk from a room", () => {
    assert.deepStrictEqual(paths("s", { "*": { W1N1: 1 }, W1N1: { "*": 2, "\\*": 3 } }), [
      ["s.\\*.*", "W1N1", 1],
      ["s.*.\\*", "W1N1", 2],
      ["s.*.\\\\*", "W1N1", 3]
    ])
  })

  it("are read from JSON text, and from a bare number", () => {
    assert.deepStrictEqual(paths("s", ' {"a":1}'), [["s.a", undefined, 1]])
    assert.deepStrictEqual(paths("s", 12), [["s", undefined, 12]])
  })

  it("leave out texts, null, infinities and text that is not JSON", () => {
    assert.deepStrictEqual(paths("s", { a: "5", b: null, c: Number.NaN, d: Infinity }), [])
    assert.deepStrictEqual(paths("s", "{not json"), [])
    assert.deepStrictEqual(paths("s", undefined), [])
  })
})

describe("hostile values", () => {
  it("keep their own keys, and no key that cannot be shown", () => {
    const value: unknown = JSON.parse('{"__proto__":{"x":1},"a\\u0000":2,"b\\n":3,"":4,"ok":5}')
    const flat = flatten("s", value)
    assert.deepStrictEqual(
      flat.leaves.map(({ path }) => path),
      ["s.ok", "s.__proto__.x"]
    )
    assert.isTrue(flat.isCut)
  })

  it("are cut where they are too deep, too long or too many", () => {
    let deep: unknown = 1
    for (let i = 0; i < 5000; i++) deep = { a: deep }
    assert.deepStrictEqual(flatten("s", deep), { leaves: [], isCut: true })
    assert.deepStrictEqual(flatten("s", { ["k".repeat(65)]: 1 }), { leaves: [], isCut: true })
    const many = flatten(
      "s",
      Array.from({ length: 300_000 }, (_, i) => i)
    )
    assert.isTrue(many.isCut)
    assert.isAtMost(many.leaves.length, 100_000)
    assert.isTrue(flatten("s", `${"[".repeat(60_000)}${"]".repeat(60_000)}`).isCut)
  })
})
