import * as Commodity from "@screeps-effect/schema/Commodity"
import * as Resource from "@screeps-effect/schema/Resource"
import { assert, describe, it } from "@effect/vitest"

const recipes = Commodity.products.map(Commodity.of)

const needs = (product: Commodity.Product): ReadonlyArray<string> =>
  Object.keys(Commodity.of(product).components)

describe("a recipe", () => {
  it("has a level, an amount, a cooldown and components", () => {
    assert.deepStrictEqual(Commodity.of("switch"), {
      product: "switch",
      level: 1,
      amount: 5,
      cooldown: 70,
      components: { wire: 40, oxidant: 95, utrium_bar: 35, energy: 20 }
    })
  })

  it("needs whole amounts of room resources, and energy except to regain energy", () => {
    for (const { amount, components, cooldown, product } of recipes) {
      assert.isTrue(Object.keys(components).every(Resource.isRoomResource), product)
      assert.isTrue(
        [amount, cooldown, ...Object.values(components)].every((n) => Number.isInteger(n) && n > 0),
        product
      )
      assert.strictEqual(components.energy !== undefined, product !== "energy", product)
    }
  })

  it("of a compressed form is reversed by the recipe of its resource", () => {
    for (const bar of Resource.chains.compressed) {
      const [whole] = needs(bar).filter((component) => component !== "energy")
      const back = recipes.find(({ product }) => product === (whole ?? "energy"))
      assert.deepInclude(back?.components, { [bar]: Commodity.of(bar).amount })
    }
  })
})

const members = (family: ReadonlyArray<string>, resource: string) => family.includes(resource)

describe("a chain of commodities", () => {
  const chains = ["electronic", "biological", "mechanical", "mystical"] as const
  for (const [i, chain] of chains.entries()) {
    it(`for ${chain} goes from ${Resource.deposits.at(i === 1 ? 2 : i === 2 ? 1 : i)} to level 5`, () => {
      const levels = Resource.chains[chain].map((commodity) => Commodity.of(commodity).level)
      assert.deepStrictEqual(levels, [undefined, 1, 2, 3, 4, 5])
      const [first] = Resource.chains[chain]
      assert.lengthOf(
        needs(first).filter((resource) => members(Resource.deposits, resource)),
        1
      )
    })
  }

  it("exists for every product except resources that are recovered", () => {
    assert.sameMembers<string>(
      [...Object.values(Resource.chains).flat(), "energy", "G", ...Resource.minerals],
      [...Commodity.products]
    )
  })

  it("needs only commodities of the same chain, basic ones and compressed ones", () => {
    const shared: ReadonlyArray<string> = [...Resource.chains.basic, ...Resource.chains.compressed]
    for (const chain of Object.values(Resource.chains)) {
      const own: ReadonlyArray<string> = [...chain, ...shared]
      const foreign = chain
        .flatMap(needs)
        .filter(
          (resource) => members(Object.values(Resource.chains).flat(), resource) && !own.includes(resource)
        )
      assert.deepStrictEqual(foreign, [])
    }
  })
})
