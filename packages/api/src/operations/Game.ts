/** The world: its time, its rooms, free names for new objects, and the first spawn. */
import { Ok } from "@screeps-effect/schema/Envelope"
import { MapStat } from "@screeps-effect/schema/MapStat"
import { ObjectId } from "@screeps-effect/schema/ObjectId"
import { RoomName } from "@screeps-effect/schema/RoomName"

import * as RoomStat from "@screeps-effect/schema/RoomStat"
import * as Terrain from "@screeps-effect/schema/Terrain"
import { or } from "@screeps-effect/schema/Other"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as Responses from "./Game/responses.ts"
import { inRoom, square } from "./inputs.ts"
import * as Operation from "../Operation.ts"
import type { ScreepsClient } from "../client/service.ts"
import { ScreepsError, UnexpectedResponse } from "../ScreepsError.ts"

export * from "./Game/responses.ts"

/**
 * Returns a server's version, settings and features.
 *
 * **Source** `GET /api/version`, recorded from a server 4.3.0 with and without mods. Official: published in 2026
 * (Xerxes-2/lazycreep). xxscreeps: recorded.
 */
export const version = Operation.get("/api/version", {
  output: Responses.Version,
  auth: "optional",
  provenance: { official: "published" }
})

/**
 * Returns the current tick.
 *
 * **Errors** `ShardRequired` on official servers without a shard.
 *
 * **Source** `GET /api/game/time`, recorded from a server 4.3.0. Official: published in 2026 (Xerxes-2/lazycreep).
 * xxscreeps: recorded.
 */
export const time = Operation.get("/api/game/time", {
  shard: "required",
  output: Responses.GameTime,
  auth: "optional",
  provenance: { official: "published" }
})

/**
 * Returns the duration of ticks on a private server; on official servers use `Shards.tick`.
 *
 * **Details**
 *
 * It is the duration of the shortest of the last 30 ticks, in milliseconds.
 *
 * **Gotchas**
 *
 * `null` right after the server started.
 *
 * **Errors** `EndpointNotFound` on official servers.
 *
 * **Source** `GET /api/game/tick`, recorded from a server 4.3.0. xxscreeps: recorded.
 */
export const tick = Operation.get("/api/game/tick", {
  output: Responses.TickLength,
  auth: "optional",
  provenance: { official: "absent" }
})

/**
 * Returns the size of the world in rooms.
 *
 * **Gotchas**
 *
 * Private servers return the longer side for both sides, and count the rooms once per start: rooms that were added
 * later may be missing.
 *
 * **Errors** `ShardRequired` on official servers without a shard.
 *
 * **Source** `GET /api/game/world-size`, recorded from a server 4.3.0. Official: published in 2026
 * (Xerxes-2/lazycreep). xxscreeps: recorded.
 */
export const worldSize = Operation.get("/api/game/world-size", {
  shard: "required",
  output: Responses.WorldSize,
  auth: "optional",
  provenance: { official: "published" }
})

/**
 * Returns the terrain of a room in the server's format; `terrain` decodes it.
 *
 * **Details**
 *
 * Terrain never changes, so it can be cached permanently.
 *
 * **Gotchas**
 *
 * Rooms that were made with the server's generator are returned as digits whether or not `encoded` is given.
 *
 * **Errors** `Rejected` ("invalid room"), `ShardRequired` on official servers without a shard.
 *
 * **Source** `GET /api/game/room-terrain`, recorded from a server 4.3.0. Official quota: 360 per hour. Official:
 * published in 2018 (thmsndk/Screeps3D). xxscreeps: recorded.
 */
export const roomTerrain = Operation.get("/api/game/room-terrain", {
  input: {
    ...inRoom,
    /** `1` returns one entry with 2500 digits; without it, the squares that are not plain are listed. */
    encoded: Schema.optional(Schema.Literal(1))
  },
  shard: "required",
  output: Responses.RoomTerrain,
  auth: "optional",
  quota: { limit: 360, per: "hour" },
  provenance: { official: "published" }
})

/**
 * Returns the terrain of a room, decoded: `terrain.at(x, y)`.
 *
 * **Errors** those of `roomTerrain`; `UnexpectedResponse` when the digits are malformed.
 *
 * **Source** `GET /api/game/room-terrain`.
 */
export const terrain = (input: {
  readonly room: RoomName
  readonly shard?: string | undefined
}): Effect.Effect<Terrain.Terrain, ScreepsError, ScreepsClient> =>
  Effect.flatMap(roomTerrain({ ...input, encoded: 1 }), (response) =>
    Result.match(Terrain.fromResponse(response.terrain), {
      onSuccess: Effect.succeed,
      onFailure: ({ detail }) =>
        Effect.fail(
          new ScreepsError({
            operation: roomTerrain.name,
            reason: new UnexpectedResponse({ status: 200, detail })
          })
        )
    })
  )

