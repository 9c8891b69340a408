import { Coordinate, RoomPosition } from "@screeps-effect/schema/RoomPosition"
import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

describe("a coordinate", () => {
  const decode = Schema.decodeUnknownResult(Coordinate)

  for (const value of [0, 1, 25, 49]) {
    it(`accepts ${value}`, () => {
      assert.deepStrictEqual(decode(value), Result.succeed(value))
    })
  }

  for (const value of [-1, 50, 1.5, Number.NaN, Number.POSITIVE_INFINITY, "25", null]) {
    it(`rejects ${typeof value === "string" ? "the text " : ""}${value}`, () => {
      assert.isTrue(Result.isFailure(decode(value)))
    })
  }

  it("reports the expected range when it is invalid", () => {
    assert.strictEqual(
      Result.getOrThrow(Result.flip(decode(50))).message,
      "Expected a whole number from 0 to 49"
    )
  })
})

describe("a position", () => {
  it("is a square of a room", () => {
    const decode = Schema.decodeUnknownResult(RoomPosition)
    assert.isTrue(Result.isSuccess(decode({ room: "W1N1", x: 0, y: 49 })))
    assert.isTrue(Result.isFailure(decode({ room: "kitchen", x: 0, y: 49 })))
    assert.isTrue(Result.isFailure(decode({ room: "W1N1", x: 0, y: 50 })))
    assert.isTrue(Result.isFailure(decode({ room: "W1N1", x: 0 })))
  })
})
