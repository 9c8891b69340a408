import * as Construction from "@screeps-effect/api/Construction"
import * as Flags from "@screeps-effect/api/Flags"
import * as Game from "@screeps-effect/api/Game"
import * as Intents from "@screeps-effect/api/Intents"
import * as Invaders from "@screeps-effect/api/Invaders"
import * as Leaderboard from "@screeps-effect/api/Leaderboard"
import * as Market from "@screeps-effect/api/Market"
import * as PowerCreeps from "@screeps-effect/api/PowerCreeps"
import * as History from "@screeps-effect/api/History"
import * as MapTool from "@screeps-effect/api/MapTool"
import type { ScreepsClient } from "@screeps-effect/api/ScreepsClient"
import type { ScreepsError } from "@screeps-effect/api/ScreepsError"
import * as Seasons from "@screeps-effect/api/Seasons"
import type { DbInsert } from "@screeps-effect/schema/DbInsert"
import type { DbUpsert } from "@screeps-effect/schema/DbUpsert"
import { colors } from "@screeps-effect/schema/FlagColor"
import * as Intent from "@screeps-effect/schema/Intent"
import * as ObjectId from "@screeps-effect/schema/ObjectId"
import type { RoomHistory } from "@screeps-effect/schema/RoomHistory"
import type { Buildable } from "@screeps-effect/schema/StructureType"
import * as UserId from "@screeps-effect/schema/UserId"
import type * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import type * as Stream from "effect/Stream"
import { describe, expectTypeOf, it } from "vitest"

type Asked<A> = Effect.Effect<A, ScreepsError, ScreepsClient>
const room = "W1N1" as const
const id = ObjectId.make("1")

describe("a construction site", () => {
  const site = { room, x: 1, y: 2 } as const
  it("of a spawn has a name", () => {
    expectTypeOf(Construction.create({ ...site, structureType: "road" })).toEqualTypeOf<Asked<DbInsert>>()
    void Construction.create({ ...site, structureType: "spawn", name: "Spawn1" })
    const structureType = "road" as Buildable
    void Construction.create({ ...site, structureType, name: "Spawn1" })
    // @ts-expect-error a spawn needs a name
    void Construction.create({ ...site, structureType: "spawn" })
    // @ts-expect-error it might be a spawn
    void Construction.create({ ...site, structureType })
    // @ts-expect-error nobody builds controllers
    void Construction.create({ ...site, structureType: "controller" })
  })
})

describe("a flag", () => {
  it("is one of a room, in ten colours", () => {
    const flag = { room, x: 1, y: 2, name: "Flag1" } as const
    expectTypeOf(Flags.create({ ...flag, color: colors.red })).toEqualTypeOf<Asked<DbUpsert>>()
    // @ts-expect-error there is no eleventh colour
    void Flags.create({ ...flag, color: 11 })
    // @ts-expect-error colours are numbers
    void Flags.create({ ...flag, color: "red" })
    // @ts-expect-error which room?
    void Flags.changeColor({ name: "Flag1", color: 1, secondaryColor: 1 })
    // @ts-expect-error which room?
    void Flags.remove({ name: "Flag1" })
  })
})

describe("an intent", () => {
  it("is fields, or for a room a list of them", () => {
    const asked = { _id: id, room } as const
    expectTypeOf(Intents.addObjectIntent({ ...asked, ...Intent.suicide() })).toEqualTypeOf<Asked<DbUpsert>>()
    void Intents.addObjectIntent({ ...asked, ...Intent.transfer({ id, resourceType: "energy", amount: 1 }) })
    void Intents.addObjectIntent({ _id: "room", room, ...Intent.removeFlag([{ roomName: room, name: "x" }]) })
    void Intents.addGlobalIntent(Intent.cancelOrder({ orderId: id }))
    // @ts-expect-error text is taken and does nothing
    void Intents.addObjectIntent({ ...asked, name: "suicide", intent: "{}" })
    // @ts-expect-error what is asked?
    void Intents.addObjectIntent({ ...asked, name: "suicide" })
    // @ts-expect-error a single object for a room does nothing
    void Intents.addObjectIntent({ _id: "room", room, name: "removeFlag", intent: { name: "x" } })
    // @ts-expect-error any text is no identity
    void Intents.addObjectIntent({ _id: "rooom", room, name: "suicide", intent: {} })
    // @ts-expect-error text is taken and does nothing
    void Intents.addGlobalIntent({ name: "cancelOrder", intent: "{}" })
  })

  it("names creeps by identities of objects, not of users", () => {
    expectTypeOf(Intents.suicide({ creep: id, room })).toEqualTypeOf<Asked<DbUpsert>>()
    // @ts-expect-error a user is no creep
    void Intents.suicide({ creep: UserId.make("1"), room })
    // @ts-expect-error whose structures?
    void Intents.destroyStructures({ room, structures: [id] })
  })
})

