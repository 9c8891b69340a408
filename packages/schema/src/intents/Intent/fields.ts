/** Fields that several intents share. */
import * as Schema from "effect/Schema"

/** An amount of a resource: servers read leading digits only, which cuts off fractions and exponents. @internal */
export const amount = Schema.Int.check(
  Schema.isBetween(
    { minimum: 1, maximum: 1_000_000_000 },
    { expected: "a whole number from 1 to 1000000000" }
  )
)

/** A name: servers accept an empty one, but then nothing can address the object. @internal */
export const name = Schema.String.check(Schema.isMinLength(1, { expected: "a name that is not empty" }))
