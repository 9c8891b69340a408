/** A file system in memory, with environment variables. */
import * as ConfigProvider from "effect/ConfigProvider"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import * as Path from "effect/Path"
import { badArgument, systemError, type SystemErrorTag } from "effect/PlatformError"

/** A file's text, or another kind of entry. */
export type Entry =
  | string
  | { readonly is: "directory" }
  | { readonly is: "locked" }
  | { readonly is: "binary" }
  | { readonly is: "below a file" }
  | { readonly is: "a pipe" }
  | { readonly is: "huge" }

export interface Files {
  readonly layer: Layer.Layer<FileSystem.FileSystem | Path.Path>
  /** The paths that were read, found or not. */
  readonly read: Array<string>
}

const failing = (_tag: SystemErrorTag, method: string, path: string) =>
  Effect.fail(systemError({ _tag, module: "FileSystem", method, pathOrDescriptor: path }))

/** A file system with the given entries by path. */
export const files = (
  entries: Readonly<Record<string, Entry>>,
  variables: Readonly<Record<string, string>> = {}
): Files => {
  const read: Array<string> = []
  const system = FileSystem.makeNoop({
    readFileString: (path) =>
      Effect.suspend(() => {
        const entry = entries[path]
        if (entry === undefined) return failing("NotFound", "readFileString", path)
        if (typeof entry === "string") return Effect.succeed(entry)
        switch (entry.is) {
          case "a pipe":
          case "huge":
            return Effect.die(`${path} must not be read`)
          case "locked":
            return failing("PermissionDenied", "readFileString", path)
          case "binary":
            return Effect.fail(badArgument({ module: "FileSystem", method: "readFileString" }))
          default:
            return failing("BadResource", "readFileString", path)
        }
      }),
    // Every file is looked at before it is read.
    stat: (path) => {
      read.push(path)
      const entry = entries[path]
      if (entry === undefined) return failing("NotFound", "stat", path)
      if (typeof entry === "object" && entry.is === "below a file")
        return failing("BadResource", "stat", path)
      const kind = typeof entry === "object" ? entry.is : "text"
      const type = kind === "directory" ? "Directory" : kind === "a pipe" ? "FIFO" : "File"
      const size = kind === "huge" ? 4n * 1024n * 1024n + 1n : 100n
      return Effect.succeed({ type, size } as FileSystem.File.Info)
    }
  })
  const layer = Layer.mergeAll(
    Layer.succeed(FileSystem.FileSystem, system),
    Path.layer,
    ConfigProvider.layer(ConfigProvider.fromEnvRecord(variables))
  )
  return { layer, read }
}
