/** Rooms in which players fought recently. */
import * as Schema from "effect/Schema"
import { expected, nullish, record } from "../values/Record.ts"
import { Tick } from "../values/Tick.ts"

/**
 * A room in which players fought.
 *
 * **Gotchas**
 *
 * Private servers with the admin mod send the whole stored record; decoding drops the other fields.
 *
 * **Source** recorded from a server 4.3.0 with the admin mod, `screepsmod-admin-utils`.
 */
export class PvpRoom extends record<PvpRoom>("PvpRoom")({
  /** Name of the room. */
  _id: Schema.String,
  /** Last tick in which players fought in the room. */
  lastPvpTime: expected(Tick)
}) {}

/** The rooms of one shard in which players fought. */
export class PvpShard extends record<PvpShard>("PvpShard")({
  /** Current tick of the shard; official servers only. */
  time: nullish(Tick),
  /** Rooms in which players fought, in no certain order. */
  rooms: Schema.Array(PvpRoom)
}) {}

/**
 * Rooms in which players fought, in one of three forms: by shard, each with its game time (official servers); by
 * shard, with one game time (admin mod); a list with one game time (from before shards existed).
 *
 * **Details**
 *
 * `shards` converts all three to one form. While a private server has no shard name, the key is the text `null` or
 * `undefined`.
 *
 * **Source** admin mod (`screepsmod-admin-utils`) recorded from a server 4.3.0; by shard published by others, 2017 and 2026;
 * the list reported.
 */
export class Pvp extends record<Pvp>("Pvp")({
  ok: Schema.Literal(1),
  /** Current tick; absent where every shard has its own. */
  time: nullish(Tick),
  /** Rooms of a server without shards. */
  rooms: nullish(Schema.Array(PvpRoom)),
  /** Rooms by shard name. */
  pvp: nullish(Schema.Record(Schema.String, PvpShard))
}) {}

/** The rooms of one shard in which players fought, in one form for all servers. */
export interface PvpRooms {
  /** Name of the shard; `undefined` if the server has no shards. */
  readonly shard: string | undefined
  /** Current tick, for comparison with `lastPvpTime`; `undefined` if it is unknown. */
  readonly time: Tick | undefined
  readonly rooms: ReadonlyArray<PvpRoom>
}

const shardOf = (key: string) => (key === "null" || key === "undefined" ? undefined : key)

/** Lists the rooms in which players fought by shard, for all three forms of a response. */
export const shards = (response: Pvp): ReadonlyArray<PvpRooms> => {
  const time = response.time ?? undefined
  if (response.pvp === undefined || response.pvp === null)
    return [{ shard: undefined, time, rooms: response.rooms ?? [] }]
  return Object.entries(response.pvp).map(([key, shard]) => ({
    shard: shardOf(key),
    time: shard.time ?? time,
    rooms: shard.rooms
  }))
}
