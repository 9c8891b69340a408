/** A player's rooms, statistics and credits. */
import * as User from "@screeps-effect/api/User"
import { intervals } from "@screeps-effect/schema/MapStat"
import * as RoomStat from "@screeps-effect/schema/RoomStat"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { RouteContext } from "../dialect.ts"
import { open, route, type Route } from "../router.ts"
import { totals } from "../../world/state/statistics.ts"
import type { World } from "../../world/state/world.ts"
import { shardsOf } from "./user.ts"
import { ok, refuse } from "./words.ts"

const RoomsOf = Schema.Struct({
  id: Schema.optional(Schema.String),
  reservation: Schema.optional(Schema.String)
})
const StatsOf = Schema.Struct({
  id: Schema.optional(Schema.String),
  interval: Schema.optional(Schema.String)
})
const OverviewOf = Schema.Struct({
  interval: Schema.optional(Schema.String),
  statName: Schema.optional(Schema.String)
})
const Page = Schema.Struct({ page: Schema.optional(Schema.String) })

const pageSize = 20

/** Lists rooms with a controller of this user (of any user without an id), highest level first. */
const ownRooms = (world: World, id: string | undefined): ReadonlyArray<string> => {
  const rooms =
    id === undefined ? [...world.rooms.names].flatMap((name) => world.rooms.at(name) ?? []) : world.rooms.made
  return [...rooms]
    .flatMap((room) => world.rooms.controller(room) ?? [])
    .filter((controller) => id === undefined || controller["user"] === id)
    .toSorted((a, b) => Number(b["level"]) - Number(a["level"]))
    .map(({ room }) => room)
}

const reservedRooms = (world: World, id: string | undefined): ReadonlyArray<string> =>
  [...world.rooms.made].flatMap((room) => {
    const reservation = world.rooms.controller(room)?.["reservation"] as
      | { readonly user: string }
      | null
      | undefined
    return (reservation ?? null) !== null && reservation?.user === id ? [room.name] : []
  })

const byShard = <A>({ world }: RouteContext, of: (shard: World) => A): Record<string, A> =>
  Object.fromEntries(world.shards.map((shard) => [shard.shard, of(shard)]))

const intervalOf = (text: string | undefined) => intervals.find((interval) => String(interval) === text)

/** Returns an account's statistics in all shards, as an official server does. */
const overview = (context: RouteContext, user: string, stat: string, interval: RoomStat.StatInterval) => {
  const own = shardsOf(context).flatMap(({ statistics }) =>
    statistics.of({ interval }).filter((one) => one.user === user)
  )
  const shown = own.filter((one) => one.stat === stat)
  const values = shown.flatMap(({ slots }) => slots.map(({ value }) => value))
  const shards = byShard(context, (shard) => {
    const here = shard.statistics.of({ interval }).filter((one) => one.user === user && one.stat === stat)
    return {
      rooms: ownRooms(shard, user),
      stats: Object.fromEntries(here.map(({ room, slots }) => [room, slots])),
      gametimes: (here[0]?.slots ?? []).map(() => null)
    }
  })
  return {
    ...ok,
    ...(values.length === 0 ? {} : { statsMax: Math.max(...values) }),
    totals: totals(own),
    shards
  }
}

/** @internal */
export const holdings = (context: RouteContext): ReadonlyArray<Route> => {
  const { dialect, signedIn, world } = context
  const isOfficial = dialect.kind === "official"
  return [
    route({ ...User.rooms, input: RoomsOf }, open, ({ id, reservation }) =>
      Effect.succeed(
        isOfficial
          ? {
              ...ok,
              shards: byShard(context, (shard) => (id === undefined ? [] : ownRooms(shard, id))),
              reservations: byShard(context, (shard) =>
                reservation === undefined ? [] : reservedRooms(shard, id)
              )
            }
          : { ...ok, rooms: ownRooms(world, id) }
      )
    ),
    route({ ...User.stats, input: StatsOf }, open, ({ id, interval: text }) => {
      const interval = intervalOf(text)
      if (interval === undefined) return refuse("invalid params")
      if (!isOfficial) return Effect.succeed({ ...ok, stats: {} })
      const own = world.shards.flatMap(({ statistics }) =>
        statistics.of({ interval }).filter(({ user }) => user === id)
      )
      const none = Object.fromEntries(RoomStat.all.map((stat) => [stat, 0]))
      return Effect.succeed({ ...ok, stats: { ...none, ...totals(own) } })
    }),
    route({ ...User.overview, input: OverviewOf }, signedIn, ({ interval, statName }, user) =>
      Effect.succeed(
        isOfficial
          ? overview(context, user._id, statName ?? "energyHarvested", intervalOf(interval) ?? 8)
          : { ...ok, rooms: ownRooms(world, user._id), stats: {}, totals: {}, gametimes: [] }
      )
    ),
    route({ ...User.moneyHistory, input: Page }, signedIn, ({ page: text }, user) => {
      const page = Number.parseInt(text ?? "", 10) || 0
      const entries = world.market.moneyHistory(user)
      // Private servers have no name for their shard.
      const all = isOfficial ? entries : entries.map(({ shard: _shard, ...entry }) => entry)
      // A negative page counts from the end, and begins at the first entry when there are fewer.
      const rest = all.slice(page * pageSize)
      return Effect.succeed({ ...ok, page, list: rest.slice(0, pageSize), hasMore: rest.length > pageSize })
    })
  ]
}