/**
 * Returns the terrain of several rooms; rooms that do not exist are left out.
 *
 * **Errors** `ShardRequired` on official servers without a shard.
 *
 * **Source** `POST /api/game/rooms`, recorded from a server 4.3.0; official form reported. xxscreeps: recorded.
 */
export const rooms = Operation.post("/api/game/rooms", {
  input: {
    /** Names of the rooms. */
    rooms: Schema.Array(RoomName),
    /** Always `true`, the default: each room is returned as 2500 digits. */
    encoded: Schema.optional(Schema.Literal(true))
  },
  defaults: { encoded: true },
  queryFields: ["encoded", "shard"],
  shard: "required",
  changes: "nothing",
  output: Responses.RoomsTerrain,
  auth: "optional"
})

/**
 * Returns whether a room is open, and until when it is protected.
 *
 * **Details**
 *
 * `RoomStatus.kind` of the schema package derives what players call a closed room, a novice area or a respawn area
 * from the times in the response.
 *
 * **Errors** `Unauthorized`, `ShardRequired` on official servers without a shard.
 *
 * **Source** `GET /api/game/room-status`, recorded from a server 4.3.0. Official: published in 2017
 * (daboross/rust-screeps-api). xxscreeps: recorded.
 */
export const roomStatus = Operation.get("/api/game/room-status", {
  input: inRoom,
  shard: "required",
  output: Responses.RoomStatusResponse,
  provenance: { official: "published" }
})

/**
 * Returns the owner of a room, and its statistics.
 *
 * **Errors** `Unauthorized`, `ShardRequired` on official servers without a shard.
 *
 * **Source** `GET /api/game/room-overview`, recorded from a server 4.3.0; statistics reported. Official: published in
 * 2017 (daboross/rust-screeps-api). xxscreeps: recorded.
 */
export const roomOverview = Operation.get("/api/game/room-overview", {
  input: {
    ...inRoom,
    /** Length of a slot in minutes: 8 (the default), 180 or 1440. */
    interval: Schema.optional(RoomStat.StatInterval)
  },
  defaults: { interval: 8 },
  shard: "required",
  output: Responses.RoomOverview,
  provenance: { official: "published" }
})

/**
 * Returns the objects in a room, and their owners.
 *
 * **Details**
 *
 * `RoomObject` of the schema package describes the objects. Flags are not among them. A room that does not exist is
 * returned without objects.
 *
 * **Errors** `EndpointNotFound` on private servers without the mod, `ShardRequired` on official servers without a
 * shard.
 *
 * **Source** `GET /api/game/room-objects`, recorded from a server 4.3.0 with `screepsmod-admin-utils`; official form
 * reported. xxscreeps: absent.
 */
export const roomObjects = Operation.get("/api/game/room-objects", {
  input: inRoom,
  shard: "required",
  output: Responses.RoomObjects,
  auth: "optional",
  mod: "screepsmod-admin-utils",
  provenance: { xxscreeps: "absent" }
})

/**
 * Returns the decorations of a room.
 *
 * **Errors** `EndpointNotFound` on private servers, `Unauthorized`, `ShardRequired` without a shard.
 *
 * **Source** `GET /api/game/room-decorations`, reported (official servers only). Official: published in 2026
 * (Xerxes-2/lazycreep). xxscreeps: recorded.
 */
export const roomDecorations = Operation.get("/api/game/room-decorations", {
  input: inRoom,
  shard: "required",
  output: Responses.RoomDecorations,
  provenance: { private: "absent", official: "published" }
})

/**
 * Returns map data of rooms: owners, signs, protection, minerals, and one statistic.
 *
 * **Details**
 *
 * `MapStats.stat` of the schema package reads the statistic.
 *
 * **Gotchas**
 *
 * Private servers return no statistics, and minerals whatever is requested.
 *
 * **Errors** `Unauthorized`, `ShardRequired` on official servers without a shard.
 *
 * **Source** `POST /api/game/map-stats`, recorded from a server 4.3.0; statistics reported. Official quota: 60 per
 * hour. Official: published in 2026 (Xerxes-2/lazycreep). xxscreeps: recorded.
 */
export const mapStats = Operation.post("/api/game/map-stats", {
  input: {
    /** Names of the rooms. */
    rooms: Schema.Array(RoomName),
    /**
     * A layer (`owner0`, `minerals0`, …) or a statistic with its slot length in minutes, such as
     * `energyHarvested180`; `Other.make` for one that this version does not list.
     */
    statName: or(MapStat)
  },
  shard: "required",
  changes: "nothing",
  output: Responses.MapStatsResponse,
  quota: { limit: 60, per: "hour" },
  provenance: { official: "published" }
})

const spawnName = Schema.NonEmptyString.check(Schema.isMaxLength(50))
const flagName = Schema.NonEmptyString.check(Schema.isMaxLength(60))

/** The types of objects with names; which of them a server accepts is for the server to say. */
const namedType = or(Schema.Literals(["spawn", "flag", "creep"]))

