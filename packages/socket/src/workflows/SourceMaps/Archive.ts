/** Keeps the source maps of deployed code. */
import * as LocalFile from "@screeps-effect/api/LocalFile"
import * as CodeModules from "@screeps-effect/schema/CodeModules"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Hex from "effect/encoding/Hex"
import { FileSystem } from "effect/FileSystem"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { Path } from "effect/Path"
import type { PlatformError } from "effect/PlatformError"
import * as Result from "effect/Result"
import { parse, type SourceMap, type SourceMaps } from "./SourceMap.ts"

/** Keeps source maps as texts, by keys of letters and digits. */
export class Archive extends Context.Service<
  Archive,
  {
    /** Returns the text of a key; `undefined` if there is none. */
    readonly get: (key: string) => Effect.Effect<string | undefined, LocalFile.LocalFileError>
    /** Says where the text of a key is kept, such as the path of its file: for messages. */
    readonly place: (key: string) => string
    /** Keeps a text; may remove those that were kept longest ago. */
    readonly set: (key: string, text: string) => Effect.Effect<void, LocalFile.LocalFileError>
    /** Returns whether nothing is kept. */
    readonly isEmpty: Effect.Effect<boolean, LocalFile.LocalFileError>
  }
>()("@screeps-effect/socket/workflows/SourceMaps/Archive") {}

/** The number of maps in a folder. */
const most = 200

/** Returns the key of a module's map: what the module consists of, whatever its name and branch. */
const keyOf = (code: string): Effect.Effect<string> =>
  Effect.map(
    Effect.promise(() => crypto.subtle.digest("SHA-256", new TextEncoder().encode(code))),
    (hash) => Hex.encode(new Uint8Array(hash))
  )

/** Keeps source maps for as long as the program runs. */
export const layerMemory: Layer.Layer<Archive> = Layer.sync(Archive, () => {
  const texts = new Map<string, string>()
  return Archive.of({
    get: (key) => Effect.sync(() => texts.get(key)),
    place: (key) => `${key} in memory`,
    set: (key, text) => Effect.sync(() => void texts.set(key, text)),
    isEmpty: Effect.sync(() => texts.size === 0)
  })
})

/**
 * Keeps source maps as files of a folder, which only the user can read; it is created when it is needed. Of more than 200
 * files, those that were written longest ago are deleted.
 */
export const layerFolder = (folder: string): Layer.Layer<Archive, never, FileSystem | Path> =>
  Layer.effect(
    Archive,
    Effect.gen(function* () {
      const fs = yield* FileSystem
      const path = yield* Path
      const context = yield* Effect.context<FileSystem | Path>()
      const failed = (action: LocalFile.LocalFileError["action"], path: string) =>
        Effect.mapError((error: PlatformError) => LocalFile.fromPlatformError(error, { action, path }))
      const unlessMissing = <A>(effect: Effect.Effect<A, PlatformError>) =>
        Effect.catchIf(
          effect,
          ({ reason }) => reason._tag === "NotFound",
          () => Effect.undefined
        )
      // Names with a dot are those of files that are being written.
      const keys = Effect.map(unlessMissing(fs.readDirectory(folder)), (names = []) =>
        names.filter((name) => !name.includes("."))
      )
      /** Returns when a file was written; `undefined` if another program has removed it. */
      const writtenAt = (file: string) =>
        Effect.map(unlessMissing(fs.stat(file)), (info) =>
          info === undefined
            ? undefined
            : Option.match(info.mtime, { onNone: () => 0, onSome: (date) => date.getTime() })
        )
      // Several programs may do this at the same time. What cannot be removed now is removed by a later one.
      const prune = Effect.gen(function* () {
        const names = yield* keys
        if (names.length <= most) return
        const times = new Map<string, number>()
        for (const name of names) {
          const file = path.join(folder, name)
          const time = yield* writtenAt(file)
          if (time !== undefined) times.set(file, time)
        }
        const newestFirst = [...times].toSorted(([, a], [, b]) => b - a)
        for (const [file] of newestFirst.slice(most)) yield* Effect.ignore(fs.remove(file))
      }).pipe(Effect.ignore)
      return Archive.of({
        get: (key) => Effect.provideContext(LocalFile.readText(path.join(folder, key)), context),
        place: (key) => path.join(folder, key),
        set: (key, text) =>
          LocalFile.write(path.join(folder, key), text, { isPrivate: true, link: "replace" }).pipe(
            Effect.andThen(prune),
            Effect.provideContext(context)
          ),
        isEmpty: Effect.map(keys, ({ length }) => length === 0).pipe(failed("read", folder))
      })
    })
  )

const textsOf = (modules: CodeModules.CodeModules): ReadonlyArray<readonly [name: string, code: string]> =>
  Object.entries(modules).flatMap(([name, code]) =>
    CodeModules.isBinary(code) ? [] : [[name, code] as const]
  )

/** Keeps the source maps of modules; call it before the modules are uploaded. Modules without a map are left out. */
export const keep = Effect.fnUntraced(function* (
  modules: CodeModules.CodeModules,
  maps: SourceMaps
): Effect.fn.Return<void, LocalFile.LocalFileError, Archive> {
  const archive = yield* Archive
  for (const [name, code] of textsOf(modules)) {
    const map = maps.get(name)
    if (map !== undefined) yield* archive.set(yield* keyOf(code), JSON.stringify(map))
  }
})

/**
 * Returns the source maps that were kept for exactly these modules, character by character. A module without one has no
 * entry.
 */
export const find = Effect.fnUntraced(function* (
  modules: CodeModules.CodeModules
): Effect.fn.Return<SourceMaps, LocalFile.LocalFileError, Archive> {
  const archive = yield* Archive
  const maps = new Map<string, SourceMap>()
  for (const [name, code] of textsOf(modules)) {
    const key = yield* keyOf(code)
    const text = yield* archive.get(key)
    if (text === undefined) continue
    const map = parse(text, name)
    if (Result.isSuccess(map)) maps.set(name, map.success)
    else
      yield* Effect.logWarning(
        `The kept source map ${archive.place(key)} is damaged: remove it, or upload the code again to replace it. ${map.failure.message}`
      )
  }
  return maps
})
