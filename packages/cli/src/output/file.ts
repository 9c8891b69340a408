/** Writes files that others may read. */
import * as Effect from "effect/Effect"
import { FileSystem } from "effect/FileSystem"
import { Path } from "effect/Path"
import type { PlatformError } from "effect/PlatformError"

/** Writes a file and its folder; replaces an older file atomically, and never writes through a link. @internal */
export const write = (file: string, text: string): Effect.Effect<void, PlatformError, FileSystem | Path> =>
  Effect.gen(function* () {
    const fs = yield* FileSystem
    const path = yield* Path
    yield* fs.makeDirectory(path.dirname(file), { recursive: true })
    // A file that an interrupted command has left; a link is removed, not followed.
    yield* fs.remove(`${file}.part`, { force: true })
    yield* fs.writeFileString(`${file}.part`, text, { flag: "wx" })
    yield* fs.rename(`${file}.part`, file)
  })
