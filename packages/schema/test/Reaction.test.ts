import * as Reaction from "@screeps-effect/schema/Reaction"
import * as Resource from "@screeps-effect/schema/Resource"
import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"

const compound = Schema.Literals(Resource.compounds)
const any = Schema.Literals(Resource.all)

describe("a reaction", () => {
  it("makes hydroxide of hydrogen and oxygen, in either order", () => {
    assert.strictEqual(Reaction.product("H", "O"), "OH")
    assert.strictEqual(Reaction.product("O", "H"), "OH")
    assert.deepStrictEqual(Reaction.reagents("OH"), ["H", "O"])
    assert.strictEqual(Reaction.time("OH"), 20)
  })

  it("makes every compound in one way only", () => {
    const ways = new Set(Reaction.all.map(({ reagents }) => reagents.toSorted().join("+")))
    assert.lengthOf(ways, Resource.compounds.length)
  })

  it.prop("gives the compound back whose reagents are asked for", [compound], ([product]) => {
    const [first, second] = Reaction.reagents(product)
    assert.strictEqual(Reaction.product(first, second), product)
    assert.strictEqual(Reaction.product(second, first), product)
  })

  it.prop("does not care about the order of its reagents", [any, any], ([first, second]) => {
    assert.strictEqual(Reaction.product(first, second), Reaction.product(second, first))
  })

  it("takes place between no other two resources", () => {
    const pairs = Resource.all.flatMap((first) =>
      Resource.all.map((second) => Reaction.product(first, second))
    )
    assert.lengthOf(
      pairs.filter((product) => product !== undefined),
      2 * Resource.compounds.length
    )
    assert.isUndefined(Reaction.product("H", "H"))
    assert.isUndefined(Reaction.product("kitchen", "O"))
    assert.isUndefined(Reaction.product("H+O", ""))
  })

  it("needs minerals and compounds that come before it, hence minerals alone in the end", () => {
    const known = new Set<string>(Resource.minerals)
    for (const { product, reagents } of Reaction.all) {
      assert.isTrue(
        reagents.every((reagent) => known.has(reagent)),
        product
      )
      known.add(product)
    }
  })

  it("rests the lab for a while", () => {
    assert.isTrue(Reaction.all.every(({ time }) => Number.isInteger(time) && time >= 5))
    assert.strictEqual(Reaction.amount, 5)
  })
})
