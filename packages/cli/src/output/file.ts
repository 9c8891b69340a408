/** Writes files that others may read. */
import * as Effect from "effect/Effect"
import { FileSystem } from "effect/FileSystem"
import { Path } from "effect/Path"
import type { PlatformError } from "effect/PlatformError"
import * as Stream from "effect/Stream"

/**
 * Writes a file and its folder piece by piece; replaces an older file atomically, and never writes through a link. If a
 * piece fails, no file is written.
 *
 * @internal
 */
export const writePieces = <E, R>(
  file: string,
  pieces: Stream.Stream<string, E, R>
): Effect.Effect<void, PlatformError | E, FileSystem | Path | R> =>
  Effect.gen(function* () {
    const fs = yield* FileSystem
    const path = yield* Path
    const part = `${file}.part`
    yield* fs.makeDirectory(path.dirname(file), { recursive: true })
    // A file that an interrupted command has left; a link is removed, not followed.
    yield* fs.remove(part, { force: true })
    yield* pieces.pipe(
      Stream.encodeText,
      Stream.run(fs.sink(part, { flag: "wx" })),
      Effect.andThen(fs.rename(part, file)),
      Effect.onError(() => Effect.ignore(fs.remove(part, { force: true })))
    )
  })

/** Writes a file and its folder; replaces an older file atomically, and never writes through a link. @internal */
export const write = (file: string, text: string): Effect.Effect<void, PlatformError, FileSystem | Path> =>
  writePieces(file, Stream.succeed(text))
