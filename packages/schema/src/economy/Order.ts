/** Orders of the market, and its statistics by resource and day. */
import * as Schema from "effect/Schema"
import { Millis } from "../values/Millis.ts"
import { nullish } from "../values/Nullish.ts"
import { ObjectId } from "../values/ObjectId.ts"
import { OrderType } from "./OrderType.ts"
import { Resource } from "./Resource.ts"
import { Tick } from "../values/Tick.ts"
import { UserId } from "../values/UserId.ts"

/**
 * The fee for an order as a part of its value.
 *
 * **Source** read in the server's source.
 */
export const feeRate = 0.05

/**
 * The most orders that a user may have, inactive ones included.
 *
 * **Source** read in the server's source.
 */
export const maxOrders = 300

/**
 * How long an order lives, in milliseconds: 30 days.
 *
 * **Source** read in the server's source.
 */
export const lifetime = 30 * 24 * 60 * 60 * 1000

const fields = {
  _id: ObjectId,
  type: OrderType,
  resourceType: nullish(Resource),
  price: Schema.Finite,
  amount: Schema.Finite,
  remainingAmount: Schema.Finite,
  roomName: nullish(Schema.String),
  created: nullish(Tick),
  createdTimestamp: nullish(Millis)
}

/**
 * An active order: `price` is in credits per unit, `amount` what can be traded now, `remainingAmount` what is still
 * wanted.
 *
 * **Gotchas**
 *
 * `resourceType` is absent where the request named it (official servers, reported). Orders for resources of the
 * account have no `created`, and as `roomName` nothing or the text `undefined`: ask `room`.
 *
 * **Source** recorded from a server 4.3.0; official form reported.
 */
export class Order extends Schema.Opaque<Order>()(Schema.Struct(fields).annotate({ identifier: "Order" })) {}

/**
 * An order of the signed-in user, active or not, with the amount that it had when it was made or extended.
 *
 * **Source** recorded from a server 4.3.0.
 */
export class OwnOrder extends Schema.Opaque<OwnOrder>()(
  Schema.Struct({
    ...fields,
    user: nullish(UserId),
    active: Schema.Boolean,
    totalAmount: Schema.Finite
  }).annotate({ identifier: "OwnOrder" })
) {}

/**
 * An order for a resource that lies in rooms: it stands in a room and was made in a tick.
 *
 * **Source** recorded from a server 4.3.0.
 */
export class RoomOrder extends Schema.Opaque<RoomOrder>()(
  Schema.Struct({ ...fields, roomName: Schema.String, created: Tick }).annotate({ identifier: "RoomOrder" })
) {}

/**
 * How many orders there are for a resource (`_id`).
 *
 * **Details**
 *
 * Private servers count all active orders and how many of them buy and sell; official servers are reported to return
 * the mean price in credits and its standard deviation.
 *
 * **Source** recorded from a server 4.3.0; prices reported.
 */
export class OrderIndexEntry extends Schema.Opaque<OrderIndexEntry>()(
  Schema.Struct({
    _id: Resource,
    count: Schema.Finite,
    buying: nullish(Schema.Finite),
    selling: nullish(Schema.Finite),
    avgPrice: nullish(Schema.Finite),
    stddevPrice: nullish(Schema.Finite)
  }).annotate({ identifier: "OrderIndexEntry" })
) {}

/**
 * One day of a resource on the market: deals, units traded, mean price in credits and its standard deviation.
 *
 * **Details**
 *
 * `date` is written `2026-11-21`. Lists begin with the newest day.
 *
 * **Source** recorded from a server 4.3.0.
 */
export class MarketStat extends Schema.Opaque<MarketStat>()(
  Schema.Struct({
    _id: ObjectId,
    resourceType: Resource,
    date: Schema.String,
    transactions: Schema.Finite,
    volume: Schema.Finite,
    avgPrice: Schema.Finite,
    stddevPrice: Schema.Finite,
    amount: nullish(Schema.Finite)
  }).annotate({ identifier: "MarketStat" })
) {}

/** The room in which an order stands, as the server writes it; `undefined` for resources of the account. */
export const room = (order: Order): string | undefined =>
  order.roomName === null || order.roomName === "undefined" ? undefined : order.roomName

/** Checks whether an order is for a resource that lies in rooms, not for one of the account. */
export const isRoomOrder = <O extends Order>(order: O): order is O & RoomOrder =>
  room(order) !== undefined && typeof order.created === "number"

// Servers reckon in thousandths of a credit.
const credits = (thousandths: number) => thousandths / 1000

/** What an amount costs at an order's price, in credits; without an amount, all that is still wanted. */
export const price = (order: Order, amount: number = order.remainingAmount): number =>
  credits(Math.round(order.price * 1000) * amount)

/**
 * The fee for making an order, in credits: a twentieth of its value, rounded up to a thousandth.
 *
 * **Details**
 *
 * The same holds for extending one by `totalAmount`. Credits of an order that expires are given back for what
 * remains.
 *
 * **Source** read in the server's source.
 */
export const fee = (order: { readonly price: number; readonly totalAmount: number }): number =>
  credits(Math.ceil(Math.round(order.price * 1000) * order.totalAmount * feeRate))

/** How much of an own order was traded so far. */
export const traded = (order: OwnOrder): number => order.totalAmount - order.remainingAmount

/** When an order expires, in milliseconds since 1970; `undefined` when the server does not return its age. */
export const expires = (order: Order): number | undefined =>
  typeof order.createdTimestamp === "number" ? order.createdTimestamp + lifetime : undefined
