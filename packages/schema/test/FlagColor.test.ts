import * as FlagColor from "@screeps-effect/schema/FlagColor"
import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

describe("the colour of a flag", () => {
  const decode = Schema.decodeUnknownResult(FlagColor.FlagColor)

  for (const value of [0, 11, 1.5, "1", "red", null]) {
    it(`is not ${JSON.stringify(value)}`, () => {
      assert.isTrue(Result.isFailure(decode(value)))
    })
  }
})
