/** Documents of known kinds that lack a field, have an odd one, or are older than the store. */
import * as Creep from "@screeps-effect/schema/Creep"
import * as Decoder from "@screeps-effect/schema/Decoder"
import * as Lab from "@screeps-effect/schema/Lab"
import * as StructureType from "@screeps-effect/schema/StructureType"
import * as RoomObject from "@screeps-effect/schema/RoomObject"
import * as RoomState from "@screeps-effect/schema/RoomState"
import * as Store from "@screeps-effect/schema/Store"
import * as Tick from "@screeps-effect/schema/Tick"
import { objectsOf } from "@screeps-effect/fixtures"
import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import * as SchemaAST from "effect/SchemaAST"

type Document = Readonly<Record<string, unknown>>

const none = "no default"

/** The game's defaults of required fields, where the recorded object lacks one; `no default` where it has none. */
const defaults: { readonly [T in RoomObject.Type]: Document } = (() => {
  const place = { x: none, y: none }
  const limited = (store: Document, storeCapacityResource: unknown) => ({ store, storeCapacityResource })
  const general = (storeCapacity: number) => ({ store: { energy: 0 }, storeCapacity })
  const strong = (hits: number) => ({ ...place, hits, hitsMax: hits })
  const container = { ...place, store: {}, decayTime: none }
  return {
    constructedWall: place,
    constructionSite: { ...place, structureType: none, user: none, progress: 0, progressTotal: 15_000 },
    container: { ...strong(250_000), ...general(2000), nextDecayTime: 0 },
    controller: { ...place, level: 0 },
    creep: { ...strong(5000), name: none, user: none, body: none, fatigue: 0, ...general(0) },
    deposit: { ...place, depositType: none },
    energy: place,
    extension: { ...strong(1000), ...limited({ energy: 0 }, none) },
    extractor: place,
    factory: { ...strong(1000), ...general(50_000) },
    invaderCore: { ...strong(100_000), user: "2", level: 0 },
    keeperLair: place,
    lab: { ...strong(500), ...limited({ energy: 0 }, { energy: 2000 }) },
    link: { ...strong(1000), ...limited({ energy: 0 }, { energy: 800 }) },
    mineral: { ...place, mineralType: none, density: none, mineralAmount: 70_000 },
    nuke: { ...place, launchRoomName: none },
    nuker: {
      ...strong(1000),
      ...limited({ energy: 0, G: 0 }, { energy: 300_000, G: 5000 }),
      cooldownTime: 0
    },
    observer: strong(500),
    portal: { ...place, destination: none },
    powerBank: { ...strong(2_000_000), store: {}, decayTime: none },
    powerCreep: {
      ...strong(26_000),
      name: none,
      className: "operator",
      user: none,
      level: 0,
      ...general(2600),
      ageTime: none,
      powers: {}
    },
    powerSpawn: { ...strong(5000), ...limited({ energy: 0, power: 0 }, { energy: 5000, power: 100 }) },
    rampart: { ...place, hits: none, hitsMax: none, nextDecayTime: 0 },
    reactor: { ...place, ...limited({ T: 0 }, { T: 1000 }) },
    road: { ...strong(5000), nextDecayTime: 0 },
    ruin: { ...place, structure: none, destroyTime: none, decayTime: none, store: {} },
    scoreCollector: { ...place, ...limited({}, none) },
    scoreContainer: container,
    source: { ...place, energy: 3000, energyCapacity: 1500 },
    spawn: { ...strong(5000), ...limited({ energy: 0 }, { energy: 300 }) },
    storage: { ...strong(10_000), ...general(1_000_000) },
    symbolContainer: { ...container, resourceType: none },
    symbolDecoder: { ...place, resourceType: none, ...limited({}, none) },
    terminal: place,
    tombstone: { ...place, user: none, deathTime: none, decayTime: none, store: {} },
    tower: { ...strong(3000), ...limited({ energy: 0 }, { energy: 1000 }) }
  }
})()

/** Checks that a value has the type that the schema of a field promises. */
const hasType = (ast: SchemaAST.AST, value: unknown): boolean => {
  if (SchemaAST.isNumber(ast)) return typeof value === "number"
  if (SchemaAST.isString(ast)) return typeof value === "string"
  if (SchemaAST.isArrays(ast)) return Array.isArray(value)
  if (SchemaAST.isUnion(ast)) return ast.types.some((type) => hasType(type, value))
  if (!SchemaAST.isObjects(ast) || typeof value !== "object" || value === null) return false
  return ast.propertySignatures.every(
    ({ name, type }) => SchemaAST.isOptional(type) || hasType(type, Reflect.get(value, name))
  )
}

