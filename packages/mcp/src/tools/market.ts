/** Tools for the market. */
import * as Market from "@screeps-effect/api/Market"
import * as Order from "@screeps-effect/schema/Order"
import * as Other from "@screeps-effect/schema/Other"
import { isAccountBound, isMarketResource, marketResources } from "@screeps-effect/schema/Resource"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { cursor, listed } from "./answers.ts"
import { define } from "./define.ts"
import { shard } from "./rooms.ts"
import { answer, meant, own } from "./text.ts"

const resource = Schema.NonEmptyString.check(Schema.isMaxLength(50)).annotate({
  description: "Resource, such as energy, H, XGH2O or pixel"
})

const named = (resource: string) => (isMarketResource(resource) ? resource : Other.make(resource))

/** A name that this version does not list may be misspelt; seasons and mods have others. */
const noteOf = (resource: string) =>
  isMarketResource(resource)
    ? own("")
    : own(` (not a resource that this version knows${meant("; ", resource, marketResources)})`)

const quoted = (text: string | null | undefined): string => JSON.stringify(text ?? "")

const orderLine = (order: Order.Order): string =>
  `${order.type} ${order.amount} for ${order.price} each, id ${quoted(order._id).slice(1, -1)}${Order.room(order) === undefined ? "" : `, room ${quoted(Order.room(order))}`}`

const priceOf = (price: number | undefined) => price ?? answer`none`

const marketBook = define("market_book", {
  operations: [Market.orders],
  description:
    "Shows the order book of a resource: best bid, best ask, spread, and the orders of both sides, best prices first.",
  parameters: { resource, shard, cursor },
  *run({ cursor, resource, shard }) {
    const { list } = yield* isAccountBound(resource)
      ? Market.accountOrders({ resourceType: resource })
      : Market.orders({ resourceType: named(resource), shard })
    const { asks, bestAsk, bestBid, bids, spread } = Order.book(list)
    const title = answer`${resource}${noteOf(resource)}: best bid ${priceOf(bestBid)}, best ask ${priceOf(bestAsk)}, spread ${priceOf(spread)}; ${bids.length} buy and ${asks.length} sell orders`
    // Best prices of both sides first.
    const lines = Array.from({ length: Math.max(asks.length, bids.length) }, (_, i) =>
      [asks[i], bids[i]].flatMap((order) => (order === undefined ? [] : [orderLine(order)]))
    ).flat()
    return yield* listed(title, lines, cursor)
  }
})

const marketPrices = define("market_prices", {
  operations: [Market.stats],
  parameters: { resource, shard, cursor },
  run: ({ cursor, resource, shard }) =>
    Effect.flatMap(Market.stats({ resourceType: named(resource), shard }), ({ stats }) =>
      listed(
        answer`${resource}${noteOf(resource)}: ${stats.length} days with deals, latest first`,
        stats.map(
          ({ avgPrice, date, stddevPrice, transactions, volume }) =>
            `${quoted(date).slice(1, -1)}: mean price ${avgPrice} (deviation ${stddevPrice ?? "?"}), ${volume ?? "?"} units in ${transactions ?? "?"} deals`
        ),
        cursor
      )
    )
})

const myOrders = define("my_orders", {
  operations: [Market.myOrders],
  description: "Lists the account's own market orders, active or not.",
  parameters: { cursor },
  run: ({ cursor }) =>
    Effect.flatMap(Market.myOrders(), (response) => {
      const orders = Market.withShards(response)
      return listed(
        answer`${orders.length} orders`,
        orders.map(
          ({ order, shard }) =>
            `${shard === undefined ? "" : `${shard} `}${quoted(order.resourceType).slice(1, -1)}: ${orderLine(order)}, ${order.remainingAmount ?? "?"} of ${order.totalAmount ?? "?"} left, ${order.active === false ? "inactive" : "active"}`
        ),
        cursor
      )
    })
})

/** The tools. @internal */
export const tools = [marketBook, marketPrices, myOrders] as const
