import * as ControllerLevel from "@screeps-effect/schema/ControllerLevel"
import * as StructureType from "@screeps-effect/schema/StructureType"
import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

describe("a structure", () => {
  it("is one of twenty-one, sixteen of which are built by players", () => {
    assert.lengthOf(new Set(StructureType.all), 21)
    assert.lengthOf(new Set(StructureType.buildable), 16)
    assert.deepStrictEqual(
      StructureType.all.filter((type) => !StructureType.isBuildable(type)),
      ["controller", "keeperLair", "portal", "powerBank", "invaderCore"]
    )
    assert.isTrue(StructureType.isKnown("portal"))
    assert.isFalse(StructureType.isKnown("wall"))
  })

  it("of any type is let through in answers, and can be built in what is sent", () => {
    const build = Schema.decodeUnknownResult(StructureType.BuildableInput)
    assert.deepStrictEqual(
      Schema.decodeUnknownResult(StructureType.StructureType)("shed"),
      Result.succeed("shed")
    )
    assert.deepStrictEqual(build("factory"), Result.succeed("factory"))
    assert.isTrue(Result.isFailure(build("controller")))
  })

  it("costs energy", () => {
    assert.strictEqual(StructureType.cost("spawn"), 15_000)
    assert.strictEqual(StructureType.cost("constructedWall"), 1)
  })

  it("is allowed as often as the level of the controller says", () => {
    assert.strictEqual(StructureType.allowed("extension", 4), 20)
    assert.strictEqual(StructureType.allowed("tower", 8), 6)
    assert.strictEqual(StructureType.allowed("factory", 6), 0)
    assert.strictEqual(StructureType.allowed("portal", 8), 0)
    assert.strictEqual(StructureType.allowed("shed", 8), 0)
  })

  it("is allowed no less often at a higher level", () => {
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

  it("is a road or a container where nobody owns the room", () => {
    assert.deepStrictEqual(
      StructureType.all.filter((type) => StructureType.allowed(type, 0) > 0),
      ["road", "container"]
    )
  })
})
