/** Game time. */
import type * as Brand from "effect/Brand"
import * as Schema from "effect/Schema"

/** A moment of the game's time, counted in ticks since the world began. */
export type Tick = number & Brand.Brand<"Tick">

/** Checks a tick: a whole number. Official worlds are above 2·10⁷. */
export const Tick: Schema.Codec<Tick, number> = Schema.Int.pipe(Schema.brand("Tick")).annotate({
  identifier: "Tick"
})

/** Makes a tick of a whole number; throws when it is not whole. */
export const make = (value: number): Tick => Schema.decodeSync(Tick)(value)
