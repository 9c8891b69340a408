/** Uploads modules and keeps their source maps. */
import * as NodeFileSystem from "@effect/platform-node-shared/NodeFileSystem"
import * as NodePath from "@effect/platform-node-shared/NodePath"
import * as ConfigFile from "@screeps-effect/api/ConfigFile"
import * as RateLimits from "@screeps-effect/api/RateLimits"
import * as ScreepsClient from "@screeps-effect/api/ScreepsClient"
import * as ConsoleText from "@screeps-effect/schema/ConsoleText"
import * as CodeSync from "@screeps-effect/socket/workflows/CodeSync"
import * as SourceMaps from "@screeps-effect/socket/workflows/SourceMaps"
import * as Config from "effect/Config"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import type { FileSystem } from "effect/FileSystem"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type { Path } from "effect/Path"
import type { Modules } from "./modules.ts"

/** Options of the plugin. */
export interface Options {
  /** Name of a server in the credentials file. */
  readonly server?: string | undefined
  /** Path of the credentials file; default: the first one found, see `ConfigFile` of `@screeps-effect/api`. */
  readonly file?: string | undefined
  /** The branch, created when it is missing; `auto` is the one that Git has checked out; default: that of the server in the credentials file, else the active one. */
  readonly branch?: string | undefined
  /** Whether the branch is activated after the upload. */
  readonly activate?: boolean | undefined
  /** Whether to print only what would be uploaded; without an account, these are all modules. */
  readonly dryRun?: boolean | undefined
  /** Prints what happened; `console.log` by default. */
  readonly log?: ((message: string) => void) | undefined
}

const isSet = (name: string) =>
  Effect.map(Config.option(Config.String(name)), (text) => Option.getOrElse(text, () => "") !== "")

/** Provides the client for the server in the credentials file, or for the one in the environment if it names one. */
const clientOf = ({ file, server }: Options) =>
  Layer.unwrap(
    Effect.gen(function* () {
      const isNamed = file !== undefined || server !== undefined
      const isInEnvironment = !isNamed && ((yield* isSet("SCREEPS_URL")) || (yield* isSet("SCREEPS_TOKEN")))
      const layer: Layer.Layer<
        ScreepsClient.Services,
        Config.ConfigError | ConfigFile.ConfigFileError,
        FileSystem | Path
      > = isInEnvironment ? ScreepsClient.layerConfig() : ScreepsClient.layerFile({ file, server })
      return layer
    })
  )

const files = Layer.merge(NodeFileSystem.layer, NodePath.layer)

const done = {
  unchanged: "unchanged",
  uploaded: "uploaded",
  confirmed: "uploaded",
  unconfirmed: "uploaded",
  planned: "would be uploaded"
} as const

const sources = {
  option: "the option branch",
  server: "from the credentials file",
  default: "the active branch"
} as const

/** Describes a push in one line. */
const describe = (
  { activation, activeIn, branch, changes, chosenBy, code }: CodeSync.Pushed,
  hasMaps: boolean
): string => {
  const signs = [
    ...changes.added.map((name) => `+${name}`),
    ...changes.changed.map((name) => `~${name}`),
    ...changes.removed.map((name) => `-${name}`)
  ]
  const differences = code === "unchanged" || signs.length === 0 ? "" : ` (${signs.join(" ")})`
  const active =
    activation === undefined || activation === "unchanged"
      ? ""
      : activation === "planned"
        ? ", would be activated"
        : ", activated"
  const maps = hasMaps ? "" : "; without source maps: set output.sourcemap to map stack traces"
  // Names of branches and modules are those that the server sends.
  const idle =
    activeIn === undefined || activeIn.includes("activeWorld")
      ? ""
      : "; not active in the world, so that it does not run there"
  return ConsoleText.printable(
    `screeps: ${branch} (${sources[chosenBy]}): ${done[code]}${differences}${active}${idle}${maps}`
  )
}

/** Whether there is no account: nothing names a server or a credentials file, and none is found. */
const isWithoutAccount = (error: unknown): error is ConfigFile.ConfigFileError =>
  error instanceof ConfigFile.ConfigFileError &&
  error.reason._tag === "NotFound" &&
  error.reason.namedBy === "search"

/** There is no account. */
class AccountRequired extends Data.TaggedError("AccountRequired") {
  override readonly message =
    "no account was found: save one with screeps login --save, or set SCREEPS_TOKEN, or SCREEPS_URL, SCREEPS_USERNAME and SCREEPS_PASSWORD"
}

/** Uploads modules if they differ from those of the branch, and keeps their source maps; a failure to keep them is a warning. */
export const upload = (
  { maps, modules }: Modules,
  { warn, ...options }: Options & { readonly warn: (message: string) => void }
) =>
  Effect.gen(function* () {
    const { activate = false, dryRun = false, log = console.log } = options
    const branch = options.branch === undefined ? undefined : yield* ConfigFile.branch(options.branch)
    const kept = Effect.catch(SourceMaps.keep(modules, maps), ({ message }) =>
      Effect.sync(() => warn(`Stack traces will not be mapped: the source maps were not kept: ${message}`))
    )
    if (!dryRun) yield* kept
    const pushed = yield* CodeSync.push(modules, {
      branch,
      activate: activate ? "activeWorld" : undefined,
      dryRun
    })
    log(describe(pushed, maps.size > 0))
  }).pipe(
    // A build does not wait until a quota is refilled.
    Effect.provideService(RateLimits.OnLimit, "fail"),
    Effect.provide([
      Layer.provide(clientOf(options), files),
      Layer.provide(SourceMaps.layerUser, files),
      files
    ]),
    Effect.catchIf(isWithoutAccount, () => {
      if (options.dryRun !== true) return Effect.fail(new AccountRequired())
      const { log = console.log } = options
      const names = Object.keys(modules).join(", ")
      const line = `screeps: ${names}: would be uploaded (no account was found, so that no branch is compared)`
      return Effect.sync(() => log(ConsoleText.printable(line)))
    })
  )