const withoutField = (document: object, name: string): Document =>
  Object.fromEntries(Object.entries(document).filter(([field]) => field !== name))

const odd = { odd: Symbol.iterator.toString() }

for (const type of RoomObject.types) {
  const document = objectsOf(type)[0]?.document ?? {}
  const fields = Object.entries(RoomObject.schemas[type].fields).filter(([name]) => name !== "type")
  const required = fields.filter(([, { ast }]) => !SchemaAST.isOptional(ast))
  const optional = fields.filter(([, { ast }]) => SchemaAST.isOptional(ast))

  describe(`an incomplete ${type}`, () => {
    it("keeps its kind without any one field, with the game's default", () => {
      assert.sameMembers(
        required.map(([name]) => name),
        Object.keys(defaults[type])
      )
      for (const [name, { ast }] of required) {
        const given = withoutField(document, name)
        const object = RoomObject.classify(given)
        assert.strictEqual(object.type, type, name)
        const isUnknown = defaults[type][name] === none
        assert.deepStrictEqual(RoomObject.missing(object), isUnknown ? [name] : [], name)
        if (!isUnknown) assert.deepStrictEqual(Reflect.get(object, name), defaults[type][name], name)
        assert.isTrue(hasType(ast, Reflect.get(object, name)), name)
        assert.deepStrictEqual(
          RoomObject.drift(object).map(({ found, path }) => [path, found]),
          [[name, "absent"]]
        )
        assert.deepStrictEqual(withoutField(object, name), given)
        assert.strictEqual(RoomObject.toDocument(object), given)
      }
    })

    it("keeps its kind with an odd value in any one field, which is not taken for the default", () => {
      for (const [name] of required) {
        const object = RoomObject.classify({ ...document, [name]: odd })
        assert.strictEqual(object.type, type, name)
        // A record without amounts is left when odd ones are removed.
        if (!/^(store|storeCapacityResource|powers)$/.test(name))
          assert.deepStrictEqual(RoomObject.missing(object), [name])
        assert.isNotEmpty(RoomObject.drift(object), name)
      }
      for (const [name, { ast }] of optional) {
        if (hasType(ast, odd) || name === "noCapacityRecalc" || name === "tombstoneDecay") continue
        const object = RoomObject.classify({ ...document, [name]: odd })
        assert.strictEqual(object.type, type, name)
        assert.deepStrictEqual(RoomObject.missing(object), [], name)
        assert.isNotEmpty(RoomObject.drift(object), name)
        assert.isFalse(Object.hasOwn(object, name) && Reflect.get(object, name) === odd, name)
      }
    })

    it("keeps its kind without anything", () => {
      const object = RoomObject.classify({ type })
      assert.strictEqual(object.type, type)
      for (const [name, { ast }] of required) assert.isTrue(hasType(ast, Reflect.get(object, name)), name)
      assert.includeMembers([...RoomObject.missing(object)], ["x", "y"])
      assert.isUndefined(RoomObject.position(object))
    })
  })
}

const room = "W8N3"
const at = { room, x: 5, y: 7, user: "u00000000000001" }
const holds = (document: Document) => {
  const object = RoomObject.classify(document)
  assert.deepStrictEqual(RoomObject.missing(object), [])
  assert.strictEqual(Decoder.formatDrift(RoomObject.drift(object)), "store: expected Store, found absent")
  return RoomObject.hasStore(object)
    ? [Object.fromEntries(Store.contents(object)), Store.capacity(object), Store.capacity(object, "energy")]
    : assert.fail(object.type)
}
const hitPoints = (hits: number) => ({ hits, hitsMax: hits })

