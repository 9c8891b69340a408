import * as MapStat from "@screeps-effect/schema/MapStat"
import * as RoomStat from "@screeps-effect/schema/RoomStat"
import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

const all = [
  ...MapStat.layers,
  ...RoomStat.all.flatMap((stat) => MapStat.intervals.map((interval) => `${stat}${interval}` as const))
]
const decode = Schema.decodeUnknownResult(MapStat.MapStat)

describe("MapStat", () => {
  it("is one of five layers, or one of seven statistics with one of three intervals", () => {
    assert.lengthOf(new Set(all), 5 + 7 * 3)
    for (const name of all) assert.deepStrictEqual(decode(name), Result.succeed(name))
  })

  it("ends in digits, as servers require", () => {
    assert.isTrue(all.every((name) => /^[a-zA-Z]+\d+$/.test(name)))
  })

  for (const text of ["owner", "owner1", "energyHarvested", "energyHarvested60", "kitchen0", ""]) {
    it(`is not ${JSON.stringify(text)}`, () => {
      assert.isTrue(Result.isFailure(decode(text)))
    })
  }
})
