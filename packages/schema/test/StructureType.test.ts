import * as ControllerLevel from "@screeps-effect/schema/ControllerLevel"
import * as StructureType from "@screeps-effect/schema/StructureType"
import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

describe("a structure type", () => {
  it("has 21 known values, 16 of which players can build", () => {
    assert.lengthOf(new Set(StructureType.all), 21)
    assert.lengthOf(new Set(StructureType.buildable), 16)
    assert.deepStrictEqual(
      StructureType.all.filter((type) => !StructureType.isBuildable(type)),
      ["controller", "keeperLair", "portal", "powerBank", "invaderCore"]
    )
    assert.isTrue(StructureType.isKnown("portal"))
    assert.isFalse(StructureType.isKnown("wall"))
  })

  it("may be unknown in responses, and must be buildable in requests", () => {
    const build = Schema.decodeUnknownResult(StructureType.BuildableInput)
    assert.deepStrictEqual(
      Schema.decodeUnknownResult(StructureType.StructureType)("shed"),
      Result.succeed("shed")
    )
    assert.deepStrictEqual(build("factory"), Result.succeed("factory"))
    assert.isTrue(Result.isFailure(build("controller")))
  })

  it("has a cost in energy", () => {
    assert.strictEqual(StructureType.cost("spawn"), 15_000)
    assert.strictEqual(StructureType.cost("constructedWall"), 1)
  })

  it("has a limit that follows from the level of the controller", () => {
    assert.strictEqual(StructureType.allowed("extension", 4), 20)
    assert.strictEqual(StructureType.allowed("tower", 8), 6)
    assert.strictEqual(StructureType.allowed("factory", 6), 0)
    assert.strictEqual(StructureType.allowed("portal", 8), 0)
    assert.strictEqual(StructureType.allowed("shed", 8), 0)
  })

  it("has a limit that never decreases with the level", () => {
    for (const type of StructureType.buildable) {
      const counts = ControllerLevel.all.map((level) => StructureType.allowed(type, level))
      assert.deepStrictEqual(
        counts,
        counts.toSorted((a, b) => a - b),
        type
      )
      assert.isAbove(counts.at(-1) ?? 0, 0, type)
    }
  })

  it("has a limit above 0 only for roads and containers in rooms without owner", () => {
    assert.deepStrictEqual(
      StructureType.all.filter((type) => StructureType.allowed(type, 0) > 0),
      ["road", "container"]
    )
  })
})
