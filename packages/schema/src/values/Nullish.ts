/** Fields that may be missing. */
import * as Schema from "effect/Schema"

/** A field that may be absent or `null`: servers use both for "not there", for the same field even. */
export const nullish = <S extends Schema.Constraint>(schema: S) => Schema.optionalKey(Schema.NullOr(schema))
