/** Real folders, which are deleted after the test. */
import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import * as NodePath from "@effect/platform-node/NodePath"
import * as Effect from "effect/Effect"
import { FileSystem } from "effect/FileSystem"
import * as Layer from "effect/Layer"
import { Path } from "effect/Path"

export const files = Layer.merge(NodeFileSystem.layer, NodePath.layer)

/** Creates a folder with files: texts, or bytes. */
export const folderOf = (things: Readonly<Record<string, string | Uint8Array>> = {}) =>
  Effect.gen(function* () {
    const fs = yield* FileSystem
    const path = yield* Path
    const folder = path.join(yield* fs.makeTempDirectoryScoped(), "code")
    yield* fs.makeDirectory(folder)
    yield* put(folder, things)
    return folder
  })

/** Writes files into a folder. */
export const put = (folder: string, things: Readonly<Record<string, string | Uint8Array>>) =>
  Effect.gen(function* () {
    const fs = yield* FileSystem
    const path = yield* Path
    for (const [file, thing] of Object.entries(things)) {
      const at = path.join(folder, file)
      yield* fs.makeDirectory(path.dirname(at), { recursive: true })
      yield* fs.writeFile(at, typeof thing === "string" ? new TextEncoder().encode(thing) : thing)
    }
  })

/** Lists all files below a folder. */
export const filesOf = (folder: string) =>
  Effect.gen(function* () {
    const fs = yield* FileSystem
    const path = yield* Path
    const all = yield* fs.readDirectory(folder, { recursive: true })
    const isFile = (file: string) =>
      Effect.map(fs.stat(path.join(folder, file)), ({ type }) => type === "File")
    return (yield* Effect.filter(all, isFile)).toSorted()
  })
