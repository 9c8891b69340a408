import * as MapStat from "@screeps-effect/schema/MapStat"
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
    })
  }
})