describe("what closed sets do not hold", () => {
  it("does not compile", () => {
    expectTypeOf(Market.accountOrders({ resourceType: "pixel" })).toEqualTypeOf<Asked<Market.Orders>>()
    // @ts-expect-error creeps have no unique names here
    void Game.checkUniqueObjectName({ type: "creep", name: "x" })
    // @ts-expect-error a statistic has an interval
    void Game.mapStats({ rooms: [room], statName: "energyHarvested" })
    // @ts-expect-error nobody knows this size
    void Invaders.create({ room, x: 0, y: 1, size: "huge", type: "Melee" })
    // @ts-expect-error resources have short names
    void Market.orders({ resourceType: "Hydrogen" })
    // @ts-expect-error energy lies in rooms
    void Market.accountOrders({ resourceType: "energy" })
    // @ts-expect-error there are two leaderboards
    void Leaderboard.list({ mode: "credits" })
    // @ts-expect-error there is one class
    void PowerCreeps.create({ name: "x", className: "executor" })
    // @ts-expect-error levels are numbers
    void PowerCreeps.upgrade({ id, powers: { 1: "2" } })
  })
})

describe("what comes back", () => {
  it("is named", () => {
    expectTypeOf(Game.roomObjects({ room })).toEqualTypeOf<Asked<Game.RoomObjects>>()
    expectTypeOf(Seasons.current()).toEqualTypeOf<Asked<Seasons.SeasonNow | null>>()
    expectTypeOf(Leaderboard.find({ username: "x" })).toEqualTypeOf<Asked<Leaderboard.RanksFound>>()
    expectTypeOf(Leaderboard.pages()).toEqualTypeOf<
      Stream.Stream<Leaderboard.LeaderboardPage, ScreepsError, ScreepsClient>
    >()
    expectTypeOf(History.chunk({ room, tick: 1 })).toEqualTypeOf<Asked<RoomHistory>>()
  })
})

describe("the map tool", () => {
  const admin = { user: "admin", password: Redacted.make("maptool-pass") }
  const room = { room: "W1N1", terrain: "", status: "normal", objects: [] } as const

  it("takes rooms that are whole, with objects of no storage", () => {
    const objects = [{ type: "spawn", x: 1, y: 2, user: "u" }]
    expectTypeOf(MapTool.set({ ...admin, rooms: [{ ...room, objects }] })).toExtend<Asked<unknown>>()
    // @ts-expect-error without objects the server would empty the room and fail
    void MapTool.set({ ...admin, rooms: [{ room: "W1N1", terrain: "", status: "normal" }] })
    // @ts-expect-error without status the server would close the room
    void MapTool.set({ ...admin, rooms: [{ room: "W1N1", terrain: "", objects: [] }] })
    // @ts-expect-error a status that the game does not know
    void MapTool.set({ ...admin, rooms: [{ ...room, status: "out of bounds" }] })
    // @ts-expect-error no name of a room
    void MapTool.set({ ...admin, rooms: [{ ...room, room: "../../pwn" }] })
    // @ts-expect-error no rooms at all would still reset every player
    void MapTool.set({ ...admin, rooms: [] })
    // @ts-expect-error the server would lose an object of the storage
    void MapTool.set({ ...admin, rooms: [{ ...room, objects: [{ type: "spawn", x: 1, y: 2, $loki: 5 }] }] })
  })

  it("does not take what was read as it is", () => {
    const write = (read: MapTool.StoredRoom) =>
      // @ts-expect-error writing it back would empty the room
      MapTool.set({ ...admin, rooms: [read] })
    expectTypeOf(write).returns.toExtend<Asked<ReadonlyArray<true>>>()
  })
})