/**
 * Returns a name that none of the user's objects of a type has, such as `Spawn1`.
 *
 * **Gotchas**
 *
 * Private servers accept only the type `spawn`; official ones are reported to accept `flag`, too. The name is not
 * reserved: use it soon.
 *
 * **Errors** `Rejected` ("invalid params"), `Unauthorized`, `ShardRequired` on official servers without a shard.
 *
 * **Source** `POST /api/game/gen-unique-object-name`, recorded from a server 4.3.0. xxscreeps: recorded.
 */
export const genUniqueObjectName = Operation.post("/api/game/gen-unique-object-name", {
  input: {
    /** Type of the object that needs a name. */
    type: namedType
  },
  shard: "required",
  changes: "nothing",
  output: Responses.UniqueName
})

/**
 * Checks that a name is free among the user's spawns and spawn construction sites, and fails when it is taken.
 *
 * **Gotchas**
 *
 * Servers accept only the type `spawn`: for flags there is `checkUniqueFlagName`.
 *
 * **Errors** `Rejected` ("name exists"; "invalid params" for another type), `Unauthorized`, `ShardRequired` on official servers without a shard.
 *
 * **Source** `POST /api/game/check-unique-object-name`, recorded from a server 4.3.0. xxscreeps: recorded.
 */
export const checkUniqueObjectName = Operation.post("/api/game/check-unique-object-name", {
  input: {
    /** Type of the object; servers accept only `spawn`. */
    type: namedType,
    /** Name to check, 1 to 50 characters. */
    name: spawnName
  },
  shard: "required",
  changes: "nothing",
  output: Ok
})

/**
 * Returns a name that none of the user's flags has, such as `Flag1`.
 *
 * **Errors** `Unauthorized`, `ShardRequired` on official servers without a shard.
 *
 * **Source** `POST /api/game/gen-unique-flag-name`, recorded from a server 4.3.0. Official: published in 2020
 * (thmsndk/Screeps3D). xxscreeps: recorded.
 */
export const genUniqueFlagName = Operation.post("/api/game/gen-unique-flag-name", {
  shard: "required",
  changes: "nothing",
  output: Responses.UniqueName,
  provenance: { official: "published" }
})

/**
 * Checks that a name is free among the user's flags, and fails when it is taken.
 *
 * **Errors** `Rejected` ("name exists"), `Unauthorized`, `ShardRequired` on official servers without a shard.
 *
 * **Source** `POST /api/game/check-unique-flag-name`, recorded from a server 4.3.0. Official: published in 2020
 * (thmsndk/Screeps3D). xxscreeps: read in the server's source.
 */
export const checkUniqueFlagName = Operation.post("/api/game/check-unique-flag-name", {
  input: {
    /** Name to check, 1 to 60 characters. */
    name: flagName
  },
  shard: "required",
  changes: "nothing",
  output: Ok,
  provenance: { official: "published", xxscreeps: "source" }
})

/**
 * Returns a random room of a novice area, for a first spawn.
 *
 * **Details**
 *
 * Without a shard, servers choose one.
 *
 * **Errors** `EndpointNotFound` on private servers.
 *
 * **Source** `GET /api/game/random-novice-room`, reported: the official client of 2026 calls it. xxscreeps: absent.
 */
export const randomNoviceRoom = Operation.get("/api/game/random-novice-room", {
  shard: "optional",
  output: Responses.NoviceRoom,
  auth: "optional",
  provenance: { private: "absent", xxscreeps: "absent" }
})

/**
 * Places the first spawn of a user whose status is `empty`, and claims the room.
 *
 * **Details**
 *
 * The room's controller rises to level 1 with 20 000 ticks of safe mode; creeps and construction sites of others are
 * removed. The outermost squares and those beside an exit are rejected.
 *
 * **Gotchas**
 *
 * Private servers choose no name: without one the spawn has no name, or, with the admin mod, is rejected.
 *
 * **Errors** `Rejected` ("invalid location", "invalid room", "room busy", "already playing", "out of borders", "too
 * soon after last respawn", "no cpu", "blocked", "invalid params"), `Unauthorized`, `ShardRequired`.
 *
 * **Source** `POST /api/game/place-spawn`, recorded from a server 4.3.0. xxscreeps: recorded.
 */
export const placeSpawn = Operation.post("/api/game/place-spawn", {
  input: {
    ...inRoom,
    ...square,
    /** Name of the spawn, 1 to 50 characters. */
    name: Schema.optional(spawnName)
  },
  shard: "required",
  output: Responses.SpawnPlaced
})

/**
 * Returns the room of an object, by the object's id.
 *
 * **Errors** `Rejected` (the text for an unknown id is not known), `EndpointNotFound` on private servers.
 *
 * **Source** `GET /api/game/find-object`, reported: the official client of 2026 calls it. xxscreeps: absent.
 */
export const findObject = Operation.get("/api/game/find-object", {
  input: {
    /** Id of the object; on all shards. */
    _id: ObjectId
  },
  output: Responses.FoundObject,
  auth: "optional",
  provenance: { private: "absent", xxscreeps: "absent" }
})
