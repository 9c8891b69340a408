/** Declaration of records: of responses, events and documents, and which of their keys may be missing. */
import * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"

/**
 * Creates the schema of a record, to be extended by a class of the same name: a type of its own, whose name hovers and errors
 * show.
 *
 * **Example**
 *
 * ```ts
 * import { nullish, record } from "@screeps-effect/schema/Record"
 * import * as Schema from "effect/Schema"
 *
 * class Ticket extends record<Ticket>("Ticket")({
 *   subject: Schema.String,
 *   closed: nullish(Schema.Boolean)
 * }) {}
 * ```
 */
export const record =
  <Self>(identifier: string) =>
  <const Fields extends Schema.Struct.Fields>(fields: Fields) =>
    Schema.Opaque<Self>()(Schema.Struct(fields).annotate({ identifier }))

/** Creates an optional field that also accepts `null`: servers use both, even for the same field. */
export const nullish = <S extends Schema.Constraint>(schema: S) => Schema.optionalKey(Schema.NullOr(schema))

/** The schema of an `expected` key, or `essential`. */
const annotation = "~screeps-effect/key"

/**
 * A key that servers are known to send, and without which its record still has a meaning.
 *
 * **Details**
 *
 * Every key of a record is one of three:
 *
 * - `expected(schema)`: the record is decoded without it when it is absent, `null` or malformed, and
 *   `Decoder.tolerant` reports a `Drift`. Its type is optional.
 * - `nullish(schema)`: known to be absent or `null` at times. Only a malformed value is a `Drift`.
 * - any other schema: essential. Without it, an entry of a list or map is left out, and a response is a failure.
 */
export const expected = <S extends Schema.Constraint>(schema: S): Schema.optionalKey<S> =>
  Schema.optionalKey(schema).pipe(Schema.annotateKey({ [annotation]: schema.ast }))

/**
 * A key that may be absent or `null`, and is essential otherwise: a malformed value is a failure, never a `Drift`. For the
 * changes of a message, which would all be lost if the key were left out.
 *
 * @internal
 */
export const essentialIfPresent = <S extends Schema.Constraint>(schema: S) =>
  nullish(schema).pipe(Schema.annotateKey({ [annotation]: "essential" }))

/** Returns the schema of a key that was declared with `expected`; `undefined` for all others. @internal */
export const expectedOf = (ast: SchemaAST.AST): SchemaAST.AST | undefined => {
  const declared = ast.context?.annotations?.[annotation]
  return SchemaAST.isAST(declared) ? declared : undefined
}

/** Whether a malformed value of a key makes its record malformed. @internal */
export const isEssential = (ast: SchemaAST.AST): boolean =>
  ast.context?.isOptional !== true || ast.context.annotations?.[annotation] === "essential"
