/** Fields that several intents share. */
import * as Schema from "effect/Schema"
import { ObjectId } from "../../values/ObjectId.ts"

/** The object of an action. @internal */
export const target = Schema.Struct({ id: ObjectId })

/** An amount of a resource: servers read leading digits only, which cuts fractions and exponents off. @internal */
export const amount = Schema.Int.check(
  Schema.isBetween({ minimum: 1, maximum: 1_000_000_000 }, { expected: "a whole amount from 1" })
)

/** A name: servers accept an empty one, which nothing finds again. @internal */
export const name = Schema.String.check(Schema.isMinLength(1, { expected: "a name" }))
