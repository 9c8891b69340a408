import * as DecorationType from "@screeps-effect/schema/DecorationType"
import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

describe("DecorationType", () => {
  it("has eight known values and accepts new ones", () => {
    const decode = Schema.decodeUnknownResult(DecorationType.DecorationType)
    assert.lengthOf(new Set(DecorationType.all), 8)
    for (const kind of [...DecorationType.all, "kitchen"]) {
      assert.deepStrictEqual(decode(kind), Result.succeed(kind))
    }
  })
})

describe("DecorationPropertyType", () => {
  it("has six known values and accepts new ones", () => {
    const decode = Schema.decodeUnknownResult(DecorationType.DecorationPropertyType)
    assert.lengthOf(new Set(DecorationType.propertyTypes), 6)
    for (const kind of [...DecorationType.propertyTypes, "slider"]) {
      assert.deepStrictEqual(decode(kind), Result.succeed(kind))
    }
    assert.isTrue(Result.isFailure(decode(1)))
  })
})
