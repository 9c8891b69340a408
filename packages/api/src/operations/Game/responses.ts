/** Responses about the world, the server itself, and rooms. */
import { answer } from "../answer.ts"
import { RoomDecoration } from "@screeps-effect/schema/Decoration"
import { Ok } from "@screeps-effect/schema/Envelope"
import { MapStats } from "@screeps-effect/schema/MapStats"
import { expected, nullish, record } from "@screeps-effect/schema/Record"
import * as RoomObject from "@screeps-effect/schema/RoomObject"
import * as RoomStat from "@screeps-effect/schema/RoomStat"
import { RoomStatus } from "@screeps-effect/schema/RoomStatus"
import * as Terrain from "@screeps-effect/schema/Terrain"
import { Tick } from "@screeps-effect/schema/Tick"
import { Owner, UserBrief } from "@screeps-effect/schema/UserBrief"
import * as Schema from "effect/Schema"

/** The current game time. */
export class GameTime extends answer<GameTime>("GameTime")({
  /** The current tick. */
  time: Tick
}) {}

/** The duration of a tick. */
export class TickLength extends answer<TickLength>("TickLength")({
  /** Duration of the shortest of the last 30 ticks, in milliseconds; `null` before the first tick after a start. */
  tick: Schema.NullOr(Schema.Finite)
}) {}

/** The size of the world. */
export class WorldSize extends answer<WorldSize>("WorldSize")({
  /** Width of the world, in rooms. */
  width: Schema.Finite,
  /** Height of the world, in rooms. */
  height: Schema.Finite
}) {}

/** A name that is still free. */
export class UniqueName extends answer<UniqueName>("UniqueName")({
  /** A name that none of the user's objects of this type has. */
  name: Schema.String
}) {}

/** The result of placing a first spawn. */
export class SpawnPlaced extends record<SpawnPlaced>("SpawnPlaced")({
  ...Ok.fields,
  /** `true` on known servers. */
  newbie: nullish(Schema.Boolean)
}) {}

/** A feature that a server announces. */
export class Feature extends record<Feature>("Feature")({
  /** Name of the feature, such as `seasons`; for mods the name of the package. */
  name: Schema.String,
  /** Version of the feature: text for mods, a number for others; some have none. */
  version: nullish(Schema.Union([Schema.Finite, Schema.String])),
  /** Address below which the images of map tiles are, if the feature replaces them (official servers). */
  mapUrl: nullish(Schema.String),
  /** Names of resources that the feature adds, by their type (official servers). */
  resourceTypeNames: nullish(Schema.Record(Schema.String, Schema.String))
}) {}

/** Settings of a server. */
export class ServerData extends record<ServerData>("ServerData")({
  /** Length of a chunk of room history, in ticks. */
  historyChunkSize: expected(Schema.Finite),
  /** Names of the shards; absent on private servers without mods, and may contain `null` on those with mods. */
  shards: nullish(Schema.Array(Schema.NullOr(Schema.String))),
  /** Features that the server announces; absent on private servers without mods. */
  features: nullish(Schema.Array(Feature)),
  /** Room object types that mods added, by type, not decoded (private servers). */
  customObjectTypes: nullish(Schema.Record(Schema.String, Schema.Unknown)),
  /** What mods or a season add to the renderer of the game's client, not decoded. */
  renderer: nullish(Schema.Record(Schema.String, Schema.Unknown)),
  /** Shortest time between two updates of a socket channel, in milliseconds (private servers). */
  socketUpdateThrottle: nullish(Schema.Finite),
  /** Welcome page for players, as HTML (private servers). */
  welcomeText: nullish(Schema.String)
}) {}

/**
 * A server's version and settings.
 *
 * **Details**
 *
 * `packageVersion` and `useNativeAuth` are returned by private servers; `package`, `currentSeason` and the costs by
 * official ones (reported).
 */
export class Version extends answer<Version>("Version")({
  /** Version of the server's protocol, such as 14. */
  protocol: expected(Schema.Finite),
  /** How many players are active. */
  users: nullish(Schema.Finite),
  /** Number of an official server's package. */
  package: nullish(Schema.Finite),
  /** Version of a private server's package, such as `4.3.0`. */
  packageVersion: nullish(Schema.String),
  /** Whether Steam tickets must be encrypted app tickets (`true`) or session tickets (`false`). */
  useNativeAuth: nullish(Schema.Boolean),
  /** The current season, as text. */
  currentSeason: nullish(Schema.String),
  /** Price of access to the season, as a number or text. */
  seasonAccessCost: nullish(Schema.Union([Schema.Finite, Schema.String])),
  /** How many pixels the conversion of a decoration returns. */
  decorationConvertationCost: nullish(Schema.Finite),
  /** How many pixels a new decoration costs. */
  decorationPixelizationCost: nullish(Schema.Finite),
  /** The server's settings. */
  serverData: expected(ServerData)
}) {}

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

/** Where an object is. */
export class ObjectPlace extends record<ObjectPlace>("ObjectPlace")({
  /** Name of the room. */
  room: Schema.String
}) {}

/** The object that was found. */
export class FoundObject extends answer<FoundObject>("FoundObject")({
  /** Where the object is; further fields are not known. */
  object: ObjectPlace
}) {}

/** A room of a novice area. */
export class NoviceRoom extends answer<NoviceRoom>("NoviceRoom")({
  /** Name of the room; absent when there is none. */
  room: nullish(Schema.String),
  /** Name of the room's shard. */
  shard: nullish(Schema.String)
}) {}
