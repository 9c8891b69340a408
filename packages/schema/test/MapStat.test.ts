import * as MapStat from "@screeps-effect/schema/MapStat"
import * as RoomStat from "@screeps-effect/schema/RoomStat"
import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

const decode = Schema.decodeUnknownResult(MapStat.MapStat)

describe("MapStat", () => {
  it("is one of five layers, or one of seven statistics with one of three intervals", () => {
    assert.lengthOf(new Set(MapStat.all), 5 + 7 * 3)
    for (const name of MapStat.all) assert.deepStrictEqual(decode(name), Result.succeed(name))
  })

  it("ends in digits, as servers require", () => {
    assert.isTrue(MapStat.all.every((name) => /^[a-zA-Z]+\d+$/.test(name)))
  })

  for (const text of ["owner", "owner1", "energyHarvested", "energyHarvested60", "kitchen0", ""]) {
    it(`is not ${JSON.stringify(text)}`, () => {
      assert.isTrue(Result.isFailure(decode(text)))
      assert.isFalse(MapStat.isMapStat(text))
    })
  }

  const { StatInterval } = RoomStat
  it.prop(
    "is parsed to the statistic and interval that it was made from",
    [RoomStat.RoomStat, StatInterval],
    ([stat, interval]) => {
      assert.deepStrictEqual(MapStat.parse(MapStat.make(stat, interval)), { stat, interval })
    }
  )

  it("of a layer has no statistic", () => {
    for (const layer of MapStat.layers) assert.isUndefined(MapStat.parse(layer))
  })
})
