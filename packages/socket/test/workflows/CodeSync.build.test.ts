/** Watching a folder while builds change it, with real files and watchers and the test's clock. */
import * as CodeSync from "@screeps-effect/socket/workflows/CodeSync"
import type { CodeModules } from "@screeps-effect/schema/CodeModules"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import * as Result from "effect/Result"
import * as Stream from "effect/Stream"
import { codeServer } from "./support/code.ts"
import { files, folderOf, put } from "./support/folder.ts"
import { pass } from "@screeps-effect/fixtures/time"

/** Watches a folder with a `main` during a program; afterwards checks that every emitted push succeeded. */
const built = (
  build: (
    folder: string,
    /** Lets time pass until the branch has these modules. */
    holds: (modules: CodeModules) => Effect.Effect<void>
  ) => Effect.Effect<void, unknown, FileSystem.FileSystem | Layer.Success<typeof files>>
) =>
  Effect.gen(function* () {
    const folder = yield* folderOf({ "main.js": "1" })
    const server = codeServer()
    const emitted: Array<string> = []
    yield* CodeSync.watch(folder, { branch: "default" }).pipe(
      Stream.runForEach((watched) =>
        Effect.sync(() => {
          emitted.push(Result.isSuccess(watched) ? watched.success.code : watched.failure.message)
        })
      ),
      Effect.provide(Layer.merge(server.layer, server.socket.layer)),
      Effect.forkScoped
    )
    const holds = Effect.fnUntraced(function* (modules: CodeModules) {
      const text = JSON.stringify(modules)
      for (let steps = 0; steps < 500; steps++) {
        if (JSON.stringify(server.branches.get("default")) === text) return
        yield* pass(100)
      }
      return assert.fail(
        `${JSON.stringify(server.branches.get("default"))} and not ${text}: ${emitted.join(", ")}`
      )
    })
    yield* holds({ main: "1" })
    yield* build(folder, holds)
    assert.deepStrictEqual([...new Set(emitted)].toSorted(), ["uploaded"])
  }).pipe(Effect.scoped, Effect.provide(files))

describe("a watched folder", () => {
  it.effect("is pushed after a build overwrites files and creates folders", () =>
    built((folder, holds) =>
      Effect.gen(function* () {
        yield* put(folder, { "main.js": "22" })
        yield* holds({ main: "22" })
        yield* put(folder, { "lib/deep/a.js": "1" })
        yield* holds({ main: "22", "lib/deep/a": "1" })
        yield* put(folder, { "lib/deep/a.js": "22" })
        yield* holds({ main: "22", "lib/deep/a": "22" })
      })
    )
  )

  it.effect("is pushed after a build deletes and recreates it, at once or much later", () =>
    built((folder, holds) =>
      Effect.gen(function* () {
        const fs = yield* FileSystem.FileSystem
        let text = "1"
        for (const millis of [0, 100, 5000, 0]) {
          yield* fs.remove(folder, { recursive: true })
          if (millis > 0) yield* pass(millis)
          text += "2"
          yield* put(folder, { "main.js": text })
          yield* holds({ main: text })
          text += "3"
          yield* put(folder, { "main.js": text })
          yield* holds({ main: text })
        }
      })
    )
  )

  it.effect("is pushed after a build replaces it by another folder", () =>
    built((folder, holds) =>
      Effect.gen(function* () {
        const fs = yield* FileSystem.FileSystem
        for (const [text, later] of [
          ["22", "333"],
          ["4444", "55555"]
        ] as const) {
          yield* put(`${folder}.new`, { "main.js": text })
          yield* fs.rename(folder, `${folder}.${text}`)
          yield* fs.rename(`${folder}.new`, folder)
          yield* holds({ main: text })
          yield* put(folder, { "main.js": later })
          yield* holds({ main: later })
        }
      })
    )
  )

  it.effect("is pushed after a build deletes and recreates a subfolder", () =>
    built((folder, holds) =>
      Effect.gen(function* () {
        const fs = yield* FileSystem.FileSystem
        yield* put(folder, { "lib/a.js": "1" })
        yield* holds({ main: "1", "lib/a": "1" })
        yield* fs.remove(`${folder}/lib`, { recursive: true })
        yield* put(folder, { "lib/a.js": "22" })
        yield* holds({ main: "1", "lib/a": "22" })
        yield* put(folder, { "lib/a.js": "333" })
        yield* holds({ main: "1", "lib/a": "333" })
      })
    )
  )

  it.effect("is pushed after a build overwrites the target of a link", () =>
    built((folder, holds) =>
      Effect.gen(function* () {
        const fs = yield* FileSystem.FileSystem
        yield* put(`${folder}/..`, { "src/lib.js": "1" })
        yield* fs.symlink("../src/lib.js", `${folder}/lib.js`)
        yield* holds({ main: "1", lib: "1" })
        yield* put(`${folder}/..`, { "src/lib.js": "22" })
        yield* holds({ main: "1", lib: "22" })
      })
    )
  )
})
