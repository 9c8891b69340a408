/** A file system in memory, with environment variables. */
import { infoOf, openFile } from "@screeps-effect/fixtures/memoryFile"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import * as Path from "effect/Path"
import { systemError, type SystemErrorTag } from "effect/PlatformError"

/** A file's text, or another kind of entry. */
export type Entry =
  | string
  | Uint8Array
  | { readonly is: "directory" }
  | { readonly is: "locked" }
  | { readonly is: "below a file" }
  | { readonly is: "a pipe" }
  | { readonly is: "huge" }

export interface Files {
  readonly layer: Layer.Layer<FileSystem.FileSystem | Path.Path>
  /** The paths that were read, found or not. */
  readonly read: Array<string>
}

const failing = (_tag: SystemErrorTag, method: string, path: string, code?: string) =>
  Effect.fail(systemError({ _tag, module: "FileSystem", method, pathOrDescriptor: path, cause: { code } }))

/** A file system with the given entries by path. */
export const files = (
  entries: Readonly<Record<string, Entry>>,
  variables: Readonly<Record<string, string>> = {}
): Files => {
  const read: Array<string> = []
  const system = FileSystem.makeNoop({
    open: (path) =>
      Effect.suspend(() => {
        const entry = entries[path]
        if (entry === undefined) return failing("NotFound", "open", path)
        if (typeof entry === "string" || entry instanceof Uint8Array) return Effect.succeed(openFile(entry))
        return entry.is === "locked"
          ? failing("PermissionDenied", "open", path)
          : Effect.die(`${path} must not be read`)
      }),
    // Every file is looked at before it is read.
    stat: (path) => {
      read.push(path)
      const entry = entries[path]
      if (entry === undefined) return failing("NotFound", "stat", path)
      if (typeof entry === "string" || entry instanceof Uint8Array)
        return Effect.succeed(infoOf("File", entry.length))
      if (entry.is === "below a file") return failing("BadResource", "stat", path, "ENOTDIR")
      const type = entry.is === "directory" ? "Directory" : entry.is === "a pipe" ? "FIFO" : "File"
      return Effect.succeed(infoOf(type, entry.is === "huge" ? 4 * 1024 * 1024 + 1 : 100))
    }
  })
  const layer = Layer.mergeAll(
    Layer.succeed(FileSystem.FileSystem, system),
    Path.layer,
    ConfigProvider.layer(ConfigProvider.fromEnvRecord(variables))
  )
  return { layer, read }
}
