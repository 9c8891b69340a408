import * as Resource from "@screeps-effect/schema/Resource"
import { assert, describe, it } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

type Family = readonly [list: ReadonlyArray<string>, is: (value: unknown) => boolean, size: number]

const families: Readonly<Record<string, Family>> = {
  bases: [Resource.bases, Resource.isBase, 3],
  minerals: [Resource.minerals, Resource.isMineral, 7],
  baseCompounds: [Resource.baseCompounds, Resource.isBaseCompound, 4],
  boostsTier1: [Resource.boostsTier1, Resource.isBoostTier1, 10],
  boostsTier2: [Resource.boostsTier2, Resource.isBoostTier2, 10],
  boostsTier3: [Resource.boostsTier3, Resource.isBoostTier3, 10],
  deposits: [Resource.deposits, Resource.isDeposit, 4],
  compressed: [Resource.compressed, Resource.isCompressed, 9],
  basicCommodities: [Resource.basicCommodities, Resource.isBasicCommodity, 3],
  electronic: [Resource.electronic, Resource.isElectronic, 6],
  biological: [Resource.biological, Resource.isBiological, 6],
  mechanical: [Resource.mechanical, Resource.isMechanical, 6],
  mystical: [Resource.mystical, Resource.isMystical, 6],
  accountBound: [Resource.accountBound, Resource.isAccountBound, 4],
  seasonal: [Resource.seasonal, Resource.isSeasonal, 24]
}

const unions: Readonly<Record<string, readonly [...Family, of: ReadonlyArray<string>]>> = {
  boosts: [Resource.boosts, Resource.isBoost, 30, ["boostsTier1", "boostsTier2", "boostsTier3"]],
  compounds: [
    Resource.compounds,
    Resource.isCompound,
    34,
    ["baseCompounds", "boostsTier1", "boostsTier2", "boostsTier3"]
  ],
  mineralBased: [
    Resource.mineralBased,
    Resource.isMineralBased,
    41,
    ["minerals", "baseCompounds", "boostsTier1", "boostsTier2", "boostsTier3"]
  ],
  commodities: [
    Resource.commodities,
    Resource.isCommodity,
    36,
    ["compressed", "basicCommodities", "electronic", "biological", "mechanical", "mystical"]
  ],
  roomResources: [
    Resource.roomResources,
    Resource.isRoomResource,
    84,
    Object.keys(families).filter((family) => family !== "accountBound" && family !== "seasonal")
  ],
  marketResources: [
    Resource.marketResources,
    Resource.isMarketResource,
    88,
    Object.keys(families).filter((family) => family !== "seasonal")
  ],
  all: [Resource.all, Resource.isKnown, 112, Object.keys(families)]
}

const members = (names: ReadonlyArray<string>) => names.flatMap((name) => families[name]?.[0] ?? [])

describe("a family of resources", () => {
  for (const [name, [list, is, size]] of Object.entries(families)) {
    it(`of ${size} called ${name} has a guard for exactly its members`, () => {
      assert.lengthOf(new Set(list), size)
      assert.deepStrictEqual(
        Resource.all.filter(is),
        Resource.all.filter((resource) => list.includes(resource))
      )
      assert.isTrue(list.every(is))
    })
  }

  it("shares no member with another family", () => {
    const everyone = members(Object.keys(families))
    assert.lengthOf(new Set(everyone), everyone.length)
  })

  for (const [name, [list, is, size, of]] of Object.entries(unions)) {
    it(`of ${size} called ${name} is the union of ${of.length} families`, () => {
      assert.sameMembers([...list], members(of))
      assert.lengthOf(list, size)
      assert.deepStrictEqual(
        Resource.all.filter(is),
        Resource.all.filter((resource) => list.includes(resource))
      )
    })
  }

  it("rejects values that are not resources", () => {
    const guards = [...Object.values(families), ...Object.values(unions)].map(([, is]) => is)
    for (const value of [
      "kitchen",
      "",
      "h",
      "toString",
      "__proto__",
      "symbol_sin",
      undefined,
      null,
      1,
      ["H"]
    ]) {
      assert.isFalse(
        guards.some((is) => is(value)),
        String(value)
      )
    }
  })

  it("of seasons contains thorium, which is not a mineral", () => {
    assert.isTrue(Resource.isSeasonal("T"))
    assert.isFalse(Resource.isMineral("T"))
  })
})

describe("the symbols", () => {
  it("are 22, one with a name that differs from its letter", () => {
    assert.lengthOf(new Set(Resource.symbols), 22)
    assert.isTrue(Resource.symbols.every((symbol) => /^symbol_[a-z]+$/.test(symbol)))
    assert.strictEqual(Resource.symbols[20], "symbol_sim")
    assert.isTrue(Resource.isSymbol("symbol_sim"))
    assert.isFalse(Resource.isSymbol("score"))
  })
})

describe("a resource", () => {
  it("may have any name in responses", () => {
    const decode = Schema.decodeUnknownResult(Resource.Resource)
    assert.deepStrictEqual(decode("H"), Result.succeed("H"))
    assert.deepStrictEqual(decode("unobtainium"), Result.succeed("unobtainium"))
    assert.isTrue(Result.isFailure(decode(1)))
  })

  it("must be known in requests", () => {
    const decode = Schema.decodeUnknownResult(Resource.ResourceInput)
    for (const resource of Resource.all) assert.deepStrictEqual(decode(resource), Result.succeed(resource))
    for (const text of ["kitchen", "Hydrogen", "Silicon", ""])
      assert.isTrue(Result.isFailure(decode(text)), text)
  })

  it("that can be stored is not bound to an account", () => {
    const decode = Schema.decodeUnknownResult(Resource.StorableResource)
    assert.deepStrictEqual(
      Resource.all.filter((resource) => Result.isFailure(decode(resource))),
      [...Resource.accountBound]
    )
    assert.lengthOf(Resource.storableResources, 108)
  })

  it.effect("is generated as a known resource", () =>
    Effect.gen(function* () {
      const made = yield* Arbitrary.sampleEffect(Arbitrary.schema(Resource.ResourceInput), {
        count: 50,
        seed: 7
      })
      assert.isTrue(made.every(Resource.isKnown))
      assert.isAbove(new Set(made).size, 20)
    })
  )
})
