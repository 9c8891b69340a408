/** Code modules that players upload. */
import * as Data from "effect/Data"
import * as Base64 from "effect/encoding/Base64"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { jsonLength } from "../wire/json.ts"
import { record } from "../values/Record.ts"

/** A WebAssembly module. */
export class BinaryModule extends record<BinaryModule>("BinaryModule")({
  /** Bytes of the module as base64 text. */
  binary: Schema.String
}) {}

/** A module: JavaScript text or a WebAssembly binary. */
export const CodeModule: Schema.Codec<CodeModule> = Schema.Union([Schema.String, BinaryModule]).annotate({
  identifier: "CodeModule",
  message: "Expected JavaScript text, or { binary } with base64 text"
})

/** A module: JavaScript text or a WebAssembly binary. */
export type CodeModule = string | BinaryModule

/**
 * All modules of a branch by name, as servers return them.
 *
 * **Gotchas**
 *
 * For a branch without a `main` module, servers return an empty one.
 */
export const CodeModules: Schema.Codec<CodeModules> = Schema.Record(Schema.String, CodeModule).annotate({
  identifier: "CodeModules"
})

/** All modules of a branch by name. */
export type CodeModules = { readonly [name: string]: CodeModule }

/**
 * The maximum length of all modules of a branch as JSON text, in characters.
 *
 * **Source** recorded: "code length exceeds 5 MB limit".
 */
const maxLength = 5 * 1024 * 1024

const dropsNone = Schema.makeFilter((modules: object) => {
  const dropped = Object.keys(modules).find((name) => name.startsWith("$"))
  return dropped === undefined || `the server would drop the module "${dropped}": names must not begin with $`
})

const inMiB = (length: number): string => (length / 1024 ** 2).toFixed(1)

/** Says how large the modules are, and which one is the largest; `name` is bounded, since it may have any length. */
const describeSize = (modules: object, length: number): string => {
  const sizes = Object.entries(modules).map(([name, module]) => ({ name, length: jsonLength(module) }))
  const [largest] = sizes.toSorted((one, other) => other.length - one.length)
  const which =
    largest === undefined ? "" : `, of which ${largest.name.slice(0, 100)} has ${inMiB(largest.length)}`
  return `the modules are larger than 5 MiB as JSON text: ${inMiB(length)} MiB${which}`
}

const fits = Schema.makeFilter((modules: object) => {
  const length = jsonLength(modules)
  return length <= maxLength || describeSize(modules, length)
})

/**
 * Checks modules that a caller sends: no name begins with `$`, and the size is within the limit.
 *
 * **Details**
 *
 * Servers silently drop a module whose name begins with `$`; this schema rejects it instead.
 *
 * **Source** recorded from a server 4.3.0.
 */
export const CodeModulesInput: Schema.Codec<CodeModules> = Schema.Record(Schema.String, CodeModule)
  .check(dropsNone, fits)
  .annotate({ identifier: "CodeModulesInput" })

/** The modules of a new branch, as servers accept them: of any JSON value, or `null` for none. */
export type DefaultModules = { readonly [name: string]: CodeModule | Schema.Json } | null

/**
 * Checks the modules of a new branch as `CodeModulesInput` does, but accepts any JSON value, which servers store and
 * run as its text, and `null`.
 *
 * **Source** recorded from a server 4.3.0.
 */
export const DefaultModules: Schema.Codec<DefaultModules> = Schema.NullOr(
  Schema.Record(Schema.String, Schema.Union([CodeModule, Schema.Json])).check(dropsNone, fits)
).annotate({ identifier: "DefaultModules" })

/** The text of a WebAssembly module is not base64. */
export class BinaryModuleError extends Data.TaggedError("BinaryModuleError")<{
  /** What went wrong, without any of the data. */
  readonly detail: string
}> {
  override get message() {
    return this.detail
  }
}

/** Checks whether a module is a WebAssembly binary, not JavaScript. */
export const isBinary = (module: CodeModule): module is BinaryModule => typeof module !== "string"

/** Creates a module from the bytes of a WebAssembly binary. */
export const fromBytes = (bytes: Uint8Array): BinaryModule => ({ binary: Base64.encode(bytes) })

/**
 * Returns the bytes of a WebAssembly module.
 *
 * **Errors** `BinaryModuleError` when the text is not base64.
 */
export const toBytes = (module: BinaryModule): Result.Result<Uint8Array, BinaryModuleError> =>
  Result.mapError(
    Base64.decode(module.binary),
    () => new BinaryModuleError({ detail: "the binary module is not base64" })
  )
