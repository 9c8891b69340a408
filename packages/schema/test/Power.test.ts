import * as Power from "@screeps-effect/schema/Power"
import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

describe("a power", () => {
  it("has a number from 1 to 19 and a name", () => {
    const decode = Schema.decodeUnknownResult(Power.Power)
    assert.deepStrictEqual(
      [...Power.all],
      Array.from({ length: 19 }, (_, i) => i + 1)
    )
    for (const power of Power.all) {
      assert.deepStrictEqual(decode(power), Result.succeed(power))
      assert.strictEqual(Power.powers[Power.name(power)], power)
    }
    assert.isTrue(Result.isFailure(decode(20)))
    assert.isFalse(Power.isPower("1"))
  })

  it("belongs to the class operator, the only known class", () => {
    assert.isTrue(Power.all.every((power) => Power.classOf(power) === Power.classes[0]))
    assert.deepStrictEqual(
      Schema.decodeUnknownResult(Power.PowerClass)("operator"),
      Result.succeed("operator")
    )
    assert.isTrue(Result.isFailure(Schema.decodeUnknownResult(Power.PowerClass)("commander")))
  })

  it("has a required level of the power creep for each of its levels", () => {
    assert.deepStrictEqual(Power.creepLevels(Power.powers.regenSource), [10, 11, 12, 14, 22])
    for (const power of Power.all) {
      const levels = Power.creepLevels(power)
      assert.lengthOf(levels, Power.maxLevel)
      assert.deepStrictEqual(
        [...levels],
        levels.toSorted((a, b) => a - b)
      )
      assert.isBelow(levels[4], Power.maxCreepLevel)
    }
  })
})
