/** Information about rooms for the world map. */
import * as Schema from "effect/Schema"
import { expected, nullish, record } from "../values/Record.ts"
import { MapDecoration } from "./Decoration.ts"
import type * as MapStat from "./MapStat.ts"
import { Resource } from "../economy/Resource.ts"
import { protection } from "./protectionFields.ts"
import { Signature, SystemSignature } from "./Signature.ts"
import * as UserId from "../values/UserId.ts"

/**
 * The user who owns or reserves a room.
 *
 * **Details**
 *
 * The user `2` with level 1 to 5 is a stronghold; with level 0, a reservation by a lesser invader core.
 */
export class RoomOwner extends record<RoomOwner>("RoomOwner")({
  /** Id of the user who owns or reserves the room. */
  user: UserId.UserId,
  /** Level of the controller, 1–8, or of a stronghold, 1–5; 0 if the room is only reserved. */
  level: Schema.Finite
}) {}

/** The mineral of a room. */
export class RoomMineral extends record<RoomMineral>("RoomMineral")({
  /** Resource of the mineral, such as `H`. */
  type: Resource,
  /** Density of the mineral, 1 (low) to 4 (ultra). */
  density: expected(Schema.Finite)
}) {}

/** The part of a room statistic that belongs to one user. */
export class StatShare extends record<StatShare>("StatShare")({
  /** Id of the user. */
  user: UserId.UserId,
  /** Value of the statistic for this user. */
  value: Schema.Finite
}) {}

const shares = nullish(Schema.Union([Schema.Array(StatShare), StatShare]))
const statistics = {
  /** Energy harvested, by user; slots of 8 minutes. */
  energyHarvested8: shares,
  /** Energy harvested, by user; slots of 180 minutes. */
  energyHarvested180: shares,
  /** Energy harvested, by user; slots of 1440 minutes. */
  energyHarvested1440: shares,
  /** Energy spent on building and repairs, by user; slots of 8 minutes. */
  energyConstruction8: shares,
  /** Energy spent on building and repairs, by user; slots of 180 minutes. */
  energyConstruction180: shares,
  /** Energy spent on building and repairs, by user; slots of 1440 minutes. */
  energyConstruction1440: shares,
  /** Energy spent on spawning and renewing creeps, by user; slots of 8 minutes. */
  energyCreeps8: shares,
  /** Energy spent on spawning and renewing creeps, by user; slots of 180 minutes. */
  energyCreeps180: shares,
  /** Energy spent on spawning and renewing creeps, by user; slots of 1440 minutes. */
  energyCreeps1440: shares,
  /** Control points added to controllers, by user; slots of 8 minutes. */
  energyControl8: shares,
  /** Control points added to controllers, by user; slots of 180 minutes. */
  energyControl180: shares,
  /** Control points added to controllers, by user; slots of 1440 minutes. */
  energyControl1440: shares,
  /** Body parts of creeps spawned, by user; slots of 8 minutes. */
  creepsProduced8: shares,
  /** Body parts of creeps spawned, by user; slots of 180 minutes. */
  creepsProduced180: shares,
  /** Body parts of creeps spawned, by user; slots of 1440 minutes. */
  creepsProduced1440: shares,
  /** Body parts of creeps lost, by user; slots of 8 minutes. */
  creepsLost8: shares,
  /** Body parts of creeps lost, by user; slots of 180 minutes. */
  creepsLost180: shares,
  /** Body parts of creeps lost, by user; slots of 1440 minutes. */
  creepsLost1440: shares,
  /** Power processed, by user; slots of 8 minutes. */
  powerProcessed8: shares,
  /** Power processed, by user; slots of 180 minutes. */
  powerProcessed180: shares,
  /** Power processed, by user; slots of 1440 minutes. */
  powerProcessed1440: shares
} as const satisfies { readonly [N in MapStat.Interval]: typeof shares }

/**
 * Information about one room for the world map.
 *
 * **Details**
 *
 * Only official servers return the requested statistic (reported), under its full name: `stat` returns its values.
 * `RoomStatus.kind` returns the protection of the room. Rooms that do not exist are missing in responses.
 *
 * **Source** recorded from a server 4.3.0; `hardSign`, `isPowerEnabled`, statistics and decorations reported.
 */
export class MapStatsRoom extends record<MapStatsRoom>("MapStatsRoom")({
  /** `normal` or `out of borders`. */
  status: expected(Schema.String),
  ...protection,
  /** The user who owns or reserves the room; absent in neutral rooms. */
  own: nullish(RoomOwner),
  /** Sign on the controller by a player. */
  sign: nullish(Signature),
  /** Sign on the controller by the game (official servers, reported). */
  hardSign: nullish(SystemSignature),
  /** `true` while the controller is in safe mode, otherwise absent. */
  safeMode: nullish(Schema.Boolean),
  /** Whether powers are enabled in the room (official servers, reported). */
  isPowerEnabled: nullish(Schema.Boolean),
  /** Mineral of the room; absent in rooms without one. */
  minerals0: nullish(RoomMineral),
  /** Decorations of the room that are shown on the map (official servers, reported). */
  decorations: nullish(Schema.Array(MapDecoration)),
  ...statistics
}) {}

/** Information about rooms for the world map, by room name. */
export type MapStats = { readonly [room: string]: MapStatsRoom }

/** Decodes information about rooms for the world map, by room name. */
export const MapStats: Schema.Codec<MapStats, unknown> = Schema.Record(Schema.String, MapStatsRoom).annotate({
  identifier: "MapStats"
})

/** Returns a statistic of a room by user, whether the server sent one entry or a list; empty when it is absent. */
export const stat = (room: MapStatsRoom, name: MapStat.Interval): ReadonlyArray<StatShare> => {
  const entries = room[name] ?? []
  return "user" in entries ? [entries] : entries
}

/** The way in which a room is held. */
export type Holding = "free" | "owned" | "reserved" | "stronghold"

/** Returns whether a room is owned, reserved, held by a stronghold, or free. */
export const holding = ({ own }: MapStatsRoom): Holding => {
  if (own === undefined || own === null) return "free"
  if (own.level === 0) return "reserved"
  return own.user === UserId.invader ? "stronghold" : "owned"
}

/**
 * Returns the text of the sign on a room's controller at `now` (milliseconds since 1970): the game's sign until it
 * ends, otherwise the player's.
 */
export const signText = ({ hardSign, sign }: MapStatsRoom, now: number): string | undefined =>
  hardSign !== undefined && hardSign !== null && hardSign.endDatetime > now ? hardSign.text : sign?.text
