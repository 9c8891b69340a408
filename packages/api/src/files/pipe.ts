/** Writes to pipes without waiting in a thread: one that waits for a reader would keep the process from ending. */
import * as Effect from "effect/Effect"
import { type PlatformError, systemError } from "effect/PlatformError"
import type * as Scope from "effect/Scope"

/** How often a pipe without a reader is tried, in milliseconds. */
const tryEvery = 50

interface NodeFs {
  readonly constants: { readonly O_WRONLY: number; readonly O_NONBLOCK?: number | undefined }
  readonly open: (
    file: string,
    flags: number,
    done: (error: { readonly code?: string | undefined } | null, fd: number) => void
  ) => void
}

interface NodeSocket {
  readonly write: (bytes: Uint8Array, done: (error?: unknown) => void) => unknown
  readonly on: (event: "error", listener: (error: unknown) => void) => unknown
  readonly destroy: () => unknown
}

declare const process:
  | {
      readonly getBuiltinModule?: {
        (name: "node:fs"): NodeFs
        (name: "node:net"): {
          readonly Socket: new (options: {
            readonly fd: number
            readonly readable: false
            readonly writable: true
          }) => NodeSocket
        }
      }
    }
  | undefined

const failure = (cause: unknown) =>
  systemError({ _tag: "Unknown", module: "FileSystem", method: "write", cause })

/** Opens a pipe; `undefined` if it has no reader yet. */
const tryOpen = (fs: NodeFs, file: string, flags: number) =>
  Effect.callback<number | undefined, PlatformError>((resume) =>
    fs.open(file, flags, (error, fd) =>
      resume(
        error === null
          ? Effect.succeed(fd)
          : error.code === "ENXIO"
            ? Effect.undefined
            : Effect.fail(failure(error))
      )
    )
  )

/**
 * Opens a pipe and returns a function that writes to it; both can be interrupted while they wait for a reader. Returns
 * `undefined` on platforms without such pipes.
 *
 * @internal
 */
export const openPipe = (
  file: string
): Effect.Effect<
  ((bytes: Uint8Array) => Effect.Effect<void, PlatformError>) | undefined,
  PlatformError,
  Scope.Scope
> =>
  Effect.suspend(() => {
    const get = typeof process === "undefined" ? undefined : process.getBuiltinModule
    const { O_NONBLOCK, O_WRONLY = 0 } = get?.("node:fs").constants ?? {}
    if (get === undefined || O_NONBLOCK === undefined) return Effect.undefined
    const opened = Effect.uninterruptibleMask((restore) =>
      Effect.gen(function* () {
        let fd = yield* tryOpen(get("node:fs"), file, O_WRONLY | O_NONBLOCK)
        while (fd === undefined) {
          yield* restore(Effect.sleep(tryEvery))
          fd = yield* tryOpen(get("node:fs"), file, O_WRONLY | O_NONBLOCK)
        }
        const socket = new (get("node:net").Socket)({ fd, readable: false, writable: true })
        // Each failure also reaches the write that waits.
        socket.on("error", () => {})
        yield* Effect.addFinalizer(() => Effect.sync(() => socket.destroy()))
        return socket
      })
    )
    return Effect.map(
      opened,
      (socket) => (bytes: Uint8Array) =>
        Effect.callback<void, PlatformError>((resume) => {
          socket.write(bytes, (error) =>
            resume(error === null || error === undefined ? Effect.void : Effect.fail(failure(error)))
          )
        })
    )
  })
