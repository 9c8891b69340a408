/** The history of changes of a user's credits. */
import * as Schema from "effect/Schema"
import { expected, nullish, record } from "../values/Record.ts"
import * as Decoder from "../wire/Decoder.ts"
import { ObjectId } from "../values/ObjectId.ts"
import { OrderType } from "./OrderType.ts"
import { Resource } from "./Resource.ts"
import { Tick } from "../values/Tick.ts"
import { UserId } from "../values/UserId.ts"

/**
 * A deal on the market.
 *
 * **Details**
 *
 * Deals in resources of the account have only `resourceType`, `price` and `amount`.
 *
 * **Source** recorded from a server 4.3.0.
 */
export class MarketFill extends record<MarketFill>("MarketFill")({
  /** Resource that was traded. */
  resourceType: Resource,
  /** Price in credits per unit. */
  price: Schema.Finite,
  /** Units traded. */
  amount: Schema.Finite,
  /** Room of the order. */
  roomName: nullish(Schema.String),
  /** Room of the terminal of the user who dealt. */
  targetRoomName: nullish(Schema.String),
  /** Whether the other party was an NPC. */
  npc: nullish(Schema.Boolean),
  /** Id of the owner of the order. */
  owner: nullish(UserId),
  /** Id of the user who dealt on the order. */
  dealer: nullish(UserId)
}) {}

const order = {
  /** Whether the owner buys or sells. */
  type: OrderType,
  /** Resource of the order. */
  resourceType: Resource,
  /** Price in credits per unit. */
  price: Schema.Finite
} as const

const orderRoom = {
  /** Room of the order; absent or the text `undefined` for resources of the account. */
  roomName: nullish(Schema.String)
} as const

/**
 * The fee for a new order.
 *
 * **Source** recorded from a server 4.3.0.
 */
export class OrderCreated extends record<OrderCreated>("OrderCreated")({
  /** The new order. */
  order: Schema.Struct({
    ...order,
    /** Units of the order. */
    totalAmount: Schema.Finite,
    ...orderRoom
  })
}) {}

/**
 * The refund of the fee for the remaining amount of an expired order.
 *
 * **Source** read in the server's source.
 */
export class OrderExpired extends record<OrderExpired>("OrderExpired")({
  /** The expired order. */
  order: Schema.Struct({
    /** Id of the order. */
    orderId: ObjectId,
    ...order,
    /** Units that were not traded. */
    remainingAmount: Schema.Finite,
    ...orderRoom
  })
}) {}

/**
 * The fee for extending an order.
 *
 * **Source** recorded from a server 4.3.0.
 */
export class OrderExtended extends record<OrderExtended>("OrderExtended")({
  /** The extended order, and by how much. */
  extendOrder: Schema.Struct({
    /** Id of the order. */
    orderId: ObjectId,
    /** Units added to the order. */
    addAmount: Schema.Finite
  })
}) {}

/**
 * The fee for raising the price of an order.
 *
 * **Source** recorded from a server 4.3.0.
 */
export class OrderRepriced extends record<OrderRepriced>("OrderRepriced")({
  /** The order, with both prices. */
  changeOrderPrice: Schema.Struct({
    /** Id of the order. */
    orderId: ObjectId,
    /** Previous price in credits per unit. */
    oldPrice: Schema.Finite,
    /** New price in credits per unit. */
    newPrice: Schema.Finite
  })
}) {}

/** The market event that changed a user's credits: one of five known kinds, or any other object. */
export type MarketEvent =
  | MarketFill
  | OrderCreated
  | OrderExpired
  | OrderExtended
  | OrderRepriced
  | { readonly [key: string]: unknown }

/** Decodes a market event; unknown kinds are accepted unchanged. */
export const MarketEvent: Schema.Codec<MarketEvent> = Schema.Union([
  MarketFill,
  OrderExpired,
  OrderCreated,
  OrderExtended,
  OrderRepriced,
  Schema.Record(Schema.String, Schema.Unknown)
]).annotate({ identifier: "MarketEvent" })

/**
 * The known types of entries: credits spent and earned by deals, and fees (a refund is positive).
 *
 * **Source** recorded from a server 4.3.0, all three.
 */
export const moneyTypes = ["market.buy", "market.sell", "market.fee"] as const

/** The type of an entry. */
export type MoneyType = (typeof moneyTypes)[number] | (string & {})

/** Decodes the type of an entry; unknown types are accepted. */
export const MoneyType: Schema.Codec<MoneyType, string> = Schema.String.annotate({ identifier: "MoneyType" })

/**
 * A change of a user's credits.
 *
 * **Source** recorded from a server 4.3.0; `shard` reported.
 */
export class MoneyEntry extends record<MoneyEntry>("MoneyEntry")({
  /** Id of the entry. */
  _id: ObjectId,
  /** When the credits changed, as ISO 8601 text. */
  date: expected(Schema.String),
  /** Tick in which the credits changed. */
  tick: nullish(Tick),
  /** Id of the user whose credits changed. */
  user: expected(UserId),
  /** Shard of the change; official servers only (reported). */
  shard: nullish(Schema.String),
  /** Type of the change, such as `market.buy`. */
  type: expected(MoneyType),
  /** Credits after the change. */
  balance: expected(Schema.Finite),
  /** Difference in credits; negative when the user paid. */
  change: Schema.Finite,
  /** Market event that caused the change. */
  market: nullish(MarketEvent)
}) {}

/** Checks whether a market event is a deal. */
export const isFill: Decoder.Guard<MarketFill> = Decoder.guard(MarketFill)

/** Checks whether a market event is the refund for an expired order. */
const isExpired: Decoder.Guard<OrderExpired> = Decoder.guard(OrderExpired)

/** Checks whether a market event is the fee for extending an order. */
const isExtended: Decoder.Guard<OrderExtended> = Decoder.guard(OrderExtended)

/** Checks whether a market event is the fee for raising the price of an order. */
const isRepriced: Decoder.Guard<OrderRepriced> = Decoder.guard(OrderRepriced)

/** Returns the id of the order that an entry is about; `undefined` when the entry does not contain it. */
export const orderId = ({ market }: MoneyEntry): ObjectId | undefined => {
  if (isExpired(market)) return market.order.orderId
  if (isExtended(market)) return market.extendOrder.orderId
  return isRepriced(market) ? market.changeOrderPrice.orderId : undefined
}
