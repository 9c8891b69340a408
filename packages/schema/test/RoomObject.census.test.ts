import * as Resource from "@screeps-effect/schema/Resource"
import * as RoomObject from "@screeps-effect/schema/RoomObject"
import { census, type CensusField, objects, objectsOf, objectTypes } from "@screeps-effect/fixtures"
import { assert, describe, it } from "@effect/vitest"
import { type Field, fieldsOf } from "./support/fields.ts"

interface Rule {
  readonly types: ReadonlyArray<RoomObject.Type> | "any"
  readonly field: RegExp
  readonly why: string
}

/** Fields that were counted and that no schema names, on purpose. */
const leftOpen: ReadonlyArray<Rule> = [
  {
    types: "any",
    field: /^(meta|\$loki)(\.|$)/,
    why: "book-keeping of the private server's built-in storage"
  },
  {
    types: "any",
    field: /^_(?!id$)/,
    why: "keys of the server's own use; history and old official data only"
  },
  {
    types: ["container", "factory", "rampart", "road"],
    field: /^(user|store|storeCapacity|storeCapacityResource)$/,
    why: "nulls that patches of history leave behind where two objects were filed under the key `undefined`"
  },
  {
    types: ["energy"],
    field: new RegExp(`^(${Resource.all.join("|")})$`),
    why: "the amount of a pile stands under the name of its resource: `Pile.amount`"
  }
]

/** Fields that a schema names and that were never counted. */
const notCounted: ReadonlyArray<Rule> = [
  {
    types: ["constructedWall", "extension", "link", "mineral", "nuker", "source"],
    field: /^effects(\W|$)/,
    why: "powers can be used on it; none was while it was recorded"
  },
  {
    types: "any",
    field: /^effects(\[\]|\.<key>)(\.|$)/,
    why: "effects are a list or a map by index, whoever wrote them; both were counted, not on every kind"
  },
  { types: ["controller"], field: /^hardSign(\.|$)/, why: "reported for official servers" },
  { types: ["controller"], field: /^(bindUser|tutorial)$/, why: "read in the server's source" },
  {
    types: ["creep"],
    field: /^(tutorial|noCapacityRecalc|tombstoneDecay)$/,
    why: "read in the server's source"
  },
  {
    types: ["creep"],
    field: /^actionLog\.rangedMassAttack\.<key>$/,
    why: "always an empty record"
  },
  { types: ["creep", "powerCreep"], field: /^interRoom(\.|$)/, why: "the same for both, and as for portals" },
  {
    types: ["invaderCore", "powerCreep", "tower"],
    field: /^actionLog\.(attackController|upgradeController|attacked|heal)\.[xy]$/,
    why: "always null while it was recorded; the same record as in the other actions"
  },
  {
    types: ["invaderCore"],
    field: /^spawning\.(remainingTime|directions(\[\])?)$/,
    why: "the same record as a spawn's, where they were counted"
  },
  { types: ["invaderCore"], field: /^store(\.|$)/, why: "read in the server's source: when it is destroyed" },
  { types: ["symbolDecoder"], field: /^(symbols|decoded)$/, why: "nested records read in the mod's source" }
]

const applies = (rule: Rule, type: RoomObject.Type, field: string) =>
  (rule.types === "any" || rule.types.includes(type)) && rule.field.test(field)

/** Indexes and identities of users are keys of a map. */
const asPath = (field: string) => field.replaceAll(/\.(\d+|[0-9a-f]{15})(?=\.|$)/g, ".<key>")

const sections = Object.entries(census())

/** What was counted about a type, by path. */
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
  describe(`the kind ${type}`, () => {
    const seen = counted(type)
    const ours = named(type)

    it("names every field that was counted", () => {
      const missing = [...seen.keys()].filter(
        (path) => !ours.has(path) && !leftOpen.some((rule) => applies(rule, type, path))
      )
      assert.deepStrictEqual(missing, [])
    })

    it("names no field that was not counted", () => {
      const invented = [...ours.keys()].filter(
        (path) => !seen.has(path) && !notCounted.some((rule) => applies(rule, type, path))
      )
      assert.deepStrictEqual(invented, [])
    })

    it("takes every JSON type that was counted", () => {
      const refused = [...seen].flatMap(([path, fields]) =>
        fields.flatMap(({ section, types }) =>
          Object.keys(types)
            .filter((jsonType) => ours.get(path)?.types.has(jsonType) === false)
            .map((jsonType) => `${path}: ${jsonType} (${section})`)
        )
      )
      assert.deepStrictEqual(refused, [])
    })

    it("demands only what was always there", () => {
      const demanded = [...ours].flatMap(([path, { isRequired }]) =>
        isRequired && (seen.get(path) ?? []).some(({ ratio }) => ratio !== undefined && ratio < 1)
          ? [path]
          : []
      )
      assert.deepStrictEqual(demanded, [])
    })
  })
}

describe("the census", () => {
  it("has all known kinds, and a mod's", () => {
    const types = [...new Set(sections.flatMap(([, section]) => Object.keys(section.types)))]
    assert.sameMembers(types, [...RoomObject.types, "myobject"])
    assert.sameMembers([...objectTypes()], types)
  })

  it("has nulls only in the fields that history leaves behind", () => {
    const rule = leftOpen.find(({ types }) => types.includes("container"))
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

  it("has a place for every rule", () => {
    const all = RoomObject.types.flatMap((type) => {
      const [seen, ours] = [[...counted(type).keys()], [...named(type).keys()]]
      return [
        ...seen.filter((path) => !ours.includes(path)).map((path) => ({ rules: leftOpen, type, path })),
        ...ours.filter((path) => !seen.includes(path)).map((path) => ({ rules: notCounted, type, path }))
      ]
    })
    for (const rule of [...leftOpen, ...notCounted]) {
      assert.isTrue(
        all.some(({ path, rules, type }) => rules.includes(rule) && applies(rule, type, path)),
        rule.why
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
      failed: unknown.filter(({ issue }) => issue !== undefined).length
    }
  })

  it("are all of the kind that they say, those of a mod apart", () => {
    assert.deepStrictEqual(
      rows.filter(({ failed, unknown }) => unknown > 0 || failed > 0),
      [{ type: "myobject", documents: 3, unknown: 3, failed: 0 }]
    )
    assert.lengthOf(rows, 37)
    assert.isTrue(rows.every(({ documents }) => documents >= 2))
    assert.strictEqual(
      rows.reduce((sum, { documents }) => sum + documents, 0),
      objects().length
    )
  })

  for (const [i, { document, from, type }] of objects().entries()) {
    it(`stay what they are: ${i + 1}, ${type} from the ${from}`, () => {
      const before = JSON.stringify(document)
      const object = RoomObject.classify(document)
      assert.strictEqual(RoomObject.toDocument(object), document)
      assert.strictEqual(JSON.stringify(document), before)
      assert.strictEqual<string>(object.type, type === "myobject" ? "unknown" : type)
    })
  }
})
