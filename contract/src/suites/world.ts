import * as Game from "@screeps-effect/api/Game"
import * as User from "@screeps-effect/api/User"
import * as Terrain from "@screeps-effect/schema/Terrain"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import {
  account,
  eventually,
  fails,
  isTrue,
  raw,
  rejects,
  same,
  sameItems,
  test,
  testAsGuest,
  testAsNewUser,
  type Test
} from "../test.ts"
import { roomOutside, settle, unsettledRoom } from "../places.ts"

const Everywhere = Schema.Struct({ terrain: Schema.Array(Schema.Struct({ room: Schema.String })) })

/** The clock, rooms and their terrain. */
export const world: ReadonlyArray<Test> = [
  testAsGuest("returns its protocol and the size of its history chunks", function* () {
    const { packageVersion, protocol, serverData } = yield* Game.version()
    yield* same(protocol, 14, "the protocol")
    yield* same(packageVersion, "4.3.0", "the package's version")
    yield* same(serverData?.historyChunkSize, 20, "ticks per chunk")
  }),
  testAsGuest("advances its tick and ignores the shard of a request", function* () {
    const { time } = yield* Game.time()
    yield* eventually(Game.time({ shard: "shard3" }), (now) => now.time > time, "a tick passes")
  }),
  testAsGuest(
    "returns the shortest duration of the last ticks",
    eventually(Game.tick(), ({ tick }) => (tick ?? -1) >= 0, "a number of milliseconds")
  ),
  testAsGuest("returns the size of its world", function* () {
    const { height, width } = yield* Game.worldSize()
    yield* isTrue(width >= 11 && height >= 11, "the world has at least eleven rows and columns")
  }),
  testAsGuest("returns the same terrain as digits and as a list", function* () {
    const list = yield* Game.roomTerrain({ room: unsettledRoom })
    const digits = yield* Game.terrain({ room: unsettledRoom })
    const listed = Result.map(Terrain.fromResponse(list.terrain), Terrain.encode)
    yield* same(listed, Result.succeed(Terrain.encode(digits)), "the digits")
    yield* isTrue(list.terrain.length > 100, "more than a hundred squares are not plain")
  }),
  testAsGuest(
    "rejects requests for the terrain of rooms outside its world",
    rejects(Game.roomTerrain({ room: roomOutside, encoded: 1 }), "invalid room")
  ),
  testAsGuest(
    "returns the terrain of several rooms at once and leaves out those outside its world",
    function* () {
      const land = Terrain.encode(yield* Game.terrain({ room: unsettledRoom }))
      const { rooms } = yield* Game.rooms({ rooms: [unsettledRoom, roomOutside, "W1N1"] })
      yield* sameItems(
        rooms.map(({ room }) => room),
        ["W1N1", unsettledRoom],
        "the rooms"
      )
      yield* same(rooms.find(({ room }) => room === unsettledRoom)?.terrain, land, "the terrain")
    }
  ),
  testAsGuest(
    "returns the terrain of a room that is named twice once, and of every room when none is named",
    function* () {
      const { rooms } = yield* Game.rooms({ rooms: [unsettledRoom, unsettledRoom] })
      yield* same(rooms.length, 1, "the number of rooms")
      const everywhere = yield* raw({ method: "GET", path: Game.roomTerrain.path, auth: "never" })
      const { terrain } = yield* Schema.decodeUnknownEffect(Everywhere)(everywhere)
      const { width } = yield* Game.worldSize()
      yield* isTrue(terrain.length >= width, "the terrain of more than one row")
      yield* isTrue(
        terrain.some(({ room }) => room === unsettledRoom),
        "one of them is known"
      )
    }
  ),
  test("returns the owners of rooms on the map and leaves out rooms outside its world", function* () {
    const { as, username } = yield* account
    yield* as(
      Effect.gen(function* () {
        const { _id: user } = yield* User.whoAmI()
        const { room } = yield* settle
        const { stats, users } = yield* Game.mapStats({ rooms: [room, roomOutside], statName: "owner0" })
        yield* sameItems(Object.keys(stats), [room], "the rooms")
        yield* same(stats[room]?.own, { user, level: 1 }, "the owner")
        yield* same(users?.[user]?.username, username, "the owner's name")
        const mapStats = (body: unknown) => raw({ method: "POST", path: Game.mapStats.path, body })
        yield* rejects(mapStats({ rooms: [room], statName: "owner" }), "invalid params")
      })
    )
  }),
  testAsNewUser("returns the status of a room, and an empty object for one outside its world", function* () {
    yield* same((yield* Game.roomStatus({ room: unsettledRoom })).room?.status, "normal", "the status")
    yield* same((yield* Game.roomStatus({ room: roomOutside })).room, {}, "the status of a room outside")
  }),
  testAsNewUser("returns no owner for a room outside its world", function* () {
    const { owner, stats, totals } = yield* Game.roomOverview({ room: roomOutside })
    yield* same({ owner, stats, totals }, { owner: null, stats: {}, totals: {} }, "the overview")
  }),
  testAsNewUser("returns W5N5 as the start room of a player without rooms", function* () {
    yield* same((yield* User.worldStartRoom()).room, ["W5N5"], "the room")
  }),
  testAsGuest("responds with a missing chunk to a request for history of the future", function* () {
    const path = "/room-history"
    const future = raw({
      method: "GET",
      path,
      query: { room: unsettledRoom, time: 2_000_000_000 },
      auth: "never"
    })
    yield* same((yield* fails(future, "HistoryNotFound")).base, 2_000_000_000, "the first tick")
  })
]
