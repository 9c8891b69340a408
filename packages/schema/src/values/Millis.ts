/** Wall-clock time as servers write it. */
import type * as Brand from "effect/Brand"
import * as Schema from "effect/Schema"

/** A moment in milliseconds since 1970, UTC. */
export type Millis = number & Brand.Brand<"Millis">

/** Checks a moment in milliseconds: a whole number. */
export const Millis: Schema.Codec<Millis, number> = Schema.Int.pipe(Schema.brand("Millis")).annotate({
  identifier: "Millis"
})

/** Makes a moment of a whole number of milliseconds; throws when it is not whole. */
export const make = (value: number): Millis => Schema.decodeSync(Millis)(value)
