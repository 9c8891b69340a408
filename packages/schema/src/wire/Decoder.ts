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
import { complete, type Drift, format, kindOf, repair } from "./tolerant.ts"
import { unknownKeys as search } from "./unknownKeys.ts"

export type { Drift, Kind } from "./tolerant.ts"

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

/** Describes differences in one line: `user._id: expected string, found absent`; each one once, at most eight. */
export const formatDrift: (drift: ReadonlyArray<Drift>) => string = format

/** Turns unknown data into `A` without the parts that it can do without, or fails with the essential parts at fault. */
export type Tolerant<A> = (
  input: unknown,
  /** Called for each part that was left out, before the decoder returns; not called when it fails. */
  onDrift?: (drift: Drift) => void
) => Result.Result<A, ReadonlyArray<Drift>>

/**
 * Makes a compiled decoder that leaves out what is not as the schema says, where the result means something without it:
 * keys that are `expected` or `nullish`, and entries of lists and maps.
 *
 * **Details**
 *
 * Data that is as expected costs one decode and a look at the keys that are `expected`.
 */
export const tolerant = <A>(schema: Schema.ConstraintCodec<A, unknown>): Tolerant<A> => {
  const decode = make(schema)
  return (input, onDrift) => {
    const decoded = decode(input)
    if (Result.isSuccess(decoded) && complete(schema.ast)(decoded.success))
      return Result.succeed(decoded.success)
    const drift: Array<Drift> = []
    const { faults, value } = repair(schema.ast, input, "", (one) => drift.push(one))
    if (faults.length > 0) return Result.fail(faults)
    const result = decode(value)
    // A check over a whole record may refuse what is left of it.
    if (Result.isFailure(result))
      return Result.fail([{ path: "", expected: "what is left", found: kindOf(input) }])
    if (onDrift !== undefined) for (const one of drift) onDrift(one)
    return Result.succeed(result.success)
  }
}

/**
 * Lists the paths of keys in data that a schema does not name, each once: `user.meta`, `list[].extra`.
 *
 * **Gotchas**
 *
 * Names of keys are texts of the server: check them before they are shown.
 */
export const unknownKeys = (schema: Schema.Constraint, input: unknown): ReadonlyArray<string> =>
  search(schema.ast, input)

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
