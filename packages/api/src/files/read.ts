/** Reads files with a bound. */
import * as Effect from "effect/Effect"
import { type File, FileSystem } from "effect/FileSystem"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import { collect, defaultMostBytes, partBytes, textOf, tooLarge, unreadable } from "./bounds.ts"
import type { LocalFileError } from "./LocalFileError.ts"
import { failedTo } from "./names.ts"

/** Options for reading a file. */
export interface ReadOptions {
  /** The largest file that is read, in bytes; by default 64 MiB. */
  readonly mostBytes?: number | undefined
}

const checkInfo = (path: string, { size, type }: File.Info, mostBytes: number) =>
  type === "Directory"
    ? Effect.fail(unreadable(path, "IsFolder"))
    : type !== "File"
      ? Effect.fail(unreadable(path, "NotRegular"))
      : size > mostBytes
        ? Effect.fail(tooLarge(path, mostBytes))
        : Effect.void

/**
 * Reads a file that a program found, or that another file names; `undefined` if it does not exist.
 *
 * **Details**
 *
 * Only regular files are read, so that a pipe or a device, or a link to one, can neither hang the program nor fill its
 * memory. For files that the user names on a command line, see `readInputText`.
 *
 * **Errors** `LocalFileError` (`NotRegular`, `IsFolder`, `TooLarge`, …).
 */
export const read = (
  file: string,
  { mostBytes = defaultMostBytes }: ReadOptions = {}
): Effect.Effect<Uint8Array | undefined, LocalFileError, FileSystem> =>
  Effect.gen(function* () {
    const fs = yield* FileSystem
    // Before it is opened: opening a pipe waits for its writer.
    yield* checkInfo(file, yield* fs.stat(file), mostBytes)
    const opened = yield* fs.open(file)
    const info = yield* opened.stat
    yield* checkInfo(file, info, mostBytes)
    const { add, end } = collect(file, mostBytes)
    // The size of some files, such as those of /proc, is not known, and others grow.
    let wanted = info.size > 0 ? Number(info.size) : partBytes
    while (true) {
      const part = Option.getOrUndefined(yield* opened.readAlloc(wanted))
      if (part === undefined || !add(part)) return yield* end()
      wanted = partBytes
    }
  }).pipe(
    Effect.scoped,
    Effect.catchIf(
      (error) => error._tag === "PlatformError" && error.reason._tag === "NotFound",
      () => Effect.undefined
    ),
    Effect.catchTag("PlatformError", failedTo("read", file))
  )

/**
 * Reads the text of a file as `read` does; it is UTF-8, or UTF-16 with a byte order mark.
 *
 * **Errors** those of `read`; `LocalFileError` (`NotText`).
 */
export const readText = (
  file: string,
  options?: ReadOptions
): Effect.Effect<string | undefined, LocalFileError, FileSystem> =>
  Effect.flatMap(read(file, options), (bytes) =>
    bytes === undefined ? Effect.undefined : textOf(file, bytes)
  )

/**
 * Reads the text of a stream of bytes to its end, such as that of standard input; `name` is its name in errors. The text is
 * UTF-8, or UTF-16 with a byte order mark.
 *
 * **Errors** `LocalFileError` (`TooLarge`, `NotText`), and those of the stream.
 */
export const collectText = <E, R>(
  name: string,
  stream: Stream.Stream<Uint8Array, E, R>,
  { mostBytes = defaultMostBytes }: ReadOptions = {}
): Effect.Effect<string, LocalFileError | E, R> =>
  Effect.suspend(() => {
    const { add, end } = collect(name, mostBytes)
    return stream.pipe(
      Stream.runForEachWhile((part) => Effect.sync(() => add(part))),
      Effect.flatMap(end),
      Effect.flatMap((bytes) => textOf(name, bytes))
    )
  })
