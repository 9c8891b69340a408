/** The user's own folder of source maps. */
import * as Effect from "effect/Effect"
import type { FileSystem } from "effect/FileSystem"
import * as Layer from "effect/Layer"
import { Path } from "effect/Path"
import * as Result from "effect/Result"
import * as UserDirectories from "effect/persistence/UserDirectories"
import { layerFolder, layerMemory, type Archive } from "./Archive.ts"

/**
 * Keeps source maps in the user's folder for the state of programs, `~/.local/state/screeps/source-maps` on Linux, where
 * the command `screeps` and the plugin for bundlers keep them. Without a home folder they are kept for as long as the
 * program runs.
 */
export const layerUser: Layer.Layer<Archive, never, FileSystem | Path> = Layer.unwrap(
  Effect.gen(function* () {
    const { state } = yield* UserDirectories.UserDirectories
    const path = yield* Path
    const folder = yield* Effect.result(state("screeps"))
    return Result.isFailure(folder) ? layerMemory : layerFolder(path.join(folder.success, "source-maps"))
  })
).pipe(Layer.provide(UserDirectories.layer))
