import * as MapVisual from "@screeps-effect/schema/MapVisual"
import { UnknownVisual } from "@screeps-effect/schema/RoomVisual"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { formatVisual } from "./support/visuals.ts"
import { frames } from "./support/payloads.ts"

const items = [
  { t: "c", x: 10, y: 10, n: "W7N3", s: {} },
  { t: "l", x1: 25, y1: 25, n1: "W7N3", x2: 25, y2: 25, n2: "W7N4", s: { color: "#ff0000" } },
  { t: "r", x: 1, y: 2, n: "W7N3", w: 10, h: 20, s: {} },
  {
    t: "p",
    points: [
      { x: 1, y: 1, n: "W7N3" },
      { x: 2, y: 2, n: "W7N4" }
    ],
    s: { fill: "aqua" }
  },
  { t: "t", text: "m1909", x: 5, y: 5, n: "W7N3", s: {} }
]
const text = items.map((item) => `${JSON.stringify(item)}\n`).join("")

describe("a map visual", () => {
  it("contains circles, lines, rectangles, polylines and texts in the order of drawing", () => {
    assert.deepStrictEqual<unknown>(MapVisual.parse(text), items)
  })

  it("is empty for an empty, null or absent text", () => {
    for (const nothing of ["", null, undefined]) assert.deepStrictEqual(MapVisual.parse(nothing), [])
  })

  it("keeps unknown lines, such as those of a room visual", () => {
    for (const line of ["imported", '{"t":"c","x":1,"y":1}', '{"t":"l","x1":1,"y1":1,"x2":1,"y2":1}', "7"]) {
      assert.deepStrictEqual(MapVisual.parse(`${line}\n`), [new UnknownVisual(line)])
    }
  })

  it.prop(
    "is parsed to the items that a server wrote",
    [Schema.Array(MapVisual.MapVisualItem)],
    ([visual]) => {
      // Compared as JSON text, which has no negative zero.
      const written = formatVisual(visual)
      assert.strictEqual(JSON.stringify(MapVisual.parse(written)), JSON.stringify(visual))
    }
  )

  it.effect("is known and complete for every recorded event", () =>
    Effect.gen(function* () {
      const kinds: { [t: string]: number } = {}
      for (const name of ["14-mapvisual", "40-gzip", "60-mapvisual-without-code", "62-simulation-paused"]) {
        for (const frame of yield* frames(name)) {
          if (frame._tag !== "Event" || !frame.channel.startsWith("mapVisual:")) continue
          const event = frame.payload as string | null
          const visual = MapVisual.parse(event)
          for (const { t } of visual) kinds[t] = (kinds[t] ?? 0) + 1
          assert.strictEqual(formatVisual(visual), event ?? "")
        }
      }
      assert.hasAllKeys(kinds, ["c", "l", "t"])
    })
  )
})