describe("a document from before the store", () => {
  it("has its amounts and its capacity in the store", () => {
    const spawn = { ...at, ...hitPoints(5000), type: "spawn", energy: 250, energyCapacity: 300 }
    assert.deepStrictEqual(holds(spawn), [{ energy: 250 }, 300, 300])
    const body = [
      { type: "work", hits: 100 },
      { type: "carry", hits: 100 }
    ]
    const creep = { ...at, ...hitPoints(200), type: "creep", name: "h1", body, fatigue: 0, energy: 25, H: 5 }
    assert.deepStrictEqual(holds({ ...creep, energyCapacity: 50 }), [{ energy: 25, H: 5 }, 50, 50])
    const storage = { ...at, ...hitPoints(10_000), type: "storage", energy: 1000, power: 3, H: 7 }
    assert.deepStrictEqual(holds({ ...storage, energyCapacity: 1_000_000 }), [
      { energy: 1000, power: 3, H: 7 },
      1_000_000,
      1_000_000
    ])
    const terminal = { ...at, type: "terminal", energy: 500, O: 1, energyCapacity: 300_000 }
    assert.deepStrictEqual(holds(terminal), [{ energy: 500, O: 1 }, 300_000, 300_000])
    const nuker = { ...at, ...hitPoints(1000), type: "nuker", energy: 9, energyCapacity: 300_000 }
    assert.deepStrictEqual(holds({ ...nuker, G: 8, GCapacity: 5000, cooldownTime: 0 }), [
      { energy: 9, G: 8 },
      305_000,
      300_000
    ])
    const powerSpawn = { ...at, ...hitPoints(5000), type: "powerSpawn", energy: 9, energyCapacity: 5000 }
    assert.deepStrictEqual(holds({ ...powerSpawn, power: 8, powerCapacity: 100 }), [
      { energy: 9, power: 8 },
      5100,
      5000
    ])
    const tombstone = { ...at, type: "tombstone", deathTime: 10, decayTime: 60, energy: 10 }
    assert.deepStrictEqual(holds(tombstone), [{ energy: 10 }, undefined, undefined])
  })

  it("has the mineral of a laboratory in the store", () => {
    const lab = {
      ...at,
      ...hitPoints(500),
      type: "lab",
      energy: 2000,
      energyCapacity: 2000,
      mineralType: "UH",
      mineralAmount: 50,
      mineralCapacity: 3000
    }
    assert.deepStrictEqual(holds(lab), [{ energy: 2000, UH: 50 }, 5000, 2000])
    const object = RoomObject.classify(lab)
    assert.strictEqual(object.type === "lab" ? Lab.mineral(object) : undefined, "UH")
    assert.deepStrictEqual(holds({ ...lab, mineralType: null, mineralAmount: 0 })[0], { energy: 2000 })
  })

  it("is folded from patches of its old fields", () => {
    const whole = { _id: "a", type: "extension", ...at, ...hitPoints(1000), energy: 0, energyCapacity: 50 }
    const first = RoomState.fold(RoomState.empty, { objects: { a: whole } })
    const next = RoomState.fold(first, { objects: { a: { energy: 40 } }, gameTime: Tick.make(2) })
    const energy = [first, next].map(({ objects }) =>
      [...objects.values()].map((object) =>
        RoomObject.hasStore(object) ? [object.type, Store.amount(object, "energy"), Store.free(object)] : []
      )
    )
    assert.deepStrictEqual(energy, [[["extension", 0, 50]], [["extension", 40, 10]]])
    const [object] = next.objects.values()
    assert.deepStrictEqual(object === undefined ? object : RoomObject.toDocument(object), {
      ...whole,
      energy: 40
    })
    const changed = [...RoomState.changes(first, next).changed.values()].map(({ fields }) => fields)
    assert.deepStrictEqual(changed, [["energy"]])
  })
})

