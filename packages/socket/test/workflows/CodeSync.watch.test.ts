import type { CodeModules } from "@screeps-effect/schema/CodeModules"
import * as CodeSync from "@screeps-effect/socket/workflows/CodeSync"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Result from "effect/Result"
import * as Stream from "effect/Stream"
import { type CodeServer, codeServer } from "./support/code.ts"
import { lines } from "./support/server.ts"
import { pass } from "@screeps-effect/fixtures/time"
import { type WatchedFolder, watchedFolder } from "./support/watched.ts"

/** Watches in the background, and collects summaries of the results. */
const watching = (folder: WatchedFolder, server: CodeServer, options: Partial<CodeSync.WatchOptions> = {}) =>
  Effect.gen(function* () {
    const emitted: Array<string> = []
    const fiber = yield* CodeSync.watch("/code", { branch: "default", ...options }).pipe(
      Stream.runForEach((watched) =>
        Effect.sync(() => {
          emitted.push(
            Result.match(watched, {
              onSuccess: ({ activation, code }) => [code, activation ?? []].flat().join(" "),
              onFailure: ({ reason }) => (typeof reason === "string" ? reason : reason._tag)
            })
          )
        })
      ),
      Effect.provide(Layer.mergeAll(folder.layer, server.layer, server.socket.layer)),
      Effect.forkChild
    )
    return { emitted, fiber }
  })

/** The time until a change without an event is found and pushed. */
const soon = Effect.andThen(pass(1000), pass(300))

const posts = (server: CodeServer) => lines(server).filter((line) => line.startsWith("POST"))

