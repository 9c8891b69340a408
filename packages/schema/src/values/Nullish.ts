/** Fields that may be missing. */
import * as Schema from "effect/Schema"

/** Creates an optional field that also accepts `null`: servers use both, even for the same field. */
export const nullish = <S extends Schema.Constraint>(schema: S) => Schema.optionalKey(Schema.NullOr(schema))
