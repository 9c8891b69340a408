import * as Mineral from "@screeps-effect/schema/Mineral"
import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

describe("the density of a mineral", () => {
  it("is 1 to 4", () => {
    const decode = Schema.decodeUnknownResult(Mineral.MineralDensity)
    for (const density of Object.values(Mineral.densities)) {
      assert.deepStrictEqual(decode(density), Result.succeed(density))
    }
    assert.isTrue(Result.isFailure(decode(0)))
    assert.isTrue(Result.isFailure(decode(5)))
  })
})
