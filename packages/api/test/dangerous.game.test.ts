/**
 * Requests of the game's side that would do damage, or are taken and do nothing: refused at run time for callers
 * without types, who pass whatever they like. Nothing is sent.
 */
import * as Construction from "@screeps-effect/api/Construction"
import * as Flags from "@screeps-effect/api/Flags"
import * as Game from "@screeps-effect/api/Game"
import * as Intents from "@screeps-effect/api/Intents"
import * as Invaders from "@screeps-effect/api/Invaders"
import * as Leaderboard from "@screeps-effect/api/Leaderboard"
import * as Market from "@screeps-effect/api/Market"
import * as PowerCreeps from "@screeps-effect/api/PowerCreeps"
import * as History from "@screeps-effect/api/History"
import * as Scoreboard from "@screeps-effect/api/Scoreboard"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { untyped } from "./support/asking.ts"
import { assertNeedsShard, assertRefused } from "./support/exchange.ts"
import { always, ask } from "./support/fake.ts"

/** What callers without types pass in place of a text that is needed. */
const nothings = [undefined, null, "", 0, false, [], {}] as const
/** What is no room, but looks like one to somebody. */
const noRooms = [...nothings, "sim", "w1n1", "W1N", "W01N1", "W1.5N-2", "shard0/W1N1", "../W1N1"] as const

const flag = { room: "W1N1", name: "Flag1", color: 1, secondaryColor: 1 }
const site = { room: "W1N1", x: 5, y: 5, structureType: "road" }
const invader = { room: "W1N1", x: 0, y: 5, size: "small", type: "Melee" }
const order = { _id: "room", room: "W1N1", name: "destroyStructure" }
const structure = { id: "1", roomName: "W1N1", user: "2" }

interface Danger {
  /** What a server would do. */
  readonly would: string
  readonly operation: unknown
  readonly inputs: ReadonlyArray<unknown>
  readonly field: string
}

const inNoRoom = (operation: unknown, input: object) => ({
  operation,
  inputs: [undefined, {}, ...noRooms.map((room) => ({ ...input, room }))],
  field: "room"
})

