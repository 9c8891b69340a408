/** Reads files that the user names: pipes, terminals and devices as well. */
import * as Effect from "effect/Effect"
import type { FileSystem } from "effect/FileSystem"
import { systemError } from "effect/PlatformError"
import { collect, defaultMostBytes, partBytes, textOf, unreadable } from "./bounds.ts"
import { fromPlatformError, type LocalFileError } from "./LocalFileError.ts"
import { type Callback, type NodeModules, nodeModules, type NodeStream } from "./node.ts"
import { read, type ReadOptions } from "./read.ts"

const failed = (path: string, cause: unknown) =>
  Effect.fail(
    fromPlatformError(systemError({ _tag: "Unknown", module: "FileSystem", method: "read", cause }), {
      action: "read",
      path
    })
  )

/** An open file; a stream closes it. */
interface Opened {
  readonly fd: number
  stream: NodeStream | undefined
}

/** Reads a pipe or a terminal, which can be interrupted while it waits. */
const readStream = (file: string, stream: NodeStream, mostBytes: number) =>
  Effect.callback<Uint8Array, LocalFileError>((resume) => {
    const { add, end } = collect(file, mostBytes)
    stream.on("data", (part) => {
      if (!add(part)) resume(end())
    })
    stream.on("error", (error) => resume(failed(file, error)))
    stream.on("close", () => resume(end()))
  })

/** Opens and reads without waiting in a thread: one that waits for a pipe would keep the process from ending. */
const readWith = (get: NodeModules, file: string, mostBytes: number) => {
  const fs = get("node:fs")
  const call = <A>(start: (done: Callback<A>) => void) =>
    Effect.callback<A, LocalFileError>((resume) =>
      start((error, value) =>
        resume(error === null || error === undefined ? Effect.succeed(value) : failed(file, error))
      )
    )
  const use = (opened: Opened) =>
    Effect.gen(function* () {
      const { fd } = opened
      const info = yield* call(fs.fstat.bind(fs, fd))
      if (info.isDirectory()) return yield* unreadable(file, "IsFolder")
      const tty = get("node:tty")
      if (tty.isatty(fd)) opened.stream = new tty.ReadStream(fd)
      else if (info.isFIFO() || info.isSocket())
        opened.stream = new (get("node:net").Socket)({ fd, readable: true, writable: false })
      if (opened.stream !== undefined) return yield* readStream(file, opened.stream, mostBytes)
      const { add, end } = collect(file, mostBytes)
      while (true) {
        const part = new Uint8Array(partBytes)
        const length = yield* Effect.uninterruptible(
          call<number>((done) => fs.read(fd, part, 0, partBytes, null, done))
        )
        if (length === 0 || !add(part.subarray(0, length))) return yield* end()
      }
    })
  return Effect.acquireUseRelease(
    call<number>((done) => fs.open(file, fs.constants.O_RDONLY | (fs.constants.O_NONBLOCK ?? 0), done)).pipe(
      Effect.map((fd): Opened => ({ fd, stream: undefined }))
    ),
    use,
    ({ fd, stream }) =>
      stream === undefined
        ? Effect.callback<void>((resume) => fs.close(fd, () => resume(Effect.void)))
        : Effect.sync(() => void stream.destroy())
  )
}

/**
 * Reads the text of a file that the user named on a command line: also a pipe such as `<(pass show token)`, a terminal or
 * a device, until it ends. It is UTF-8, or UTF-16 with a byte order mark.
 *
 * **Details**
 *
 * Waiting for a pipe can be interrupted, and never keeps the process from ending. On platforms without the modules of Node,
 * only regular files are read.
 *
 * **Errors** `LocalFileError` (`NotFound`, `IsFolder`, `TooLarge`, `NotText`, …).
 */
export const readInputText = (
  file: string,
  { mostBytes = defaultMostBytes }: ReadOptions = {}
): Effect.Effect<string, LocalFileError, FileSystem> => {
  const get = nodeModules()
  const contents = get === undefined ? read(file, { mostBytes }) : readWith(get, file, mostBytes)
  return Effect.flatMap(contents, (bytes) =>
    bytes === undefined ? Effect.fail(unreadable(file, "NotFound")) : textOf(file, bytes)
  )
}
