/**
 * Compiled decoders and guards of schemas.
 *
 * **Details**
 *
 * All schemas of the SDK are decoded through this module. They are compiled to functions; where code generation is
 * forbidden (strict content security policies, `--disallow-code-generation-from-strings`) to slower ones with the same
 * results.
 */
import * as Cause from "effect/Cause"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"
import * as SchemaIssue from "effect/SchemaIssue"
import { compile } from "./compile.ts"
import { type Compiled, invalid } from "./compileStruct.ts"
import { begin, type Drift, end, maxDrift, withReceiver } from "./drift.ts"
import {
  emptied,
  essentialCollections as collectionsOf,
  format,
  kindOf,
  repair,
  required,
  unknownKeys as search
} from "./tolerant.ts"

export type { Drift, Kind } from "./drift.ts"

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

/** Creates a function at its first call. */
const later = <A>(create: () => (input: unknown) => A): ((input: unknown) => A) => {
  let created: ((input: unknown) => A) | undefined
  return (input) => (created ??= create())(input)
}

/** Returns the value of a compiled schema, or why the interpreter rejects the data. */
const orInterpret = <A>(compile: () => Compiled, interpret: () => Decoder<A>): Decoder<A> => {
  const [compiled, interpreted] = [later(compile), later(interpret)]
  return (input) =>
    recurse(
      () => {
        const value = compiled(input)
        // The schema that returned this value describes an `A`.
        return value === invalid ? interpreted(input) : Result.succeed(value as A)
      },
      () =>
        Result.fail(new Schema.SchemaError(new SchemaIssue.InvalidValue({ message: `expected ${tooDeep}` })))
    )
}

/**
 * Creates a compiled decoder of a schema; the schema is compiled at the first input.
 *
 * **Details**
 *
 * Keys that are not in the schema are dropped, and data that is nested too deeply for the stack is a failure. Issues
 * contain the path and what was expected, never the value: responses may contain secrets.
 *
 * **Gotchas**
 *
 * Parts of the data that need no change are not copied: they are the same objects in the result.
 */
export const make = <A>(schema: Schema.ConstraintCodec<A, unknown>): Decoder<A> =>
  orInterpret(
    () => compile(schema.ast, "decode"),
    () => Schema.decodeUnknownResult(schema)
  )

/**
 * Creates a compiled encoder of a schema, for inputs: rejects keys that are not in the schema, and copies the input. The
 * schema is compiled at the first input.
 */
export const encoder = <A, I>(schema: Schema.ConstraintCodec<A, I>): Decoder<I> =>
  orInterpret(
    () => compile(SchemaAST.flip(schema.ast), "encode"),
    () => Schema.encodeUnknownResult(schema, { onExcessProperty: "error" })
  )

/**
 * Runs a function, and calls `onDrift` for each difference of room objects that it decodes: of a message that
 * `RoomState.fold` adds to a state, for example. The path begins with the kind of the object: `creep.hits`.
 */
export const reporting: <A>(onDrift: (drift: Drift) => void, run: () => A) => A = withReceiver

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
 * and entries of lists and maps. Fails when an essential key is missing or malformed: see `Record`.
 *
 * **Details**
 *
 * Data without a difference is decoded once, with the `expected` keys required. Data with a hundred thousand differences
 * or more is a failure. With `needsEntries`, so is data of which an essential list or map has entries, but none that can be
 * read: see `essentialCollections`.
 */
export const tolerant = <A>(
  schema: Schema.ConstraintCodec<A, unknown>,
  { needsEntries = false }: { readonly needsEntries?: boolean } = {}
): Tolerant<A> => {
  const decode = make(schema)
  const decodeComplete = later(() => compile(required(schema.ast), "decode"))
  return (input, onDrift) => {
    const fail = (expected: string) => Result.fail([{ path: "", expected, found: kindOf(input) }])
    const succeed = (value: A, drift: ReadonlyArray<Drift> | null) => {
      if (drift === null) return Result.succeed(value)
      if (drift.length >= maxDrift) return fail(`fewer than ${maxDrift} differences`)
      if (onDrift !== undefined) for (const one of drift) onDrift(one)
      return Result.succeed(value)
    }
    const readParts = () => {
      const drift: Array<Drift> = []
      const add = (one: Drift) => {
        if (drift.length < maxDrift) drift.push(one)
      }
      const { faults, value } = repair(schema.ast, input, "", add)
      if (faults.length > 0) return Result.fail(faults)
      const lost = needsEntries ? emptied(schema.ast, input, value, drift) : []
      if (lost.length > 0) return Result.fail(lost)
      const result = withReceiver(add, () => decode(value))
      // A check of a whole record may reject what remains of it.
      return Result.isFailure(result) ? fail("a complete record") : succeed(result.success, drift)
    }
    const read = () => {
      const outer = begin()
      let known: unknown
      let drift: ReadonlyArray<Drift> | null = null
      try {
        known = decodeComplete(input)
      } finally {
        drift = end(outer)
      }
      return known === invalid ? readParts() : succeed(known as A, drift) // as in `orInterpret`
    }
    return recurse<Result.Result<A, ReadonlyArray<Drift>>>(read, () => fail(tooDeep))
  }
}

/**
 * Lists the keys of a record's own essential lists and maps; an empty text stands for the value itself. Lists and maps of
 * nested records are not among them.
 */
export const essentialCollections = (schema: Schema.Constraint): ReadonlyArray<string> =>
  collectionsOf(schema.ast)

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
export type Guard<A> = (input: unknown) => input is A

/**
 * Creates a compiled guard of a schema without transformations; the schema is compiled at the first input.
 */
export const guard = <A>(schema: Schema.ConstraintCodec<A, unknown>): Guard<A> => {
  const check = later(() => compile(SchemaAST.toType(schema.ast), "guard"))
  return (input): input is A => check(input) !== invalid
}
