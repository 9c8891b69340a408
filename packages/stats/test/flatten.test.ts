/** Numbers of a script's values, by path. */
import { assert, describe, it } from "@effect/vitest"
import { flatten } from "../src/collect/flatten.ts"

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