const dangers: Readonly<Record<string, Danger>> = {
  "terrain of no room": { would: "answers that of all rooms", ...inNoRoom(Game.roomTerrain, {}) },
  "the objects of no room": { would: "answers nothing, or a fault", ...inNoRoom(Game.roomObjects, {}) },
  "the status of no room": { would: "answers that of some room", ...inNoRoom(Game.roomStatus, {}) },
  "the decorations of no room": { would: "does what nobody knows", ...inNoRoom(Game.roomDecorations, {}) },
  "terrain of rooms that are no list": {
    would: "stumbles",
    operation: Game.rooms,
    inputs: [
      undefined,
      {},
      { rooms: "W1N1" },
      { rooms: { 0: "W1N1" } },
      ...noRooms.map((room) => ({ rooms: [room] }))
    ],
    field: "rooms"
  },
  "a map of rooms that are no list": {
    would: "stumbles, or refuses",
    operation: Game.mapStats,
    inputs: [{ rooms: "W1N1" }, ...noRooms.map((room) => ({ rooms: [room] }))].map((input) => ({
      ...input,
      statName: "owner0"
    })),
    field: "rooms"
  },
  "a map without a statistic": {
    would: "stumbles",
    operation: Game.mapStats,
    inputs: [...nothings, "owner", "energyHarvested", "energyHarvested7", "0"].map((statName) => ({
      rooms: ["W1N1"],
      statName
    })),
    field: "statName"
  },
  "a flag's colours without room": {
    would: "says ok and changes nothing",
    ...inNoRoom(Flags.changeColor, flag)
  },
  "a flag removed without room": {
    would: "says ok and removes nothing",
    ...inNoRoom(Flags.remove, { name: "Flag1" })
  },
  "a flag's colours without name": {
    would: "says ok and changes nothing",
    operation: Flags.changeColor,
    inputs: nothings.map((name) => ({ ...flag, name })),
    field: "name"
  },
  "a flag removed without name": {
    would: "says ok and removes nothing",
    operation: Flags.remove,
    inputs: nothings.map((name) => ({ room: "W1N1", name })),
    field: "name"
  },
  "a flag in colours that do not exist": {
    would: "refuses",
    operation: Flags.create,
    inputs: [null, 0, 11, 1.5, "1", "red"].map((color) => ({
      room: "W1N1",
      x: 1,
      y: 1,
      name: "Flag1",
      color
    })),
    field: "color"
  },
  "a site of something that nobody builds": {
    would: "refuses",
    operation: Construction.create,
    inputs: [...nothings, "controller", "keeperLair", "Spawn"].map((structureType) => ({
      ...site,
      structureType
    })),
    field: "structureType"
  },
  "a site of a spawn without name": {
    would: "refuses",
    operation: Construction.create,
    inputs: nothings.map((name) => ({ ...site, structureType: "spawn", name })),
    field: "name"
  },
  "an invader of a size that does not exist": {
    would: "stumbles",
    operation: Invaders.create,
    inputs: [...nothings, "huge", "Small"].map((size) => ({ ...invader, size })),
    field: "size"
  },
  "an invader of a type that does not exist": {
    would: "stumbles",
    operation: Invaders.create,
    inputs: [...nothings, "melee", "Boss"].map((type) => ({ ...invader, type })),
    field: "type"
  },
  "an intent as text, or as nothing": {
    would: "says ok and does nothing",
    operation: Intents.addObjectIntent,
    inputs: [undefined, null, "", "{}", "[]", JSON.stringify([structure]), 0, false, [], [null], ["{}"]].map(
      (intent) => ({
        ...order,
        intent
      })
    ),
    field: "intent"
  },
  "a room's intent that is no list": {
    would: "says ok and does nothing; for flags, costs everybody in the room that tick",
    operation: Intents.addObjectIntent,
    inputs: ["destroyStructure", "removeConstructionSite", "removeFlag", "createFlag"].map((name) => ({
      ...order,
      name,
      intent: structure
    })),
    field: "intent"
  },
  "a room's intent that names another room": {
    would: "acts in that other room",
    operation: Intents.addObjectIntent,
    inputs: [[{ ...structure, roomName: "W2N2" }], [structure, { ...structure, roomName: "W2N2" }]].map(
      (intent) => ({
        ...order,
        intent
      })
    ),
    field: "intent"
  },
  "a room's intent that is asked of an object": {
    would: "says ok and does nothing",
    operation: Intents.addObjectIntent,
    inputs: ["1", "flag_Flag1", "rooms"].map((_id) => ({ ...order, _id, intent: [structure] })),
    field: "_id"
  },
  "an object's intent that is asked of a room": {
    would: "says ok and does nothing",
    operation: Intents.addObjectIntent,
    inputs: ["suicide", "unclaim", "activateSafeMode", "remove"].map((name) => ({
      ...order,
      name,
      intent: [{}]
    })),
    field: "_id"
  },
  "an intent that is asked of nobody": {
    would: "says ok and does nothing",
    operation: Intents.addObjectIntent,
    inputs: nothings.map((_id) => ({ ...order, _id, intent: [structure] })),
    field: "_id"
  },
  "an intent in no room": {
    would: "refuses, or stumbles",
    ...inNoRoom(Intents.addObjectIntent, { _id: "1", name: "suicide", intent: {} }),
    inputs: noRooms.map((room) => ({ _id: "1", name: "suicide", intent: {}, room }))
  },
  "an account's intent as text, or as nothing": {
    would: "says ok and does nothing",
    operation: Intents.addGlobalIntent,
    inputs: [undefined, null, "", "{}", 0, false].map((intent) => ({ name: "cancelOrder", intent })),
    field: "intent"
  },
  "a power creep that learns by text": {
    would: "refuses",
    operation: PowerCreeps.upgrade,
    inputs: [undefined, null, "", 5, { 1: "2" }, { 99: 1 }, { 1: 6 }].map((powers) => ({ id: "1", powers })),
    field: "powers"
  },
  "a power creep deleted without identity": {
    would: "refuses",
    operation: PowerCreeps.remove,
    inputs: [undefined, {}, ...nothings.map((id) => ({ id }))],
    field: "id"
  },
  "orders for no resource": {
    would: "answers all orders",
    operation: Market.orders,
    inputs: [undefined, {}, ...nothings.map((resourceType) => ({ resourceType }))],
    field: "resourceType"
  },
  "days of no resource": {
    would: "answers those of all resources",
    operation: Market.stats,
    inputs: [undefined, {}, ...nothings.map((resourceType) => ({ resourceType }))],
    field: "resourceType"
  },
  "the rank of nobody": {
    would: "does what nobody knows",
    operation: Leaderboard.find,
    inputs: [undefined, {}, ...nothings.map((username) => ({ username }))],
    field: "username"
  },
  "a rank in an empty month": {
    would: "does what nobody knows",
    operation: Leaderboard.find,
    inputs: ["", "now", "2026", "2026-00"].map((season) => ({ username: "alice", season })),
    field: "season"
  },
  "more players than a scoreboard gives": {
    would: "does what nobody knows",
    operation: Scoreboard.list,
    inputs: [{ limit: 21 }, { limit: 0 }, { limit: null }, { limit: "20" }],
    field: "limit"
  },
  "a chunk of history of no room": {
    would: "stumbles",
    ...inNoRoom(History.privateChunk, { time: 20 }),
    inputs: noRooms.map((room) => ({ room, time: 20 }))
  },
  "a chunk of history at no tick": {
    would: "stumbles",
    operation: History.privateChunk,
    inputs: [undefined, null, "", "20", -1, 0.5, Number.NaN].map((time) => ({ room: "W1N1", time })),
    field: "time"
  },
  "a chunk of an official server's history in a path": {
    would: "serve another file",
    operation: History.officialChunk,
    inputs: noRooms.map((room) => ({ room, tick: 20, shard: "shard3" })),
    field: "room"
  },
  "a chunk of an official server's history of no shard": {
    would: "serve another file",
    operation: History.officialChunk,
    inputs: ["", ".", "..", "../shard3", "shard3/W1N1", "a b"].map((shard) => ({
      room: "W1N1",
      tick: 20,
      shard
    })),
    field: "shard"
  },
  "a chunk of an official server's history at no tick": {
    would: "serve another file",
    operation: History.officialChunk,
    inputs: [undefined, null, "", "20", "../20", -1, 0.5, 1e21, Number.NaN].map((tick) => ({
      room: "W1N1",
      shard: "shard3",
      tick
    })),
    field: "tick"
  },
  "a field that does not exist": {
    would: "pass over it",
    operation: Flags.remove,
    inputs: [{ room: "W1N1", name: "Flag1", rooom: "W1N1" }],
    field: "rooom"
  }
}

