/**
 * Numbers of documents: what they may be, and what they are when a document is made up.
 *
 * **Details**
 *
 * The ranges only guide generated values. Nothing is refused for lying outside of them: hits below zero occur in
 * room history, mods raise every limit.
 */
import * as Order from "effect/Order"
import * as Schema from "effect/Schema"

/** A whole number, made up between `minimum` and `maximum`. @internal */
export const whole = (minimum: number, maximum: number) =>
  Schema.Number.check(
    Schema.isInt({ arbitraryConstraint: { number: "integer", minimum, maximum, order: Order.Number } })
  )

/** A number, made up between `minimum` and `maximum`. @internal */
export const finite = (minimum: number, maximum: number) =>
  Schema.Number.check(
    Schema.isFinite({ arbitraryConstraint: { number: "finite", minimum, maximum, order: Order.Number } })
  )

/** A coordinate inside a room, counted from the north-west corner. @internal */
export const coordinate = whole(0, 49)

/** Hit points; fractions occur, since a power bank gives back half of each blow. @internal */
export const hits = finite(0, 300_000_000)

/** Anything that is counted: progress, fatigue, ticks that remain. @internal */
export const count = whole(0, 1_000_000)

/** A level. @internal */
export const level = whole(0, 25)

/**
 * An amount of a resource; fractions occur, since deposits of minerals have some in the world that servers ship.
 * @internal
 */
export const amount = finite(0, 1_000_000)
