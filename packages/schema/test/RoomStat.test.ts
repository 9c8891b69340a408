import { RoomStat, StatInterval } from "@screeps-effect/schema/RoomStat"
import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

describe("the interval of a statistic", () => {
  const decode = Schema.decodeUnknownResult(StatInterval)

  it("is 8, 180 or 1440 minutes", () => {
    for (const minutes of [8, 180, 1440]) {
      assert.strictEqual(Result.getOrThrow(decode(minutes)), minutes)
    }
  })

  for (const value of [0, 7, 60, "8", null]) {
    it(`is not ${JSON.stringify(value)}`, () => {
      assert.isTrue(Result.isFailure(decode(value)))
    })
  }
})

describe("a room statistic", () => {
  it("is one of those that the game counts", () => {
    const decode = Schema.decodeUnknownResult(RoomStat)
    assert.isTrue(Result.isSuccess(decode("energyHarvested")))
    assert.isTrue(Result.isFailure(decode("energyHarvested180")))
  })
})
