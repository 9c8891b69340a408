/** The market: its orders, one's own among them, and its prices by day. */
import { nullish } from "@screeps-effect/schema/Nullish"
import { MarketStat, Order, OrderIndexEntry, OwnOrder } from "@screeps-effect/schema/Order"
import { type AccountBound, type MarketResource, marketResources } from "@screeps-effect/schema/Resource"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as Operation from "../Operation.ts"
import { ScreepsClient } from "../client/ScreepsClient.ts"
import type { ScreepsError } from "../ScreepsError.ts"

const quota = { limit: 60, per: "hour" } as const

const resourceType: Schema.Codec<MarketResource> = Schema.Literals(marketResources)

/** The resources that are on the market, and how many orders there are for each. */
export class OrdersIndex extends Schema.Opaque<OrdersIndex>()(
  Schema.Struct({ ok: Schema.Literal(1), list: Schema.Array(OrderIndexEntry) }).annotate({
    identifier: "OrdersIndex"
  })
) {}

/**
 * Lists the resources that are on the market, with the number of orders for each.
 *
 * **Details**
 *
 * Private servers count orders that buy and that sell; official servers are reported to tell the mean price in
 * credits and its deviation instead.
 *
 * **Errors** `Unauthorized`, `ShardRequired` on official servers without a shard.
 *
 * **Source** `GET /api/game/market/orders-index`, recorded from a server 4.3.0; official form reported. Official
 * quota: 60 per hour.
 */
export const ordersIndex = Operation.get("/api/game/market/orders-index", {
  shard: "required",
  output: OrdersIndex,
  quota
})

/** The active orders for a resource. */
export class Orders extends Schema.Opaque<Orders>()(
  Schema.Struct({ ok: Schema.Literal(1), list: Schema.Array(Order) }).annotate({ identifier: "Orders" })
) {}

/**
 * Lists the active orders for a resource, those of non-player traders included.
 *
 * **Details**
 *
 * Prices are in credits. Orders for resources that lie in rooms belong to a shard; those for resources of the
 * account belong to none: ask `accountOrders` for them.
 *
 * **Gotchas**
 *
 * Official servers are reported to leave `resourceType` out of each order, since the request names it.
 *
 * **Errors** `Unauthorized`; `Rejected` ("invalid shard") on official servers for a resource of rooms without a
 * shard.
 *
 * **Source** `GET /api/game/market/orders`, recorded from a server 4.3.0; official form reported. Official quota: 60
 * per hour.
 */
export const orders = Operation.get("/api/game/market/orders", {
  input: { resourceType },
  shard: "optional",
  output: Orders,
  quota
})

/**
 * Lists the active orders for a resource of the account, which belong to no shard: none is named, not even the
 * server's default.
 *
 * **Errors** those of `orders`.
 *
 * **Source** `GET /api/game/market/orders`.
 */
export const accountOrders = (input: {
  readonly resourceType: AccountBound
}): Effect.Effect<Orders, ScreepsError, ScreepsClient> =>
  Effect.updateService(orders(input), ScreepsClient, (client) => ({
    ...client,
    server: { ...client.server, shard: undefined }
  }))

/** The days of a resource on the market, the newest first. */
export class MarketStats extends Schema.Opaque<MarketStats>()(
  Schema.Struct({ ok: Schema.Literal(1), stats: Schema.Array(MarketStat) }).annotate({
    identifier: "MarketStats"
  })
) {}

/**
 * Tells what was traded of a resource day by day, and at which prices.
 *
 * **Details**
 *
 * Prices are in credits. Days without a deal are left out.
 *
 * **Errors** `Unauthorized`, `ShardRequired` on official servers without a shard.
 *
 * **Source** `GET /api/game/market/stats`, recorded from a server 4.3.0. Official quota: 60 per hour.
 */
export const stats = Operation.get("/api/game/market/stats", {
  input: { resourceType },
  shard: "required",
  output: MarketStats,
  quota
})

/**
 * The user's own orders, in one of two forms: a list (private servers), or lists by shard (official servers,
 * reported); `placed` reads both.
 */
export class MyOrders extends Schema.Opaque<MyOrders>()(
  Schema.Struct({
    ok: Schema.Literal(1),
    list: nullish(Schema.Array(OwnOrder)),
    shards: nullish(Schema.Record(Schema.String, Schema.Array(OwnOrder)))
  }).annotate({ identifier: "MyOrders" })
) {}

/**
 * Lists the user's own orders, active or not; `placed` reads the answer of any server.
 *
 * **Errors** `Unauthorized`.
 *
 * **Source** `GET /api/game/market/my-orders`, recorded from a server 4.3.0; official form reported. Official quota:
 * 60 per hour.
 */
export const myOrders = Operation.get("/api/game/market/my-orders", {
  shard: "optional",
  output: MyOrders,
  quota
})

/**
 * An own order and its shard; `undefined` for resources of the account and on private servers.
 */
export interface OrderWithShard {
  readonly shard: string | undefined
  readonly order: OwnOrder
}

const accountShard = "intershard"

/** Returns the own orders with their shards, whichever form the response has. */
export const withShards = (answer: MyOrders): ReadonlyArray<OrderWithShard> => [
  ...(answer.list ?? []).map((order) => ({ shard: undefined, order })),
  ...Object.entries(answer.shards ?? {}).flatMap(([shard, orders]) =>
    orders.map((order) => ({ shard: shard === accountShard ? undefined : shard, order }))
  )
]
