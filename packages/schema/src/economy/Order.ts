/** Market orders, and market statistics by resource and day. */
import * as Schema from "effect/Schema"
import { expected, nullish, record } from "../values/Record.ts"
import { Millis } from "../values/Millis.ts"
import { ObjectId } from "../values/ObjectId.ts"
import { OrderType } from "./OrderType.ts"
import { Resource } from "./Resource.ts"
import { Tick } from "../values/Tick.ts"
import { UserId } from "../values/UserId.ts"

/**
 * The fee for an order as a fraction of its value.
 *
 * **Source** read in the server's source.
 */
export const feeRate = 0.05

/**
 * The time after which an order expires, in milliseconds: 30 days.
 *
 * **Source** read in the server's source.
 */
export const lifetime = 30 * 24 * 60 * 60 * 1000

const fields = {
  /** Id of the order. */
  _id: ObjectId,
  /** Whether the owner buys or sells. */
  type: OrderType,
  /** Resource of the order; absent when the request named it (official servers, reported). */
  resourceType: nullish(Resource),
  /** Price in credits per unit. */
  price: Schema.Finite,
  /** Units that can be traded now, limited by the owner's stock or credits. */
  amount: Schema.Finite,
  /** Units that are left to trade until the order is filled. */
  remainingAmount: expected(Schema.Finite),
  /** Room of the order; absent or the text `undefined` for resources of the account. */
  roomName: nullish(Schema.String),
  /** Tick in which the order was created; absent for resources of the account. */
  created: nullish(Tick),
  /** When the order was created, in milliseconds since 1970. */
  createdTimestamp: nullish(Millis)
} as const

/**
 * An active order.
 *
 * **Gotchas**
 *
 * Orders for resources of the account belong to no room: use `room` instead of `roomName`.
 *
 * **Source** recorded from a server 4.3.0; official form reported.
 */
export class Order extends record<Order>("Order")(fields) {}

/**
 * An order of the signed-in user, active or inactive.
 *
 * **Source** recorded from a server 4.3.0.
 */
export class OwnOrder extends record<OwnOrder>("OwnOrder")({
  ...fields,
  /** Id of the owner. */
  user: nullish(UserId),
  /** Whether the order can be traded on now. */
  active: expected(Schema.Boolean),
  /** Units of the order when it was created, plus those added later. */
  totalAmount: expected(Schema.Finite)
}) {}

/**
 * The number of active orders for a resource.
 *
 * **Source** recorded from a server 4.3.0; prices reported.
 */
export class OrderIndexEntry extends record<OrderIndexEntry>("OrderIndexEntry")({
  /** The resource. */
  _id: Resource,
  /** Number of active orders. */
  count: expected(Schema.Finite),
  /** Number of active buy orders; the official client reads it, too. */
  buying: nullish(Schema.Finite),
  /** Number of active sell orders; the official client reads it, too. */
  selling: nullish(Schema.Finite),
  /** Mean price in credits per unit; official servers only (reported). */
  avgPrice: nullish(Schema.Finite),
  /** Standard deviation of the price, in credits; official servers only (reported). */
  stddevPrice: nullish(Schema.Finite)
}) {}

/**
 * Market statistics of a resource for one day; lists begin with the newest day.
 *
 * **Source** recorded from a server 4.3.0.
 */
export class MarketStat extends record<MarketStat>("MarketStat")({
  /** Id of the record. */
  _id: expected(ObjectId),
  /** The resource. */
  resourceType: expected(Resource),
  /** The day, such as `2026-11-21`. */
  date: Schema.String,
  /** Number of deals. */
  transactions: expected(Schema.Finite),
  /** Units traded. */
  volume: expected(Schema.Finite),
  /** Mean price in credits per unit. */
  avgPrice: Schema.Finite,
  /** Standard deviation of the price, in credits. */
  stddevPrice: expected(Schema.Finite),
  /** An amount that some sources report; its meaning is unknown. */
  amount: nullish(Schema.Finite)
}) {}

/** Returns the room of an order as the server sends it; `undefined` for resources of the account. */
export const room = (order: Order): string | undefined =>
  order.roomName === null || order.roomName === "undefined" ? undefined : order.roomName

// Servers calculate in thousandths of a credit.
const credits = (thousandths: number) => thousandths / 1000

/**
 * Returns the cost of an amount at an order's price, in credits; by default of the remaining amount, or of the tradable
 * one where the server does not return the remaining one.
 */
export const cost = (order: Order, amount: number = order.remainingAmount ?? order.amount): number =>
  credits(Math.round(order.price * 1000) * amount)

/**
 * Returns the fee for creating an order, in credits: a twentieth of its value, rounded up to a thousandth.
 *
 * **Details**
 *
 * Extending an order by `totalAmount` costs the same. When an order expires, the fee for the remaining amount is
 * refunded.
 *
 * **Source** read in the server's source.
 */
export const fee = (order: { readonly price: number; readonly totalAmount: number }): number =>
  credits(Math.ceil(Math.round(order.price * 1000) * order.totalAmount * feeRate))

/** The orders for one resource by side, best prices first. */
export interface OrderBook<O extends Order> {
  /** Sell orders, cheapest first. */
  readonly asks: ReadonlyArray<O>
  /** Buy orders, highest price first. */
  readonly bids: ReadonlyArray<O>
  /** The lowest price at which a unit can be bought, in credits; `undefined` without sell orders. */
  readonly bestAsk: number | undefined
  /** The highest price at which a unit can be sold, in credits; `undefined` without buy orders. */
  readonly bestBid: number | undefined
  /** Difference between both, in credits; negative when a buyer pays more than a seller asks. */
  readonly spread: number | undefined
}

/**
 * Returns the order book of a list of orders for one resource.
 *
 * **Details**
 *
 * Orders that cannot be traded now (`amount` 0) are left out. Energy costs of a transfer are not part of a price.
 */
export const book = <O extends Order>(orders: ReadonlyArray<O>): OrderBook<O> => {
  const tradable = orders.filter(({ amount }) => amount > 0)
  const asks = tradable
    .filter(({ type }) => type === "sell")
    .toSorted((one, other) => one.price - other.price)
  const bids = tradable.filter(({ type }) => type === "buy").toSorted((one, other) => other.price - one.price)
  const [bestAsk, bestBid] = [asks[0]?.price, bids[0]?.price]
  // Subtracted in thousandths of a credit, as servers calculate: floating point would add a tiny difference.
  const spread =
    bestAsk === undefined || bestBid === undefined
      ? undefined
      : credits(Math.round(bestAsk * 1000) - Math.round(bestBid * 1000))
  return { asks, bids, bestAsk, bestBid, spread }
}
