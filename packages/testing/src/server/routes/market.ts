/** The market: orders by resource, the user's orders, and daily statistics. */
import * as Market from "@screeps-effect/api/Market"
import * as Millis from "@screeps-effect/schema/Millis"
import type { MarketStat } from "@screeps-effect/schema/Order"
import * as Resource from "@screeps-effect/schema/Resource"
import * as Tick from "@screeps-effect/schema/Tick"
import * as Arr from "effect/Array"
import type { RouteContext } from "../dialect.ts"
import { route, type Route } from "../router.ts"
import type { StoredOrder } from "../../world/state/market.ts"
import type { Shard } from "../../world/state/shard.ts"
import { ok, refuse, texts } from "./words.ts"

/** An order as private servers return it to all users, and official ones to its owner. */
const whole = ({ dialect }: RouteContext, order: StoredOrder) => {
  const { created, createdTimestamp, price, roomName, shard: _, user, ...kept } = order
  // Private servers return the room "undefined" for an order without a room.
  const nowhere = dialect.kind === "private" && user !== undefined ? "undefined" : undefined
  const room = roomName ?? nowhere
  return {
    ...kept,
    price: price / 1000,
    createdTimestamp: Millis.make(createdTimestamp),
    ...(user === undefined ? {} : { user }),
    ...(room === undefined ? {} : { roomName: room }),
    ...(created === undefined ? {} : { created: Tick.make(created) })
  }
}

const isHere = (order: StoredOrder, shard: Shard) => order.shard === undefined || order.shard === shard.name

/** Lists the orders of this shard and those without a shard. */
const active = ({ shard }: RouteContext) =>
  shard.market.orders.all.filter((order) => order.active && isHere(order, shard))

const rounded = (price: number) => Math.round(price * 1000) / 1000

/** Returns the mean price and its deviation over days, weighted by volume. */
const prices = (days: ReadonlyArray<MarketStat>) => {
  const volume = days.reduce((sum, day) => sum + (day.volume ?? 0), 0)
  if (volume === 0) return {}
  const mean = days.reduce((sum, { avgPrice, volume = 0 }) => sum + avgPrice * volume, 0) / volume
  const variance =
    days.reduce(
      (sum, { avgPrice, stddevPrice = 0, volume = 0 }) =>
        sum + (stddevPrice ** 2 + (avgPrice - mean) ** 2) * volume,
      0
    ) / volume
  return { avgPrice: rounded(mean), stddevPrice: rounded(Math.sqrt(variance)) }
}

const ordersIndex = (context: RouteContext) => {
  const { dialect, shard } = context
  const byResource = Arr.groupBy(active(context), ({ resourceType }) => resourceType)
  return Object.entries(byResource).map(([_id, orders]) => {
    const count = orders.length
    const buying = orders.filter(({ type }) => type === "buy").length
    return dialect.kind === "private"
      ? { _id, count, buying, selling: count - buying }
      : { _id, count, ...prices(shard.market.stats.filter(({ resourceType }) => resourceType === _id)) }
  })
}

/** @internal */
export const market = (context: RouteContext): ReadonlyArray<Route> => {
  const { dialect, signedIn, shard } = context
  const isOfficial = dialect.kind === "official"
  return [
    route(Market.ordersIndex, signedIn, () => ({ ...ok, list: ordersIndex(context) })),
    route(texts(Market.orders, "resourceType"), signedIn, ({ resourceType }, _user, { url }) => {
      const isBound = Resource.isAccountBound(resourceType)
      if (isOfficial && !isBound && !url.searchParams.has("shard")) return refuse("invalid shard")
      const found = active(context)
        // Without a resource a private server returns all orders.
        .filter((order) => resourceType === undefined || order.resourceType === resourceType)
        .map((order) => whole(context, order))
      if (!isOfficial) return { ...ok, list: found }
      // Official servers are reported to leave out fields that the request contains.
      return { ...ok, list: found.map(({ resourceType: _named, ...order }) => order) }
    }),
    route(Market.myOrders, signedIn, (_, { _id: user }) => {
      const own = shard.market.orders.of(user)
      const of = (name: string | undefined) =>
        own.filter((order) => order.shard === name).map((order) => whole(context, order))
      if (!isOfficial) {
        const here = own.filter((order) => isHere(order, shard))
        return { ...ok, list: here.map((order) => whole(context, order)) }
      }
      const shards = shard.shards.map(({ name }) => [name, of(name)] as const)
      return { ...ok, shards: { ...Object.fromEntries(shards), intershard: of(undefined) } }
    }),
    route(texts(Market.stats, "resourceType"), signedIn, ({ resourceType }) => {
      const isRequested = (day: MarketStat) => resourceType === undefined || day.resourceType === resourceType
      return { ...ok, stats: shard.market.stats.filter(isRequested) }
    })
  ]
}
