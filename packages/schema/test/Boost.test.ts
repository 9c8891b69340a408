import * as BodyPartType from "@screeps-effect/schema/BodyPartType"
import * as Boost from "@screeps-effect/schema/Boost"
import * as Resource from "@screeps-effect/schema/Resource"
import { assert, describe, it } from "@effect/vitest"

describe("a boost", () => {
  it("exists for every boosting compound, and for no other resource", () => {
    assert.sameMembers(
      Boost.all.map(({ compound }) => compound),
      [...Resource.boosts]
    )
    assert.deepStrictEqual(
      Resource.all.filter((resource) => Boost.of(resource) !== undefined),
      Resource.all.filter((resource) => new Set<string>(Resource.boosts).has(resource))
    )
    assert.isUndefined(Boost.of("kitchen"))
  })

  it("has the part, actions, factor and tier of its compound", () => {
    assert.deepStrictEqual(Boost.of("XLH2O"), {
      compound: "XLH2O",
      tier: 3,
      part: "work",
      actions: ["build", "repair"],
      factor: 2
    })
  })

  it("has the tier of the list that contains its compound", () => {
    const tier = (wanted: number) =>
      Boost.all.filter((boost) => boost.tier === wanted).map(({ compound }) => compound)
    assert.sameMembers(tier(1), [...Resource.boostsTier1])
    assert.sameMembers(tier(2), [...Resource.boostsTier2])
    assert.sameMembers(tier(3), [...Resource.boostsTier3])
  })

  it("is stronger at a higher tier", () => {
    for (let i = 0; i < Boost.all.length; i += 3) {
      const strength = Boost.all
        .slice(i, i + 3)
        .map(({ actions, factor }) => (actions.includes("damage") ? 1 / factor : factor))
      assert.deepStrictEqual(
        strength,
        strength.toSorted((a, b) => a - b)
      )
      assert.lengthOf(new Set(strength), 3)
    }
  })

  it("exists for every body part except claim", () => {
    const counts = Object.fromEntries(
      BodyPartType.all.map((part) => [part, Boost.all.filter((boost) => boost.part === part).length])
    )
    assert.deepStrictEqual(counts, {
      move: 3,
      work: 12,
      carry: 3,
      attack: 3,
      ranged_attack: 3,
      tough: 3,
      heal: 3,
      claim: 0
    })
  })
})

describe("the factor of a body part", () => {
  it("is the boost's factor for the actions of the boost", () => {
    assert.strictEqual(Boost.factor("work", "harvest", "XUHO2"), 7)
    assert.strictEqual(Boost.factor("ranged_attack", "rangedMassAttack", "KHO2"), 3)
    assert.strictEqual(Boost.factor("tough", "damage", "XGHO2"), 0.3)
  })

  it("is 1 for all other actions and resources", () => {
    assert.strictEqual(Boost.factor("work", "build", "XUHO2"), 1)
    assert.strictEqual(Boost.factor("move", "harvest", "XUHO2"), 1)
    assert.strictEqual(Boost.factor("work", "harvest", null), 1)
    assert.strictEqual(Boost.factor("work", "harvest", undefined), 1)
    assert.strictEqual(Boost.factor("work", "harvest", "unobtainium"), 1)
  })
})
