/** The two sides of the market. */
import * as Schema from "effect/Schema"
import { literals } from "../values/family.ts"

/**
 * The sides of the market: orders that buy, and orders that sell.
 *
 * **Source** read in the server's source.
 */
export const all = ["buy", "sell"] as const

/** A side of the market that is known. */
export type Known = (typeof all)[number]

/** The side of an order as servers name it: whether its owner buys or sells. */
export type OrderType = Known | (string & {})

/** Decodes the side of an order; other words than the two known are let through. */
export const OrderType: Schema.Codec<OrderType, string> = Schema.String.annotate({ identifier: "OrderType" })

/**
 * Checks the side of an order, for what callers send.
 *
 * **Gotchas**
 *
 * The server makes every other word a buying order: hence checked before it is sent.
 *
 * **Source** read in the server's source.
 */
export const OrderTypeInput: Schema.Codec<Known> = literals("OrderTypeInput", all)
