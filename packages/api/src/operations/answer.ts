/** Declaration of responses. */
import { record } from "@screeps-effect/schema/Record"
import * as Schema from "effect/Schema"

/** Creates the schema of a response with `ok: 1`, to be extended by a class of the same name. @internal */
export const answer = <Self>(identifier: string) => {
  const create = record<Self>(identifier)
  return <const Fields extends Schema.Struct.Fields>(fields: Fields) =>
    create({ ok: Schema.Literal(1), ...fields })
}
