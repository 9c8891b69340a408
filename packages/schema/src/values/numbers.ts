/**
 * Number schemas of documents, with the ranges from which test data is generated.
 *
 * **Details**
 *
 * The ranges only affect generated values; a number outside its range is not rejected: hits below zero occur in room
 * history, and mods raise every limit.
 */
import * as Order from "effect/Order"
import * as Schema from "effect/Schema"

/** A whole number, generated between `minimum` and `maximum`. @internal */
export const whole = (minimum: number, maximum: number) =>
  Schema.Number.check(
    Schema.isInt({ arbitraryConstraint: { number: "integer", minimum, maximum, order: Order.Number } })
  )

/** A number, generated between `minimum` and `maximum`. @internal */
export const finite = (minimum: number, maximum: number) =>
  Schema.Number.check(
    Schema.isFinite({ arbitraryConstraint: { number: "finite", minimum, maximum, order: Order.Number } })
  )

/** A coordinate inside a room, counted from the north-west corner. @internal */
export const coordinate = whole(0, 49)

/** Hit points; fractions occur, since a power bank reflects half of the damage it receives. @internal */
export const hits = finite(0, 300_000_000)

/** A count, such as progress, fatigue or remaining ticks. @internal */
export const count = whole(0, 1_000_000)

/** A level. @internal */
export const level = whole(0, 25)

/**
 * An amount of a resource in units; fractions occur in the minerals of the world that is shipped with the server.
 * @internal
 */
export const amount = finite(0, 1_000_000)
