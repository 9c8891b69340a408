import * as Gcl from "@screeps-effect/schema/Gcl"
import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"

const points = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 10_000_000_000 }))
const power = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 100_000_000 }))

describe("the level of control", () => {
  it("is 1 without points and up to the first million", () => {
    assert.deepStrictEqual([0, 1, 999_999, 1_000_000].map(Gcl.level), [1, 1, 1, 2])
  })

  it("takes 5 278 032 points for the third and 13 966 610 for the fourth", () => {
    assert.deepStrictEqual([5_278_031, 5_278_032, 13_966_610, 13_966_611].map(Gcl.level), [2, 3, 3, 4])
    assert.deepStrictEqual(
      [1, 2, 3, 4].map((level) => Math.round(Gcl.pointsAt(level))),
      [0, 1_000_000, 5_278_032, 13_966_610]
    )
  })

  it("tells how far it is to the next", () => {
    const { level, progress, progressTotal } = Gcl.progress(1_500_000)
    assert.deepStrictEqual([level, progress, Math.round(progressTotal)], [2, 500_000, 4_278_032])
  })

  it.prop("begins where the one before ends", [points], ([value]) => {
    const { level, progress, progressTotal } = Gcl.progress(value)
    assert.approximately(Gcl.pointsAt(level) + progress, value, 1e-3)
    assert.approximately(Gcl.pointsAt(level) + progressTotal, Gcl.pointsAt(level + 1), 1e-3)
    assert.isAtLeast(progress, -1e-3)
    assert.isBelow(progress, progressTotal + 1e-3)
  })
})

describe("the level of power", () => {
  it("is 0 without points and grows with their root", () => {
    assert.deepStrictEqual([0, 999, 1000, 3999, 4000, 625_000].map(Gcl.powerLevel), [0, 0, 1, 1, 2, 25])
  })

  it("tells how far it is to the next", () => {
    assert.deepStrictEqual(Gcl.powerProgress(0), { level: 0, progress: 0, progressTotal: 1000 })
    assert.deepStrictEqual(Gcl.powerProgress(4500), { level: 2, progress: 500, progressTotal: 5000 })
  })

  it.prop("holds at least the points at which it begins", [power], ([value]) => {
    const level = Gcl.powerLevel(value)
    assert.isAtLeast(value, Gcl.powerPointsAt(level))
    assert.isBelow(value, Gcl.powerPointsAt(level + 1))
  })
})
