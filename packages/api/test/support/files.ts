/** Files in memory: what a platform's file system would give, and the variables around it. */
import * as ConfigProvider from "effect/ConfigProvider"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import * as Path from "effect/Path"
import { badArgument, systemError, type SystemErrorTag } from "effect/PlatformError"

/** A file's text, or what stands in its place. */
export type Thing =
  | string
  | { readonly is: "directory" }
  | { readonly is: "locked" }
  | { readonly is: "binary" }
  | { readonly is: "below a file" }

export interface Files {
  readonly layer: Layer.Layer<FileSystem.FileSystem | Path.Path>
  /** What was read, found or not. */
  readonly read: Array<string>
}

const failing = (_tag: SystemErrorTag, method: string, path: string) =>
  Effect.fail(systemError({ _tag, module: "FileSystem", method, pathOrDescriptor: path }))

/** A file system of a few files, by path. */
export const files = (
  things: Readonly<Record<string, Thing>>,
  variables: Readonly<Record<string, string>> = {}
): Files => {
  const read: Array<string> = []
  const system = FileSystem.makeNoop({
    readFileString: (path) =>
      Effect.suspend(() => {
        read.push(path)
        const thing = things[path]
        if (thing === undefined) return failing("NotFound", "readFileString", path)
        if (typeof thing === "string") return Effect.succeed(thing)
        switch (thing.is) {
          case "locked":
            return failing("PermissionDenied", "readFileString", path)
          case "binary":
            return Effect.fail(badArgument({ module: "FileSystem", method: "readFileString" }))
          default:
            return failing("BadResource", "readFileString", path)
        }
      }),
    stat: (path) => {
      const thing = things[path]
      if (thing === undefined) return failing("NotFound", "stat", path)
      if (typeof thing === "object" && thing.is === "below a file")
        return failing("BadResource", "stat", path)
      const type = typeof thing === "object" && thing.is === "directory" ? "Directory" : "File"
      return Effect.succeed({ type } as FileSystem.File.Info)
    }
  })
  const layer = Layer.mergeAll(
    Layer.succeed(FileSystem.FileSystem, system),
    Path.layer,
    ConfigProvider.layer(ConfigProvider.fromEnvRecord(variables))
  )
  return { layer, read }
}
