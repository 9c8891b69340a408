import * as Gcl from "@screeps-effect/schema/Gcl"
import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"

const points = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 10_000_000_000 }))
const power = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 100_000_000 }))

describe("the Global Control Level", () => {
  it("is 1 from no points up to the first million", () => {
    assert.deepStrictEqual([0, 1, 999_999, 1_000_000].map(Gcl.level), [1, 1, 1, 2])
  })

  it("needs 5 278 032 points for level 3 and 13 966 610 for level 4", () => {
    assert.deepStrictEqual([5_278_031, 5_278_032, 13_966_610, 13_966_611].map(Gcl.level), [2, 3, 3, 4])
    assert.deepStrictEqual(
      [1, 2, 3, 4].map((level) => Math.round(Gcl.pointsAt(level))),
      [0, 1_000_000, 5_278_032, 13_966_610]
    )
  })

  it("returns the points left to the next level", () => {
    const { level, progress, progressTotal } = Gcl.progress(1_500_000)
    assert.deepStrictEqual([level, progress, Math.round(progressTotal)], [2, 500_000, 4_278_032])
  })

  it.prop("begins where the level before ends", [points], ([value]) => {
    const { level, progress, progressTotal } = Gcl.progress(value)
    assert.approximately(Gcl.pointsAt(level) + progress, value, 1e-3)
    assert.approximately(Gcl.pointsAt(level) + progressTotal, Gcl.pointsAt(level + 1), 1e-3)
    assert.isAtLeast(progress, -1e-3)
    assert.isBelow(progress, progressTotal + 1e-3)
  })
})

describe("the Global Power Level", () => {
  it("is 0 without points and grows with their square root", () => {
    assert.deepStrictEqual([0, 999, 1000, 3999, 4000, 625_000].map(Gcl.powerLevel), [0, 0, 1, 1, 2, 25])
  })

  it("returns the points left to the next level", () => {
    assert.deepStrictEqual(Gcl.powerProgress(0), { level: 0, progress: 0, progressTotal: 1000 })
    assert.deepStrictEqual(Gcl.powerProgress(4500), { level: 2, progress: 500, progressTotal: 5000 })
  })

  it.prop("has at least the points at which it begins", [power], ([value]) => {
    const level = Gcl.powerLevel(value)
    assert.isAtLeast(value, Gcl.powerPointsAt(level))
    assert.isBelow(value, Gcl.powerPointsAt(level + 1))
  })
})
