/** Checks scenarios and duels, and shows where they are invalid. */
import * as LocalFile from "@screeps-effect/api/LocalFile"
import { withoutStackTrace } from "@screeps-effect/schema/StackTrace"
import * as Effect from "effect/Effect"
import type { FileSystem } from "effect/FileSystem"
import { Path } from "effect/Path"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as SchemaIssue from "effect/SchemaIssue"
import { whyUnread } from "./read.ts"
import * as Yaml from "./yaml.ts"

/** A scenario is invalid; nothing was started. */
export class ScenarioError extends withoutStackTrace(
  Schema.TaggedError<ScenarioError>()("ScenarioError", {
    /** The file with the scenario, or another file that it names. */
    file: Schema.optional(Schema.String),
    /** The line in the file, from 1. */
    line: Schema.optional(Schema.Int),
    /** The path of the value, such as `bots.player.code`. */
    path: Schema.optional(Schema.String),
    /** What is wrong. */
    detail: Schema.String
  })
) {
  override get message() {
    const line = this.line === undefined ? undefined : `line ${this.line}`
    return [this.file, line, this.path, this.detail]
      .filter((part) => part !== undefined && part !== "")
      .join(": ")
  }
}

/** A mistake that a schema does not find. */
export interface Problem {
  readonly path: ReadonlyArray<PropertyKey>
  readonly detail: string
}

/** Reads values of one schema. */
export interface Decoder<A> {
  readonly make: (input: unknown) => Result.Result<A, ScenarioError>
  readonly parse: (text: string, file?: string) => Result.Result<A, ScenarioError>
  /** Reads a file; `resolve` returns paths relative to its folder. */
  readonly load: (
    file: string
  ) => Effect.Effect<
    { readonly value: A; readonly resolve: (path: string) => string },
    ScenarioError,
    FileSystem | Path
  >
}

const formatIssue = SchemaIssue.makeFormatterStandardSchemaV1()

const pathText = (path: ReadonlyArray<PropertyKey>) =>
  path
    .map((key, i) => (typeof key === "number" ? `[${key}]` : `${i === 0 ? "" : "."}${String(key)}`))
    .join("")

/** The size of the largest file of a scenario, in bytes. */
const mostBytes = 16 * 1024 * 1024

/** Reads the file of a scenario, which the user named: it may be a pipe. */
const readText = (file: string) =>
  Effect.mapError(
    LocalFile.readInputText(file, { mostBytes }),
    (error) => new ScenarioError({ file, detail: whyUnread(error) })
  )

/** Creates the functions that read values of a schema; `prepare` reads files that the value of a file includes. */
export const makeDecoder = <A>(
  schema: Schema.ConstraintCodec<A, unknown>,
  problemOf: (value: A) => Problem | undefined,
  prepare: (
    value: unknown,
    resolve: (path: string) => string
  ) => Effect.Effect<unknown, ScenarioError, FileSystem> = Effect.succeed
): Decoder<A> => {
  const decode = Schema.decodeUnknownResult(schema, { onExcessProperty: "error" })

  const check = (
    value: unknown,
    file: string | undefined,
    lineOf: Yaml.Parsed["lineOf"]
  ): Result.Result<A, ScenarioError> => {
    const fail = (path: ReadonlyArray<PropertyKey>, detail: string) =>
      Result.fail(new ScenarioError({ file, line: lineOf(path), path: pathText(path), detail }))
    const decoded = decode(value)
    if (Result.isFailure(decoded)) {
      const [first] = formatIssue(decoded.failure.issue).issues
      const path = (first?.path ?? []).map((part) => (typeof part === "object" ? part.key : part))
      const message = first?.message.replaceAll("\n", " ").slice(0, 500) ?? "invalid"
      return fail(path, message === "Expected no excess property" ? "there is no such field" : message)
    }
    const problem = problemOf(decoded.success)
    return problem === undefined ? Result.succeed(decoded.success) : fail(problem.path, problem.detail)
  }

  const parseYaml = (text: string, file: string | undefined) =>
    Result.mapError(Yaml.parse(text), (fault) => new ScenarioError({ file, ...fault }))

  return {
    make: (input) => check(input, undefined, () => undefined),
    parse: (text, file) =>
      Result.flatMap(parseYaml(text, file), ({ lineOf, value }) => check(value, file, lineOf)),
    load: (file) =>
      Effect.gen(function* () {
        const path = yield* Path
        const folder = path.dirname(path.resolve(file))
        const resolve = (inner: string) => path.resolve(folder, inner)
        const written = yield* Effect.fromResult(parseYaml(yield* readText(file), file))
        const complete = yield* prepare(written.value, resolve)
        return { value: yield* Effect.fromResult(check(complete, file, written.lineOf)), resolve }
      })
  }
}
