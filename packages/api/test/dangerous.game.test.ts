/**
 * Game requests that would do damage, or that servers accept without effect: rejected at run time for callers without
 * types, without a request.
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
import { untyped } from "./support/calls.ts"
import { assertNeedsShard, assertInvalidInput } from "./support/exchange.ts"
import { always, run } from "./support/fake.ts"

/** Values that callers without types pass instead of a required string. */
const notStrings = [undefined, null, "", 0, false, [], {}] as const
/** Values that are not room names. */
const notRooms = [...notStrings, "sim", "w1n1", "W1N", "W01N1", "W1.5N-2", "shard0/W1N1", "../W1N1"] as const

const flag = { room: "W1N1", name: "Flag1", color: 1, secondaryColor: 1 }
const site = { room: "W1N1", x: 5, y: 5, structureType: "road" }
const invader = { room: "W1N1", x: 0, y: 5, size: "small", type: "Melee" }
const order = { _id: "room", room: "W1N1", name: "destroyStructure" }
const structure = { id: "1", roomName: "W1N1", user: "2" }

interface DangerousCall {
  /** What a server does with such a request. */
  readonly would: string
  readonly operation: unknown
  readonly inputs: ReadonlyArray<unknown>
  readonly field: string
}

const withoutRoom = (operation: unknown, input: object) => ({
  operation,
  inputs: [undefined, {}, ...notRooms.map((room) => ({ ...input, room }))],
  field: "room"
})

