/**
 * The records of an in-memory world beside its rooms: market, decorations, leaderboards, seasons, servers.
 */
import type { Decoration, DecorationTheme } from "@screeps-effect/schema/Decoration"
import * as Millis from "@screeps-effect/schema/Millis"
import type { MarketEvent, MoneyType } from "@screeps-effect/schema/MoneyEntry"
import type { ObjectId } from "@screeps-effect/schema/ObjectId"
import type { MarketStat } from "@screeps-effect/schema/Order"
import type { LeaderboardSeason } from "@screeps-effect/schema/Rank"
import type { RoomName } from "@screeps-effect/schema/RoomName"
import type { Season } from "@screeps-effect/schema/Season"
import type { ServerEntry } from "@screeps-effect/schema/ServerEntry"
import type { ShardName } from "@screeps-effect/schema/ShardName"
import * as Effect from "effect/Effect"
import type { Score, Statistic } from "./state/boards.ts"
import type { OwnedDecoration } from "./state/decorations.ts"
import type { StoredOrder } from "./state/market.ts"
import { named, shardNamed, type Shard } from "./state/shard.ts"

/** A new market order. */
export interface NewOrder {
  readonly type: "buy" | "sell"
  /** Such as `energy`, or an account-bound resource such as `pixel`. */
  readonly resourceType: string
  /** Price per unit in credits. */
  readonly price: number
  /** Original amount of the order. */
  readonly totalAmount: number
  /** Amount that is not traded yet; `totalAmount` by default. */
  readonly remainingAmount?: number | undefined
  /** Amount that can be dealt now; `remainingAmount` by default. */
  readonly amount?: number | undefined
  /** The owner; absent for orders of NPCs. */
  readonly username?: string | undefined
  /** The room of the terminal; absent for account-bound resources. */
  readonly room?: RoomName | undefined
  /** Whether the order can be dealt; `true` by default. */
  readonly active?: boolean | undefined
  /** Shard of the room; the first by default. */
  readonly shard?: ShardName | undefined
}

/** A change of a user's credits and its reason. */
export interface NewCharge {
  readonly username: string
  /** In credits; negative for a payment. */
  readonly change: number
  /** Kind of the entry in the money history. */
  readonly type: MoneyType
  /** Details for the money history. */
  readonly market: MarketEvent
  /** Shard of the entry; the first by default. */
  readonly shard?: ShardName | undefined
}

/** A stored order. */
export interface OrderState extends Omit<StoredOrder, "price"> {
  /** Price per unit in credits. */
  readonly price: number
}

/** A user's points in one month of a leaderboard. */
export interface NewScore extends Omit<Score, "_id" | "user"> {
  readonly username: string
}

/** A user's statistic in one room, in slots of equal length. */
export interface NewStatistic extends Omit<Statistic, "user"> {
  readonly username: string
  /** Shard of the room; the first by default. */
  readonly shard?: ShardName | undefined
}

/** The records of a world beside its rooms. */
export interface Tables {
  /** Adds a market order and returns its id. */
  readonly addOrder: (order: NewOrder) => Effect.Effect<ObjectId>
  /** Lists all orders, active or not. */
  readonly orders: Effect.Effect<ReadonlyArray<OrderState>>
  /** Changes a user's credits and records the reason in the money history. */
  readonly charge: (charge: NewCharge) => Effect.Effect<void>
  /** Adds a day of market statistics; the most recent day is added last. */
  readonly addMarketStat: (stat: typeof MarketStat.Type) => Effect.Effect<void>
  /** Adds a theme of decorations. */
  readonly addTheme: (theme: typeof DecorationTheme.Type) => Effect.Effect<void>
  /** Adds a decoration that players can get for pixels. */
  readonly addToCatalogue: (decoration: Decoration) => Effect.Effect<void>
  /** Gives a user a decoration and returns the id of the owned one. */
  readonly giveDecoration: (username: string, decoration: Decoration) => Effect.Effect<ObjectId>
  /** Places an owned decoration with these properties; `room` and `shard` for one in a room. */
  readonly placeDecoration: (
    username: string,
    id: string,
    active: Readonly<Record<string, boolean | number | string>>
  ) => Effect.Effect<void>
  /** Lists the decorations of a user. */
  readonly decorations: (username: string) => Effect.Effect<ReadonlyArray<OwnedDecoration>>
  /** Adds a user's points in one month. */
  readonly addScore: (score: NewScore) => Effect.Effect<void>
  /** Adds a month of the leaderboards; the most recent is added last. */
  readonly addLeaderboardSeason: (season: typeof LeaderboardSeason.Type) => Effect.Effect<void>
  /** Adds a seasonal world; the most recent is added last. */
  readonly addSeason: (season: typeof Season.Type) => Effect.Effect<void>
  /** Sets a user's points in the running seasonal world. */
  readonly setSeasonScore: (username: string, score: number) => Effect.Effect<void>
  /** Adds an entry to the list of community servers. */
  readonly addServer: (server: typeof ServerEntry.Type) => Effect.Effect<void>
  /** Adds a user's statistic in a room; only official servers return it. */
  readonly addStatistic: (statistic: NewStatistic) => Effect.Effect<void>
  /** Sends a server message to all users. */
  readonly announce: (text: string) => Effect.Effect<void>
}

