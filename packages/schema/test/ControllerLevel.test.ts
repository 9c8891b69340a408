import * as ControllerLevel from "@screeps-effect/schema/ControllerLevel"
import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

describe("the level of a controller", () => {
  it("is 0 to 8", () => {
    const decode = Schema.decodeUnknownResult(ControllerLevel.ControllerLevel)
    assert.deepStrictEqual(
      ControllerLevel.all.map((level) => decode(level)),
      ControllerLevel.all.map((level) => Result.succeed(level))
    )
    for (const value of [-1, 9, 1.5, "1", null]) assert.isTrue(Result.isFailure(decode(value)), String(value))
  })

  it("costs three times as many control points as the level before, from level 3 on", () => {
    assert.strictEqual(ControllerLevel.cost(1), 200)
    assert.strictEqual(ControllerLevel.cost(7), 10_935_000)
    for (const level of [2, 3, 4, 5, 6] as const) {
      assert.strictEqual(
        ControllerLevel.cost(ControllerLevel.all[level + 1] ?? 0),
        3 * (ControllerLevel.cost(level) ?? 0)
      )
    }
  })

  it("has no cost at level 0 and at level 8", () => {
    assert.isUndefined(ControllerLevel.cost(8))
    assert.isUndefined(ControllerLevel.cost(0))
  })

  it("lasts for a number of ticks without upgrades", () => {
    assert.strictEqual(ControllerLevel.downgradeAfter(8), 200_000)
    assert.isUndefined(ControllerLevel.downgradeAfter(0))
  })
})
