import * as RoomVisual from "@screeps-effect/schema/RoomVisual"
import { captures } from "@screeps-effect/fixtures"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { roomFrames } from "./support/payloads.ts"
import { formatVisual } from "./support/visuals.ts"

const lines = (...items: ReadonlyArray<object | string>) =>
  items.map((item) => `${typeof item === "string" ? item : JSON.stringify(item)}\n`).join("")

describe("a room visual", () => {
  const items = [
    { t: "c", x: 1.5, y: 2, s: { radius: 0.5, fill: "red" } },
    { t: "l", x1: 0, y1: 0, x2: 49, y2: 49 },
    { t: "r", x: 1, y: 1, w: 2, h: 3 },
    {
      t: "p",
      points: [
        [1, 1],
        [2, 2.5]
      ],
      s: { lineStyle: "dashed" }
    },
    { t: "t", text: "hello", x: 5, y: 6, s: { color: "green", font: 0.8 } }
  ]

  it("contains circles, lines, rectangles, polylines and texts in the order of drawing", () => {
    assert.deepStrictEqual<unknown>(RoomVisual.parse(lines(...items)), items)
  })

  it("may have empty lines, and a last line without a line feed", () => {
    const text = lines(items[0] ?? {}, "", items[1] ?? {}).slice(0, -1)
    assert.deepStrictEqual<unknown>(RoomVisual.parse(text), items.slice(0, 2))
  })

  it("is empty for an empty, null or absent text", () => {
    for (const text of ["", null, undefined]) assert.deepStrictEqual(RoomVisual.parse(text), [])
  })

  it("keeps unknown fields", () => {
    const item = { t: "c", x: 1, y: 1, z: { deep: true } }
    assert.deepStrictEqual<unknown>(RoomVisual.parse(lines(item)), [item])
  })

  for (const line of [
    "not json",
    "5",
    "null",
    "[]",
    '{"t":"z","x":1,"y":1}',
    '{"x":1,"y":1}',
    '{"t":"c","x":null,"y":1}',
    '{"t":"c","x":1}',
    '{"t":"p","points":[[1]]}',
    '{"t":"unknown","line":"x"}'
  ]) {
    it(`keeps an unknown line: ${line}`, () => {
      const [item, ...more] = RoomVisual.parse(lines(line))
      assert.instanceOf(item, RoomVisual.UnknownVisual)
      assert.strictEqual(item.t, "unknown")
      assert.strictEqual(item.line, line)
      assert.deepStrictEqual(more, [])
    })
  }

  it.prop(
    "is parsed to the items that a server wrote",
    [Schema.Array(RoomVisual.RoomVisualItem)],
    ([visual]) => {
      // Compared as JSON text, which has no negative zero.
      const text = formatVisual(visual)
      assert.strictEqual(JSON.stringify(RoomVisual.parse(text)), JSON.stringify(visual))
    }
  )

  it.prop(
    "has an item for each line",
    [Schema.Array(Schema.String.check(Schema.isPattern(/^[^\n]+$/)))],
    (all) => {
      const text = lines(...all[0])
      const visual = RoomVisual.parse(text)
      assert.lengthOf(visual, all[0].length)
      if (visual.every((item) => item.t === "unknown")) assert.strictEqual(formatVisual(visual), text)
    }
  )

  it.effect("is known and complete for every recorded message", () =>
    Effect.gen(function* () {
      const counts: { [t: string]: number } = {}
      for (const name of captures()) {
        for (const { visual } of yield* roomFrames(name, "W7N3")) {
          const items = RoomVisual.parse(visual)
          for (const { t } of items) counts[t] = (counts[t] ?? 0) + 1
          assert.strictEqual(formatVisual(items), visual ?? "")
        }
      }
      assert.hasAllKeys(counts, ["c", "l", "r", "p", "t"])
      assert.isAbove(counts["c"] ?? 0, 500)
    })
  )
})
