import * as BodyPartType from "@screeps-effect/schema/BodyPartType"
import { assert, describe, it } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

describe("a body part type", () => {
  it("has eight known values, in snake case", () => {
    assert.lengthOf(new Set(BodyPartType.all), 8)
    assert.isTrue(BodyPartType.isKnown("ranged_attack"))
    assert.isFalse(BodyPartType.isKnown("rangedAttack"))
  })

  it("may be unknown in responses, and must be known in requests", () => {
    assert.deepStrictEqual(
      Schema.decodeUnknownResult(BodyPartType.BodyPartType)("wing"),
      Result.succeed("wing")
    )
    assert.isTrue(Result.isFailure(Schema.decodeUnknownResult(BodyPartType.BodyPartInput)("wing")))
  })

  it("has a cost in energy", () => {
    assert.strictEqual(BodyPartType.cost("claim"), 600)
    assert.strictEqual(BodyPartType.bodyCost(["work", "carry", "move"]), 200)
    assert.strictEqual(BodyPartType.bodyCost([]), 0)
  })
})

describe("BodyInput", () => {
  const decode = Schema.decodeUnknownResult(BodyPartType.BodyInput)

  it("accepts 1 to 50 parts", () => {
    assert.isTrue(Result.isSuccess(decode(["move"])))
    assert.isTrue(Result.isSuccess(decode(Array.from({ length: 50 }, () => "tough"))))
    assert.isTrue(Result.isFailure(decode([])))
    const tooMany = Result.getOrThrow(Result.flip(decode(Array.from({ length: 51 }, () => "tough"))))
    assert.strictEqual(tooMany.message, "Expected 1 to 50 body parts")
  })

  it.effect("generates bodies that can be spawned", () =>
    Effect.gen(function* () {
      const bodies = yield* Arbitrary.sampleEffect(Arbitrary.schema(BodyPartType.BodyInput), {
        count: 40,
        seed: 3
      })
      assert.isTrue(bodies.every(({ length }) => length >= 1 && length <= 50))
      assert.isTrue(bodies.flat().every(BodyPartType.isKnown))
    })
  )
})
