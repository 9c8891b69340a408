/** Responses about users, and their conversion to one form for all servers. */
import type { Definition } from "../../Operation.ts"
import type { ScreepsError } from "../../ScreepsError.ts"
import type { ScreepsClient } from "../../client/service.ts"
import { answer } from "../answer.ts"
import type { Badge } from "@screeps-effect/schema/Badge"
import { MoneyEntry } from "@screeps-effect/schema/MoneyEntry"
import { expected, nullish, record } from "@screeps-effect/schema/Record"
import { StatSlot } from "@screeps-effect/schema/RoomStat"
import { Owner } from "@screeps-effect/schema/UserBrief"
import { UserFound } from "@screeps-effect/schema/UserFound"
import { UserId } from "@screeps-effect/schema/UserId"
import type * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

/** The user to find: by name or by id, never by both. */
export type UserQuery =
  | {
      /** Name of the user; private servers ignore upper and lower case. */
      readonly username: string
      readonly id?: undefined
    }
  | {
      /** Id of the user. */
      readonly id: UserId
      readonly username?: undefined
    }

/** The operation that finds a user; its input type requires either a name or an id. */
export interface LookUp<in out A> extends Definition<
  { readonly username?: string | undefined; readonly id?: UserId | undefined },
  A
> {
  (input: UserQuery): Effect.Effect<A, ScreepsError, ScreepsClient>
}

/** The user that was found. */
export class FoundUser extends answer<FoundUser>("FoundUser")({
  /** The user's public profile. */
  user: UserFound
}) {}

/** The user's name. */
export class UserName extends answer<UserName>("UserName")({
  /** Name of the user. */
  username: Schema.String
}) {}

/** The signed-in user, as far as the token may read it. */
export interface WhoAmI {
  readonly _id: UserId
  /** Name of the user; `undefined` until one is chosen, for accounts that were created through a game platform. */
  readonly username: string | undefined
  readonly badge: Badge | undefined
  /** Whether the token is a restricted one that may not read `Auth.me`. */
  readonly restricted: boolean
}

const Names = Schema.Array(Schema.String)
const NamesByShard = Schema.Record(Schema.String, Names)

/** The rooms of a user, in one of two forms; `roomsByShard` reads both. */
export class UserRooms extends answer<UserRooms>("UserRooms")({
  /** Names of the owned rooms, highest level first (private servers). */
  rooms: nullish(Names),
  /** Names of the owned rooms, by shard name (official servers, reported). */
  shards: nullish(NamesByShard),
  /** Names of the reserved rooms, by shard name (official servers, reported). */
  reservations: nullish(NamesByShard)
}) {}

/** The rooms of a user on one shard. */
export interface RoomsOfShard {
  /** Name of the shard; `undefined` on servers without shards. */
  readonly shard: string | undefined
  /** Names of the owned rooms. */
  readonly rooms: ReadonlyArray<string>
  /** Names of the reserved rooms; empty unless they were requested. */
  readonly reservations: ReadonlyArray<string>
}

/** Returns the rooms of a user in one form for all servers: an item for each shard, or one item without a shard. */
export const roomsByShard = ({ reservations, rooms, shards }: UserRooms): ReadonlyArray<RoomsOfShard> => {
  if ((shards ?? reservations ?? undefined) === undefined) {
    return [{ shard: undefined, rooms: rooms ?? [], reservations: [] }]
  }
  const names = new Set([...Object.keys(shards ?? {}), ...Object.keys(reservations ?? {})])
  return [...names].map((shard) => ({
    shard,
    rooms: shards?.[shard] ?? [],
    reservations: reservations?.[shard] ?? []
  }))
}

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

/** A page of the history of the user's credits. */
export class MoneyHistory extends answer<MoneyHistory>("MoneyHistory")({
  /** Number of the page, counted from 0. */
  page: expected(Schema.Finite),
  /** At most 20 entries, latest first. */
  list: Schema.Array(MoneyEntry),
  /** Whether there is a next page. */
  hasMore: expected(Schema.Boolean)
}) {}

/** One side of a deal on the market. */
export class DealOrder extends record<DealOrder>("DealOrder")({
  /** Id of the user on this side. */
  user: Schema.NullOr(UserId),
  /** `market.sell`: the user sold; `market.buy`: the user bought. */
  type: Schema.String
}) {}

/** The parties of a deal on the market. */
export class DealDetails extends answer<DealDetails>("DealDetails")({
  /** The sides of the deal. */
  orders: Schema.Array(DealOrder),
  /** Names and badges of the parties, by user id. */
  users: nullish(Schema.Record(Schema.String, Owner))
}) {}
