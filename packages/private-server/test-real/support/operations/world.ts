import { assert } from "@effect/vitest"
import * as Construction from "@screeps-effect/api/Construction"
import * as Flags from "@screeps-effect/api/Flags"
import * as Game from "@screeps-effect/api/Game"
import * as Intents from "@screeps-effect/api/Intents"
import * as User from "@screeps-effect/api/User"
import * as RoomStatus from "@screeps-effect/schema/RoomStatus"
import * as Terrain from "@screeps-effect/schema/Terrain"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { account, asGuest, asNewcomer, type Case, has, raw, refuses, same, serverCase } from "../case.ts"
import { change, clearings, eventually, settle, theOnly, wildRoom } from "../world.ts"

/** A room that does not exist in any world. */
const nowhere = "W120N120"

export const world: ReadonlyArray<Case> = [
  serverCase(
    "returns its version, tick, tick duration and world size",
    { accepts: [Game.version, Game.time, Game.tick, Game.worldSize] },
    asGuest(
      Effect.gen(function* () {
        const { packageVersion, protocol, serverData } = yield* Game.version()
        same([packageVersion, protocol, serverData?.historyChunkSize], ["4.3.0", 14, 20])
        const { time } = yield* Game.time({ shard: "shard3" })
        yield* eventually(Game.time(), (now) => now.time > time + 2, "ticks pass")
        const { tick } = yield* Game.tick()
        // On a busy machine the backend may notice two ticks in the same millisecond.
        assert.isAtLeast(tick ?? -1, 0)
        has(yield* Game.worldSize(), { width: 12, height: 12 })
      })
    )
  ),
  serverCase(
    "returns the same terrain as a list, as digits, and for many rooms",
    { accepts: [Game.roomTerrain, Game.rooms], refuses: [Game.roomTerrain, Game.rooms] },
    asGuest(
      Effect.gen(function* () {
        const land = Terrain.encode(yield* Game.terrain({ room: "W7N3" }))
        const list = Terrain.fromResponse((yield* Game.roomTerrain({ room: "W7N3" })).terrain)
        assert.strictEqual(Terrain.encode(Result.getOrThrow(list)), land)
        const { rooms } = yield* Game.rooms({ rooms: ["W7N3", nowhere, "W1N1"] })
        assert.sameMembers(
          rooms.map(({ room }) => room),
          ["W7N3", "W1N1"]
        )
        assert.strictEqual(rooms.find(({ room }) => room === "W7N3")?.terrain, land)
        yield* refuses(Game.terrain({ room: nowhere }), "invalid room")
        yield* refuses(Game.roomTerrain({ room: nowhere }), "invalid room")
        const nothing = raw({ method: "POST", path: Game.rooms.path, body: {}, auth: "never" })
        yield* refuses(nothing, "fun is not a function")
      })
    )
  ),
  serverCase(
    "returns the status of rooms, their owners and map statistics",
    { accepts: [Game.roomStatus, Game.roomOverview, Game.mapStats], refuses: [Game.mapStats] },
    Effect.gen(function* () {
      const { as, username } = yield* account
      yield* as(
        Effect.gen(function* () {
          const { room, user } = yield* settle
          const wild = yield* wildRoom
          assert.strictEqual((yield* Game.roomStatus({ room })).room?.status, "normal")
          same((yield* Game.roomStatus({ room: nowhere })).room, {})
          assert.strictEqual((yield* Game.roomOverview({ room })).owner?.username, username)
          assert.isNull((yield* Game.roomOverview({ room: wild, interval: 1440 })).owner)

          const signed = { user, text: "mine", time: 5, datetime: 1_790_000_000_000 }
          yield* change("rooms.objects", { room: wild, type: "controller" }, { $set: { sign: signed } })
          const { stats, users } = yield* Game.mapStats({ rooms: [room, wild, nowhere], statName: "owner0" })
          assert.sameMembers(Object.keys(stats), [room, wild])
          has(stats[room], { own: { user, level: 1 }, safeMode: true })
          has(stats[wild]?.sign, { user, text: "mine" })
          assert.strictEqual(users?.[user]?.username, username)
          const send = (body: unknown) => raw({ method: "POST", path: Game.mapStats.path, body })
          yield* refuses(send({ rooms: [room], statName: "owner" }), "invalid params")
          yield* refuses(send({ rooms: room, statName: "owner0" }), "invalid params")
        })
      )
    })
  ),
  serverCase(
    "rejects spawns in rooms that are not open yet",
    { refuses: [Game.placeSpawn, Flags.create, Construction.create, Intents.addObjectIntent] },
    asNewcomer(
      Effect.gen(function* () {
        const room = yield* wildRoom
        const openTime = Date.now() + 3_600_000
        yield* change("rooms", { _id: room }, { $set: { openTime } })
        const status = (yield* Game.roomStatus({ room })).room
        assert.strictEqual(status === null ? "" : RoomStatus.kind(status, Date.now()), "closed")
        const square = { room, x: 25, y: 25 }
        yield* refuses(Game.placeSpawn(square), "out of borders")
        yield* refuses(Flags.create({ ...square, name: "Flag1" }), "out of borders")
        yield* refuses(Construction.create({ ...square, structureType: "road" }), "out of borders")
        yield* refuses(Intents.removeFlag({ room, name: "Flag1" }), "out of borders")
        yield* change("rooms", { _id: room }, { $unset: { openTime: true } })
      })
    )
  ),
  serverCase(
    "assigns a room to the player who places a first spawn, until the player gives up",
    {
      accepts: [
        Game.placeSpawn,
        User.worldStatus,
        User.worldStartRoom,
        User.respawn,
        User.respawnProhibitedRooms
      ],
      refuses: [User.respawn]
    },
    asNewcomer(
      Effect.gen(function* () {
        assert.strictEqual((yield* User.worldStatus()).status, "empty")
        same((yield* User.worldStartRoom()).room, ["W5N5"])
        yield* refuses(User.respawn(), "invalid status")
        const { controller, room, spawn, user } = yield* settle
        has(controller, { user, level: 1 })
        assert.strictEqual((yield* User.worldStatus()).status, "normal")
        same((yield* User.worldStartRoom()).room, [room])
        yield* Flags.create({ room, x: 25, y: 25, name: "Flag1" })
        yield* change("rooms.objects", { _id: spawn._id }, { $set: { room: "W0N0" } })
        assert.strictEqual((yield* User.worldStatus()).status, "lost")
        yield* change("rooms.objects", { _id: spawn._id }, { $set: { room } })

        yield* User.respawn()
        assert.strictEqual((yield* User.worldStatus()).status, "empty")
        same((yield* User.respawnProhibitedRooms()).rooms, [])
        has(yield* theOnly(room, "controller"), { user: null, level: 0 })
        yield* theOnly(room, "ruin")
        yield* Game.checkUniqueFlagName({ name: "Flag1" })
      })
    )
  ),
  serverCase(
    "rejects first spawns at invalid places, and places one without a name",
    { refuses: [Game.placeSpawn] },
    asNewcomer(
      Effect.gen(function* () {
        const room = yield* wildRoom
        yield* refuses(Game.placeSpawn({ room, x: 0, y: 0 }), "invalid location")
        yield* refuses(Game.placeSpawn({ room: nowhere, x: 25, y: 25 }), "invalid room")
        yield* refuses(Game.placeSpawn({ room: "W0N0", x: 25, y: 25 }), "invalid room")
        yield* refuses(Game.placeSpawn({ room: "W9N9", x: 25, y: 25 }), "room busy")
        const outside = { room, x: 50, y: 25 }
        yield* refuses(raw({ method: "POST", path: Game.placeSpawn.path, body: outside }), "invalid params")
        const [spot = outside] = yield* clearings(room)
        yield* Game.placeSpawn({ room, ...spot })
        assert.isUndefined((yield* theOnly(room, "spawn")).name)
        yield* refuses(Game.placeSpawn({ room, ...spot }), "already playing")
      })
    )
  ),
  serverCase(
    "rejects spawns of players who are blocked, without CPU, or gave up a room a minute ago",
    { refuses: [Game.placeSpawn] },
    asNewcomer(
      Effect.gen(function* () {
        const { _id } = yield* User.whoAmI()
        const room = yield* wildRoom
        // A job of the auth mod sets the CPU of players who have just registered or were never checked.
        const old = { registeredDate: new Date(0), authTouched: true }
        const now = (fields: object) => change("users", { _id }, { $set: { ...old, ...fields } })
        const refused = (text: string) => refuses(Game.placeSpawn({ room, x: 25, y: 25 }), text)
        yield* now({ blocked: true })
        yield* refused("blocked")
        yield* now({ blocked: false, cpu: 0 })
        yield* refused("no cpu")
        yield* now({ cpu: 100, lastRespawnDate: Date.now() - 60_000 })
        yield* refused("too soon after last respawn")
      })
    )
  )
]
