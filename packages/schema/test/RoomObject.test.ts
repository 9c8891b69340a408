import * as Decoder from "@screeps-effect/schema/Decoder"
import * as StructureType from "@screeps-effect/schema/StructureType"
import * as RoomObject from "@screeps-effect/schema/RoomObject"
import { UserBrief } from "@screeps-effect/schema/UserBrief"
import { objects, objectsOf } from "@screeps-effect/fixtures"
import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"
import { changed, oneOf } from "./support/recorded.ts"

const documents = objects().map(({ document }) => document)
const all = documents.map(RoomObject.classify)
const creep = oneOf("creep")
const teapot = { type: "teapot", _id: "1", room: "W1N1", x: 1, y: 2, tea: "green" }

describe("classify", () => {
  it("returns the same document, keys that no schema names included", () => {
    const document = changed(creep, { modded: { deep: [1] }, _fatigue: 3, $loki: 7 })
    const object = RoomObject.classify(document)
    assert.strictEqual<unknown>(object, document)
    assert.strictEqual(object.type, "creep")
  })

  it("wraps a document of an unknown kind", () => {
    const object = RoomObject.classify(teapot)
    assert.instanceOf(object, RoomObject.UnknownRoomObject)
    assert.deepInclude(object, { type: "unknown", kind: "teapot", raw: teapot })
    assert.deepStrictEqual([RoomObject.drift(object), RoomObject.missing(object)], [[], []])
  })

  it("keeps the kind of a malformed document, and says what differs", () => {
    const document = changed(creep, { hits: "many", fatigue: null, ageTime: "old", modded: [1] })
    const object = RoomObject.classify(document)
    if (object.type !== "creep") return assert.fail(object.type)
    const hits = creep.body.reduce((sum, part) => sum + part.hits, 0)
    assert.deepStrictEqual([object.hits, object.fatigue, object.ageTime], [hits, 0, undefined])
    assert.deepStrictEqual<unknown>(Reflect.get(object, "modded"), [1])
    assert.strictEqual(
      Decoder.formatDrift(RoomObject.drift(object)),
      "hits: expected number, found string; fatigue: expected number, found null; ageTime: expected number | null, found string"
    )
    // A text says nothing about the hit points; a missing fatigue is 0.
    assert.deepStrictEqual(RoomObject.missing(object), ["hits"])
    assert.strictEqual(RoomObject.toDocument(object), document)
    assert.strictEqual(RoomObject.classify(object), object)
  })

  it("keeps the kind of a document with a hostile key", () => {
    const object = RoomObject.classify(JSON.parse('{"type":"creep","__proto__":{"hits":5}}'))
    assert.strictEqual(object.type, "creep")
    assert.isFalse(Object.hasOwn(object, "__proto__"))
    assert.deepStrictEqual(
      RoomObject.drift(object).length > 5 && RoomObject.missing(object).includes("x"),
      true
    )
  })

  for (const nothing of [
    undefined,
    null,
    5,
    "creep",
    true,
    [],
    {},
    { type: 5 },
    [{ type: "creep" }],
    () => 1
  ]) {
    it(`wraps a value that is not a document: ${JSON.stringify(nothing)}`, () => {
      const object = RoomObject.classify(nothing)
      assert.instanceOf(object, RoomObject.UnknownRoomObject)
      assert.deepInclude(object, { kind: undefined, raw: nothing })
    })
  }

  it("wraps documents whose type is an inherited member of objects", () => {
    for (const type of ["constructor", "toString", "__proto__", "hasOwnProperty", "unknown"]) {
      const object = RoomObject.classify(changed(creep, { type }))
      assert.instanceOf(object, RoomObject.UnknownRoomObject)
      assert.deepInclude(object, { kind: type })
    }
  })

  it("returns classified objects unchanged", () => {
    for (const object of all) assert.strictEqual(RoomObject.classify(object), object)
  })

  it("accepts documents of room history without identifier and with hits below zero", () => {
    const { _id, ...anonymous } = oneOf("rampart")
    assert.isDefined(_id)
    assert.strictEqual(RoomObject.classify(anonymous).type, "rampart")
    assert.strictEqual(RoomObject.classify(changed(creep, { hits: -890 })).type, "creep")
    assert.strictEqual(RoomObject.classify(changed(creep, { _id: "1" })).type, "creep")
    const { _id: none, ...others } = creep
    assert.isDefined(none)
    assert.deepInclude(RoomObject.classify(changed(creep, { _id: "" })), others)
  })

  it("accepts a spawn that was placed without a name", () => {
    const { name, ...nameless } = oneOf("spawn")
    assert.isString(name)
    assert.strictEqual(RoomObject.classify(nameless).type, "spawn")
  })

  it("accepts hits that are fractions, as a power bank causes them", () => {
    const body = creep.body.map((part) => changed(part, { hits: 99.5 }))
    assert.strictEqual(RoomObject.classify(changed(creep, { hits: 199.5, body })).type, "creep")
    assert.strictEqual(RoomObject.classify(changed(oneOf("rampart"), { hits: 1234.5 })).type, "rampart")
    for (const hits of [Number.NaN, Infinity, "199.5", null])
      assert.lengthOf(RoomObject.drift(RoomObject.classify(changed(creep, { hits }))), 1, String(hits))
  })

  it("accepts a link that was inserted without a cooldown", () => {
    const { cooldown, ...link } = oneOf("link")
    assert.isNumber(cooldown)
    assert.strictEqual(RoomObject.classify(link).type, "link")
    assert.strictEqual(RoomObject.classify(changed(link, { cooldown: null })).type, "link")
  })

  it("accepts null for every optional field", () => {
    for (const document of documents) {
      const schema = Object.entries(RoomObject.schemas).find(([type]) => type === document["type"])?.[1]
      const optional = Object.entries(schema?.fields ?? {}).flatMap(([name, field]) =>
        SchemaAST.isOptional(field.ast) ? [[name, null]] : []
      )
      const object = RoomObject.classify({ ...document, ...Object.fromEntries(optional) })
      assert.isTrue(object.type !== "unknown" || schema === undefined, JSON.stringify(document))
    }
  })
})

