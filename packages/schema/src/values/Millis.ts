/** Wall-clock time in milliseconds. */
import type * as Brand from "effect/Brand"
import * as Schema from "effect/Schema"

/** A point in time, in milliseconds since 1970-01-01 UTC. */
export type Millis = number & Brand.Brand<"Millis">

/** Checks a point in time: a whole number of milliseconds since 1970. */
export const Millis: Schema.Codec<Millis, number> = Schema.Int.pipe(Schema.brand("Millis")).annotate({
  identifier: "Millis"
})

/** Creates a point in time from milliseconds since 1970; throws when the number is not whole. */
export const make = (value: number): Millis => Schema.decodeSync(Millis)(value)