describe("nothing is sent", () => {
  for (const [what, { field, inputs, operation, would }] of Object.entries(dangers)) {
    it.effect(`for ${what}: a server ${would}`, () =>
      Effect.gen(function* () {
        for (const input of inputs) yield* assertRefused(untyped(operation, input), field)
      })
    )
  }
})

describe("nothing is sent without a shard", () => {
  const calls: Readonly<Record<string, unknown>> = {
    "a flag": untyped(Flags.create, { room: "W1N1", x: 1, y: 1, name: "Flag1" }),
    "a flag's colours": untyped(Flags.changeColor, flag),
    "a flag's end": untyped(Flags.remove, { room: "W1N1", name: "Flag1" }),
    "a site": untyped(Construction.create, site),
    "an invader": untyped(Invaders.create, invader),
    "an intent": untyped(Intents.addObjectIntent, { ...order, intent: [structure] })
  }
  for (const [what, call] of Object.entries(calls)) {
    it.effect(`to an official server: ${what}`, () => assertNeedsShard(call as ReturnType<typeof untyped>))
  }
})

describe("what is right", () => {
  it.effect("is sent, so that the refusals above mean something", () =>
    Effect.gen(function* () {
      const server = always({ ok: 1 })
      yield* ask(untyped(Flags.changeColor, flag), server)
      yield* ask(untyped(Flags.remove, { room: "W1N1", name: "Flag1" }), server)
      yield* ask(untyped(Construction.create, site), server)
      yield* ask(untyped(Construction.create, { ...site, structureType: "spawn", name: "Spawn1" }), server)
      yield* ask(untyped(Invaders.create, invader), server)
      yield* ask(untyped(Intents.addObjectIntent, { ...order, intent: [structure] }), server)
      yield* ask(untyped(PowerCreeps.upgrade, { id: "1", powers: { 1: 2 } }), server)
      assert.lengthOf(server.asked, 7)
    })
  )
})
