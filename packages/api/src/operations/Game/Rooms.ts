/** Responses about rooms. */
import { RoomDecoration } from "@screeps-effect/schema/Decoration"
import { MapStats } from "@screeps-effect/schema/MapStats"
import { expected, nullish, record } from "@screeps-effect/schema/Record"
import { answer } from "../answer.ts"
import * as RoomObject from "@screeps-effect/schema/RoomObject"
import * as RoomStat from "@screeps-effect/schema/RoomStat"
import { RoomStatus } from "@screeps-effect/schema/RoomStatus"
import * as Terrain from "@screeps-effect/schema/Terrain"
import { Tick } from "@screeps-effect/schema/Tick"
import { Owner, UserBrief } from "@screeps-effect/schema/UserBrief"
import * as Schema from "effect/Schema"

/** The terrain of a room, in one of two forms. */
export class RoomTerrain extends answer<RoomTerrain>("RoomTerrain")({
  /** Either one entry with 2500 digits, or an entry for every square that is not plain. */
  terrain: Schema.Array(Schema.Union([Terrain.TerrainSquare, Terrain.TerrainDigits]))
}) {}

/** The terrain of several rooms. */
export class RoomsTerrain extends answer<RoomsTerrain>("RoomsTerrain")({
  /** An entry with 2500 digits for each room; `Terrain.decode` of the schema package decodes them. */
  rooms: Schema.Array(Terrain.TerrainDigits)
}) {}

/** The status of a room. */
export class RoomStatusResponse extends answer<RoomStatusResponse>("RoomStatusResponse")({
  /** The room's status; without fields (private) or `null` (official, reported) for a room that does not exist. */
  room: Schema.NullOr(RoomStatus)
}) {}

/**
 * The owner of a room, and its statistics.
 *
 * **Details**
 *
 * Private servers keep no statistics: `stats`, `statsMax` and `totals` are empty there.
 */
export class RoomOverview extends answer<RoomOverview>("RoomOverview")({
  /** The owner; `null` or absent when the room has none. */
  owner: nullish(Owner),
  /** Slots of the requested length by statistic name, oldest first. */
  stats: expected(Schema.Record(Schema.String, Schema.Array(RoomStat.StatSlot))),
  /** Highest values by statistic name and slot length, such as `energyHarvested180`. */
  statsMax: expected(Schema.Record(Schema.String, Schema.Finite)),
  /** Sums over all slots by statistic name; zero sums are left out. */
  totals: expected(Schema.Record(Schema.String, Schema.Finite))
}) {}

/** The objects in a room, and their owners. */
export class RoomObjects extends record<RoomObjects>("RoomObjects")({
  /** Absent on private servers with the admin mod. */
  ok: Schema.optionalKey(Schema.Literal(1)),
  /** The objects; flags are not among them. */
  objects: RoomObject.List,
  /** The owners of objects by user id. */
  users: expected(Schema.Record(Schema.String, UserBrief))
}) {}

/** The decorations of a room. */
export class RoomDecorations extends answer<RoomDecorations>("RoomDecorations")({
  /** The decorations that are placed in the room. */
  decorations: Schema.Array(RoomDecoration)
}) {}

/** Map data of several rooms. */
export class MapStatsResponse extends answer<MapStatsResponse>("MapStatsResponse")({
  /** The current tick. */
  gameTime: expected(Tick),
  /** Map data by room name; rooms that do not exist are left out. */
  stats: MapStats,
  /** Highest value of the requested statistic among all rooms, by its name; empty on private servers. */
  statsMax: nullish(Schema.Record(Schema.String, Schema.Finite)),
  /** Definitions of decorations by id, not decoded (official servers, reported). */
  decorations: nullish(Schema.Record(Schema.String, Schema.Unknown)),
  /** Owners, reservers and signers of the rooms by user id. */
  users: expected(Schema.Record(Schema.String, UserBrief))
}) {}