const dangers: Readonly<Record<string, DangerousCall>> = {
  "terrain without a room": { would: "would return all rooms", ...withoutRoom(Game.roomTerrain, {}) },
  "room objects without a room": {
    would: "would return nothing or a fault",
    ...withoutRoom(Game.roomObjects, {})
  },
  "a room status without a room": {
    would: "would return that of another room",
    ...withoutRoom(Game.roomStatus, {})
  },
  "room decorations without a room": {
    would: "would respond in an unknown way",
    ...withoutRoom(Game.roomDecorations, {})
  },
  "terrain of rooms that are not a list of room names": {
    would: "would fail with a fault",
    operation: Game.rooms,
    inputs: [
      undefined,
      {},
      { rooms: "W1N1" },
      { rooms: { 0: "W1N1" } },
      ...notRooms.map((room) => ({ rooms: [room] }))
    ],
    field: "rooms"
  },
  "map statistics of rooms that are not a list of room names": {
    would: "would fail with a fault or reject it",
    operation: Game.mapStats,
    inputs: [{ rooms: "W1N1" }, ...notRooms.map((room) => ({ rooms: [room] }))].map((input) => ({
      ...input,
      statName: "owner0"
    })),
    field: "rooms"
  },
  "map statistics without a known statistic": {
    would: "would fail with a fault",
    operation: Game.mapStats,
    inputs: [...notStrings, "owner", "energyHarvested", "energyHarvested7", "0"].map((statName) => ({
      rooms: ["W1N1"],
      statName
    })),
    field: "statName"
  },
  "a change of a flag's colors without a room": {
    would: "would return ok and change nothing",
    ...withoutRoom(Flags.changeColor, flag)
  },
  "a removal of a flag without a room": {
    would: "would return ok and remove nothing",
    ...withoutRoom(Flags.remove, { name: "Flag1" })
  },
  "a change of a flag's colors without a name": {
    would: "would return ok and change nothing",
    operation: Flags.changeColor,
    inputs: notStrings.map((name) => ({ ...flag, name })),
    field: "name"
  },
  "a removal of a flag without a name": {
    would: "would return ok and remove nothing",
    operation: Flags.remove,
    inputs: notStrings.map((name) => ({ room: "W1N1", name })),
    field: "name"
  },
  "a flag with unknown colors": {
    would: "would reject it",
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
  "a construction site of a type that players cannot build": {
    would: "would reject it",
    operation: Construction.create,
    inputs: [...notStrings, "controller", "keeperLair", "Spawn"].map((structureType) => ({
      ...site,
      structureType
    })),
    field: "structureType"
  },
  "a construction site of a spawn without a name": {
    would: "would reject it",
    operation: Construction.create,
    inputs: notStrings.map((name) => ({ ...site, structureType: "spawn", name })),
    field: "name"
  },
  "an invader of an unknown size": {
    would: "would fail with a fault",
    operation: Invaders.create,
    inputs: [...notStrings, "huge", "Small"].map((size) => ({ ...invader, size })),
    field: "size"
  },
  "an invader of an unknown type": {
    would: "would fail with a fault",
    operation: Invaders.create,
    inputs: [...notStrings, "melee", "Boss"].map((type) => ({ ...invader, type })),
    field: "type"
  },
  "an intent that is missing, or text that is not the JSON of a list": {
    would: "would return ok and do nothing",
    operation: Intents.addObjectIntent,
    inputs: [undefined, null, "", "{}", "[]", "[{]", "room", 0, false, [], [null], ["{}"]].map((intent) => ({
      ...order,
      intent
    })),
    field: "intent"
  },
  "a room's intent that is not a list": {
    would: "would return ok and do nothing; for flags, all players in the room would lose that tick",
    operation: Intents.addObjectIntent,
    inputs: ["destroyStructure", "removeConstructionSite", "removeFlag", "createFlag"].map((name) => ({
      ...order,
      name,
      intent: structure
    })),
    field: "intent"
  },
  "a room's intent that names another room": {
    would: "would act in that other room",
    operation: Intents.addObjectIntent,
    inputs: [[{ ...structure, roomName: "W2N2" }], [structure, { ...structure, roomName: "W2N2" }]].map(
      (intent) => ({
        ...order,
        intent
      })
    ),
    field: "intent"
  },
  "a room's intent addressed to an object": {
    would: "would return ok and do nothing",
    operation: Intents.addObjectIntent,
    inputs: ["1", "flag_Flag1", "rooms"].map((_id) => ({ ...order, _id, intent: [structure] })),
    field: "_id"
  },
  "an object's intent addressed to a room": {
    would: "would return ok and do nothing",
    operation: Intents.addObjectIntent,
    inputs: ["suicide", "unclaim", "activateSafeMode", "remove"].map((name) => ({
      ...order,
      name,
      intent: [{}]
    })),
    field: "_id"
  },
  "an intent without an _id": {
    would: "would return ok and do nothing",
    operation: Intents.addObjectIntent,
    inputs: notStrings.map((_id) => ({ ...order, _id, intent: [structure] })),
    field: "_id"
  },
  "an intent without a room": {
    would: "would reject it or fail with a fault",
    ...withoutRoom(Intents.addObjectIntent, { _id: "1", name: "suicide", intent: {} }),
    inputs: notRooms.map((room) => ({ _id: "1", name: "suicide", intent: {}, room }))
  },
  "an account's intent that is text or missing": {
    would: "would return ok and do nothing",
    operation: Intents.addGlobalIntent,
    inputs: [undefined, null, "", "{}", 0, false].map((intent) => ({ name: "cancelOrder", intent })),
    field: "intent"
  },
  "an upgrade of a power creep with invalid levels": {
    would: "would reject it",
    operation: PowerCreeps.upgrade,
    inputs: [undefined, null, "", 5, { 1: "2" }, { 99: 1 }, { 1: 6 }].map((powers) => ({ id: "1", powers })),
    field: "powers"
  },
  "a deletion of a power creep without an id": {
    would: "would reject it",
    operation: PowerCreeps.remove,
    inputs: [undefined, {}, ...notStrings.map((id) => ({ id }))],
    field: "id"
  },
  "orders without a resource": {
    would: "would return all orders",
    operation: Market.orders,
    inputs: [undefined, {}, ...notStrings.map((resourceType) => ({ resourceType }))],
    field: "resourceType"
  },
  "market statistics without a resource": {
    would: "would return those of all resources",
    operation: Market.stats,
    inputs: [undefined, {}, ...notStrings.map((resourceType) => ({ resourceType }))],
    field: "resourceType"
  },
  "a rank without a username": {
    would: "would respond in an unknown way",
    operation: Leaderboard.find,
    inputs: [undefined, {}, ...notStrings.map((username) => ({ username }))],
    field: "username"
  },
  "a rank in a malformed month": {
    would: "would respond in an unknown way",
    operation: Leaderboard.find,
    inputs: ["", "now", "2026", "2026-00"].map((season) => ({ username: "alice", season })),
    field: "season"
  },
  "a scoreboard page of an invalid size": {
    would: "would respond in an unknown way",
    operation: Scoreboard.list,
    inputs: [{ limit: 21 }, { limit: 0 }, { limit: null }, { limit: "20" }],
    field: "limit"
  },
  "a chunk of history without a room": {
    would: "would fail with a fault",
    ...withoutRoom(History.privateChunk, { time: 20 }),
    inputs: notRooms.map((room) => ({ room, time: 20 }))
  },
  "a chunk of history without a valid tick": {
    would: "would fail with a fault",
    operation: History.privateChunk,
    inputs: [undefined, null, "", "20", -1, 0.5, Number.NaN].map((time) => ({ room: "W1N1", time })),
    field: "time"
  },
  "a chunk of an official server's history with a path as the room": {
    would: "would serve another file",
    operation: History.officialChunk,
    inputs: notRooms.map((room) => ({ room, tick: 20, shard: "shard3" })),
    field: "room"
  },
  "a chunk of an official server's history without a valid shard": {
    would: "would serve another file",
    operation: History.officialChunk,
    inputs: ["", ".", "..", "../shard3", "shard3/W1N1", "a b"].map((shard) => ({
      room: "W1N1",
      tick: 20,
      shard
    })),
    field: "shard"
  },
  "a chunk of an official server's history without a valid tick": {
    would: "would serve another file",
    operation: History.officialChunk,
    inputs: [undefined, null, "", "20", "../20", -1, 0.5, 1e21, Number.NaN].map((tick) => ({
      room: "W1N1",
      shard: "shard3",
      tick
    })),
    field: "tick"
  },
  "an unknown field": {
    would: "would ignore it",
    operation: Flags.remove,
    inputs: [{ room: "W1N1", name: "Flag1", rooom: "W1N1" }],
    field: "rooom"
  }
}

describe("a dangerous game request", () => {
  for (const [what, { field, inputs, operation, would }] of Object.entries(dangers)) {
    it.effect(`is rejected without a request: ${what} (a server ${would})`, () =>
      Effect.gen(function* () {
        for (const input of inputs) yield* assertInvalidInput(untyped(operation, input), field)
      })
    )
  }
})

describe("a game request without a shard", () => {
  const calls: Readonly<Record<string, unknown>> = {
    "a flag": untyped(Flags.create, { room: "W1N1", x: 1, y: 1, name: "Flag1" }),
    "a flag's colors": untyped(Flags.changeColor, flag),
    "a flag's removal": untyped(Flags.remove, { room: "W1N1", name: "Flag1" }),
    "a construction site": untyped(Construction.create, site),
    "an invader": untyped(Invaders.create, invader),
    "an intent": untyped(Intents.addObjectIntent, { ...order, intent: [structure] })
  }
  for (const [what, call] of Object.entries(calls)) {
    it.effect(`is not sent to an official server: ${what}`, () =>
      assertNeedsShard(call as ReturnType<typeof untyped>)
    )
  }
})

describe("a valid game request", () => {
  it.effect("is sent, which shows that the rejections above have the stated cause", () =>
    Effect.gen(function* () {
      const server = always({ ok: 1 })
      yield* run(untyped(Flags.changeColor, flag), server)
      yield* run(untyped(Flags.remove, { room: "W1N1", name: "Flag1" }), server)
      yield* run(untyped(Construction.create, site), server)
      yield* run(untyped(Construction.create, { ...site, structureType: "spawn", name: "Spawn1" }), server)
      yield* run(untyped(Invaders.create, invader), server)
      yield* run(untyped(Intents.addObjectIntent, { ...order, intent: [structure] }), server)
      yield* run(untyped(PowerCreeps.upgrade, { id: "1", powers: { 1: 2 } }), server)
      assert.lengthOf(server.requests, 7)
    })
  )
})
