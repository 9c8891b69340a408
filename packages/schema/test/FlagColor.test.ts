import * as FlagColor from "@screeps-effect/schema/FlagColor"
import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

describe("the colour of a flag", () => {
  const decode = Schema.decodeUnknownResult(FlagColor.FlagColor)

  it("is 1 to 10", () => {
    const colors = Object.values(FlagColor.colors)
    assert.deepStrictEqual(colors, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
    for (const color of colors) {
      assert.deepStrictEqual(decode(color), Result.succeed(color))
    }
  })

  for (const value of [0, 11, 1.5, "1", "red", null]) {
    it(`is not ${JSON.stringify(value)}`, () => {
      assert.isTrue(Result.isFailure(decode(value)))
    })
  }
})
