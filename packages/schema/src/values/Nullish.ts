/** Fields that may be missing. */
import * as Schema from "effect/Schema"

/** Creates a field that may be absent or `null`: servers use both, even for the same field. */
export const nullish = <S extends Schema.Constraint>(schema: S) => Schema.optionalKey(Schema.NullOr(schema))
