/** Names of files that exist only while others are written, and their removal after a program was killed. */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { FileSystem } from "effect/FileSystem"
import * as Option from "effect/Option"
import { Path } from "effect/Path"
import type { PlatformError } from "effect/PlatformError"
import { fromPlatformError, type LocalFileError } from "./LocalFileError.ts"

/** Returns a handler that fails with the error of the file. @internal */
export const failedTo =
  (action: LocalFileError["action"], path: string) =>
  (error: PlatformError): Effect.Effect<never, LocalFileError> =>
    Effect.fail(fromPlatformError(error, { action, path }))

/** Cuts a name, so that with what is added it is not longer than names of files may be (255 bytes). @internal */
export const shortName = (name: string): string => name.slice(0, 40)

/** Returns a unique name for contents that will get this name when they are complete. @internal */
export const unfinishedName = (name: string): string =>
  `.${shortName(name)}.${crypto.randomUUID()}.screeps-tmp`

const unfinished = /^\..{1,40}\.[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}\.screeps-tmp$/s

/** An unfinished file is left over when nothing was written to it for an hour. In milliseconds. */
const leftAfter = 60 * 60 * 1000

/** The folders that were searched. */
const searched = new Set<string>()

/**
 * Removes the unfinished files of programs that were killed. Each folder is searched once: it may have many files, all
 * written by this program.
 *
 * @internal
 */
export const removeLeftovers = (folder: string): Effect.Effect<void, never, FileSystem | Path> =>
  Effect.gen(function* () {
    if (searched.has(folder)) return
    searched.add(folder)
    const fs = yield* FileSystem
    const path = yield* Path
    const now = yield* Clock.currentTimeMillis
    for (const name of yield* fs.readDirectory(folder)) {
      if (!unfinished.test(name)) continue
      const file = path.join(folder, name)
      const { mtime } = yield* fs.stat(file)
      const isOld = Option.exists(mtime, (time) => now - time.getTime() > leftAfter)
      if (isOld) yield* fs.remove(file)
    }
  }).pipe(Effect.ignore)
