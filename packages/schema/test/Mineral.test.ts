import * as Mineral from "@screeps-effect/schema/Mineral"
import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

describe("the density of a mineral", () => {
  it("is 1 to 4 and has a name", () => {
    const decode = Schema.decodeUnknownResult(Mineral.MineralDensity)
    for (const density of Object.values(Mineral.densities)) {
      assert.deepStrictEqual(decode(density), Result.succeed(density))
      assert.strictEqual(Mineral.densities[Mineral.densityName(density)], density)
    }
    assert.isTrue(Result.isFailure(decode(0)))
    assert.isTrue(Result.isFailure(decode(5)))
  })

  it("determines the amount after regeneration", () => {
    assert.deepStrictEqual(
      Object.values(Mineral.densities).map(Mineral.amount),
      [15_000, 35_000, 70_000, 100_000]
    )
  })
})
