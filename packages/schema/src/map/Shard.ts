/** Shards: the separate worlds of a server. */
import * as Schema from "effect/Schema"
import { expected, nullish, record } from "../values/Record.ts"

/**
 * A shard and its tick length.
 *
 * **Details**
 *
 * Private servers with the admin mod return one shard.
 *
 * **Source** recorded from a server 4.3.0 with the admin mod (`screepsmod-admin-utils`), `null` read in the mod's source;
 * `users` reported.
 */
export class Shard extends record<Shard>("Shard")({
  /** Name of the shard; absent on private servers until it is set. */
  name: nullish(Schema.String),
  /** CPU limit of the shard in milliseconds per tick; 0 on private servers. */
  cpuLimit: expected(Schema.Finite),
  /** Lengths of up to 30 recent ticks, in milliseconds. */
  lastTicks: expected(Schema.Array(Schema.Finite)),
  /** Mean length of the recent ticks in milliseconds; `null` before the first tick. */
  tick: nullish(Schema.Finite),
  /** Number of rooms. */
  rooms: expected(Schema.Finite),
  /** Number of active users; absent on private servers. */
  users: nullish(Schema.Finite)
}) {}
