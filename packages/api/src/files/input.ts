/** Reads files that the user names: pipes, terminals and devices as well. */
import * as Effect from "effect/Effect"
import type { FileSystem } from "effect/FileSystem"
import { systemError } from "effect/PlatformError"
import { defaultMostBytes, joined, partBytes, textOf, tooLarge, unreadable } from "./bounds.ts"
import { fromPlatformError, type LocalFileError } from "./LocalFileError.ts"
import { read, type ReadOptions } from "./read.ts"

type Callback<A> = (error: unknown, value: A) => void

interface NodeFs {
  readonly constants: { readonly O_RDONLY: number; readonly O_NONBLOCK?: number | undefined }
  readonly open: (file: string, flags: number, done: Callback<number>) => void
  readonly fstat: (
    fd: number,
    done: Callback<Readonly<Record<"isDirectory" | "isFIFO" | "isSocket", () => boolean>>>
  ) => void
  readonly read: (
    fd: number,
    bytes: Uint8Array,
    offset: number,
    length: number,
    position: null,
    done: Callback<number>
  ) => void
  readonly close: (fd: number, done: () => void) => void
}

interface NodeStream {
  on(event: "data", listener: (bytes: Uint8Array) => void): unknown
  on(event: "error", listener: (error: unknown) => void): unknown
  on(event: "close", listener: () => void): unknown
  readonly destroy: () => unknown
}

declare const process:
  | {
      readonly getBuiltinModule?: {
        (name: "node:fs"): NodeFs
        (name: "node:net"): {
          readonly Socket: new (options: {
            readonly fd: number
            readonly readable: true
            readonly writable: false
          }) => NodeStream
        }
        (name: "node:tty"): {
          readonly isatty: (fd: number) => boolean
          readonly ReadStream: new (fd: number) => NodeStream
        }
      }
    }
  | undefined

type GetModule = NonNullable<NonNullable<typeof process>["getBuiltinModule"]>

const failed = (path: string, cause: unknown) =>
  Effect.fail(
    fromPlatformError(systemError({ _tag: "Unknown", module: "FileSystem", method: "read", cause }), {
      action: "read",
      path
    })
  )

/** An open file. */
interface Opened {
  readonly fd: number
  /** Of a pipe or a terminal: it closes the file. */
  stream: NodeStream | undefined
}

/** Reads a pipe or a terminal, which can be interrupted while it waits. */
const readStream = (file: string, stream: NodeStream, mostBytes: number) =>
  Effect.callback<Uint8Array, LocalFileError>((resume) => {
    const parts: Array<Uint8Array> = []
    let total = 0
    stream.on("data", (part) => {
      total += part.length
      if (total > mostBytes) resume(Effect.fail(tooLarge(file, mostBytes)))
      else parts.push(part)
    })
    stream.on("error", (error) => resume(failed(file, error)))
    stream.on("close", () => resume(Effect.succeed(joined(parts))))
  })

/** Opens and reads without waiting in a thread: one that waits for a pipe would keep the process from ending. */
const readWith = (get: GetModule, file: string, mostBytes: number) => {
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
      const parts: Array<Uint8Array> = []
      let total = 0
      while (true) {
        const part = new Uint8Array(partBytes)
        const length = yield* Effect.uninterruptible(
          call<number>((done) => fs.read(fd, part, 0, partBytes, null, done))
        )
        if (length === 0) return joined(parts)
        total += length
        if (total > mostBytes) return yield* tooLarge(file, mostBytes)
        parts.push(part.subarray(0, length))
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
  const get = typeof process === "undefined" ? undefined : process.getBuiltinModule
  const contents = get === undefined ? read(file, { mostBytes }) : readWith(get, file, mostBytes)
  return Effect.flatMap(contents, (bytes) =>
    bytes === undefined ? Effect.fail(unreadable(file, "NotFound")) : textOf(file, bytes)
  )
}
