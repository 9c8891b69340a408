/** A user's statistics as servers answer them, and read in one form. */
import { StatSlot } from "@screeps-effect/schema/RoomStat"
import * as Schema from "effect/Schema"
import { nullish } from "@screeps-effect/schema/Nullish"

/** The totals of a user's statistics by name; one client reports their slots instead. */
export class UserStats extends Schema.Opaque<UserStats>()(
  Schema.Struct({
    ok: Schema.Literal(1),
    stats: Schema.Record(Schema.String, Schema.Union([Schema.Finite, Schema.Array(StatSlot)]))
  }).annotate({ identifier: "UserStats" })
) {}

const Slots = Schema.Record(Schema.String, Schema.Array(StatSlot))
const Times = nullish(Schema.Array(Schema.NullOr(Schema.Finite)))

/**
 * One statistic of the user's rooms on one shard, slots oldest first; sources differ on how the times are called.
 */
export class ShardOverview extends Schema.Opaque<ShardOverview>()(
  Schema.Struct({
    rooms: nullish(Schema.Array(Schema.String)),
    stats: nullish(Slots),
    gametimes: Times,
    gameTimes: Times
  }).annotate({ identifier: "ShardOverview" })
) {}

/**
 * One statistic of the user's rooms: by shard, or in one for private servers, which keep no statistics.
 *
 * **Details**
 *
 * `totals` has all statistics by name, `statsMax` is the highest value of the one that was asked for.
 */
export class Overview extends Schema.Opaque<Overview>()(
  Schema.Struct({
    ok: Schema.Literal(1),
    ...ShardOverview.fields,
    shards: nullish(Schema.Record(Schema.String, ShardOverview)),
    statsMax: nullish(Schema.Finite),
    totals: nullish(Schema.Record(Schema.String, Schema.Finite))
  }).annotate({ identifier: "Overview" })
) {}

/**
 * One statistic of the user's rooms on one shard; `shard` is absent where the server has none.
 *
 * **Details**
 *
 * `stats` has the slots of each room by its name, oldest first; `gameTimes` are the ticks at which slots began,
 * `null` where the server does not know.
 */
export interface OverviewOfShard {
  readonly shard: string | undefined
  readonly rooms: ReadonlyArray<string>
  readonly stats: { readonly [room: string]: ReadonlyArray<StatSlot> }
  readonly gameTimes: ReadonlyArray<number | null>
}

const ofShard = (shard: string | undefined, one: ShardOverview): OverviewOfShard => ({
  shard,
  rooms: one.rooms ?? [],
  stats: one.stats ?? {},
  gameTimes: one.gametimes ?? one.gameTimes ?? []
})

/**
 * One statistic of the user's rooms in one form for all servers: one item per shard, or one without a shard.
 */
export const overviewByShard = (overview: Overview): ReadonlyArray<OverviewOfShard> => {
  const { shards } = overview
  return (shards ?? undefined) === undefined
    ? [ofShard(undefined, overview)]
    : Object.entries(shards ?? {}).map(([shard, one]) => ofShard(shard, one))
}
