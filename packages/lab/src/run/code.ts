/** Reads the code of bots, from where their scenario says. */
import { ConfigFileError } from "@screeps-effect/api/ConfigFile"
import * as ScreepsClient from "@screeps-effect/api/ScreepsClient"
import { LocalFileError } from "@screeps-effect/api/LocalFile"
import { ScreepsError } from "@screeps-effect/api/ScreepsError"
import { CodeModules, CodeModulesInput } from "@screeps-effect/schema/CodeModules"
import * as CodeSync from "@screeps-effect/socket/workflows/CodeSync"
import * as SourceMaps from "@screeps-effect/socket/workflows/SourceMaps"
import * as Effect from "effect/Effect"
import { FileSystem } from "effect/FileSystem"
import type * as Layer from "effect/Layer"
import { Path } from "effect/Path"
import { PlatformError } from "effect/PlatformError"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { createRequire, findPackageJSON } from "node:module"
import { pathToFileURL } from "node:url"
import {
  type BotCode,
  BotCodeError,
  CodeFailed,
  CodeNotFound,
  type InPackage,
  InvalidCode,
  type Modules,
  type OnBranch,
  type Source,
  sourceOf
} from "../BotCode.ts"
import { platform, whyUnread } from "../scenario/platform.ts"
import { withPlaces } from "./syntax.ts"

/** The code of a bot. */
export interface Code {
  readonly modules: CodeModules
  /** Maps the stack traces in a text to the sources, and adds the places of syntax errors. */
  readonly mapText: (text: string) => string
}

/** The code of bots, by their names. */
export type Codes = ReadonlyMap<string, Code>

/** Provides a client of a server by its name in the credentials file; `undefined` if the scenario names none. */
export type Client = (
  server: string | undefined
) => Layer.Layer<ScreepsClient.ScreepsClient, unknown, FileSystem | Path>

/** Modules and their source maps. */
interface Found {
  readonly modules: CodeModules
  readonly maps: SourceMaps.SourceMaps
}

const noMaps: SourceMaps.SourceMaps = new Map()

const readFolder = (folder: string, options?: CodeSync.FolderOptions) =>
  Effect.all({ modules: CodeSync.readFolder(folder, options), maps: SourceMaps.readFolder(folder, options) })

/** Reads the entry of a package, or one of its folders; nothing outside of the package is read. */
const readPackage = Effect.fnUntraced(function* ({ folder, from = ".", package: name }: InPackage) {
  const fs = yield* FileSystem
  const path = yield* Path
  // Node looks beside a file; it need not exist.
  const base = path.resolve(from, "scenario.js")
  const find = <A>(look: () => A, detail: string) =>
    Effect.try({ try: look, catch: () => new CodeNotFound({ detail }) })
  const manifest = yield* find(
    () => findPackageJSON(name, pathToFileURL(base)),
    `it is not installed in ${path.dirname(base)} or a folder above it`
  )
  if (manifest === undefined) return yield* new CodeNotFound({ detail: "it has no package.json" })
  const root = yield* fs.realPath(path.dirname(manifest))
  const inside = Effect.fnUntraced(function* (file: string) {
    const real = yield* fs.realPath(file)
    const below = path.relative(root, real)
    if (below === ".." || below.startsWith(`..${path.sep}`) || path.isAbsolute(below))
      return yield* new InvalidCode({ detail: `${folder ?? "its entry"} is not inside the package` })
    return real
  })
  if (folder !== undefined) return yield* readFolder(yield* inside(path.join(root, folder)))

  const entry = yield* inside(
    yield* find(
      () => createRequire(base).resolve(name),
      "it has no entry for require, or the entry is not built: name a folder of it"
    )
  )
  const file = path.basename(entry)
  if (!file.endsWith(".js"))
    return yield* new InvalidCode({ detail: `its entry ${file} does not end in .js: name a folder of it` })
  const read = yield* readFolder(path.dirname(entry), { ignore: (other) => other !== file })
  const [module] = Object.values(read.modules)
  const [map] = read.maps.values()
  if (module === undefined) return yield* new CodeNotFound({ detail: `its entry ${file} is not a file` })
  return { modules: { main: module }, maps: map === undefined ? noMaps : new Map([["main", map]]) }
})

