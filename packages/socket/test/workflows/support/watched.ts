/** A folder in memory whose watch events are controlled by the test. */
import { infoOf, openFile } from "@screeps-effect/fixtures/memoryFile"
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
  /** Changes or deletes a file, with a watch event. */
  readonly change: (file: string, text?: string) => void
  /** Changes or deletes a file, without a watch event. */
  readonly changeSilently: (file: string, text?: string) => void
  /** Hides the folder, or shows it again, without a watch event. */
  readonly hide: (isHidden: boolean) => void
  /** Emits a watch event for a path. */
  readonly report: (path: string) => void
  /** Fails all watchers. */
  readonly fail: () => void
  readonly watchers: () => number
  /** Returns how many watchers were created. */
  readonly made: () => number
}

/** Creates a folder of texts at `/code`. */
export const watchedFolder = (texts: Readonly<Record<string, string>>): WatchedFolder => {
  let changes = 0
  let made = 0
  let hidden = false
  const write = (text: string) => ({ text, mtime: new Date(++changes) })
  const files = new Map(Object.entries(texts).map(([file, text]) => [file, write(text)]))
  const queues = new Set<Queue.Enqueue<FileSystem.WatchEvent, Cause.Done | PlatformError>>()
  const notFound = (method: string, path: string) =>
    systemError({ _tag: "NotFound", module: "FileSystem", method, pathOrDescriptor: path })
  const report = (path: string) => {
    for (const queue of queues) Queue.offerUnsafe(queue, { _tag: "Update", path })
  }
  const find = (method: string, path: string) =>
    Effect.suspend(() => {
      const file = hidden ? undefined : files.get(path.replace("/code/", ""))
      return file === undefined ? Effect.fail(notFound(method, path)) : Effect.succeed(file)
    })
  const changeSilently = (file: string, text?: string) => {
    if (text === undefined) files.delete(file)
    else files.set(file, write(text))
  }
  const fs = FileSystem.makeNoop({
    readDirectoryEntries: (path) =>
      Effect.suspend(() =>
        hidden
          ? Effect.fail(notFound("readDirectoryEntries", path))
          : Effect.succeed([...files.keys()].map((name) => ({ name, type: "File" as const })))
      ),
    exists: () => Effect.sync(() => !hidden),
    open: (path) => Effect.map(find("open", path), ({ text }) => openFile(text)),
    stat: (path) =>
      path === "/code" && !hidden
        ? Effect.succeed(infoOf("Directory", 0))
        : Effect.map(find("stat", path), ({ mtime, text }) => infoOf("File", text.length, mtime)),
    watch: (path, options) =>
      Stream.callback((queue) =>
        Effect.acquireRelease(
          Effect.suspend(() => {
            if (hidden) return Effect.fail(notFound("watch", path))
            made++
            queues.add(queue)
            options?.onReady?.()
            return Effect.void
          }),
          () => Effect.sync(() => queues.delete(queue))
        )
      )
  })
  return {
    layer: Layer.merge(Layer.succeed(FileSystem.FileSystem, fs), Path.layer),
    change: (file, text) => {
      changeSilently(file, text)
      report(file)
    },
    changeSilently,
    hide: (isHidden) => {
      hidden = isHidden
    },
    report,
    fail: () => {
      for (const queue of queues) Queue.failCauseUnsafe(queue, Cause.fail(notFound("watch", "/code")))
    },
    watchers: () => queues.size,
    made: () => made
  }
}
