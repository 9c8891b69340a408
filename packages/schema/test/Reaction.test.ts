import * as Reaction from "@screeps-effect/schema/Reaction"
import * as Resource from "@screeps-effect/schema/Resource"
import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"

const all = Resource.compounds.map((product) => ({
  product,
  reagents: Reaction.reagents(product),
  time: Reaction.time(product)
}))
const compound = Schema.Literals(Resource.compounds)
const any = Schema.Literals(Resource.all)

describe("a reaction", () => {
  it("produces hydroxide from hydrogen and oxygen, in either order", () => {
    assert.strictEqual(Reaction.product("H", "O"), "OH")
    assert.strictEqual(Reaction.product("O", "H"), "OH")
    assert.deepStrictEqual(Reaction.reagents("OH"), ["H", "O"])
    assert.strictEqual(Reaction.time("OH"), 20)
  })

  it("produces every compound from exactly one pair of reagents", () => {
    const ways = new Set(all.map(({ reagents }) => reagents.toSorted().join("+")))
    assert.lengthOf(ways, Resource.compounds.length)
  })

  it.prop("produces the compound whose reagents were looked up", [compound], ([product]) => {
    const [first, second] = Reaction.reagents(product)
    assert.strictEqual(Reaction.product(first, second), product)
    assert.strictEqual(Reaction.product(second, first), product)
  })

  it.prop("ignores the order of its reagents", [any, any], ([first, second]) => {
    assert.strictEqual(Reaction.product(first, second), Reaction.product(second, first))
  })

  it("exists for no other pair of resources", () => {
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

  it("needs only earlier compounds and minerals, and finally minerals alone", () => {
    const known = new Set<string>(Resource.minerals)
    for (const { product, reagents } of all) {
      assert.isTrue(
        reagents.every((reagent) => known.has(reagent)),
        product
      )
      known.add(product)
    }
  })

  it("has a cooldown", () => {
    assert.isTrue(all.every(({ time }) => Number.isInteger(time) && time >= 5))
    assert.strictEqual(Reaction.amount, 5)
  })
})
