import * as Resource from "@screeps-effect/schema/Resource"
import { assert, describe, it } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

type Family = readonly [list: ReadonlyArray<string>, size: number]

const families: Readonly<Record<string, Family>> = {
  bases: [Resource.bases, 3],
  minerals: [Resource.minerals, 7],
  baseCompounds: [Resource.baseCompounds, 4],
  boostsTier1: [Resource.boostsTier1, 10],
  boostsTier2: [Resource.boostsTier2, 10],
  boostsTier3: [Resource.boostsTier3, 10],
  deposits: [Resource.deposits, 4],
  compressed: [Resource.chains.compressed, 9],
  basicCommodities: [Resource.chains.basic, 3],
  electronic: [Resource.chains.electronic, 6],
  biological: [Resource.chains.biological, 6],
  mechanical: [Resource.chains.mechanical, 6],
  mystical: [Resource.chains.mystical, 6],
  accountBound: [Resource.accountBound, 4],
  seasonal: [Resource.seasonal, 24]
}

const unions: Readonly<Record<string, readonly [...Family, of: ReadonlyArray<string>]>> = {
  boosts: [Resource.boosts, 30, ["boostsTier1", "boostsTier2", "boostsTier3"]],
  compounds: [Resource.compounds, 34, ["baseCompounds", "boostsTier1", "boostsTier2", "boostsTier3"]],
  roomResources: [
    Resource.roomResources,
    84,
    Object.keys(families).filter((family) => family !== "accountBound" && family !== "seasonal")
  ],
  marketResources: [
    Resource.marketResources,
    88,
    Object.keys(families).filter((family) => family !== "seasonal")
  ],
  all: [Resource.all, 112, Object.keys(families)]
}

const guards = [
  [Resource.minerals, Resource.isMineral],
  [Resource.accountBound, Resource.isAccountBound],
  [Resource.roomResources, Resource.isRoomResource],
  [Resource.marketResources, Resource.isMarketResource],
  [Resource.all, Resource.isKnown]
] as const

const members = (names: ReadonlyArray<string>) => names.flatMap((name) => families[name]?.[0] ?? [])

describe("a family of resources", () => {
  for (const [name, [list, size]] of Object.entries(families)) {
    it(`called ${name} has ${size} members`, () => {
      assert.lengthOf(new Set(list), size)
    })
  }

  it("has a guard for exactly its members", () => {
    for (const [list, is] of guards) assert.deepStrictEqual(Resource.all.filter(is), [...list])
  })

  it("shares no member with another family", () => {
    const everyone = members(Object.keys(families))
    assert.lengthOf(new Set(everyone), everyone.length)
  })

  for (const [name, [list, size, of]] of Object.entries(unions)) {
    it(`of ${size} called ${name} is the union of ${of.length} families`, () => {
      assert.sameMembers([...list], members(of))
      assert.lengthOf(list, size)
    })
  }

  it("rejects values that are not resources", () => {
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
        guards.some(([, is]) => is(value)),
        String(value)
      )
    }
  })

  it("of seasons contains thorium, which is not a mineral", () => {
    assert.isTrue(Resource.seasonal.some((resource) => resource === "T"))
    assert.isFalse(Resource.isMineral("T"))
  })
})

describe("the symbols", () => {
  it("are 22, one with a name that differs from its letter", () => {
    const symbols = Resource.seasonal.filter((resource) => /^symbol_[a-z]+$/.test(resource))
    assert.lengthOf(symbols, 22)
    assert.strictEqual(symbols[20], "symbol_sim")
  })
})

describe("a resource", () => {
  it("may have any name in responses", () => {
    const decode = Schema.decodeUnknownResult(Resource.Resource)
    assert.deepStrictEqual(decode("H"), Result.succeed("H"))
    assert.deepStrictEqual(decode("unobtainium"), Result.succeed("unobtainium"))
    assert.isTrue(Result.isFailure(decode(1)))
  })

  it("that can be stored is not bound to an account", () => {
    const decode = Schema.decodeUnknownResult(Resource.StorableResource)
    assert.deepStrictEqual(
      Resource.all.filter((resource) => Result.isFailure(decode(resource))),
      [...Resource.accountBound]
    )
  })

  it.effect("is generated as a known resource", () =>
    Effect.gen(function* () {
      const made = yield* Arbitrary.sampleEffect(Arbitrary.schema(Resource.StorableResource), {
        count: 50,
        seed: 7
      })
      assert.isTrue(made.every(Resource.isKnown))
      assert.isAbove(new Set(made).size, 20)
    })
  )
})
