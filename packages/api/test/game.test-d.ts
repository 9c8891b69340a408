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

type Call<A> = Effect.Effect<A, ScreepsError, ScreepsClient>
const room = "W1N1" as const
const id = ObjectId.make("1")

describe("Construction.create", () => {
  const site = { room, x: 1, y: 2 } as const
  it("requires a name for a spawn", () => {
    expectTypeOf(Construction.create({ ...site, structureType: "road" })).toEqualTypeOf<Call<DbInsert>>()
    void Construction.create({ ...site, structureType: "spawn", name: "Spawn1" })
    const structureType = "road" as Buildable
    void Construction.create({ ...site, structureType, name: "Spawn1" })
    // @ts-expect-error a spawn needs a name
    void Construction.create({ ...site, structureType: "spawn" })
    // @ts-expect-error the type may be spawn
    void Construction.create({ ...site, structureType })
    // @ts-expect-error controllers cannot be built
    void Construction.create({ ...site, structureType: "controller" })
  })
})

describe("Flags", () => {
  it("require a room and one of ten colors", () => {
    const flag = { room, x: 1, y: 2, name: "Flag1" } as const
    expectTypeOf(Flags.create({ ...flag, color: colors.red })).toEqualTypeOf<Call<DbUpsert>>()
    // @ts-expect-error colors are 1 to 10
    void Flags.create({ ...flag, color: 11 })
    // @ts-expect-error colors are numbers
    void Flags.create({ ...flag, color: "red" })
    // @ts-expect-error room is required
    void Flags.changeColor({ name: "Flag1", color: 1, secondaryColor: 1 })
    // @ts-expect-error room is required
    void Flags.remove({ name: "Flag1" })
  })
})

describe("an intent", () => {
  it("is an object, or a list of objects for a room", () => {
    const target = { _id: id, room } as const
    expectTypeOf(Intents.addObjectIntent({ ...target, ...Intent.suicide() })).toEqualTypeOf<Call<DbUpsert>>()
    void Intents.addObjectIntent({ ...target, ...Intent.transfer({ id, resourceType: "energy", amount: 1 }) })
    void Intents.addObjectIntent({ _id: "room", room, ...Intent.removeFlag([{ roomName: room, name: "x" }]) })
    void Intents.addGlobalIntent(Intent.cancelOrder({ orderId: id }))
    void Intents.addObjectIntent({ ...target, name: "suicide", intent: "{}" })
    // @ts-expect-error intent is required
    void Intents.addObjectIntent({ ...target, name: "suicide" })
    // @ts-expect-error a single object for a room does nothing
    void Intents.addObjectIntent({ _id: "room", room, name: "removeFlag", intent: { name: "x" } })
    // @ts-expect-error a string is not an ObjectId
    void Intents.addObjectIntent({ _id: "rooom", room, name: "suicide", intent: {} })
    // @ts-expect-error servers accept text and do nothing
    void Intents.addGlobalIntent({ name: "cancelOrder", intent: "{}" })
  })

  it("refers to objects by ObjectId, not by UserId", () => {
    expectTypeOf(Intents.unclaim({ controller: id, room })).toEqualTypeOf<Call<DbUpsert>>()
    // @ts-expect-error a UserId is not an ObjectId
    void Intents.unclaim({ controller: UserId.make("1"), room })
    // @ts-expect-error user is required
    void Intents.destroyStructures({ room, structures: [id] })
  })
})

describe("a value outside a closed set", () => {
  it("does not compile", () => {
    expectTypeOf(Market.accountOrders({ resourceType: "pixel" })).toEqualTypeOf<Call<Market.Orders>>()
    // @ts-expect-error towers have no names
    void Game.checkUniqueObjectName({ type: "tower", name: "x" })
    // @ts-expect-error a statistic name ends with its interval
    void Game.mapStats({ rooms: [room], statName: "energyHarvested" })
    // @ts-expect-error sizes are small and big
    void Invaders.create({ room, x: 0, y: 1, size: "huge", type: "Melee" })
    // @ts-expect-error Hydrogen is not a resource type
    void Market.orders({ resourceType: "Hydrogen" })
    // @ts-expect-error energy is not a resource of the account
    void Market.accountOrders({ resourceType: "energy" })
    // @ts-expect-error modes are world and power
    void Leaderboard.list({ mode: "credits" })
    // @ts-expect-error the only class is operator
    void PowerCreeps.create({ name: "x", className: "executor" })
    // @ts-expect-error levels are numbers
    void PowerCreeps.upgrade({ id, powers: { 1: "2" } })
  })
})

describe("the output of an operation", () => {
  it("has a named type", () => {
    expectTypeOf(Game.roomObjects({ room })).toEqualTypeOf<Call<Game.RoomObjects>>()
    expectTypeOf(Seasons.current()).toEqualTypeOf<Call<Seasons.SeasonNow | null>>()
    expectTypeOf(Leaderboard.find({ username: "x" })).toEqualTypeOf<Call<Leaderboard.RanksFound>>()
    expectTypeOf(Leaderboard.entries()).toEqualTypeOf<
      Stream.Stream<Leaderboard.Ranked, ScreepsError, ScreepsClient>
    >()
    expectTypeOf(History.chunk({ room, tick: 1 })).toEqualTypeOf<Call<RoomHistory>>()
  })
})

describe("MapTool.set", () => {
  const admin = { user: "admin", password: Redacted.make("maptool-pass") }
  const room = { room: "W1N1", terrain: "", status: "normal", objects: [] } as const

  it("requires complete rooms with objects without storage keys", () => {
    const objects = [{ type: "spawn", x: 1, y: 2, user: "u" }]
    expectTypeOf(MapTool.set({ ...admin, rooms: [{ ...room, objects }] })).toExtend<Call<unknown>>()
    // @ts-expect-error without objects the server would empty the room and fail
    void MapTool.set({ ...admin, rooms: [{ room: "W1N1", terrain: "", status: "normal" }] })
    // @ts-expect-error without a status the server would close the room
    void MapTool.set({ ...admin, rooms: [{ room: "W1N1", terrain: "", objects: [] }] })
    // @ts-expect-error a status that the game does not know
    void MapTool.set({ ...admin, rooms: [{ ...room, status: "out of bounds" }] })
    // @ts-expect-error a path is not a room name
    void MapTool.set({ ...admin, rooms: [{ ...room, room: "../../pwn" }] })
    // @ts-expect-error an empty list would still reset every player
    void MapTool.set({ ...admin, rooms: [] })
    // @ts-expect-error the server would lose an object with a storage key
    void MapTool.set({ ...admin, rooms: [{ ...room, objects: [{ type: "spawn", x: 1, y: 2, $loki: 5 }] }] })
  })

  it("does not accept stored rooms", () => {
    const write = (read: MapTool.StoredRoom) =>
      // @ts-expect-error writing it back would empty the room
      MapTool.set({ ...admin, rooms: [read] })
    expectTypeOf(write).returns.toExtend<Call<ReadonlyArray<true>>>()
  })
})
