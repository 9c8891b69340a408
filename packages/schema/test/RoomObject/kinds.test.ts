import * as Controller from "@screeps-effect/schema/Controller"
import * as InvaderCore from "@screeps-effect/schema/InvaderCore"
import * as Lab from "@screeps-effect/schema/Lab"
import * as Pile from "@screeps-effect/schema/Pile"
import * as Portal from "@screeps-effect/schema/Portal"
import * as Seasonal from "@screeps-effect/schema/Seasonal"
import * as Tombstone from "@screeps-effect/schema/Tombstone"
import * as Wall from "@screeps-effect/schema/Wall"
import * as Millis from "@screeps-effect/schema/Millis"
import * as ObjectId from "@screeps-effect/schema/ObjectId"
import * as RoomObject from "@screeps-effect/schema/RoomObject"
import * as Tick from "@screeps-effect/schema/Tick"
import * as UserId from "@screeps-effect/schema/UserId"
import { objectsOf } from "@screeps-effect/fixtures"
import { assert, describe, it } from "@effect/vitest"
import { changed, oneOf, recorded } from "../support/recorded.ts"

describe("a pile", () => {
  it("has its amount in the field named after its resource", () => {
    for (const { document } of objectsOf("energy")) {
      const pile = RoomObject.classify(document)
      if (pile.type !== "energy") throw new Error("a pile was expected")
      const resource = Pile.resource(pile)
      assert.strictEqual(resource, document["resourceType"])
      assert.strictEqual(Pile.amount(pile), document[resource])
      assert.isAbove(Pile.amount(pile), 0)
    }
  })

  const place = { type: "energy", room: "W1N1", x: 1, y: 1 } as const

  it("consists of energy when it names no resource", () => {
    assert.strictEqual(Pile.resource(place), "energy")
    assert.strictEqual(Pile.amount({ ...place, energy: 30, resourceType: null }), 30)
  })

  it("has amount 0 without a number, whatever the name of its resource", () => {
    assert.strictEqual(Pile.amount({ ...place, resourceType: "H" }), 0)
    assert.strictEqual(Pile.amount({ ...place, resourceType: "H", energy: 30 }), 0)
    assert.strictEqual(Pile.amount({ ...place, resourceType: "constructor" }), 0)
    assert.strictEqual(Pile.amount({ ...place, energy: null }), 0)
  })
})

describe("a portal", () => {
  it("leads to a square of a room, or to a room of another shard", () => {
    const kinds = recorded("portal").map((portal) => Portal.destination(portal))
    assert.deepInclude(kinds, { kind: "room", room: "W8N3", x: 15, y: 25 })
    assert.deepInclude(kinds, { kind: "shard", room: "E20N30", shard: "shard2" })
  })
})

describe("a tombstone", () => {
  it("returns a dead creep", () => {
    const tombstone = oneOf("tombstone", ({ creepName }) => creepName === "dism_6387")
    const dead = Tombstone.creature(tombstone)
    if (dead?.kind !== "creep") throw new Error("a creep was expected")
    assert.strictEqual(dead.name, "dism_6387")
    assert.strictEqual<unknown>(dead.id, tombstone.creepId)
    assert.isNotEmpty(dead.body)
    assert.strictEqual(dead.body, tombstone.creepBody)
  })

  it("returns a dead power creep", () => {
    const tombstone = oneOf("tombstone", ({ powerCreepId }) => powerCreepId !== undefined)
    const dead = Tombstone.creature(tombstone)
    if (dead?.kind !== "powerCreep") throw new Error("a power creep was expected")
    assert.deepInclude(dead, { className: "operator", level: 25, ticksToLive: 4923 })
    assert.lengthOf(Object.keys(dead.powers), 19)
  })

  const anonymous = {
    type: "tombstone",
    room: "W1N1",
    x: 1,
    y: 1,
    user: UserId.make("2"),
    deathTime: Tick.make(1),
    decayTime: Tick.make(2),
    store: {}
  } as const

  it("returns a dead creep with only an identifier", () => {
    const creepId = ObjectId.make("c1")
    assert.deepStrictEqual(Tombstone.creature({ ...anonymous, creepId, creepTicksToLive: null }), {
      kind: "creep",
      id: creepId,
      name: undefined,
      ticksToLive: undefined,
      body: [],
      saying: undefined
    })
    const powerCreepId = ObjectId.make("p1")
    assert.deepStrictEqual(Tombstone.creature({ ...anonymous, powerCreepId, powerCreepSaying: "bye" }), {
      kind: "powerCreep",
      id: powerCreepId,
      name: undefined,
      ticksToLive: undefined,
      className: undefined,
      level: undefined,
      powers: {},
      saying: "bye"
    })
  })

  it("keeps a negative lifetime", () => {
    const dead = Tombstone.creature({ ...anonymous, creepId: ObjectId.make("c1"), creepTicksToLive: -609 })
    assert.strictEqual(dead?.ticksToLive, -609)
  })

  it("returns no creature when it names none", () => {
    assert.isUndefined(Tombstone.creature(anonymous))
    assert.isUndefined(Tombstone.creature({ ...anonymous, creepId: null, powerCreepId: null }))
  })
})

