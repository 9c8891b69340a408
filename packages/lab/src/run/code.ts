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
  isInPackage,
  isOnBranch,
  type Modules,
  type OnBranch
} from "../BotCode.ts"
import { whyUnread } from "../scenario/read.ts"
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

/** Returns where code comes from, in words, and how it is read. */
const sourceOf = (
  code: BotCode,
  client: Client
): readonly [words: string, read: Effect.Effect<Found, unknown, FileSystem | Path>] => {
  if (typeof code === "string") return [`the folder ${code}`, readFolder(code)]
  if (Effect.isEffect(code)) return ["the effect", readEffect(code)]
  if (isInPackage(code)) {
    const folder = code.folder === undefined ? "" : `the folder ${code.folder} of `
    return [`${folder}the package ${code.package}`, readPackage(code)]
  }
  if (isOnBranch(code)) {
    const server = code.server === undefined ? "" : ` of ${code.server}`
    return [`the branch ${code.branch}${server}`, readBranch(code, client)]
  }
  return ["the modules", Effect.succeed({ modules: code, maps: noMaps })]
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
  const [source, read] = sourceOf(code, client)
  return Effect.gen(function* () {
    const { maps, modules } = yield* read
    if (!Object.hasOwn(modules, "main")) return yield* new InvalidCode({ detail: "there is no main.js" })
    const checked = check(modules)
    if (Result.isFailure(checked))
      return yield* new InvalidCode({ detail: checked.failure.message.slice(0, 300) })
    return { modules, mapText: withPlaces(modules, SourceMaps.make(maps)).mapText }
  }).pipe(Effect.mapError((error) => new BotCodeError({ bot, source, reason: reasonOf(error) })))
}

/** Reads the code of all bots, once. */
export const readCodes = (
  bots: Readonly<Record<string, { readonly code: BotCode }>>,
  client: Client = (server) => ScreepsClient.layerFile({ server })
): Effect.Effect<Codes, BotCodeError, FileSystem | Path> =>
  Effect.map(
    Effect.forEach(Object.entries(bots), ([name, { code }]) =>
      Effect.map(readOne(name, code, client), (read) => [name, read] as const)
    ),
    (codes) => new Map(codes)
  )
