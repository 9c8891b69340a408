/**
 * Game time.
 *
 * @since 0.1.0
 */
import type * as Brand from "effect/Brand"
import * as Schema from "effect/Schema"

/**
 * A moment of the game's time, counted in ticks since the world began.
 *
 * @category models
 * @since 0.1.0
 */
export type Tick = number & Brand.Brand<"Tick">

/**
 * Checks a tick: a whole number. Official worlds are above 2·10⁷.
 *
 * @category schemas
 * @since 0.1.0
 */
export const Tick: Schema.Codec<Tick, number> = Schema.Int.pipe(Schema.brand("Tick")).annotate({
  identifier: "Tick"
})

/**
 * Makes a tick of a whole number; throws when it is not whole.
 *
 * @category constructors
 * @since 0.1.0
 */
export const make = (value: number): Tick => Schema.decodeSync(Tick)(value)