describe("the types", () => {
  it("are 31 of the game and 5 of seasons, without duplicates", () => {
    assert.lengthOf(new Set(RoomObject.types), 36)
    assert.sameMembers([...RoomObject.types], Object.keys(RoomObject.schemas))
  })

  it("are those of the schemas", () => {
    for (const [type, schema] of Object.entries(RoomObject.schemas)) {
      assert.strictEqual<string>(schema.fields.type.literal, type)
    }
  })
})

describe("a response with room objects", () => {
  const users = {
    "2": { _id: "2", username: "Invader", email: "nobody@example.com", salt: "s", money: 5 }
  }
  const decoders = {
    "as a list": Decoder.make(
      Schema.Struct({
        objects: Schema.Array(RoomObject.RoomObject),
        users: Schema.Record(Schema.String, UserBrief)
      })
    ),
    "as a list at once": Decoder.make(
      Schema.Struct({ objects: RoomObject.List, users: Schema.Record(Schema.String, UserBrief) })
    )
  }
  for (const [how, decode] of Object.entries(decoders)) {
    it(`keeps the documents, and drops unknown fields of users: ${how}`, () => {
      const response = Result.getOrThrow(
        decode({ objects: [...documents, teapot, null], users, serverTime: 1 })
      )
      assert.lengthOf(response.objects, documents.length + 2)
      for (const [i, document] of documents.entries()) {
        const object = response.objects[i]
        assert.strictEqual(object && RoomObject.toDocument(object), document)
      }
      assert.deepStrictEqual(
        response.objects.slice(-2).map((object) => object.type),
        ["unknown", "unknown"]
      )
      assert.hasAllKeys(response, ["objects", "users"])
      assert.hasAllKeys(response.users["2"], ["_id", "username"])
    })
  }

  const decodeMap = Schema.decodeUnknownSync(RoomObject.Map)
  const byId = Object.fromEntries(documents.map((document, i) => [`id${i}`, document]))

  it("keeps the identifiers of a record", () => {
    const map = decodeMap({ ...byId, pot: teapot })
    assert.sameMembers(Object.keys(map), [...Object.keys(byId), "pot"])
    assert.strictEqual<unknown>(map["id0"], documents[0])
    assert.strictEqual(map["pot"]?.type, "unknown")
  })

  it("keeps a key named __proto__ of a record", () => {
    const map = decodeMap(JSON.parse('{"__proto__": {"type": "teapot"}}'))
    assert.deepStrictEqual(Object.keys(map), ["__proto__"])
    assert.isTrue(Object.hasOwn(map, "__proto__"))
    assert.strictEqual(Object.getPrototypeOf(map), Object.prototype)
  })

  it("is the same record when all kinds are known, and a copy of it otherwise", () => {
    const known = { a: creep, b: documents[0] }
    const compiled = Decoder.make(RoomObject.Map)
    assert.strictEqual<unknown>(Result.getOrThrow(compiled(known)), known)
    const record = Object.freeze({ ...byId, pot: teapot })
    const map = decodeMap(record)
    assert.strictEqual(record.pot, teapot)
    assert.strictEqual(map["pot"]?.type, "unknown")
  })

  it("is encoded unchanged", () => {
    const list = [...documents, teapot, changed(creep, { hits: null })]
    const decoded = Schema.decodeUnknownSync(RoomObject.List)(list)
    const encoded = Schema.encodeSync(RoomObject.List)(decoded)
    for (const [i, document] of list.entries()) assert.strictEqual(encoded[i], document)
    const map = { a: creep, b: teapot }
    const encodedMap = Schema.encodeSync(RoomObject.Map)(decodeMap(map))
    assert.deepStrictEqual(encodedMap, map)
    assert.strictEqual(encodedMap["b"], teapot)
  })

  it("is rejected only without a list or a record", () => {
    const list = Schema.decodeUnknownResult(RoomObject.List)
    const map = Schema.decodeUnknownResult(RoomObject.Map)
    for (const other of [null, {}, "[]", 5]) assert.isTrue(Result.isFailure(list(other)))
    for (const other of [null, [], "{}", 5]) assert.isTrue(Result.isFailure(map(other)))
    assert.isTrue(Result.isSuccess(list([])))
    assert.isTrue(Result.isSuccess(map({})))
  })
})