describe("an incomplete object", () => {
  const creep = RoomObject.classify({
    type: "creep",
    _id: "c",
    x: 3,
    y: 4,
    room,
    body: [{ type: "move", hits: 100 }]
  })

  it("is counted as its kind", () => {
    const objects = [creep, RoomObject.classify({ type: "spawn", x: 1, y: 1, room })]
    assert.lengthOf(objects.filter(RoomObject.is("creep")), 1)
    assert.isFalse(RoomObject.isOwned(creep))
  })

  it("counts no ticks to a tick that is not known", () => {
    const dead = RoomObject.classify({ type: "tombstone", x: 3, y: 4 })
    assert.isTrue(dead.type === "tombstone" && Number.isNaN(dead.decayTime))
    if (creep.type === "creep") assert.isUndefined(Creep.lifeTicksLeft(creep, Tick.make(5)))
  })

  it("is reported by its kind and field, to the function around it", () => {
    const drift: Array<string> = []
    const add = (one: Decoder.Drift) => drift.push(Decoder.formatDrift([one]))
    const state = Decoder.reporting(add, () =>
      RoomState.fold(RoomState.empty, { objects: { a: { _id: "a", type: "road", x: 1, y: 1, hits: 1 } } })
    )
    assert.strictEqual(state.objects.size, 1)
    assert.deepStrictEqual(drift, [
      "road.hitsMax: expected number, found absent",
      "road.nextDecayTime: expected number, found absent"
    ])
    RoomObject.classify({ type: "road" })
    assert.lengthOf(drift, 2)
  })

  it("is reported by a decoder once, and not by others", () => {
    const decode = Decoder.tolerant(RoomObject.List)
    const paths: Array<string> = []
    assert.isTrue(
      Result.isSuccess(decode([{ type: "controller", x: 1, y: 1 }], ({ path }) => paths.push(path)))
    )
    assert.deepStrictEqual(paths, ["controller.level"])
    decode([{ type: "keeperLair", x: 1, y: 1 }], ({ path }) => paths.push(path))
    assert.deepStrictEqual(paths, ["controller.level"])
  })
})

describe("a filled document", () => {
  it.each(StructureType.all.filter((type) => type !== "portal"))("is a complete %s", (type) => {
    const object = RoomObject.classify(RoomObject.withDefaults({ type, x: 1, y: 1, room }, { time: 1000 }))
    assert.strictEqual(object.type, type)
    assert.deepStrictEqual([RoomObject.drift(object), RoomObject.missing(object)], [[], []])
    if (RoomObject.isDamageable(object)) assert.strictEqual(object.hits, object.hitsMax)
  })

  it("stays indestructible where it has no owner, or is the wall of a protected area", () => {
    for (const document of [
      { type: "terminal" },
      { type: "constructedWall", newbieWall: true },
      { type: "constructedWall", decayTime: { timestamp: 5 } },
      { type: "extractor" }
    ])
      assert.doesNotHaveAnyKeys(RoomObject.withDefaults(document), ["hits", "hitsMax", "store"])
    const terminal = RoomObject.withDefaults({ type: "terminal", user: "u" })
    assert.deepInclude(terminal, { hits: 3000, store: { energy: 0 }, storeCapacity: 300_000 })
  })

  it("keeps what is given, and depends on the level of the controller and the tick", () => {
    const rampart = { type: "rampart", x: 1, y: 1, room }
    assert.deepStrictEqual(RoomObject.withDefaults(rampart, { level: 4, time: 1000 }), {
      ...rampart,
      hits: 3_000_000,
      hitsMax: 3_000_000,
      nextDecayTime: 1100
    })
    assert.deepInclude(RoomObject.withDefaults({ ...rampart, hits: 7 }, { level: 2 }), {
      hits: 7,
      hitsMax: 300_000
    })
    assert.deepInclude(RoomObject.withDefaults({ type: "extension" }), {
      storeCapacityResource: { energy: 200 }
    })
    assert.deepInclude(RoomObject.withDefaults({ type: "extension" }, { level: 3 }), {
      storeCapacityResource: { energy: 50 }
    })
    assert.deepInclude(RoomObject.withDefaults({ type: "tower", store: { energy: 5 } }), {
      store: { energy: 5 }
    })
    assert.deepStrictEqual(RoomObject.withDefaults({ type: "castle", x: 1 }), { type: "castle", x: 1 })
  })

  it("has the amounts and capacities that are given in the old form", () => {
    assert.deepInclude(RoomObject.withDefaults({ type: "tower", energy: 500 }), {
      store: { energy: 500 },
      storeCapacityResource: { energy: 1000 }
    })
    assert.deepInclude(RoomObject.withDefaults({ type: "extension", energy: 50, energyCapacity: 50 }), {
      store: { energy: 50 },
      storeCapacityResource: { energy: 50 }
    })
    assert.deepInclude(RoomObject.withDefaults({ type: "lab", mineralType: "H", mineralAmount: 100 }), {
      store: { energy: 0, H: 100 },
      storeCapacityResource: { energy: 2000 }
    })
    assert.deepInclude(RoomObject.withDefaults({ type: "nuker", G: 5 }), { store: { energy: 0, G: 5 } })
    assert.deepInclude(RoomObject.withDefaults({ type: "source", energy: 5 }), { energy: 5 })
  })
})
