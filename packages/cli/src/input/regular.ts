/** Reads files that others may have replaced by something else. */
import * as Effect from "effect/Effect"
import { FileSystem } from "effect/FileSystem"
import type { PlatformError } from "effect/PlatformError"
import { Refused } from "../runner/failure.ts"

const mostBytes = 64 * 1024 * 1024

/** Reads a regular file; `undefined` if it does not exist. Never waits for a pipe or a device. @internal */
export const readRegularBytes = (
  file: string
): Effect.Effect<Uint8Array | undefined, PlatformError | Refused, FileSystem> =>
  Effect.gen(function* () {
    const fs = yield* FileSystem
    const { size, type } = yield* fs.stat(file)
    if (type !== "File") return yield* new Refused({ message: `${file} is not a regular file` })
    if (size > mostBytes) return yield* new Refused({ message: `${file} is larger than 64 MiB` })
    return yield* fs.readFile(file)
  }).pipe(
    Effect.catchIf(
      (error) => error._tag === "PlatformError" && error.reason._tag === "NotFound",
      () => Effect.undefined
    )
  )

/** Reads the text of a regular file; `undefined` if it does not exist. @internal */
export const readRegular = (
  file: string
): Effect.Effect<string | undefined, PlatformError | Refused, FileSystem> =>
  Effect.map(readRegularBytes(file), (bytes) =>
    bytes === undefined ? undefined : new TextDecoder().decode(bytes)
  )
