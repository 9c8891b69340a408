/** What the world map knows about rooms. */
import * as Schema from "effect/Schema"
import { MapDecoration } from "./Decoration.ts"
import * as MapStat from "./MapStat.ts"
import { nullish } from "../values/Nullish.ts"
import { Resource } from "../economy/Resource.ts"
import * as RoomStat from "./RoomStat.ts"
import { Moment } from "./RoomStatus.ts"
import { Signature, SystemSignature } from "./Signature.ts"
import * as UserId from "../values/UserId.ts"

/**
 * The owner of a room and its level, 1 to 8; 0 for a room that is only reserved.
 *
 * **Details**
 *
 * The owner `2` at levels 1 to 5 is a stronghold, at level 0 a reservation by its lesser core.
 */
export class RoomOwner extends Schema.Opaque<RoomOwner>()(
  Schema.Struct({ user: UserId.UserId, level: Schema.Finite }).annotate({ identifier: "RoomOwner" })
) {}

/** The mineral of a room and its density, 1 to 4. */
export class RoomMineral extends Schema.Opaque<RoomMineral>()(
  Schema.Struct({ type: Resource, density: Schema.Finite }).annotate({ identifier: "RoomMineral" })
) {}

/** How much one user has of a statistic in a room. */
export class StatShare extends Schema.Opaque<StatShare>()(
  Schema.Struct({ user: UserId.UserId, value: Schema.Finite }).annotate({ identifier: "StatShare" })
) {}

const shares = nullish(Schema.Union([Schema.Array(StatShare), StatShare]))
const names = RoomStat.all.flatMap((stat) =>
  MapStat.intervals.map((interval) => MapStat.make(stat, interval))
)
const statistics = Object.fromEntries(names.map((name) => [name, shares])) as {
  readonly [N in MapStat.Interval]: typeof shares
}

/**
 * What the map knows about one room.
 *
 * **Details**
 *
 * `safeMode` is `true` or absent. The statistic that was asked for stands under its whole name, on official servers
 * only (reported): read it with `stat`. Ends of protections are milliseconds since 1970, and `RoomStatus.kind` reads
 * them. Rooms that do not exist are left out of the answer.
 *
 * **Source** recorded from a server 4.3.0; `hardSign`, `isPowerEnabled`, statistics and decorations reported.
 */
export class MapStatsRoom extends Schema.Opaque<MapStatsRoom>()(
  Schema.Struct({
    status: Schema.String,
    novice: nullish(Moment),
    respawnArea: nullish(Moment),
    openTime: nullish(Moment),
    own: nullish(RoomOwner),
    sign: nullish(Signature),
    hardSign: nullish(SystemSignature),
    safeMode: nullish(Schema.Boolean),
    isPowerEnabled: nullish(Schema.Boolean),
    minerals0: nullish(RoomMineral),
    decorations: nullish(Schema.Array(MapDecoration)),
    ...statistics
  }).annotate({ identifier: "MapStatsRoom" })
) {}

/** What the map knows about rooms, by name. */
export type MapStats = { readonly [room: string]: MapStatsRoom }

/** Decodes what the map knows about rooms, by name. */
export const MapStats: Schema.Codec<MapStats, unknown> = Schema.Record(Schema.String, MapStatsRoom).annotate({
  identifier: "MapStats"
})

/** A statistic of a room by user, whether the server wrote one entry or a list; empty when absent. */
export const stat = (room: MapStatsRoom, name: MapStat.Interval): ReadonlyArray<StatShare> => {
  const entries = room[name] ?? []
  return "user" in entries ? [entries] : entries
}

/** Who holds a room, and how. */
export type Holding = "free" | "owned" | "reserved" | "stronghold"

/** Whether a room is owned, reserved, held by a stronghold, or free. */
export const holding = ({ own }: MapStatsRoom): Holding => {
  if (own === undefined || own === null) return "free"
  if (own.level === 0) return "reserved"
  return own.user === UserId.invader ? "stronghold" : "owned"
}

/**
 * The text to show on a room's controller at `now` (milliseconds since 1970): the game's own while it lasts, else
 * the player's.
 */
export const signText = ({ hardSign, sign }: MapStatsRoom, now: number): string | undefined =>
  hardSign !== undefined && hardSign !== null && hardSign.endDatetime > now ? hardSign.text : sign?.text
