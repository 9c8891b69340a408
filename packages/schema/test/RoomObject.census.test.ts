import * as Resource from "@screeps-effect/schema/Resource"
import * as RoomObject from "@screeps-effect/schema/RoomObject"
import { census, type CensusField, objects, objectsOf, objectTypes } from "@screeps-effect/fixtures"
import { assert, describe, it } from "@effect/vitest"
import { type Field, fieldsOf } from "./support/fields.ts"

interface Rule {
  readonly types: ReadonlyArray<RoomObject.Type> | "any"
  readonly field: RegExp
  readonly reason: string
}

/** Fields that were counted and that no schema names, on purpose. */
const unnamed: ReadonlyArray<Rule> = [
  {
    types: "any",
    field: /^(meta|\$loki)(\.|$)/,
    reason: "book-keeping of the private server's built-in storage"
  },
  {
    types: "any",
    field: /^_(?!id$)/,
    reason: "internal keys of the server; in history and old official data only"
  },
  {
    types: ["container", "factory", "rampart", "road"],
    field: /^(user|store|storeCapacity|storeCapacityResource)$/,
    reason:
      "nulls that patches of history leave behind where two objects were stored under the key `undefined`"
  },
  {
    types: ["energy"],
    field: new RegExp(`^(${Resource.all.join("|")})$`),
    reason: "the amount of a pile is stored under the name of its resource: `Pile.amount`"
  }
]

/** Fields that a schema names and that were never counted. */
const uncounted: ReadonlyArray<Rule> = [
  {
    types: ["constructedWall", "extension", "link", "mineral", "nuker", "source"],
    field: /^effects(\W|$)/,
    reason: "powers can be used on it, but none was used during the recording"
  },
  {
    types: "any",
    field: /^effects(\[\]|\.<key>)(\.|$)/,
    reason: "effects are a list or an object keyed by index; both forms were counted, but not on every kind"
  },
  {
    types: ["deposit", "nuke", "portal"],
    field: /^(destination\.roomName|lastCooldown|nextDecayTime|timeToLand)$/,
    reason: "recorded from xxscreeps, which was not counted"
  },
  { types: ["controller"], field: /^hardSign(\.|$)/, reason: "reported for official servers" },
  { types: ["controller"], field: /^(bindUser|tutorial)$/, reason: "read in the server's source" },
  {
    types: ["creep"],
    field: /^(tutorial|noCapacityRecalc|tombstoneDecay)$/,
    reason: "read in the server's source"
  },
  {
    types: ["creep"],
    field: /^actionLog\.rangedMassAttack\.<key>$/,
    reason: "always an empty record"
  },
  {
    types: ["creep", "powerCreep"],
    field: /^interRoom(\.|$)/,
    reason: "the same for both, and as for portals"
  },
  {
    types: ["invaderCore", "powerCreep", "tower"],
    field: /^actionLog\.(attackController|upgradeController|attacked|heal)\.[xy]$/,
    reason: "always null in the recording; the same record as in the other actions"
  },
  {
    types: ["invaderCore"],
    field: /^spawning\.(remainingTime|directions(\[\])?)$/,
    reason: "the same record as that of a spawn, where they were counted"
  },
  {
    types: ["invaderCore"],
    field: /^store(\.|$)/,
    reason: "read in the server's source: when it is destroyed"
  },
  {
    types: ["symbolDecoder"],
    field: /^(symbols|decoded)$/,
    reason: "nested records read in the mod's source"
  }
]

const applies = (rule: Rule, type: RoomObject.Type, field: string) =>
  (rule.types === "any" || rule.types.includes(type)) && rule.field.test(field)

/** Replaces indexes and identifiers of users, which are keys of a record. */
const asPath = (field: string) => field.replaceAll(/\.(\d+|[0-9a-f]{15})(?=\.|$)/g, ".<key>")

const sections = Object.entries(census())

/** Returns the counted fields of a type, by path. */
const counted = (type: RoomObject.Type) => {
  const fields = new Map<string, Array<CensusField & { readonly section: string }>>()
  for (const [section, { types }] of sections) {
    for (const [name, field] of Object.entries(types[type]?.fields ?? {})) {
      const path = asPath(name)
      fields.set(path, [...(fields.get(path) ?? []), { ...field, section }])
    }
  }
  return fields
}