describe("a watched folder", () => {
  it.effect("is pushed at the start, and again when it changes", () =>
    Effect.gen(function* () {
      const folder = watchedFolder({ "main.js": "1" })
      const server = codeServer()
      const { emitted } = yield* watching(folder, server)
      yield* pass(300)
      assert.deepStrictEqual(emitted, ["uploaded"])
      folder.change("main.js", "2")
      folder.change("lib.js", "3")
      yield* pass(300)
      assert.deepStrictEqual(emitted, ["uploaded", "uploaded"])
      assert.deepStrictEqual(server.branches.get("default"), { main: "2", lib: "3" })
      folder.change("lib.js")
      yield* pass(300)
      assert.deepStrictEqual(server.branches.get("default"), { main: "2" })
    })
  )

  it.effect("is given to a function before each push", () =>
    Effect.gen(function* () {
      const folder = watchedFolder({ "main.js": "1" })
      const server = codeServer()
      const given: Array<string> = []
      yield* watching(folder, server, {
        beforePush: (modules) =>
          Effect.sync(
            () => void given.push(`${JSON.stringify(modules["main"])} after ${posts(server).length} uploads`)
          )
      })
      yield* pass(300)
      folder.change("main.js", "2")
      yield* pass(300)
      assert.deepStrictEqual(given, [`"1" after 0 uploads`, `"2" after 1 uploads`])
    })
  )

  it.effect("is pushed once after several changes, when it was quiet for a while", () =>
    Effect.gen(function* () {
      const folder = watchedFolder({ "main.js": "1" })
      const server = codeServer({ main: "1" })
      const { emitted } = yield* watching(folder, server, { debounce: "1 second" })
      yield* pass(1000)
      for (let i = 2; i < 12; i++) {
        folder.change("main.js", String(i))
        yield* pass(999)
      }
      assert.deepStrictEqual(emitted, ["unchanged"])
      yield* pass(1)
      assert.deepStrictEqual(emitted, ["unchanged", "uploaded"])
      assert.deepStrictEqual(server.branches.get("default"), { main: "11" })
    })
  )

  it.effect("downloads the branch once, and uploads nothing when nothing differs", () =>
    Effect.gen(function* () {
      const folder = watchedFolder({ "main.js": "1" })
      const server = codeServer()
      const { emitted } = yield* watching(folder, server)
      yield* pass(300)
      for (const text of ["1", "2", "2"]) {
        folder.change("main.js", text)
        yield* pass(300)
      }
      assert.deepStrictEqual(emitted, ["uploaded", "unchanged", "uploaded", "unchanged"])
      assert.deepStrictEqual(
        lines(server).filter((line) => line !== "GET /api/user/branches"),
        ["GET /api/user/code?branch=default", "POST /api/user/code", "POST /api/user/code"]
      )
    })
  )

  it.effect("is not pushed for files that are not modules", () =>
    Effect.gen(function* () {
      const folder = watchedFolder({ "main.js": "1" })
      const { emitted } = yield* watching(folder, codeServer())
      yield* pass(300)
      for (const path of [
        ".main.js.swp",
        ".git/index",
        "node_modules/x/index.js",
        "lib\\node_modules\\x.js"
      ]) {
        folder.report(path)
      }
      yield* pass(1000)
      assert.deepStrictEqual(emitted, ["uploaded"])
      folder.report("lib") // the event of a folder that was moved away
      yield* pass(300)
      assert.deepStrictEqual(emitted, ["uploaded", "unchanged"])
    })
  )

  it.effect("is activated once, after the first push that succeeds", () =>
    Effect.gen(function* () {
      const folder = watchedFolder({ "main.js": "1" })
      const server = codeServer()
      server.overrides.set("/api/user/code", () => Response.json({ error: "busy" }))
      const { emitted } = yield* watching(folder, server, { branch: "dev", activate: "activeWorld" })
      yield* pass(300)
      folder.change("main.js", "2")
      yield* pass(300)
      server.active.activeWorld = "default" // changed by someone else
      folder.change("main.js", "3")
      yield* pass(300)
      assert.deepStrictEqual(emitted, ["Rejected", "uploaded activated", "uploaded"])
      assert.strictEqual(server.active.activeWorld, "default")
    })
  )

  it.effect("continues after a failed push, and downloads the branch again", () =>
    Effect.gen(function* () {
      const folder = watchedFolder({ "main.js": "1" })
      const server = codeServer()
      const { emitted } = yield* watching(folder, server)
      yield* pass(300)
      server.overrides.set("/api/user/code", () => Response.json({ error: "busy" }))
      folder.change("main.js", "2")
      yield* pass(300)
      folder.change("main.js", "3")
      yield* pass(300)
      assert.deepStrictEqual(emitted, ["uploaded", "Rejected", "uploaded"])
      assert.lengthOf(
        lines(server).filter((line) => line.startsWith("GET /api/user/code")),
        2
      )
      assert.deepStrictEqual(server.branches.get("default"), { main: "3" })
    })
  )

  it.effect(
    "is pushed again until it succeeds while the server is down, and says so once for each change",
    () =>
      Effect.gen(function* () {
        const folder = watchedFolder({ "main.js": "1" })
        const server = codeServer()
        const given: Array<unknown> = []
        const beforePush = (modules: CodeModules) => Effect.sync(() => void given.push(modules["main"]))
        const { emitted } = yield* watching(folder, server, { beforePush })
        yield* pass(300)
        let requests = 0
        let isDown = true
        const goDown = () => {
          server.overrides.set("/api/user/code", () => {
            requests += 1
            if (isDown) goDown()
            return new Response("", { status: 503 })
          })
        }
        goDown()
        folder.change("main.js", "2")
        yield* pass(60_000)
        assert.deepStrictEqual(emitted, ["uploaded", "ServerFault"])
        assert.isAbove(requests, 8) // 4 requests of the first push, and its retries
        folder.change("main.js", "3")
        yield* pass(300)
        yield* pass(120_000)
        assert.deepStrictEqual(emitted, ["uploaded", "ServerFault", "ServerFault"])
        requests = 0
        yield* pass(600_000)
        assert.isBelow(requests, 100)
        isDown = false
        yield* pass(40_000)
        assert.deepStrictEqual(emitted, ["uploaded", "ServerFault", "ServerFault", "uploaded"])
        assert.deepStrictEqual(server.branches.get("default"), { main: "3" })
        assert.deepStrictEqual(given, ["1", "2", "3"])
        requests = posts(server).length
        yield* pass(120_000)
        assert.lengthOf(posts(server), requests)
      })
  )

  it.effect("never empties the branch while a bundler has emptied the folder", () =>
    Effect.gen(function* () {
      const folder = watchedFolder({ "main.js": "1" })
      const server = codeServer()
      const { emitted } = yield* watching(folder, server)
      yield* pass(300)
      folder.change("main.js")
      yield* pass(300)
      assert.deepStrictEqual(emitted, ["uploaded", "NoMain"])
      assert.deepStrictEqual(server.branches.get("default"), { main: "1" })
      folder.change("main.js", "2")
      yield* pass(300)
      assert.deepStrictEqual(emitted, ["uploaded", "NoMain", "uploaded"])
    })
  )

  it.effect("is pushed once more for all changes during a push", () =>
    Effect.gen(function* () {
      const folder = watchedFolder({ "main.js": "1" })
      const server = codeServer()
      server.reports = "nothing" // each push waits for its deadline
      const { emitted } = yield* watching(folder, server, { confirm: "10 seconds" })
      yield* pass(300)
      for (const text of ["2", "3", "4"]) {
        folder.change("main.js", text)
        yield* pass(1000)
      }
      assert.isEmpty(emitted)
      yield* pass(7000)
      assert.deepStrictEqual(emitted, ["confirmed"])
      server.reports = "all"
      yield* pass(10_000)
      assert.deepStrictEqual(emitted, ["confirmed", "confirmed"])
      assert.deepStrictEqual(server.branches.get("default"), { main: "4" })
      assert.lengthOf(posts(server), 2)
    })
  )

  it.effect("is confirmed by the socket with confirm", () =>
    Effect.gen(function* () {
      const { emitted } = yield* watching(watchedFolder({ "main.js": "1" }), codeServer(), {
        branch: "dev",
        activate: "activeSim",
        confirm: "10 seconds"
      })
      yield* pass(300)
      assert.deepStrictEqual(emitted, ["confirmed confirmed"])
    })
  )

  it.effect("is read every second when the platform reports no changes", () =>
    Effect.gen(function* () {
      const folder = watchedFolder({ "main.js": "1" })
      const server = codeServer()
      const { emitted } = yield* watching(folder, server)
      yield* pass(300)
      for (const text of ["2", "3"]) {
        folder.changeSilently("main.js", text)
        yield* soon
        assert.deepStrictEqual(server.branches.get("default"), { main: text })
      }
      folder.changeSilently("lib.js", "4")
      folder.changeSilently("lib/old.js")
      yield* soon
      assert.deepStrictEqual(server.branches.get("default"), { main: "3", lib: "4" })
      yield* soon
      assert.deepStrictEqual(emitted, ["uploaded", "uploaded", "uploaded", "uploaded"])
    })
  )

  it.effect("is waited for while it is missing", () =>
    Effect.gen(function* () {
      const folder = watchedFolder({ "main.js": "1" })
      const server = codeServer()
      const { emitted } = yield* watching(folder, server)
      yield* pass(300)
      folder.hide(true)
      folder.change("main.js", "2")
      yield* pass(60_000)
      assert.deepStrictEqual(emitted, ["uploaded"])
      folder.hide(false)
      yield* soon
      assert.deepStrictEqual(emitted, ["uploaded", "uploaded"])
      assert.deepStrictEqual(server.branches.get("default"), { main: "2" })
    })
  )

  it.effect("is watched again after it changed, but not after events of other files", () =>
    Effect.gen(function* () {
      const folder = watchedFolder({ "main.js": "1" })
      const { emitted } = yield* watching(folder, codeServer())
      yield* pass(300)
      folder.change("main.js", "2")
      yield* pass(300)
      assert.deepStrictEqual([folder.made(), folder.watchers()], [2, 1])
      folder.report("lib")
      yield* pass(300)
      assert.deepStrictEqual(emitted, ["uploaded", "uploaded", "unchanged"])
      assert.deepStrictEqual([folder.made(), folder.watchers()], [2, 1])
    })
  )

  it.effect("is still pushed when the platform's watcher fails, and not watched after the stream ends", () =>
    Effect.gen(function* () {
      const folder = watchedFolder({ "main.js": "1" })
      const server = codeServer()
      const { fiber, emitted } = yield* watching(folder, server)
      yield* pass(300)
      assert.strictEqual(folder.watchers(), 1)
      folder.fail()
      yield* pass(300)
      assert.strictEqual(folder.watchers(), 0)
      folder.changeSilently("main.js", "2")
      yield* soon
      folder.change("main.js", "3")
      yield* pass(300)
      assert.deepStrictEqual(emitted, ["uploaded", "uploaded", "uploaded"])
      assert.strictEqual(folder.watchers(), 1)
      yield* Fiber.interrupt(fiber)
      assert.strictEqual(folder.watchers(), 0)
    })
  )

  it.effect("fails when it is missing at the start", () =>
    Effect.gen(function* () {
      const folder = watchedFolder({})
      folder.hide(true)
      const { fiber, emitted } = yield* watching(folder, codeServer())
      yield* pass(300)
      const error = yield* Effect.flip(Fiber.join(fiber))
      assert.strictEqual(error.message, "/code cannot be read: no such file or folder; check the path")
      assert.isEmpty(emitted)
    })
  )
})