const addOrder = (first: Shard, order: NewOrder, now: number): ObjectId => {
  const { active, price, resourceType, room, totalAmount, type, username } = order
  const remainingAmount = order.remainingAmount ?? totalAmount
  const shard = room === undefined ? undefined : shardNamed(first, order.shard)
  return first.market.orders.add((_id) => ({
    _id,
    type,
    resourceType,
    price: Math.round(price * 1000),
    amount: order.amount ?? remainingAmount,
    remainingAmount,
    totalAmount,
    user: username === undefined ? undefined : named(first, username)._id,
    active: active ?? true,
    roomName: room,
    shard: shard?.name,
    created: shard?.time,
    createdTimestamp: now
  }))._id
}

/** @internal */
export const make = (first: Shard): Tables => {
  const { boards, decorations, events, market } = first
  return {
    addOrder: (order) => Effect.map(Millis.now, (now) => addOrder(first, order, now)),
    orders: Effect.sync(() => market.orders.all.map((order) => ({ ...order, price: order.price / 1000 }))),
    charge: ({ change, market: event, shard, type, username }) =>
      Effect.map(Millis.now, (now) => {
        const own = shardNamed(first, shard)
        const at = { now, tick: own.time, shard: shard === undefined ? undefined : own.name }
        market.charge(named(first, username), Math.round(change * 1000), at, { type, market: event })
      }),
    addMarketStat: (stat) => Effect.sync(() => void market.stats.unshift(stat)),
    addTheme: (theme) => Effect.sync(() => void decorations.themes.push(theme)),
    addToCatalogue: (decoration) => Effect.sync(() => void decorations.catalogue.push(decoration)),
    giveDecoration: (username, decoration) =>
      Effect.map(Millis.now, (now) => decorations.grant(named(first, username)._id, decoration, now)._id),
    placeDecoration: (username, id, active) =>
      Effect.map(Millis.now, (now) => {
        const found = decorations.owned.find(named(first, username)._id, id)
        if (found === undefined) throw new Error(`The user ${username} has no decoration "${id}".`)
        decorations.owned.update(found, { active, activatedAt: new Date(now).toISOString() })
      }),
    decorations: (username) => Effect.sync(() => decorations.owned.of(named(first, username)._id)),
    addScore: ({ username, ...score }) =>
      Effect.sync(() => {
        const user = named(first, username)._id
        boards.scores.push({ ...score, _id: first.ids.next(), user })
      }),
    addLeaderboardSeason: (season) => Effect.sync(() => void boards.leaderboardSeasons.unshift(season)),
    addSeason: (season) => Effect.sync(() => void boards.seasons.push(season)),
    setSeasonScore: (username, score) =>
      Effect.sync(() => void boards.seasonScores.set(named(first, username)._id, score)),
    addServer: (server) => Effect.sync(() => void boards.servers.push(server)),
    addStatistic: ({ shard, username, ...statistic }) =>
      Effect.sync(() =>
        shardNamed(first, shard).statistics.add({ ...statistic, user: named(first, username)._id })
      ),
    announce: (text) => Effect.sync(() => events.publish({ type: "serverMessage", text }))
  }
}
