/** Writes to pipes without waiting in a thread: one that waits for a reader would keep the process from ending. */
import * as Effect from "effect/Effect"
import { type PlatformError, systemError } from "effect/PlatformError"
import type * as Scope from "effect/Scope"
import { type NodeModules, nodeModules } from "./node.ts"

/** How often a pipe without a reader is tried, in milliseconds. */
const tryEvery = 50

const failure = (cause: unknown) =>
  systemError({ _tag: "Unknown", module: "FileSystem", method: "write", cause })

/** Opens a pipe; `undefined` if it has no reader yet. */
const tryOpen = (get: NodeModules, file: string, flags: number) =>
  Effect.callback<number | undefined, PlatformError>((resume) =>
    get("node:fs").open(file, flags, (error, fd) => {
      if (error === null || error === undefined) return resume(Effect.succeed(fd))
      const hasNoReader = error instanceof Error && "code" in error && error.code === "ENXIO"
      resume(hasNoReader ? Effect.undefined : Effect.fail(failure(error)))
    })
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
    const get = nodeModules()
    const { O_NONBLOCK, O_WRONLY = 0 } = get?.("node:fs").constants ?? {}
    if (get === undefined || O_NONBLOCK === undefined) return Effect.undefined
    const opened = Effect.uninterruptibleMask((restore) =>
      Effect.gen(function* () {
        const open = tryOpen(get, file, O_WRONLY | O_NONBLOCK)
        let fd = yield* open
        while (fd === undefined) {
          yield* restore(Effect.sleep(tryEvery))
          fd = yield* open
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
