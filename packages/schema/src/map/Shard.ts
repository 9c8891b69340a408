/** Shards: the worlds of one server. */
import * as Schema from "effect/Schema"
import { nullish } from "../values/Nullish.ts"

/**
 * A shard: its name, how many rooms and active users it has, and how long its ticks last in milliseconds.
 *
 * **Details**
 *
 * `lastTicks` are the lengths of up to 30 ticks, `tick` their mean; it is `null` before the first one. Private
 * servers with the admin mod answer one shard, whose `name` is missing until it is set and whose `cpuLimit` is 0.
 *
 * **Source** recorded from a server 4.3.0 with the admin mod, `null` read in the mod's source; `users` reported.
 */
export class Shard extends Schema.Opaque<Shard>()(
  Schema.Struct({
    name: nullish(Schema.String),
    cpuLimit: Schema.Finite,
    lastTicks: Schema.Array(Schema.Finite),
    tick: nullish(Schema.Finite),
    rooms: Schema.Finite,
    users: nullish(Schema.Finite)
  }).annotate({ identifier: "Shard" })
) {}

/**
 * How many ticks a shard makes in an hour, by the mean of its last ones; `undefined` before the first one.
 */
export const ticksPerHour = ({ tick }: Shard): number | undefined =>
  typeof tick === "number" && tick > 0 ? 3_600_000 / tick : undefined
