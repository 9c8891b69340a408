/** Keeps the source maps of deployed code. */
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
import type { SourceMaps } from "./Mapper.ts"
import { parse, type SourceMap } from "./SourceMap.ts"

/** Keeps texts by keys of letters and digits. */
export class Store extends Context.Service<
  Store,
  {
    /** Returns the text of a key; `undefined` if there is none. */
    readonly get: (key: string) => Effect.Effect<string | undefined, PlatformError>
    /** Keeps a text; may remove those that were kept longest ago. */
    readonly set: (key: string, text: string) => Effect.Effect<void, PlatformError>
    /** Returns whether nothing is kept. */
    readonly isEmpty: Effect.Effect<boolean, PlatformError>
  }
>()("@screeps-effect/socket/workflows/SourceMaps/Store") {}

/** The number of maps in a folder. */
const most = 200

/** Returns the key of a module's map: what the module consists of, whatever its name and branch. */
const keyOf = (code: string): Effect.Effect<string> =>
  Effect.map(
    Effect.promise(() => crypto.subtle.digest("SHA-256", new TextEncoder().encode(code))),
    (hash) => Hex.encode(new Uint8Array(hash))
  )

/** Keeps source maps for as long as the program runs. */
export const layerMemory: Layer.Layer<Store> = Layer.sync(Store, () => {
  const texts = new Map<string, string>()
  return Store.of({
    get: (key) => Effect.sync(() => texts.get(key)),
    set: (key, text) => Effect.sync(() => void texts.set(key, text)),
    isEmpty: Effect.sync(() => texts.size === 0)
  })
})

/**
 * Keeps source maps as files of a folder, which only the user can read; it is created when it is needed. Of more than 200
 * files, those that were written longest ago are deleted.
 */
export const layerFolder = (folder: string): Layer.Layer<Store, never, FileSystem | Path> =>
  Layer.effect(
    Store,
    Effect.gen(function* () {
      const fs = yield* FileSystem
      const path = yield* Path
      const names = Effect.catchIf(
        fs.readDirectory(folder),
        ({ reason }) => reason._tag === "NotFound",
        () => Effect.succeed([])
      )
      const writtenAt = (file: string) =>
        Effect.map(fs.stat(file), ({ mtime }) => ({
          file,
          time: Option.match(mtime, { onNone: () => 0, onSome: (date) => date.getTime() })
        }))
      const prune = Effect.gen(function* () {
        const files = yield* names
        if (files.length <= most) return
        const all = yield* Effect.forEach(files, (name) => writtenAt(path.join(folder, name)))
        const oldest = all.toSorted((a, b) => a.time - b.time).slice(0, files.length - most)
        yield* Effect.forEach(oldest, ({ file }) => fs.remove(file), { discard: true })
      })
      return Store.of({
        get: (key) =>
          Effect.catchIf(
            fs.readFileString(path.join(folder, key)),
            ({ reason }) => reason._tag === "NotFound",
            () => Effect.undefined
          ),
        set: (key, text) =>
          Effect.gen(function* () {
            yield* fs.makeDirectory(folder, { recursive: true, mode: 0o700 })
            const file = path.join(folder, key)
            // Another program may read at the same time: a file appears with all of its contents.
            const unfinished = `${file}.${crypto.randomUUID()}`
            yield* fs.writeFileString(unfinished, text, { mode: 0o600 })
            yield* fs.rename(unfinished, file)
            yield* prune
          }),
        isEmpty: Effect.map(names, (files) => files.length === 0)
      })
    })
  )

const textsOf = (modules: CodeModules.CodeModules): ReadonlyArray<readonly [name: string, code: string]> =>
  Object.entries(modules).flatMap(([name, code]) =>
    CodeModules.isBinary(code) ? [] : [[name, code] as const]
  )

/** Keeps the source maps of modules; call it before the modules are uploaded. Modules without a map are left out. */
export const keep = (
  modules: CodeModules.CodeModules,
  maps: SourceMaps
): Effect.Effect<void, PlatformError, Store> =>
  Effect.gen(function* () {
    const store = yield* Store
    for (const [name, code] of textsOf(modules)) {
      const map = maps.get(name)
      if (map !== undefined) yield* store.set(yield* keyOf(code), JSON.stringify(map))
    }
  })

/**
 * Returns the source maps that were kept for exactly these modules, character by character. A module without one has no
 * entry.
 */
export const find = (modules: CodeModules.CodeModules): Effect.Effect<SourceMaps, PlatformError, Store> =>
  Effect.gen(function* () {
    const store = yield* Store
    const maps = new Map<string, SourceMap>()
    for (const [name, code] of textsOf(modules)) {
      const text = yield* store.get(yield* keyOf(code))
      const map = text === undefined ? undefined : parse(text, name)
      if (map !== undefined && Result.isSuccess(map)) maps.set(name, map.success)
    }
    return maps
  })
