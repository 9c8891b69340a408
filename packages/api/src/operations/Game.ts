/** The world: its clock, its rooms, names for what is new, and a first spawn. */
import { Ok } from "@screeps-effect/schema/Envelope"
import { MapStat } from "@screeps-effect/schema/MapStat"
import { RoomName } from "@screeps-effect/schema/RoomName"
import { Coordinate } from "@screeps-effect/schema/RoomPosition"
import * as RoomStat from "@screeps-effect/schema/RoomStat"
import * as Terrain from "@screeps-effect/schema/Terrain"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import {
  MapStatsAnswer,
  RoomDecorations,
  RoomObjects,
  RoomOverview,
  RoomStatusAnswer,
  RoomsTerrain,
  RoomTerrain
} from "./Game/Rooms.ts"
import { Version } from "./Game/Version.ts"
import { GameTime, SpawnPlaced, TickLength, UniqueName, WorldSize } from "./Game/World.ts"
import * as Operation from "../Operation.ts"
import type { ScreepsClient } from "../client/ScreepsClient.ts"
import { ScreepsError, UnexpectedResponse } from "../ScreepsError.ts"

export * from "./Game/Rooms.ts"
export * from "./Game/Version.ts"
export * from "./Game/World.ts"

/**
 * Tells a server's version, the size of its history chunks and its features.
 *
 * **Source** `GET /api/version`, recorded from a server 4.3.0 with and without mods; official fields reported.
 */
export const version = Operation.get("/api/version", { output: Version, auth: "optional" })

/**
 * Tells the current tick.
 *
 * **Errors** `ShardRequired` on official servers without a shard.
 *
 * **Source** `GET /api/game/time`, recorded from a server 4.3.0.
 */
export const time = Operation.get("/api/game/time", { shard: "required", output: GameTime, auth: "optional" })

/**
 * Tells how long the shortest of the last 30 ticks took, in milliseconds; on official servers ask `Shards.tick`.
 *
 * **Gotchas**
 *
 * `null` right after the server started.
 *
 * **Errors** `EndpointNotFound` on official servers.
 *
 * **Source** `GET /api/game/tick`, recorded from a server 4.3.0.
 */
export const tick = Operation.get("/api/game/tick", {
  output: TickLength,
  auth: "optional",
  provenance: { official: "absent" },
  inSpecification: false
})

/**
 * Tells the size of the world in rooms.
 *
 * **Gotchas**
 *
 * Private servers answer the larger side twice and count once per start: rooms added later may be missing.
 *
 * **Errors** `ShardRequired` on official servers without a shard.
 *
 * **Source** `GET /api/game/world-size`, recorded from a server 4.3.0.
 */
export const worldSize = Operation.get("/api/game/world-size", {
  shard: "required",
  output: WorldSize,
  auth: "optional"
})

/**
 * Tells the terrain of a room as the server writes it; `terrain` reads it for you.
 *
 * **Details**
 *
 * With `encoded` the answer is one entry of 2500 digits, without it a list of the squares that are not plain.
 * Terrain never changes: keep it.
 *
 * **Gotchas**
 *
 * Rooms made with the server's generator answer digits whether or not they were asked for.
 *
 * **Errors** `Rejected` ("invalid room"), `ShardRequired` on official servers without a shard.
 *
 * **Source** `GET /api/game/room-terrain`, recorded from a server 4.3.0. Official quota: 360 per hour.
 */
export const roomTerrain = Operation.get("/api/game/room-terrain", {
  input: { room: RoomName, encoded: Schema.optional(Schema.Literal(1)) },
  shard: "required",
  output: RoomTerrain,
  auth: "optional",
  quota: { limit: 360, per: "hour" }
})

/**
 * Reads the terrain of a room, ready to be asked `at(x, y)`.
 *
 * **Errors** those of `roomTerrain`; `UnexpectedResponse` when the digits are malformed.
 *
 * **Source** `GET /api/game/room-terrain`.
 */