/** Downloads a branch; its source maps are those that `screeps code push` has kept. */
const readBranch = Effect.fnUntraced(function* ({ branch, server }: OnBranch, client: Client) {
  const { modules } = yield* Effect.provide(CodeSync.pull(branch), client(server))
  const kept = Effect.provide(SourceMaps.find(modules), SourceMaps.layerUser)
  return { modules, maps: yield* Effect.orElseSucceed(kept, () => noMaps) }
})

const decodeModules = Schema.decodeUnknownEffect(CodeModules)

const readEffect = (effect: Modules) =>
  Effect.map(Effect.flatMap(effect, decodeModules), (modules) => ({ modules, maps: noMaps }))

const read = (source: Source, client: Client): Effect.Effect<Found, unknown, FileSystem | Path> => {
  switch (source._tag) {
    case "Folder":
      return readFolder(source.folder)
    case "Package":
      return readPackage(source.code)
    case "Branch":
      return readBranch(source.code, client)
    case "Effect":
      return readEffect(source.effect)
    case "Modules":
      return Effect.succeed({ modules: source.modules, maps: noMaps })
  }
}

const describe = (source: Source): string => {
  switch (source._tag) {
    case "Folder":
      return `the folder ${source.folder}`
    case "Package":
      return `${source.code.folder === undefined ? "" : `the folder ${source.code.folder} of `}the package ${source.code.package}`
    case "Branch":
      return `the branch ${source.code.branch}${source.code.server === undefined ? "" : ` of ${source.code.server}`}`
    case "Effect":
      return "the effect"
    case "Modules":
      return "the modules"
  }
}

const reasonOf = (error: unknown): BotCodeError["reason"] => {
  if (error instanceof PlatformError || error instanceof LocalFileError)
    return new CodeNotFound({ detail: whyUnread(error) })
  if (error instanceof CodeSync.CodeFolderError) return new InvalidCode({ detail: error.reason.message })
  if (error instanceof SourceMaps.SourceMapError) return new InvalidCode({ detail: error.message })
  const isReason = [CodeNotFound, InvalidCode, ScreepsError, ConfigFileError].some(
    (one) => error instanceof one
  )
  return isReason ? (error as BotCodeError["reason"]) : new CodeFailed({ cause: error })
}

const check = Schema.decodeUnknownResult(CodeModulesInput)

const readOne = (bot: string, code: BotCode, client: Client) => {
  const source = sourceOf(code)
  return Effect.gen(function* () {
    // Scenarios with anything else are invalid.
    if (source === undefined) return yield* new InvalidCode({ detail: "there is no module main" })
    const { maps, modules } = yield* read(source, client)
    if (!Object.hasOwn(modules, "main")) return yield* new InvalidCode({ detail: "there is no main.js" })
    const checked = check(modules)
    if (Result.isFailure(checked))
      return yield* new InvalidCode({ detail: checked.failure.message.slice(0, 300) })
    return { modules, mapText: withPlaces(modules, SourceMaps.make(maps)).mapText }
  }).pipe(
    Effect.mapError(
      (error) =>
        new BotCodeError({
          bot,
          source: source === undefined ? "the modules" : describe(source),
          reason: reasonOf(error)
        })
    )
  )
}

/** Reads the code of all bots, once. */
export const readCodes = (
  bots: Readonly<Record<string, { readonly code: BotCode }>>,
  client: Client = (server) => ScreepsClient.layerFile({ server })
): Effect.Effect<Codes, BotCodeError> =>
  Effect.gen(function* () {
    const codes = new Map<string, Code>()
    for (const [name, { code }] of Object.entries(bots)) codes.set(name, yield* readOne(name, code, client))
    return codes
  }).pipe(Effect.provide(platform))
