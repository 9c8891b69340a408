/** The market: its orders, including the user's own, and its prices by day. */
import { nullish } from "@screeps-effect/schema/Record"
import { answer } from "./answer.ts"
import { MarketStat, Order, OrderIndexEntry, OwnOrder } from "@screeps-effect/schema/Order"
import { type AccountBound, type MarketResource, marketResources } from "@screeps-effect/schema/Resource"
import { or } from "@screeps-effect/schema/Other"
import type * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as Operation from "../Operation.ts"
import { ScreepsClient } from "../client/service.ts"
import type { ScreepsError } from "../ScreepsError.ts"

const quota = { limit: 60, per: "hour" } as const

const marketResource: Schema.Codec<MarketResource> = Schema.Literals(marketResources)

const traded = {
  /** Resource that is traded, such as `energy` or `pixel`; `Other.make` for one that seasons or mods add. */
  resourceType: or(marketResource)
} as const

/** The resources on the market. */
export class OrdersIndex extends answer<OrdersIndex>("OrdersIndex")({
  /** An entry for each resource that has orders. */
  list: Schema.Array(OrderIndexEntry)
}) {}

/**
 * Lists the resources on the market, with the number of orders for each.
 *
 * **Details**
 *
 * Servers also count buying and selling orders; official servers are reported to return the mean price in credits and
 * its standard deviation, too.
 *
 * **Errors** `Unauthorized`, `ShardRequired` on official servers without a shard.
 *
 * **Source** `GET /api/game/market/orders-index`, recorded from a server 4.3.0; official form reported. Official
 * quota: 60 per hour. xxscreeps: absent.
 */
export const ordersIndex = Operation.get("/api/game/market/orders-index", {
  shard: "required",
  output: OrdersIndex,
  quota,
  provenance: { xxscreeps: "absent" }
})

/** The active orders for a resource. */
export class Orders extends answer<Orders>("Orders")({
  /** The orders of all users and of non-player traders. */
  list: Schema.Array(Order)
}) {}

/**
 * Lists the active orders for a resource, including those of non-player traders.
 *
 * **Details**
 *
 * Orders for resources that are stored in rooms belong to a shard. Orders for resources of the account, such as
 * `pixel`, belong to none: use `accountOrders` for those.
 *
 * **Gotchas**
 *
 * Official servers are reported to leave `resourceType` out of each order, since the request names it.
 *
 * **Errors** `Unauthorized`; `Rejected` ("invalid shard") on official servers for a resource that is stored in rooms,
 * without a shard.
 *
 * **Source** `GET /api/game/market/orders`, recorded from a server 4.3.0; official form reported. Official quota: 60
 * per hour. xxscreeps: absent.
 */
export const orders = Operation.get("/api/game/market/orders", {
  input: traded,
  shard: "optional",
  output: Orders,
  quota,
  provenance: { xxscreeps: "absent" }
})

/**
 * Lists the active orders for a resource of the account, such as `pixel`.
 *
 * **Details**
 *
 * These orders belong to no shard: no shard is sent, not even the configured one.
 *
 * **Errors** those of `orders`.
 *
 * **Source** `GET /api/game/market/orders`.
 */
export const accountOrders = (input: {
  /** Resource of the account, such as `pixel`. */
  readonly resourceType: AccountBound
}): Effect.Effect<Orders, ScreepsError, ScreepsClient> =>
  ScreepsClient.use(({ call }) =>
    call(
      { ...orders, request: (given, server) => orders.request(given, { ...server, shard: undefined }) },
      input
    )
  )

/** The statistics of a resource on the market. */
export class MarketStats extends answer<MarketStats>("MarketStats")({
  /** One entry per day, latest first; days without a deal are left out. */
  stats: Schema.Array(MarketStat)
}) {}

/**
 * Returns trades and prices of a resource by day.
 *
 * **Errors** `Unauthorized`, `ShardRequired` on official servers without a shard.
 *
 * **Source** `GET /api/game/market/stats`, recorded from a server 4.3.0. Official quota: 60 per hour. xxscreeps:
 * absent.
 */
export const stats = Operation.get("/api/game/market/stats", {
  input: traded,
  shard: "required",
  output: MarketStats,
  quota,
  provenance: { xxscreeps: "absent" }
})

/** The user's own orders, in one of two forms; `withShards` reads both. */
export class MyOrders extends answer<MyOrders>("MyOrders")({
  /** The orders (private servers). */
  list: nullish(Schema.Array(OwnOrder)),
  /** The orders by shard name, those for resources of the account under `intershard` (official servers, reported). */
  shards: nullish(Schema.Record(Schema.String, Schema.Array(OwnOrder)))
}) {}

/**
 * Lists the user's own orders, active or not; `withShards` reads the response of any server.
 *
 * **Errors** `Unauthorized`.
 *
 * **Source** `GET /api/game/market/my-orders`, recorded from a server 4.3.0; official form reported. Official quota:
 * 60 per hour. xxscreeps: absent.
 */
export const myOrders = Operation.get("/api/game/market/my-orders", {
  shard: "optional",
  output: MyOrders,
  quota,
  provenance: { xxscreeps: "absent" }
})

/** An order of the user, with its shard. */
export interface OrderWithShard {
  /** Name of the order's shard; `undefined` for resources of the account and on private servers. */
  readonly shard: string | undefined
  readonly order: OwnOrder
}

const accountShard = "intershard"

/** Returns the user's orders with their shards, from either form of the response. */
export const withShards = (response: MyOrders): ReadonlyArray<OrderWithShard> => [
  ...(response.list ?? []).map((order) => ({ shard: undefined, order })),
  ...Object.entries(response.shards ?? {}).flatMap(([shard, orders]) =>
    orders.map((order) => ({ shard: shard === accountShard ? undefined : shard, order }))
  )
]
