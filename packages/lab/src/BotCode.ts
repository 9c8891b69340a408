/** Where the code of a bot comes from, and why it cannot be used. */
import { ConfigFileError } from "@screeps-effect/api/ConfigFile"
import { ScreepsError } from "@screeps-effect/api/ScreepsError"
import { BranchName } from "@screeps-effect/schema/Branch"
import * as CodeModules from "@screeps-effect/schema/CodeModules"
import { withoutStackTrace } from "@screeps-effect/schema/StackTrace"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import { record } from "@screeps-effect/schema/Record"

/** An npm package that is installed. */
export class InPackage extends record<InPackage>("BotCodeInPackage")({
  /** Name of the package. */
  package: Schema.String.check(
    Schema.isPattern(/^(?:@[a-z\d~-][\w.~-]{0,100}\/)?[a-z\d~-][\w.~-]{0,200}$/i, {
      expected: "the name of a package"
    })
  ),
  /** A folder in the package, whose files are the modules; by default the package's entry is the only one. */
  folder: Schema.optionalKey(Schema.NonEmptyString),
  /** The folder in which Node looks for `node_modules` first: by default the one of the YAML file, or the working directory. */
  from: Schema.optionalKey(Schema.NonEmptyString)
}) {}

/** A branch of an account. */
export class OnBranch extends record<OnBranch>("BotCodeOnBranch")({
  /** Name of the branch; `$activeWorld` is the one that runs. */
  branch: BranchName,
  /** Name of the server in the credentials file; by default the only one, or `main`. */
  server: Schema.optionalKey(Schema.NonEmptyString)
}) {}

/** An effect that returns modules; only in TypeScript. */
export type Modules = Effect.Effect<CodeModules.CodeModules, unknown>

/** The code of a bot: a folder, a package, a branch, an effect, or the modules. */
export type BotCode = string | InPackage | OnBranch | Modules | CodeModules.CodeModules

const strict = { onExcessProperty: "error" } as const
const decodePackage = Schema.decodeUnknownOption(InPackage, strict)
const decodeBranch = Schema.decodeUnknownOption(OnBranch, strict)
const isRecordOfModules = Schema.is(CodeModules.CodeModules)

/** Checks whether code is modules: they have `main`, by which they are distinguished from the others. @internal */
export const isModules = (value: unknown): value is CodeModules.CodeModules =>
  Predicate.hasProperty(value, "main") && isRecordOfModules(value)

/** Checks whether code is in a package. @internal */
export const isInPackage = (value: unknown): value is InPackage => Option.isSome(decodePackage(value))

/** Checks whether code is on a branch. @internal */
export const isOnBranch = (value: unknown): value is OnBranch => Option.isSome(decodeBranch(value))

const isBotCode = (value: unknown): value is BotCode =>
  typeof value === "string"
    ? value !== ""
    : Effect.isEffect(value) || isModules(value) || isInPackage(value) || isOnBranch(value)

/**
 * Checks the code of a bot: a folder, a package, a branch, an effect, or the modules.
 *
 * **Details**
 *
 * The files of a folder are modules: `*.js` with their maps (`*.js.map`), and `*.wasm`. Modules have `main`, by which they are
 * distinguished from the others.
 */
export const BotCode: Schema.Codec<BotCode> = Schema.declare(isBotCode, {
  expected: "a folder, { package }, { branch }, or modules with a module main"
})

/** Returns code whose paths are resolved. @internal */
export const withPaths = (code: BotCode, resolve: (path: string) => string): BotCode => {
  if (typeof code === "string") return resolve(code)
  return isInPackage(code) ? Struct.assign(code, { from: resolve(code.from ?? ".") }) : code
}

/** A folder, a package or its entry does not exist, or cannot be read. */
export class CodeNotFound extends withoutStackTrace(
  Schema.TaggedError<CodeNotFound>()("CodeNotFound", {
    /** What is missing. */
    detail: Schema.String
  })
) {
  override get message() {
    return this.detail
  }
}

/** What was found is not code that a server would accept: it has no `main`, or it is too large. */
export class InvalidCode extends withoutStackTrace(
  Schema.TaggedError<InvalidCode>()("InvalidCode", {
    /** What is wrong. */
    detail: Schema.String
  })
) {
  override get message() {
    return this.detail
  }
}

/** The effect with the modules failed. */
export class CodeFailed extends withoutStackTrace(
  Schema.TaggedError<CodeFailed>()("CodeFailed", {
    /** Its failure. */
    cause: Schema.Unknown
  })
) {
  override get message() {
    return this.cause instanceof Error ? this.cause.message : String(this.cause)
  }
}

/**
 * The code of a bot cannot be used, for one `reason`; no server was started.
 *
 * **Details**
 *
 * The message reads `code of player: the branch default of main: GET /api/user/code: Rejected (no code)`.
 */
export class BotCodeError extends withoutStackTrace(
  Schema.TaggedError<BotCodeError>()("BotCodeError", {
    /** Name of the bot. */
    bot: Schema.String,
    /** Where its code should come from, such as `the folder dist`. */
    source: Schema.String,
    /** What is wrong; distinguish reasons by `_tag`. */
    reason: Schema.Union([CodeNotFound, InvalidCode, CodeFailed, ScreepsError, ConfigFileError])
  })
) {
  override get message() {
    return `code of ${this.bot}: ${this.source}: ${this.reason.message}`
  }
}
