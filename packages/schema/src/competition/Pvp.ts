/** Rooms in which players fought lately. */
import * as Schema from "effect/Schema"
import { nullish } from "../values/Nullish.ts"
import { Tick } from "../values/Tick.ts"

/**
 * A room (`_id` is its name) and the last tick in which players fought there.
 *
 * **Gotchas**
 *
 * Private servers with the admin mod send the whole stored record; decoding drops the rest.
 *
 * **Source** recorded from a server 4.3.0 with the admin mod.
 */
export class PvpRoom extends Schema.Opaque<PvpRoom>()(
  Schema.Struct({ _id: Schema.String, lastPvpTime: Tick }).annotate({ identifier: "PvpRoom" })
) {}

/** The rooms of one shard in which players fought, and on official servers the shard's game time. */
export class PvpShard extends Schema.Opaque<PvpShard>()(
  Schema.Struct({ time: nullish(Tick), rooms: Schema.Array(PvpRoom) }).annotate({ identifier: "PvpShard" })
) {}

/**
 * Rooms in which players fought, in one of three forms: by shard, each with its game time (official); by shard, with
 * one game time (admin mod); a bare list with one game time (before there were shards).
 *
 * **Details**
 *
 * `shards` reads all three. Before a private server has a shard name, the key is the text `null` or `undefined`.
 *
 * **Source** admin mod recorded from a server 4.3.0, the others reported.
 */
export class Pvp extends Schema.Opaque<Pvp>()(
  Schema.Struct({
    ok: Schema.Literal(1),
    time: nullish(Tick),
    rooms: nullish(Schema.Array(PvpRoom)),
    pvp: nullish(Schema.Record(Schema.String, PvpShard))
  }).annotate({ identifier: "Pvp" })
) {}

/** The fights of one shard, in one form for all servers. */
export interface PvpRooms {
  /** `undefined` where the server has no shards. */
  readonly shard: string | undefined
  /** The game time to compare with; `undefined` where it is unknown. */
  readonly time: Tick | undefined
  readonly rooms: ReadonlyArray<PvpRoom>
}

const shardOf = (key: string) => (key === "null" || key === "undefined" ? undefined : key)

/** The fights by shard, whichever form the answer has. */
export const shards = (answer: Pvp): ReadonlyArray<PvpRooms> => {
  const time = answer.time ?? undefined
  if (answer.pvp === undefined || answer.pvp === null)
    return [{ shard: undefined, time, rooms: answer.rooms ?? [] }]
  return Object.entries(answer.pvp).map(([key, shard]) => ({
    shard: shardOf(key),
    time: shard.time ?? time,
    rooms: shard.rooms
  }))
}
