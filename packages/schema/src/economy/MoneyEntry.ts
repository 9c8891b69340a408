/** The history of a user's credits. */
import * as Schema from "effect/Schema"
import * as Decoder from "../wire/Decoder.ts"
import { nullish } from "../values/Nullish.ts"
import { ObjectId } from "../values/ObjectId.ts"
import { OrderType } from "./OrderType.ts"
import { Resource } from "./Resource.ts"
import { Tick } from "../values/Tick.ts"
import { UserId } from "../values/UserId.ts"

/**
 * A deal: what was traded, at which price in credits, and between whom.
 *
 * **Details**
 *
 * Deals in resources of the account have resource, price and amount only.
 *
 * **Source** recorded from a server 4.3.0.
 */
export class MarketFill extends Schema.Opaque<MarketFill>()(
  Schema.Struct({
    resourceType: Resource,
    price: Schema.Finite,
    amount: Schema.Finite,
    roomName: nullish(Schema.String),
    targetRoomName: nullish(Schema.String),
    npc: nullish(Schema.Boolean),
    owner: nullish(UserId),
    dealer: nullish(UserId)
  }).annotate({ identifier: "MarketFill" })
) {}

/**
 * The fee for a new order.
 *
 * **Gotchas**
 *
 * `roomName` may be the text `undefined`, for resources of the account.
 *
 * **Source** recorded from a server 4.3.0.
 */
export class OrderCreated extends Schema.Opaque<OrderCreated>()(
  Schema.Struct({
    order: Schema.Struct({
      type: OrderType,
      resourceType: Resource,
      price: Schema.Finite,
      totalAmount: Schema.Finite,
      roomName: nullish(Schema.String)
    })
  }).annotate({ identifier: "OrderCreated" })
) {}

/**
 * The fee that was given back for what remained of an order when it expired.
 *
 * **Source** read in the server's source.
 */
export class OrderExpired extends Schema.Opaque<OrderExpired>()(
  Schema.Struct({
    order: Schema.Struct({
      orderId: ObjectId,
      type: OrderType,
      resourceType: Resource,
      price: Schema.Finite,
      remainingAmount: Schema.Finite,
      roomName: nullish(Schema.String)
    })
  }).annotate({ identifier: "OrderExpired" })
) {}

/**
 * The fee for making an order larger.
 *
 * **Source** recorded from a server 4.3.0.
 */
export class OrderExtended extends Schema.Opaque<OrderExtended>()(
  Schema.Struct({
    extendOrder: Schema.Struct({ orderId: ObjectId, addAmount: Schema.Finite })
  }).annotate({ identifier: "OrderExtended" })
) {}

/**
 * The fee for raising an order's price; both prices are in credits.
 *
 * **Source** recorded from a server 4.3.0.
 */
export class OrderRepriced extends Schema.Opaque<OrderRepriced>()(
  Schema.Struct({
    changeOrderPrice: Schema.Struct({
      orderId: ObjectId,
      oldPrice: Schema.Finite,
      newPrice: Schema.Finite
    })
  }).annotate({ identifier: "OrderRepriced" })
) {}

/**
 * What the market did to a user's credits: one of five known things, or something that only the server knows.
 */
export type MarketEvent =
  | MarketFill
  | OrderCreated
  | OrderExpired
  | OrderExtended
  | OrderRepriced
  | { readonly [key: string]: unknown }

/** Decodes what the market did; unknown things are let through as they came. */
export const MarketEvent: Schema.Codec<MarketEvent> = Schema.Union([
  MarketFill,
  OrderExpired,
  OrderCreated,
  OrderExtended,
  OrderRepriced,
  Schema.Record(Schema.String, Schema.Unknown)
]).annotate({ identifier: "MarketEvent" })

/**
 * The kinds of entries that are known: credits spent and earned by deals, and fees (given back ones are positive).
 *
 * **Source** recorded from a server 4.3.0, all three.
 */
export const moneyTypes = ["market.buy", "market.sell", "market.fee"] as const

/** The kind of an entry. */
export type MoneyType = (typeof moneyTypes)[number] | (string & {})

/** Decodes the kind of an entry; other words than the three known are let through. */
export const MoneyType: Schema.Codec<MoneyType, string> = Schema.String.annotate({ identifier: "MoneyType" })

/**
 * One change of a user's credits: by how much (`change`, negative when paid), to how much (`balance`), and why.
 *
 * **Details**
 *
 * `date` is ISO 8601 text. Official servers are reported to name the shard.
 *
 * **Source** recorded from a server 4.3.0; `shard` reported.
 */
export class MoneyEntry extends Schema.Opaque<MoneyEntry>()(
  Schema.Struct({
    _id: ObjectId,
    date: Schema.String,
    tick: nullish(Tick),
    user: UserId,
    shard: nullish(Schema.String),
    type: MoneyType,
    balance: Schema.Finite,
    change: Schema.Finite,
    market: nullish(MarketEvent)
  }).annotate({ identifier: "MoneyEntry" })
) {}

/** Checks whether the market closed a deal. */
export const isFill: Decoder.Guard<MarketFill> = Decoder.guard(MarketFill)

/** Checks whether an order was made. */
export const isCreated: Decoder.Guard<OrderCreated> = Decoder.guard(OrderCreated)

/** Checks whether an order expired. */
export const isExpired: Decoder.Guard<OrderExpired> = Decoder.guard(OrderExpired)

/** Checks whether an order was made larger. */
export const isExtended: Decoder.Guard<OrderExtended> = Decoder.guard(OrderExtended)

/** Checks whether an order's price was raised. */
export const isRepriced: Decoder.Guard<OrderRepriced> = Decoder.guard(OrderRepriced)

/** The order that an entry is about, where it names one. */
export const orderId = ({ market }: MoneyEntry): ObjectId | undefined => {
  if (isExpired(market)) return market.order.orderId
  if (isExtended(market)) return market.extendOrder.orderId
  return isRepriced(market) ? market.changeOrderPrice.orderId : undefined
}
