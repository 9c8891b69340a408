/** Caches history chunks in a folder: one file per chunk, by server, room and first tick. */
import * as LocalFile from "@screeps-effect/api/LocalFile"
import type { ChunkCache } from "@screeps-effect/socket/workflows/HistoryReplay"
import * as Effect from "effect/Effect"
import type { FileSystem } from "effect/FileSystem"
import { Path } from "effect/Path"
import { Refused } from "../../runner/failure.ts"

/** Returns the parts of a key as names that are valid in every file system. */
const namesOf = (key: string): ReadonlyArray<string> =>
  key
    .replace(/^\w+:\/\//, "")
    .split("/")
    .filter((part) => part !== "" && part !== "." && part !== "..")
    .map((part) => part.replaceAll(/[^\w.+-]/g, "_"))

const refused = ({ message }: LocalFile.LocalFileError) => new Refused({ message })

/** Creates a cache in a folder; files are written whole or not at all, and never through a link. @internal */
export const make = (folder: string): Effect.Effect<ChunkCache<Refused>, never, FileSystem | Path> =>
  Effect.gen(function* () {
    const path = yield* Path
    const context = yield* Effect.context<FileSystem | Path>()
    const fileOf = (key: string) => `${path.join(folder, ...namesOf(key))}.json`
    return {
      get: (key) => LocalFile.readText(fileOf(key)).pipe(Effect.provide(context), Effect.mapError(refused)),
      set: (key, chunk) =>
        LocalFile.write(fileOf(key), chunk, { link: "replace" }).pipe(
          Effect.provide(context),
          Effect.mapError(refused)
        )
    }
  })
