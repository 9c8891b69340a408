import { assert, describe, it } from "@effect/vitest"
import { RoomName } from "@screeps-effect/schema"
import { ofList, ofRectangle, rooms } from "../src/areas.ts"

const named = (count: number) =>
  Array.from({ length: count }, (_, i) =>
    RoomName.fromWorld({ x: -101 - (i % 20), y: -101 - Math.floor(i / 20) })
  )
const all = (areas: ReadonlyArray<string>) => areas.flatMap((area) => rooms(area) ?? assert.fail(area))

describe("areas of rooms", () => {
  it("contain each room of a list once, and are never longer than a column of the database", () => {
    const list = named(1000)
    for (const size of [1, 100, 1000]) {
      const areas = ofList(list, size)
      assert.deepStrictEqual(all(areas), list)
      for (const area of areas) {
        assert.isAtMost(area.length, 1000)
        assert.isAtMost(rooms(area)?.length ?? 0, size)
      }
    }
    assert.deepStrictEqual(ofList([], 10), [])
  })

  for (const [side, size, count] of [
    [100, 100, 100],
    [122, 100, 155],
    [122, 500, 31],
    [3, 4, 3],
    [1, 100, 1]
  ] as const) {
    it(`cover a world of ${side} × ${side} rooms with ${count} requests of up to ${size} rooms`, () => {
      const half = Math.floor(side / 2)
      const areas = ofRectangle({ x: -half, y: -half }, { x: side - half - 1, y: side - half - 1 }, size)
      assert.strictEqual(areas.length, count)
      const found = all(areas)
      assert.strictEqual(found.length, side * side)
      assert.strictEqual(new Set(found).size, side * side)
      for (const area of areas) assert.isAtMost(rooms(area)?.length ?? 0, size)
    })
  }

  it("are absent for texts with invalid names", () => {
    for (const text of ["kitchen", "W1N1,kitchen", "W1N1:kitchen", ""]) assert.isUndefined(rooms(text))
  })
})
