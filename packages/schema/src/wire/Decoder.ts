/**
 * The one door to compiled decoding.
 *
 * **Details**
 *
 * Every schema of the SDK is decoded through this module: it asks Effect's JIT compiler for that one schema (never
 * for the whole process) and falls back to the interpreter, with the same results, where code generation is
 * forbidden (strict content security policies, `--disallow-code-generation-from-strings`).
 */
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as SchemaJITCompiler from "effect/schema/SchemaJITCompiler"
import { generateGuard } from "../objects/generateGuard.ts"

/** Turns unknown data into `A`, or says what was wrong with it. */
export type Decoder<A> = (input: unknown) => Result.Result<A, Schema.SchemaError>

/**
 * Makes a compiled decoder of a schema; nothing is compiled before the first input.
 *
 * **Details**
 *
 * Keys that the schema does not name are dropped. Issues never contain the offending values, only their place and
 * what was expected: answers of servers may hold secrets.
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
 * Checks whether data is an `A` as it stands; the very same value can then be used, keys that the schema does not
 * name included.
 */
export interface Guard<A> {
  (input: unknown): input is A
  /** What is wrong with data that is no `A`; `undefined` when nothing is. */
  readonly issue: (input: unknown) => Schema.SchemaError["issue"] | undefined
}

const compiled = (schema: Schema.Constraint): ((input: unknown) => boolean) => {
  SchemaJITCompiler.enable(schema.ast)
  return Schema.is(schema)
}

/**
 * Makes a compiled guard of a schema that decodes to what it reads (no transformations); nothing is compiled before
 * the first input.
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