const named = (type: RoomObject.Type) => {
  const fields = new Map<string, Field>()
  for (const [path, field] of fieldsOf(RoomObject.schemas[type].ast)) {
    const before = fields.get(path)
    fields.set(path, {
      isRequired: field.isRequired && before?.isRequired !== false,
      types: new Set([...(before?.types ?? []), ...field.types])
    })
  }
  return fields
}

for (const type of RoomObject.types) {
  describe(`the schema of ${type}`, () => {
    const seen = counted(type)
    const ours = named(type)

    it("names every field of the census", () => {
      const missing = [...seen.keys()].filter(
        (path) => !ours.has(path) && !unnamed.some((rule) => applies(rule, type, path))
      )
      assert.deepStrictEqual(missing, [])
    })

    it("names no field that the census does not contain", () => {
      const invented = [...ours.keys()].filter(
        (path) => !seen.has(path) && !uncounted.some((rule) => applies(rule, type, path))
      )
      assert.deepStrictEqual(invented, [])
    })

    it("accepts every JSON type of the census", () => {
      const rejected = [...seen].flatMap(([path, fields]) =>
        fields.flatMap(({ section, types }) =>
          Object.keys(types)
            .filter((jsonType) => ours.get(path)?.types.has(jsonType) === false)
            .map((jsonType) => `${path}: ${jsonType} (${section})`)
        )
      )
      assert.deepStrictEqual(rejected, [])
    })

    it("requires only fields that were always present", () => {
      const required = [...ours].flatMap(([path, { isRequired }]) =>
        isRequired && (seen.get(path) ?? []).some(({ ratio }) => ratio !== undefined && ratio < 1)
          ? [path]
          : []
      )
      assert.deepStrictEqual(required, [])
    })
  })
}

describe("the census", () => {
  it("contains all known kinds, and one of a mod", () => {
    const types = [...new Set(sections.flatMap(([, section]) => Object.keys(section.types)))]
    assert.sameMembers(types, [...RoomObject.types, "myobject"])
    assert.sameMembers([...objectTypes()], types)
  })

  it("has only nulls in the fields that history leaves behind", () => {
    const rule = unnamed.find(({ types }) => types.includes("container"))
    const left = RoomObject.types.flatMap((type) => {
      const ours = named(type)
      return [...counted(type)].filter(
        ([path]) => rule !== undefined && !ours.has(path) && applies(rule, type, path)
      )
    })
    assert.lengthOf(left, 7)
    for (const [, fields] of left) {
      for (const { section, types } of fields) {
        assert.deepStrictEqual([section, Object.keys(types)], ["liveHistory", ["null"]])
      }
    }
  })

  it("needs every rule of this test", () => {
    const all = RoomObject.types.flatMap((type) => {
      const [seen, ours] = [[...counted(type).keys()], [...named(type).keys()]]
      return [
        ...seen.filter((path) => !ours.includes(path)).map((path) => ({ rules: unnamed, type, path })),
        ...ours.filter((path) => !seen.includes(path)).map((path) => ({ rules: uncounted, type, path }))
      ]
    })
    for (const rule of [...unnamed, ...uncounted]) {
      assert.isTrue(
        all.some(({ path, rules, type }) => rules.includes(rule) && applies(rule, type, path)),
        rule.reason
      )
    }
  })
})

describe("the recorded documents", () => {
  const rows = objectTypes().map((type) => {
    const classified = objectsOf(type).map(({ document }) => RoomObject.classify(document))
    const unknown = classified.filter((object) => object.type === "unknown")
    return {
      type,
      documents: classified.length,
      unknown: unknown.length,
      drift: classified.flatMap(RoomObject.drift)
    }
  })

  it("are of the kind of their type, except those of a mod", () => {
    assert.deepStrictEqual(
      rows.filter(({ drift, unknown }) => unknown > 0 || drift.length > 0),
      [{ type: "myobject", documents: 3, unknown: 3, drift: [] }]
    )
    assert.lengthOf(rows, 37)
    assert.isTrue(rows.every(({ documents }) => documents >= 2))
    assert.strictEqual(
      rows.reduce((sum, { documents }) => sum + documents, 0),
      objects().length
    )
  })

  for (const [i, { document, from, type }] of objects().entries()) {
    it(`are classified without a change: ${i + 1}, ${type} from the ${from}`, () => {
      const before = JSON.stringify(document)
      const object = RoomObject.classify(document)
      assert.strictEqual(RoomObject.toDocument(object), document)
      assert.strictEqual(JSON.stringify(document), before)
      assert.strictEqual<string>(object.type, type === "myobject" ? "unknown" : type)
    })
  }
})
