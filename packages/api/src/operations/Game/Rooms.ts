/** What servers answer about rooms. */
import { RoomDecoration } from "@screeps-effect/schema/Decoration"
import { MapStats } from "@screeps-effect/schema/MapStats"
import { nullish } from "@screeps-effect/schema/Nullish"
import * as RoomObject from "@screeps-effect/schema/RoomObject"
import * as RoomStat from "@screeps-effect/schema/RoomStat"
import { RoomStatus } from "@screeps-effect/schema/RoomStatus"
import * as Terrain from "@screeps-effect/schema/Terrain"
import { Tick } from "@screeps-effect/schema/Tick"
import { Owner, UserBrief } from "@screeps-effect/schema/UserBrief"
import * as Schema from "effect/Schema"

/** The terrain of a room, in one of the two shapes in which servers write it. */
export class RoomTerrain extends Schema.Opaque<RoomTerrain>()(
  Schema.Struct({
    ok: Schema.Literal(1),
    terrain: Schema.Array(Schema.Union([Terrain.TerrainSquare, Terrain.TerrainDigits]))
  }).annotate({ identifier: "RoomTerrain" })
) {}

/** The terrain of many rooms, 2500 digits each; `Terrain.decode` of the schemas reads them. */
export class RoomsTerrain extends Schema.Opaque<RoomsTerrain>()(
  Schema.Struct({ ok: Schema.Literal(1), rooms: Schema.Array(Terrain.TerrainDigits) }).annotate({
    identifier: "RoomsTerrain"
  })
) {}

/**
 * A room's status; `room` is empty (private) or `null` (official, reported) for a room that does not exist.
 */
export class RoomStatusAnswer extends Schema.Opaque<RoomStatusAnswer>()(
  Schema.Struct({ ok: Schema.Literal(1), room: Schema.NullOr(RoomStatus) }).annotate({
    identifier: "RoomStatusAnswer"
  })
) {}

/**
 * Who owns a room, and its statistics by name: slots oldest first, highest values and totals.
 *
 * **Details**
 *
 * `statsMax` has keys such as `energyHarvested180`. Private servers keep no statistics: all three are empty there.
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
 * Everything that stands in a room, and the users who own it, by identity.
 *
 * **Gotchas**
 *
 * Private servers with the admin mod send no `ok`.
 */
export class RoomObjects extends Schema.Opaque<RoomObjects>()(
  Schema.Struct({
    ok: Schema.optionalKey(Schema.Literal(1)),
    objects: RoomObject.List,
    users: Schema.Record(Schema.String, UserBrief)
  }).annotate({ identifier: "RoomObjects" })
) {}

/** The decorations of a room. */
export class RoomDecorations extends Schema.Opaque<RoomDecorations>()(
  Schema.Struct({ ok: Schema.Literal(1), decorations: Schema.Array(RoomDecoration) }).annotate({
    identifier: "RoomDecorations"
  })
) {}

/**
 * What the map knows about rooms: by room, the highest values of the statistic, and the users by identity.
 *
 * **Details**
 *
 * Rooms that do not exist are left out. `decorations` are definitions by identity, as they came (official servers,
 * reported).
 */
export class MapStatsAnswer extends Schema.Opaque<MapStatsAnswer>()(
  Schema.Struct({
    ok: Schema.Literal(1),
    gameTime: Tick,
    stats: MapStats,
    statsMax: nullish(Schema.Record(Schema.String, Schema.Finite)),
    decorations: nullish(Schema.Record(Schema.String, Schema.Unknown)),
    users: Schema.Record(Schema.String, UserBrief)
  }).annotate({ identifier: "MapStatsAnswer" })
) {}
