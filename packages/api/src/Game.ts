/**
 * The world: its clock, its rooms, and a first spawn in it.
 *
 * @since 0.1.0
 */
import { Ok } from "@screeps-effect/schema/Envelope"
import { RoomName } from "@screeps-effect/schema/RoomName"
import { Coordinate } from "@screeps-effect/schema/RoomPosition"
import * as RoomStat from "@screeps-effect/schema/RoomStat"
import { RoomStatus } from "@screeps-effect/schema/RoomStatus"
import * as Terrain from "@screeps-effect/schema/Terrain"
import { Tick } from "@screeps-effect/schema/Tick"
import { Owner } from "@screeps-effect/schema/UserBrief"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { nullish } from "@screeps-effect/schema/Nullish"
import * as Operation from "./Operation.ts"
import type { ScreepsClient } from "./ScreepsClient.ts"
import { ScreepsError, Unexpected } from "./ScreepsError.ts"

/**
 * A feature that a server announces; mods write their versions as text.
 *
 * @category answers
 * @since 0.1.0
 */
export class Feature extends Schema.Opaque<Feature>()(
  Schema.Struct({
    name: Schema.String,
    version: nullish(Schema.Union([Schema.Finite, Schema.String]))
  }).annotate({ identifier: "Feature" })
) {}

/**
 * What a server says about itself beyond its version.
 *
 * **Details**
 *
 * `historyChunkSize` is in ticks, `socketUpdateThrottle` in milliseconds. `shards` may hold `null` on private
 * servers with mods.
 *
 * @category answers
 * @since 0.1.0
 */
export class ServerData extends Schema.Opaque<ServerData>()(
  Schema.Struct({
    historyChunkSize: Schema.Finite,
    shards: nullish(Schema.Array(Schema.NullOr(Schema.String))),
    features: nullish(Schema.Array(Feature)),
    customObjectTypes: nullish(Schema.Record(Schema.String, Schema.Unknown)),
    socketUpdateThrottle: nullish(Schema.Finite),
    welcomeText: nullish(Schema.String)
  }).annotate({ identifier: "ServerData" })
) {}

/**
 * A server's version: the protocol it speaks, how many users are active, and what it says about itself.
 *
 * **Details**
 *
 * `packageVersion` and `useNativeAuth` are told by private servers, `package`, `currentSeason` and the costs by
 * official ones.
 *
 * @category answers
 * @since 0.1.0
 */
export class Version extends Schema.Opaque<Version>()(
  Schema.Struct({
    ok: Schema.Literal(1),
    protocol: Schema.Finite,
    users: nullish(Schema.Finite),
    package: nullish(Schema.Finite),
    packageVersion: nullish(Schema.String),
    useNativeAuth: nullish(Schema.Boolean),
    currentSeason: nullish(Schema.String),
    serverData: ServerData
  }).annotate({ identifier: "Version" })
) {}

/**
 * Tells a server's version, the size of its history chunks and its features.
 *
 * **Source** `GET /api/version`, recorded from a server 4.3.0 with and without mods; official fields reported.
 *
 * @category operations
 * @since 0.1.0
 */
export const version = Operation.get("/api/version", { answer: Version, auth: "optional" })

/**
 * The game's clock.
 *
 * @category answers
 * @since 0.1.0
 */
export class GameTime extends Schema.Opaque<GameTime>()(
  Schema.Struct({ ok: Schema.Literal(1), time: Tick }).annotate({ identifier: "GameTime" })
) {}

/**
 * Tells the current tick.
 *
 * **Errors** `ShardNeeded` on official servers without a shard.
 *
 * **Source** `GET /api/game/time`, recorded from a server 4.3.0.
 *
 * @category operations
 * @since 0.1.0
 */
export const time = Operation.get("/api/game/time", { shard: "required", answer: GameTime, auth: "optional" })

/**
 * The size of the world in rooms.
 *
 * @category answers
 * @since 0.1.0
 */
export class WorldSize extends Schema.Opaque<WorldSize>()(
  Schema.Struct({ ok: Schema.Literal(1), width: Schema.Finite, height: Schema.Finite }).annotate({
    identifier: "WorldSize"
  })
) {}

/**
 * Tells the size of the world in rooms.
 *
 * **Gotchas**
 *
 * Private servers answer the larger side twice and count once per start: rooms added later may be missing.
 *
 * **Errors** `ShardNeeded` on official servers without a shard.
 *
 * **Source** `GET /api/game/world-size`, recorded from a server 4.3.0.
 *
 * @category operations
 * @since 0.1.0
 */
export const worldSize = Operation.get("/api/game/world-size", {
  shard: "required",
  answer: WorldSize,
  auth: "optional"
})

/**
 * The terrain of a room, in one of the two shapes in which servers write it.
 *
 * @category answers
 * @since 0.1.0
 */
export class RoomTerrain extends Schema.Opaque<RoomTerrain>()(
  Schema.Struct({
    ok: Schema.Literal(1),
    terrain: Schema.Array(Schema.Union([Terrain.TerrainSquare, Terrain.TerrainDigits]))
  }).annotate({ identifier: "RoomTerrain" })
) {}

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
 * **Errors** `Rejected` ("invalid room"), `ShardNeeded` on official servers without a shard.
 *
 * **Source** `GET /api/game/room-terrain`, recorded from a server 4.3.0. Official quota: 360 per hour.
 *
 * @category operations
 * @since 0.1.0
 */
