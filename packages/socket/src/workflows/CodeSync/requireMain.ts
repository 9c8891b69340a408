/** Says why a folder has no module `main`, and what to do. */
import { fromPlatformError, type LocalFileError } from "@screeps-effect/api/LocalFile"
import type { CodeModules } from "@screeps-effect/schema/CodeModules"
import * as Effect from "effect/Effect"
import { FileSystem } from "effect/FileSystem"
import { Path } from "effect/Path"
import type { PlatformError } from "effect/PlatformError"
import { isPassedOver } from "./codeFile.ts"
import { CodeFolderError, NoMain } from "./Folder.ts"

/** The most files that are listed: enough to find an entry with another name. */
const mostFiles = 500

/** Lists files below a folder, those of outer folders first. */
const list = (folder: string): Effect.Effect<ReadonlyArray<string>, PlatformError, FileSystem | Path> =>
  Effect.gen(function* () {
    const fs = yield* FileSystem
    const path = yield* Path
    const files: Array<string> = []
    const folders = [""]
    for (let dir = folders.shift(); dir !== undefined && files.length < mostFiles; dir = folders.shift()) {
      const entries = yield* fs.readDirectoryEntries(path.join(folder, dir))
      for (const { name, type } of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
        if (isPassedOver(name)) continue
        const below = dir === "" ? name : `${dir}/${name}`
        if (type === "Directory") folders.push(below)
        else files.push(below)
      }
    }
    return files.slice(0, mostFiles)
  })

/**
 * Fails if the modules of a folder have no `main`: the game would run nothing, and not say so.
 *
 * **Errors** `CodeFolderError` (`NoMain`, with the files of the folder), `LocalFileError`.
 */
export const requireMain = (
  folder: string,
  modules: CodeModules
): Effect.Effect<void, CodeFolderError | LocalFileError, FileSystem | Path> =>
  Object.hasOwn(modules, "main")
    ? Effect.void
    : Effect.flatMap(
        Effect.mapError(list(folder), (error) => fromPlatformError(error)),
        (files) => Effect.fail(new CodeFolderError({ folder, reason: new NoMain({ files }) }))
      )
