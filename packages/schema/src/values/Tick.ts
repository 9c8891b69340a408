/** Game time in ticks. */
import type * as Brand from "effect/Brand"
import * as Schema from "effect/Schema"

/** A point in game time: the number of ticks since the world began. */
export type Tick = number & Brand.Brand<"Tick">

/** Checks a tick: a whole number. Official worlds are past 2·10⁷. */
export const Tick: Schema.Codec<Tick, number> = Schema.Int.pipe(Schema.brand("Tick")).annotate({
  identifier: "Tick"
})

/** Creates a tick from a number; throws when the number is not whole. */
export const make = (value: number): Tick => Schema.decodeSync(Tick)(value)
