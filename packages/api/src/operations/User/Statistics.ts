/** Responses about a user's statistics, and their conversion to one form for all servers. */
import { StatSlot } from "@screeps-effect/schema/RoomStat"
import * as Schema from "effect/Schema"
import { expected, nullish, record } from "@screeps-effect/schema/Record"
import { answer } from "../answer.ts"

/** The totals of a user's statistics. */
export class UserStats extends answer<UserStats>("UserStats")({
  /** Totals by statistic name; one client reports lists of slots instead. Empty on private servers. */
  stats: expected(Schema.Record(Schema.String, Schema.Union([Schema.Finite, Schema.Array(StatSlot)])))
}) {}

const slots = Schema.Record(Schema.String, Schema.Array(Schema.Union([StatSlot, Schema.Finite])))
const times = nullish(Schema.Array(Schema.NullOr(Schema.Finite)))

/** One statistic of the user's rooms on one shard. */
export class ShardOverview extends record<ShardOverview>("ShardOverview")({
  /** Names of the user's rooms. */
  rooms: nullish(Schema.Array(Schema.String)),
  /** Slots of the statistic by room name, oldest first, or only their values (xxscreeps); empty on servers 4.3.0. */
  stats: nullish(slots),
  /** Ticks at which the slots began; `null` where the server does not know it. */
  gametimes: times,
  /** The same as `gametimes`; sources differ on the name. */
  gameTimes: times
}) {}

/** One statistic of the user's rooms; `overviewByShard` reads it. */
export class Overview extends answer<Overview>("Overview")({
  ...ShardOverview.fields,
  /** The statistic by shard name (official servers). */
  shards: nullish(Schema.Record(Schema.String, ShardOverview)),
  /** Highest value of the statistic (official servers). */
  statsMax: nullish(Schema.Finite),
  /** Totals of all statistics by name; empty on private servers. */
  totals: nullish(Schema.Record(Schema.String, Schema.Finite))
}) {}

/** One slot of a statistic, as far as the server returns it. */
export interface OverviewSlot {
  /** Value of the statistic in the slot. */
  readonly value: number
  /** End of the slot, counted in slots since 1970; absent on servers that return only values. */
  readonly endTime?: number
}

/** One statistic of the user's rooms on one shard. */
export interface OverviewOfShard {
  /** Name of the shard; `undefined` on servers without shards. */
  readonly shard: string | undefined
  /** Names of the user's rooms. */
  readonly rooms: ReadonlyArray<string>
  /** Slots of the statistic by room name, oldest first. */
  readonly stats: { readonly [room: string]: ReadonlyArray<OverviewSlot> }
  /** Ticks at which the slots began; `null` where the server does not know it. */
  readonly gameTimes: ReadonlyArray<number | null>
}

const toSlot = (slot: StatSlot | number): OverviewSlot => (typeof slot === "number" ? { value: slot } : slot)

const ofShard = (shard: string | undefined, one: ShardOverview): OverviewOfShard => ({
  shard,
  rooms: one.rooms ?? [],
  stats: Object.fromEntries(
    Object.entries(one.stats ?? {}).map(([room, slots]) => [room, slots.map(toSlot)])
  ),
  gameTimes: one.gametimes ?? one.gameTimes ?? []
})

/** Returns a statistic in one form for all servers: an item for each shard, or one item without a shard. */
export const overviewByShard = (overview: Overview): ReadonlyArray<OverviewOfShard> => {
  const { shards } = overview
  return (shards ?? undefined) === undefined
    ? [ofShard(undefined, overview)]
    : Object.entries(shards ?? {}).map(([shard, one]) => ofShard(shard, one))
}