export const terrain = (input: {
  readonly room: RoomName
  readonly shard?: string | undefined
}): Effect.Effect<Terrain.Terrain, ScreepsError, ScreepsClient> =>
  Effect.flatMap(roomTerrain({ ...input, encoded: 1 }), (reply) =>
    Result.match(Terrain.fromResponse(reply.terrain), {
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
 * Tells the terrain of many rooms at once, 2500 digits each; rooms that do not exist are left out.
 *
 * **Errors** `ShardRequired` on official servers without a shard.
 *
 * **Source** `POST /api/game/rooms`, recorded from a server 4.3.0; official form reported.
 */
export const rooms = Operation.post("/api/game/rooms", {
  input: { rooms: Schema.Array(RoomName), encoded: Schema.optional(Schema.Literal(true)) },
  defaults: { encoded: true },
  queryFields: ["encoded", "shard"],
  shard: "required",
  output: RoomsTerrain,
  auth: "optional",
  idempotent: true,
  inSpecification: false
})

/**
 * Tells whether a room can be played and how long it is protected.
 *
 * **Details**
 *
 * What players call closed, novice or respawn area follows from the moments in the answer: see `RoomStatus.kind` of
 * the schemas.
 *
 * **Errors** `Unauthorized`, `ShardRequired` on official servers without a shard.
 *
 * **Source** `GET /api/game/room-status`, recorded from a server 4.3.0; official forms reported.
 */
export const roomStatus = Operation.get("/api/game/room-status", {
  input: { room: RoomName },
  shard: "required",
  output: RoomStatusAnswer
})

/**
 * Tells who owns a room, and its statistics.
 *
 * **Details**
 *
 * `interval` is the length of a slot in minutes: 8 (the default), 180 or 1440.
 *
 * **Errors** `Unauthorized`, `ShardRequired` on official servers without a shard.
 *
 * **Source** `GET /api/game/room-overview`, recorded from a server 4.3.0; statistics reported.
 */
export const roomOverview = Operation.get("/api/game/room-overview", {
  input: { room: RoomName, interval: Schema.optional(RoomStat.StatInterval) },
  defaults: { interval: 8 },
  shard: "required",
  output: RoomOverview
})

/**
 * Tells everything that stands in a room, and who owns it.
 *
 * **Details**
 *
 * The objects are those of `RoomObject` of the schemas. Flags are not among them. A room that does not exist has none.
 *
 * **Errors** `EndpointNotFound` on private servers without the mod, `ShardRequired` on official servers without a shard.
 *
 * **Source** `GET /api/game/room-objects`, recorded from a server 4.3.0 with `screepsmod-admin-utils`; official form
 * reported.
 */
export const roomObjects = Operation.get("/api/game/room-objects", {
  input: { room: RoomName },
  shard: "required",
  output: RoomObjects,
  auth: "optional",
  mod: "screepsmod-admin-utils"
})

/**
 * Tells the decorations of a room.
 *
 * **Errors** `EndpointNotFound` on private servers, `Unauthorized`, `ShardRequired` without a shard.
 *
 * **Source** `GET /api/game/room-decorations`, reported (official servers only).
 */
export const roomDecorations = Operation.get("/api/game/room-decorations", {
  input: { room: RoomName },
  shard: "required",
  output: RoomDecorations,
  provenance: { private: "absent" }
})

/**
 * Tells what the map knows about rooms: owners, signs, protection, minerals, and one statistic.
 *
 * **Details**
 *
 * `statName` is a layer (`owner0`, `claim0`, `minerals0`, …) or a statistic with the length of its slots in minutes,
 * such as `energyHarvested180`: see `MapStat` of the schemas. `MapStats.stat` reads it.
 *
 * **Gotchas**
 *
 * Private servers tell no statistics, and minerals whatever was asked.
 *
 * **Errors** `Unauthorized`, `ShardRequired` on official servers without a shard.
 *
 * **Source** `POST /api/game/map-stats`, recorded from a server 4.3.0; statistics reported. Official quota: 60 per
 * hour.
 */
export const mapStats = Operation.post("/api/game/map-stats", {
  input: { rooms: Schema.Array(RoomName), statName: MapStat },
  shard: "required",
  output: MapStatsAnswer,
  idempotent: true,
  quota: { limit: 60, per: "hour" }
})

const spawnName = Schema.NonEmptyString.check(Schema.isMaxLength(50))
const flagName = Schema.NonEmptyString.check(Schema.isMaxLength(60))

/**
 * Makes up a name that none of the user's spawns has, such as `Spawn1`.
 *
 * **Gotchas**
 *
 * Private servers know the type `spawn` only; official ones are reported to know `flag`, too. The name is not kept
 * for the user: give it soon.
 *
 * **Errors** `Rejected` ("invalid params"), `Unauthorized`, `ShardRequired` on official servers without a shard.
 *
 * **Source** `POST /api/game/gen-unique-object-name`, recorded from a server 4.3.0.
 */
export const genUniqueObjectName = Operation.post("/api/game/gen-unique-object-name", {
  input: { type: Schema.Literals(["spawn", "flag"]) },
  shard: "required",
  output: UniqueName,
  idempotent: true
})

/**
 * Checks that none of the user's spawns, nor of the sites for one, has a name yet; fails when one has.
 *
 * **Errors** `Rejected` ("name exists"), `Unauthorized`, `ShardRequired` on official servers without a shard.
 *
 * **Source** `POST /api/game/check-unique-object-name`, recorded from a server 4.3.0.
 */
export const checkUniqueObjectName = Operation.post("/api/game/check-unique-object-name", {
  input: { type: Schema.Literal("spawn"), name: spawnName },
  shard: "required",
  output: Ok,
  idempotent: true
})

/**
 * Makes up a name that none of the user's flags has, such as `Flag1`.
 *
 * **Errors** `Unauthorized`, `ShardRequired` on official servers without a shard.
 *
 * **Source** `POST /api/game/gen-unique-flag-name`, recorded from a server 4.3.0.
 */
export const genUniqueFlagName = Operation.post("/api/game/gen-unique-flag-name", {
  shard: "required",
  output: UniqueName,
  idempotent: true
})

/**
 * Checks that none of the user's flags has a name yet; fails when one has.
 *
 * **Errors** `Rejected` ("name exists"), `Unauthorized`, `ShardRequired` on official servers without a shard.
 *
 * **Source** `POST /api/game/check-unique-flag-name`, recorded from a server 4.3.0.
 */
export const checkUniqueFlagName = Operation.post("/api/game/check-unique-flag-name", {
  input: { name: flagName },
  shard: "required",
  output: Ok,
  idempotent: true
})

/**
 * Places the first spawn of a user whose status in the world is `empty`, and with it takes over the room.
 *
 * **Details**
 *
 * The room's controller rises to level 1 with 20 000 ticks of safe mode; creeps and construction sites of others
 * vanish. `x` and `y` are squares, 0–49; the outermost ones and those beside an exit are refused. Names have at most
 * 50 characters.
 *
 * **Gotchas**
 *
 * Private servers give no name of their own: without one the spawn has none, or, with the admin mod, is refused.
 *
 * **Errors** `Rejected` ("invalid location", "invalid room", "room busy", "already playing", "out of borders",
 * "too soon after last respawn", "no cpu", "blocked", "invalid params"), `Unauthorized`, `ShardRequired`.
 *
 * **Source** `POST /api/game/place-spawn`, recorded from a server 4.3.0.
 */
export const placeSpawn = Operation.post("/api/game/place-spawn", {
  input: {
    room: RoomName,
    x: Coordinate,
    y: Coordinate,
    name: Schema.optional(spawnName)
  },
  shard: "required",
  output: SpawnPlaced
})
