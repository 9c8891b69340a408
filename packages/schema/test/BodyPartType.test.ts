import * as BodyPartType from "@screeps-effect/schema/BodyPartType"
import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

describe("a body part type", () => {
  it("has eight known values, in snake case", () => {
    assert.lengthOf(new Set(BodyPartType.all), 8)
    assert.isTrue(BodyPartType.isKnown("ranged_attack"))
    assert.isFalse(BodyPartType.isKnown("rangedAttack"))
  })

  it("may be unknown in responses", () => {
    assert.deepStrictEqual(
      Schema.decodeUnknownResult(BodyPartType.BodyPartType)("wing"),
      Result.succeed("wing")
    )
  })

  it("has a cost in energy", () => {
    assert.strictEqual(BodyPartType.cost("claim"), 600)
    assert.strictEqual(BodyPartType.bodyCost(["work", "carry", "move"]), 200)
    assert.strictEqual(BodyPartType.bodyCost([]), 0)
  })
})
