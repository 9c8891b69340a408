/** Types of market orders. */
import * as Schema from "effect/Schema"
import { literals } from "../values/family.ts"

/**
 * The known types of orders.
 *
 * **Source** read in the server's source.
 */
export const all = ["buy", "sell"] as const

/** A known type of an order. */
export type Known = (typeof all)[number]

/** The type of an order in a response: whether the owner buys or sells. */
export type OrderType = Known | (string & {})

/** Decodes the type of an order; unknown types are accepted. */
export const OrderType: Schema.Codec<OrderType, string> = Schema.String.annotate({ identifier: "OrderType" })

/**
 * Checks the type of an order that a caller sends.
 *
 * **Gotchas**
 *
 * Servers treat every other text as `buy`, so the type is checked before a request is sent.
 *
 * **Source** read in the server's source.
 *
 * @internal
 */
export const OrderTypeInput: Schema.Codec<Known> = literals("OrderTypeInput", all)
