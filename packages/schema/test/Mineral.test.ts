import * as Mineral from "@screeps-effect/schema/Mineral"
import { assert, describe, it } from "@effect/vitest"

describe("the amount of a mineral after regeneration", () => {
  it("follows from its density, 1 to 4", () => {
    assert.deepStrictEqual([0, 1, 2, 3, 4, 5].map(Mineral.amount), [
      undefined,
      15_000,
      35_000,
      70_000,
      100_000,
      undefined
    ])
  })
})
