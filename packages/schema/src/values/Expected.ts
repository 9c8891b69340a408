/** Keys that servers send and that a record can do without. */
import * as Schema from "effect/Schema"
import type * as SchemaAST from "effect/SchemaAST"

// No dot in it: Effect's own annotations have names of words.
const annotation = "~screeps-effect/expected"

/**
 * A key that servers are known to send, and without which its record still means something.
 *
 * **Details**
 *
 * Reading is tolerant: where the key is absent, `null` or of another type, the record is read without it, and
 * `Decoder.tolerant` reports a `Drift`. Its type is therefore optional. Keys that are neither `expected` nor `nullish`
 * are essential: without one of them the record cannot be read. An entry of a list or map that cannot be read is left
 * out; a response that cannot be read is a failure.
 */
export const expected = <S extends Schema.Constraint>(schema: S): Schema.optionalKey<S> =>
  Schema.optionalKey(schema).pipe(Schema.annotateKey({ [annotation]: true }))

/** Whether a key was declared with `expected`. @internal */
export const isExpected = (ast: SchemaAST.AST): boolean => ast.context?.annotations?.[annotation] === true
