/**
 * What stands beside the rooms of an in-memory world: market, decorations, leaderboards, seasons, servers.
 */
import type { Decoration, DecorationTheme } from "@screeps-effect/schema/Decoration"
import type { LeaderboardMode } from "@screeps-effect/schema/LeaderboardMode"
import type { MarketEvent, MoneyType } from "@screeps-effect/schema/MoneyEntry"
import type { ObjectId } from "@screeps-effect/schema/ObjectId"
import type { MarketStat } from "@screeps-effect/schema/Order"
import type { LeaderboardSeason } from "@screeps-effect/schema/Rank"
import type { RoomName } from "@screeps-effect/schema/RoomName"
import type { RoomStat, StatInterval } from "@screeps-effect/schema/RoomStat"
import type { Season } from "@screeps-effect/schema/Season"
import type { ServerEntry } from "@screeps-effect/schema/ServerEntry"
import type { ShardName } from "@screeps-effect/schema/ShardName"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { OwnedDecoration } from "./state/decorations.ts"
import type { StoredOrder } from "./state/market.ts"
import { named, shardNamed } from "./named.ts"
import type { World } from "./state/world.ts"

/** An order that is put on the market. */
export interface NewOrder {
  readonly type: "buy" | "sell"
  readonly resourceType: string
  /** In credits. */
  readonly price: number
  readonly totalAmount: number
  /** What is left of it; all by default. */
  readonly remainingAmount?: number | undefined
  /** What can be dealt at once; what is left by default. */
  readonly amount?: number | undefined
  /** Nobody for orders of NPCs. */
  readonly username?: string | undefined
  /** None for account-bound resources. */
  readonly room?: RoomName | undefined
  readonly active?: boolean | undefined
  readonly shard?: ShardName | undefined
}

/** A change of a user's credits, and what was done for it. */
export interface NewCharge {
  readonly username: string
  /** In credits; negative for what is taken. */
  readonly change: number
  readonly type: MoneyType
  readonly market: MarketEvent
  readonly shard?: ShardName | undefined
}

/** An order as it stands. */
export interface OrderState extends Omit<StoredOrder, "price"> {
  /** In credits. */
  readonly price: number
}

/** Points of a user in one month of a leaderboard. */
export interface NewScore {
  readonly mode: LeaderboardMode
  /** A month, `2026-11`. */
  readonly season: string
  readonly username: string
  readonly score: number
}

/** What a user did in a room, in slots of so many minutes. */
export interface NewStatistic {
  readonly username: string
  readonly room: RoomName
  readonly stat: RoomStat
  readonly interval: StatInterval
  /** Oldest first; `endTime` counts whole slots since 1970. */
  readonly slots: ReadonlyArray<{ readonly value: number; readonly endTime: number }>
  readonly shard?: ShardName | undefined
}

/** What stands beside the rooms of a world. */
export interface Tables {
  readonly addOrder: (order: NewOrder) => Effect.Effect<ObjectId>
  readonly orders: Effect.Effect<ReadonlyArray<OrderState>>
  /** Gives a user credits, or takes them, and writes down why in the history of money. */
  readonly charge: (charge: NewCharge) => Effect.Effect<void>
  /** Adds what was traded of a resource on one day; the newest day comes last. */
  readonly addMarketStat: (stat: typeof MarketStat.Type) => Effect.Effect<void>
  readonly addTheme: (theme: typeof DecorationTheme.Type) => Effect.Effect<void>
  /** Adds a decoration that pixels may become. */
  readonly addToCatalogue: (decoration: Decoration) => Effect.Effect<void>
  readonly giveDecoration: (username: string, decoration: Decoration) => Effect.Effect<ObjectId>
  /** Places a decoration, as its properties say: `room` and `shard` for those that stand in a room. */
  readonly placeDecoration: (
    username: string,
    id: string,
    active: Readonly<Record<string, boolean | number | string>>
  ) => Effect.Effect<void>
  readonly decorations: (username: string) => Effect.Effect<ReadonlyArray<OwnedDecoration>>
  readonly addScore: (score: NewScore) => Effect.Effect<void>
  /** Adds a month of the leaderboards; the newest comes last. */
  readonly addLeaderboardSeason: (season: typeof LeaderboardSeason.Type) => Effect.Effect<void>
  /** Adds a seasonal world; the newest comes last. */
  readonly addSeason: (season: typeof Season.Type) => Effect.Effect<void>
  readonly setSeasonScore: (username: string, score: number) => Effect.Effect<void>
  readonly addServer: (server: typeof ServerEntry.Type) => Effect.Effect<void>
  /** Counts what a user did in a room; only official servers return it. */
  readonly addStatistic: (statistic: NewStatistic) => Effect.Effect<void>
  /** Sends a message to all users, as the operator of a server does. */
  readonly announce: (text: string) => Effect.Effect<void>
}