describe("a guard", () => {
  const typesOf = (guard: (object: RoomObject.RoomObject) => boolean) => [
    ...new Set(all.filter(guard).map(({ type }) => type))
  ]

  it("finds the objects of one kind", () => {
    for (const type of [...RoomObject.types, "unknown"] as const) {
      assert.deepStrictEqual(typesOf(RoomObject.is(type)), [type])
    }
  })

  it("finds structures, but neither construction sites nor ruins", () => {
    assert.sameMembers(typesOf(RoomObject.isStructure), [...StructureType.all])
  })

  it("finds objects with an owner, but none that lost its owner", () => {
    assert.includeMembers(typesOf(RoomObject.isOwned), [
      "creep",
      "controller",
      "constructionSite",
      "tombstone"
    ])
    assert.notIncludeMembers(typesOf(RoomObject.isOwned), ["road", "source", "container", "unknown"])
    const lost = oneOf("controller", ({ user }) => user === null)
    assert.isFalse(RoomObject.isOwned(lost))
    assert.isTrue(RoomObject.isOwned(oneOf("controller", ({ user }) => typeof user === "string")))
  })

  it("finds objects with hit points, including extractors that have them", () => {
    assert.includeMembers(typesOf(RoomObject.isDamageable), ["creep", "road", "powerBank", "invaderCore"])
    assert.notIncludeMembers(typesOf(RoomObject.isDamageable), ["source", "energy", "portal", "unknown"])
    const { hits, hitsMax, ...bare } = oneOf("extractor")
    assert.isTrue(RoomObject.isDamageable({ ...bare, hits: hits ?? 1, hitsMax: hitsMax ?? 1 }))
    assert.isFalse(RoomObject.isDamageable(bare))
    assert.isFalse(RoomObject.isDamageable({ ...bare, hits: null, hitsMax: null }))
  })

  it("finds objects with a store, including ruins, but no piles", () => {
    assert.includeMembers(typesOf(RoomObject.hasStore), ["creep", "lab", "tombstone", "ruin", "powerBank"])
    assert.notIncludeMembers(typesOf(RoomObject.hasStore), ["energy", "source", "observer", "unknown"])
    const { store, ...bare } = oneOf("terminal")
    assert.isDefined(store)
    assert.isFalse(RoomObject.hasStore(bare))
  })

  it("ignores fields that a mod added to other kinds", () => {
    const document = changed(oneOf("source"), { user: "2", hits: 5, hitsMax: 5, store: {} })
    const object = RoomObject.classify(document)
    assert.strictEqual(object.type, "source")
    assert.isFalse(
      RoomObject.isOwned(object) || RoomObject.isDamageable(object) || RoomObject.hasStore(object)
    )
  })
})

describe("id", () => {
  it("is the identifier of the document, also for unknown objects", () => {
    assert.strictEqual<unknown>(RoomObject.id(creep), creep._id)
    assert.strictEqual<unknown>(RoomObject.id(RoomObject.classify(teapot)), "1")
    for (const { document } of objectsOf("myobject")) {
      assert.strictEqual<unknown>(RoomObject.id(RoomObject.classify(document)), document["_id"])
    }
  })

  it("is undefined when the document has no identifier", () => {
    for (const document of [null, {}, { _id: 5 }, { _id: "" }, changed(oneOf("road"), { _id: null })]) {
      assert.isUndefined(RoomObject.id(RoomObject.classify(document)))
    }
  })
})

describe("position", () => {
  it("is the square of the object, also of unknown kinds", () => {
    assert.deepStrictEqual(RoomObject.position(creep), { x: creep.x, y: creep.y })
    assert.deepStrictEqual(RoomObject.position(RoomObject.classify(teapot)), { x: 1, y: 2 })
  })

  it("is undefined when the document has no valid square", () => {
    for (const wrong of [
      null,
      {},
      { x: 1 },
      { x: "1", y: 2 },
      { x: 50, y: 0 },
      { x: 1.5, y: 0 },
      { x: -1, y: 0 }
    ]) {
      assert.isUndefined(RoomObject.position(RoomObject.classify(wrong)))
    }
  })
})
