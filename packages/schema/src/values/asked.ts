/** What intents ask for: pieces that several of them share. */
import * as Schema from "effect/Schema"
import { ObjectId } from "./ObjectId.ts"

/** The object that something is done to. @internal */
export const target = Schema.Struct({ id: ObjectId })

/** An amount of a resource: servers read the leading digits, so that fractions and exponents would be cut off. @internal */
export const amount = Schema.Int.check(
  Schema.isBetween({ minimum: 1, maximum: 1_000_000_000 }, { expected: "a whole amount from 1" })
)

/** The name of something: servers take an empty one, and nobody finds it again. @internal */
export const name = Schema.String.check(Schema.isMinLength(1, { expected: "a name" }))
