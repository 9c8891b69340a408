/**
 * Compiled decoders and guards of schemas.
 *
 * **Details**
 *
 * All schemas of the SDK are decoded through this module. It enables Effect's JIT compiler for one schema at a time,
 * never for the whole process. Where code generation is forbidden (strict content security policies,
 * `--disallow-code-generation-from-strings`) the interpreter is used, with the same results.
 */
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as SchemaJITCompiler from "effect/schema/SchemaJITCompiler"
import { generateGuard } from "../objects/generateGuard.ts"

/** Decodes unknown data to `A`, or fails with a `SchemaError`. */
export type Decoder<A> = (input: unknown) => Result.Result<A, Schema.SchemaError>

/**
 * Creates a compiled decoder of a schema; the schema is compiled at the first input.
 *
 * **Details**
 *
 * Keys that are not in the schema are dropped. Issues contain the path and what was expected, never the value:
 * responses may contain secrets.
 */
export const make = <A>(schema: Schema.ConstraintCodec<A, unknown>): Decoder<A> => {
  let decode: Decoder<A> | undefined
  return (input) => {
    if (decode === undefined) {
      SchemaJITCompiler.enable(schema.ast)
      decode = Schema.decodeUnknownResult(schema)
    }
    return decode(input)
  }
}

/**
 * Checks whether data is an `A` without copying it: the value keeps its identity and all its keys, including those
 * that are not in the schema.
 */
export interface Guard<A> {
  (input: unknown): input is A
  /** Returns why data is not an `A`; `undefined` when it is one. */
  readonly issue: (input: unknown) => Schema.SchemaError["issue"] | undefined
}

const compiled = (schema: Schema.Constraint): ((input: unknown) => boolean) => {
  SchemaJITCompiler.enable(schema.ast)
  return Schema.is(schema)
}

/**
 * Creates a compiled guard of a schema without transformations; the schema is compiled at the first input.
 */
export const guard = <A>(schema: Schema.ConstraintCodec<A, unknown>): Guard<A> => {
  let check: ((input: unknown) => boolean) | undefined
  const is = (input: unknown): input is A => {
    check ??= generateGuard(schema.ast) ?? compiled(schema)
    return check(input)
  }
  const decode = make(schema)
  return Object.assign(is, {
    issue: (input: unknown) => {
      const decoded = decode(input)
      return Result.isFailure(decoded) ? decoded.failure.issue : undefined
    }
  })
}