const addOrder = (world: World, order: NewOrder, now: number): ObjectId => {
  const { active, price, resourceType, room, totalAmount, type, username } = order
  const remainingAmount = order.remainingAmount ?? totalAmount
  const shard = room === undefined ? undefined : shardNamed(world, order.shard)
  return world.market.add({
    type,
    resourceType,
    price: Math.round(price * 1000),
    amount: order.amount ?? remainingAmount,
    remainingAmount,
    totalAmount,
    user: username === undefined ? undefined : named(world, username)._id,
    active: active ?? true,
    roomName: room,
    shard: shard?.shard,
    created: shard?.time,
    createdTimestamp: now
  })._id
}

/** @internal */
export const make = (world: World): Tables => {
  const { boards, decorations, events, market } = world
  return {
    addOrder: (order) => Effect.map(Clock.currentTimeMillis, (now) => addOrder(world, order, now)),
    orders: Effect.sync(() =>
      [...market.orders.values()].map((order) => ({ ...order, price: order.price / 1000 }))
    ),
    charge: ({ change, market: event, shard, type, username }) =>
      Effect.map(Clock.currentTimeMillis, (now) => {
        const own = shardNamed(world, shard)
        const at = { now, tick: own.time, shard: shard === undefined ? undefined : own.shard }
        market.charge(named(world, username), Math.round(change * 1000), at, { type, market: event })
      }),
    addMarketStat: (stat) => Effect.sync(() => void market.stats.unshift(stat)),
    addTheme: (theme) => Effect.sync(() => void decorations.themes.push(theme)),
    addToCatalogue: (decoration) => Effect.sync(() => void decorations.catalogue.push(decoration)),
    giveDecoration: (username, decoration) =>
      Effect.map(
        Clock.currentTimeMillis,
        (now) => decorations.grant(named(world, username)._id, decoration, now)._id
      ),
    placeDecoration: (username, id, active) =>
      Effect.map(Clock.currentTimeMillis, (now) => {
        const found = decorations.find(named(world, username)._id, id)
        if (found === undefined) throw new Error(`${username} has no decoration "${id}"`)
        decorations.update(found, { active, activatedAt: new Date(now).toISOString() })
      }),
    decorations: (username) => Effect.sync(() => decorations.of(named(world, username)._id)),
    addScore: ({ mode, score, season, username }) =>
      Effect.sync(() => {
        const user = named(world, username)._id
        boards.scores.push({ _id: world.ids.next(), mode, season, user, score })
      }),
    addLeaderboardSeason: (season) => Effect.sync(() => void boards.leaderboardSeasons.unshift(season)),
    addSeason: (season) => Effect.sync(() => void boards.seasons.push(season)),
    setSeasonScore: (username, score) =>
      Effect.sync(() => void boards.seasonScores.set(named(world, username)._id, score)),
    addServer: (server) => Effect.sync(() => void boards.servers.push(server)),
    addStatistic: ({ room, shard, slots, stat, interval, username }) =>
      Effect.sync(() =>
        shardNamed(world, shard).statistics.add({
          room,
          user: named(world, username)._id,
          stat,
          interval,
          slots
        })
      ),
    announce: (text) => Effect.sync(() => events.publish({ type: "serverMessage", text }))
  }
}
