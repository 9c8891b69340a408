/**
 * Wall-clock time as servers write it.
 *
 * @since 0.1.0
 */
import type * as Brand from "effect/Brand"
import * as Schema from "effect/Schema"

/**
 * A moment in milliseconds since 1970, UTC.
 *
 * @category models
 * @since 0.1.0
 */
export type Millis = number & Brand.Brand<"Millis">

/**
 * Checks a moment in milliseconds: a whole number.
 *
 * @category schemas
 * @since 0.1.0
 */
export const Millis: Schema.Codec<Millis, number> = Schema.Int.pipe(Schema.brand("Millis")).annotate({
  identifier: "Millis"
})

/**
 * Makes a moment of a whole number of milliseconds; throws when it is not whole.
 *
 * @category constructors
 * @since 0.1.0
 */
export const make = (value: number): Millis => Schema.decodeSync(Millis)(value)
