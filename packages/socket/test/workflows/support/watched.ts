/** A folder in memory whose changes are told when the test says so. */
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import * as Path from "effect/Path"
import { type PlatformError, systemError } from "effect/PlatformError"
import * as Queue from "effect/Queue"
import * as Stream from "effect/Stream"

export interface WatchedFolder {
  readonly layer: Layer.Layer<FileSystem.FileSystem | Path.Path>
  /** Changes a file, or removes it, and tells of it. */
  readonly change: (file: string, text?: string) => void
  /** Tells of a file that is none of the folder's modules. */
  readonly tell: (path: string) => void
  /** Tells that it cannot be watched any more. */
  readonly fail: () => void
  readonly watchers: () => number
}

/** A folder of texts, called `/code`. */
export const watchedFolder = (texts: Readonly<Record<string, string>>): WatchedFolder => {
  const files = new Map(Object.entries(texts))
  const queues = new Set<Queue.Enqueue<FileSystem.WatchEvent, Cause.Done | PlatformError>>()
  const notFound = (method: string, path: string) =>
    systemError({ _tag: "NotFound", module: "FileSystem", method, pathOrDescriptor: path })
  const tell = (path: string) => {
    for (const queue of queues) Queue.offerUnsafe(queue, { _tag: "Update", path })
  }
  const fs = FileSystem.makeNoop({
    readDirectoryEntries: () =>
      Effect.sync(() => [...files.keys()].map((name) => ({ name, type: "File" as const }))),
    readFile: (path) =>
      Effect.suspend(() => {
        const text = files.get(path.replace("/code/", ""))
        return text === undefined
          ? Effect.fail(notFound("readFile", path))
          : Effect.succeed(new TextEncoder().encode(text))
      }),
    watch: (_path, options) =>
      Stream.callback((queue) =>
        Effect.acquireRelease(
          Effect.sync(() => {
            queues.add(queue)
            options?.onReady?.()
          }),
          () => Effect.sync(() => queues.delete(queue))
        )
      )
  })
  return {
    layer: Layer.merge(Layer.succeed(FileSystem.FileSystem, fs), Path.layer),
    change: (file, text) => {
      if (text === undefined) files.delete(file)
      else files.set(file, text)
      tell(file)
    },
    tell,
    fail: () => {
      for (const queue of queues) Queue.failCauseUnsafe(queue, Cause.fail(notFound("watch", "/code")))
    },
    watchers: () => queues.size
  }
}