export const roomTerrain = Operation.get("/api/game/room-terrain", {
  input: { room: RoomName, encoded: Schema.optional(Schema.Literal(1)) },
  shard: "required",
  answer: RoomTerrain,
  auth: "optional",
  quota: { limit: 360, per: "hour" }
})

/**
 * Reads the terrain of a room, ready to be asked `at(x, y)`.
 *
 * **Errors** those of `roomTerrain`; `Unexpected` when the digits are malformed.
 *
 * **Source** `GET /api/game/room-terrain`.
 *
 * @category reading
 * @since 0.1.0
 */
export const terrain = (input: {
  readonly room: RoomName
  readonly shard?: string | undefined
}): Effect.Effect<Terrain.Terrain, ScreepsError, ScreepsClient> =>
  Effect.flatMap(roomTerrain({ ...input, encoded: 1 }), (reply) =>
    Result.match(Terrain.fromReply(reply.terrain), {
      onSuccess: Effect.succeed,
      onFailure: ({ why }) =>
        Effect.fail(
          new ScreepsError({
            operation: roomTerrain.name,
            reason: new Unexpected({ status: 200, issue: why })
          })
        )
    })
  )

/**
 * A room's status; `room` is empty (private) or `null` (official, reported) for a room that does not exist.
 *
 * @category answers
 * @since 0.1.0
 */
export class RoomStatusAnswer extends Schema.Opaque<RoomStatusAnswer>()(
  Schema.Struct({ ok: Schema.Literal(1), room: Schema.NullOr(RoomStatus) }).annotate({
    identifier: "RoomStatusAnswer"
  })
) {}

/**
 * Tells whether a room can be played and how long it is protected.
 *
 * **Details**
 *
 * What players call closed, novice or respawn area follows from the moments in the answer: see `RoomStatus.kind` of
 * the schemas.
 *
 * **Errors** `Unauthorized`, `ShardNeeded` on official servers without a shard.
 *
 * **Source** `GET /api/game/room-status`, recorded from a server 4.3.0; official forms reported.
 *
 * @category operations
 * @since 0.1.0
 */
export const roomStatus = Operation.get("/api/game/room-status", {
  input: { room: RoomName },
  shard: "required",
  answer: RoomStatusAnswer
})

/**
 * Who owns a room, and its statistics by name: slots oldest first, highest values and totals.
 *
 * **Details**
 *
 * `statsMax` has keys such as `energyHarvested180`. Private servers keep no statistics: all three are empty there.
 *
 * @category answers
 * @since 0.1.0
 */
export class RoomOverview extends Schema.Opaque<RoomOverview>()(
  Schema.Struct({
    ok: Schema.Literal(1),
    owner: nullish(Owner),
    stats: Schema.Record(Schema.String, Schema.Array(RoomStat.StatSlot)),
    statsMax: Schema.Record(Schema.String, Schema.Finite),
    totals: Schema.Record(Schema.String, Schema.Finite)
  }).annotate({ identifier: "RoomOverview" })
) {}

/**
 * Tells who owns a room, and its statistics.
 *
 * **Details**
 *
 * `interval` is the length of a slot in minutes: 8 (the default), 180 or 1440.
 *
 * **Errors** `Unauthorized`, `ShardNeeded` on official servers without a shard.
 *
 * **Source** `GET /api/game/room-overview`, recorded from a server 4.3.0; statistics reported.
 *
 * @category operations
 * @since 0.1.0
 */
export const roomOverview = Operation.get("/api/game/room-overview", {
  input: { room: RoomName, interval: Schema.optional(RoomStat.StatInterval) },
  defaults: { interval: 8 },
  shard: "required",
  answer: RoomOverview
})

/**
 * A first spawn was placed.
 *
 * @category answers
 * @since 0.1.0
 */
export class SpawnPlaced extends Schema.Opaque<SpawnPlaced>()(
  Schema.Struct({ ...Ok.fields, newbie: nullish(Schema.Boolean) }).annotate({ identifier: "SpawnPlaced" })
) {}

/**
 * Places the first spawn of a user whose status in the world is `empty`, and with it takes over the room.
 *
 * **Details**
 *
 * The room's controller rises to level 1 with 20 000 ticks of safe mode; creeps and construction sites of others
 * vanish. `x` and `y` are squares, 0–49; the outermost ones and those beside an exit are refused. Names have at most
 * 50 characters.
 *
 * **Errors** `Rejected` ("invalid location", "invalid room", "room busy", "already playing", "out of borders",
 * "too soon after last respawn", "no cpu", "blocked"), `Unauthorized`, `ShardNeeded`.
 *
 * **Source** `POST /api/game/place-spawn`, recorded from a server 4.3.0.
 *
 * @category operations
 * @since 0.1.0
 */
export const placeSpawn = Operation.post("/api/game/place-spawn", {
  input: {
    room: RoomName,
    x: Coordinate,
    y: Coordinate,
    name: Schema.optional(Schema.NonEmptyString.check(Schema.isMaxLength(50)))
  },
  shard: "required",
  answer: SpawnPlaced
})
