/**
 * Compiled decoders and guards of schemas.
 *
 * **Details**
 *
 * All schemas of the SDK are decoded through this module. It enables Effect's JIT compiler for one schema at a time,
 * never for the whole process. Where code generation is forbidden (strict content security policies,
 * `--disallow-code-generation-from-strings`) the interpreter is used, with the same results.
 */
import * as Cause from "effect/Cause"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"
import * as SchemaIssue from "effect/SchemaIssue"
import * as SchemaJITCompiler from "effect/schema/SchemaJITCompiler"
import { generateGuard } from "../objects/generateGuard.ts"
import { complete, type Drift, format, kindOf, repair, strictOf } from "./tolerant.ts"
import { unknownKeys as search } from "./unknownKeys.ts"

export type { Drift, Kind } from "./tolerant.ts"

/** Decodes unknown data to `A`, or fails with a `SchemaError`. */
export type Decoder<A> = (input: unknown) => Result.Result<A, Schema.SchemaError>

/**
 * Checks whether a defect is a stack overflow, which deeply nested data causes: `JSON.parse` accepts millions of levels,
 * schemas and `JSON.stringify` thousands.
 */
export const isStackOverflow = (defect: unknown): boolean => {
  if (!(defect instanceof Error)) return false
  if (defect instanceof RangeError || defect.name === "InternalError") return true // the latter in Firefox
  // Schemas wrap the defects of checks and transformations.
  return (
    Cause.isCause(defect.cause) &&
    defect.cause.reasons.some((reason) => Cause.isDieReason(reason) && isStackOverflow(reason.defect))
  )
}

const tooDeep = "less deeply nested data"

/** Runs a function that recurses over data. */
const recurse = <A>(run: () => A, onTooDeep: () => A): A => {
  try {
    return run()
  } catch (defect) {
    if (isStackOverflow(defect)) return onTooDeep()
    throw defect
  }
}

/**
 * Creates a compiled decoder of a schema; the schema is compiled at the first input.
 *
 * **Details**
 *
 * Keys that are not in the schema are dropped, and data that is nested too deeply for the stack is a failure. Issues
 * contain the path and what was expected, never the value: responses may contain secrets.
 */
export const make = <A>(schema: Schema.ConstraintCodec<A, unknown>): Decoder<A> => {
  let decode: Decoder<A> | undefined
  return (input) => {
    const decodeInput = (decode ??= compile(schema))
    return recurse(
      () => decodeInput(input),
      () =>
        Result.fail(new Schema.SchemaError(new SchemaIssue.InvalidValue({ message: `expected ${tooDeep}` })))
    )
  }
}

const compile = <A>(schema: Schema.ConstraintCodec<A, unknown>): Decoder<A> => {
  SchemaJITCompiler.enable(schema.ast)
  return Schema.decodeUnknownResult(schema)
}

/**
 * Creates a compiled encoder of a schema; the schema is compiled at the first input. Keys that are not in the schema are
 * a failure.
 */
export const encoder = <I>(
  schema: Schema.ConstraintCodec<unknown, I>
): ((input: unknown) => Result.Result<I, Schema.SchemaError>) => {
  let encode: ((input: unknown) => Result.Result<I, Schema.SchemaError>) | undefined
  return (input) => {
    if (encode === undefined) {
      SchemaJITCompiler.enable(SchemaAST.flip(schema.ast))
      encode = Schema.encodeUnknownResult(schema, { onExcessProperty: "error" })
    }
    return encode(input)
  }
}

/** The most differences of one value: a value with more of them is not what the schema describes. */
const maxDrift = 100_000

/** Describes differences in one line: `user._id: expected string, found absent`; each one once, at most eight. */
export const formatDrift: (drift: ReadonlyArray<Drift>) => string = format

/** Decodes unknown data without the parts that may be missing, or fails with the essential parts that differ. */
export type Tolerant<A> = (
  input: unknown,
  /** Called for each part that was left out, before the decoder returns; not called when it fails. */
  onDrift?: (drift: Drift) => void
) => Result.Result<A, ReadonlyArray<Drift>>

/**
 * Creates a compiled decoder that leaves out parts that differ from the schema: keys that are `expected` or `nullish`,
 * and entries of lists and maps. Fails when an essential key is missing or malformed: see `Expected`.
 *
 * **Details**
 *
 * Data without a difference costs one decode, by a schema in which the `expected` keys are required. Data with a hundred
 * thousand differences or more is a failure.
 */
export const tolerant = <A>(schema: Schema.ConstraintCodec<A, unknown>): Tolerant<A> => {
  const decode = make(schema)
  let decodeComplete: Decoder<A> | undefined
  let isComplete: ((value: unknown) => boolean) | undefined
  return (input, onDrift) => {
    const fail = (expected: string) => Result.fail([{ path: "", expected, found: kindOf(input) }])
    const read = () => {
      decodeComplete ??= compile(Schema.make<Schema.ConstraintCodec<A, unknown>>(strictOf(schema.ast)))
      const known = decodeComplete(input)
      if (Result.isSuccess(known)) return Result.succeed(known.success)
      const decoded = decode(input)
      if (Result.isSuccess(decoded)) {
        isComplete ??= complete(schema.ast)
        if (isComplete(decoded.success)) return Result.succeed(decoded.success)
      }
      const drift: Array<Drift> = []
      const { faults, value } = repair(schema.ast, input, "", (one) => {
        if (drift.length < maxDrift) drift.push(one)
      })
      if (faults.length > 0) return Result.fail(faults)
      if (drift.length === maxDrift) return fail(`fewer than ${maxDrift} differences`)
      const result = value === input ? decoded : decode(value)
      // A check of a whole record may reject what remains of it.
      if (Result.isFailure(result)) return fail("a complete record")
      if (onDrift !== undefined) for (const one of drift) onDrift(one)
      return Result.succeed(result.success)
    }
    return recurse<Result.Result<A, ReadonlyArray<Drift>>>(read, () => fail(tooDeep))
  }
}

/**
 * Lists the paths of keys that the data has and the schema does not, each once: `user.meta`, `list[].extra`.
 *
 * **Gotchas**
 *
 * Names of keys come from the server: validate them before they are shown.
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