describe("a controller", () => {
  const controller = oneOf("controller", ({ level }) => level === 2)

  it("has a total progress that follows from its level, not from the document", () => {
    assert.deepStrictEqual(Controller.progress(controller), { done: 6048, total: 45_000, left: 38_952 })
    assert.deepStrictEqual(
      Controller.progress(changed(controller, { level: 7, progress: null, progressTotal: 0 })),
      { done: 0, total: 10_935_000, left: 10_935_000 }
    )
  })

  it("has no progress left above its total", () => {
    assert.strictEqual(Controller.progress(changed(controller, { level: 1, progress: 500 }))?.left, 0)
  })

  it("has no progress without an owner and at the highest level", () => {
    for (const level of [0, 8, -1, 9]) assert.isUndefined(Controller.progress(changed(controller, { level })))
  })
})

describe("a laboratory", () => {
  it("returns the mineral that it holds", () => {
    assert.strictEqual(Lab.mineral(oneOf("lab", ({ store }) => (store["XGH2O"] ?? 0) > 0)), "XGH2O")
  })

  it("returns no mineral after it was emptied", () => {
    assert.isUndefined(Lab.mineral(oneOf("lab", ({ storeCapacity }) => storeCapacity === 5000)))
  })
})

describe("a wall", () => {
  it("disappears in a tick", () => {
    const wall = oneOf("constructedWall", ({ decayTime }) => typeof decayTime === "number")
    assert.deepStrictEqual(wall.decayTime, Tick.make(26_186))
    assert.isUndefined(Wall.decayMoment(wall))
  })

  it("disappears at a wall-clock time", () => {
    const wall = oneOf("constructedWall", ({ decayTime }) => typeof decayTime === "object")
    assert.strictEqual(Wall.decayMoment(wall), Millis.make(1_796_131_278_193))
  })

  it("stays when a player built it", () => {
    const wall = oneOf("constructedWall", ({ decayTime }) => decayTime === undefined)
    assert.isUndefined(Wall.decayMoment(wall))
    assert.isUndefined(Wall.decayMoment(changed(wall, { decayTime: null })))
  })
})

describe("a stronghold", () => {
  it("lists its defenders", () => {
    const core = oneOf("invaderCore", ({ population }) => population !== undefined)
    assert.isNotEmpty(InvaderCore.defenders(core))
    for (const { behavior, body } of InvaderCore.defenders(core)) assert.isNotEmpty(behavior + body)
  })

  it("has no defenders at level 0", () => {
    const core = oneOf("invaderCore", ({ level }) => level === 0)
    assert.isEmpty(InvaderCore.defenders(core))
  })
})

describe("a symbol decoder", () => {
  const user = UserId.make("796ae35e9b5c7db")
  const {
    decoded: _,
    symbols: __,
    ...decoder
  } = oneOf("symbolDecoder", (object) => Object.hasOwn(object, `symbols.${user}`))

  it("reads counters from fields that are named after the user", () => {
    assert.strictEqual(Seasonal.symbolsOf(decoder, user), 200)
    assert.strictEqual(Seasonal.decodedOf(decoder, user), 48_600)
    assert.strictEqual(Seasonal.symbolsOf(decoder, UserId.make("2")), 0)
  })

  it("reads counters from records keyed by user", () => {
    const nested = { ...decoder, symbols: { "2": 5, "3": null }, decoded: { "2": 7 } }
    assert.strictEqual(Seasonal.symbolsOf(nested, UserId.make("2")), 5)
    assert.strictEqual(Seasonal.symbolsOf(nested, UserId.make("3")), 0)
    assert.strictEqual(Seasonal.decodedOf(nested, UserId.make("2")), 7)
  })
})
