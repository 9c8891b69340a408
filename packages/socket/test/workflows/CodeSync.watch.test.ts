import * as CodeSync from "@screeps-effect/socket/workflows/CodeSync"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Layer, Result, Stream } from "effect"
import { type CodeServer, codeServer } from "./support/code.ts"
import { lines } from "./support/server.ts"
import { pass } from "./support/time.ts"
import { type WatchedFolder, watchedFolder } from "./support/watched.ts"

/** Watches in the background, and keeps what it tells in short. */
const watching = (folder: WatchedFolder, server: CodeServer, options: Partial<CodeSync.WatchOptions> = {}) =>
  Effect.gen(function* () {
    const told: Array<string> = []
    const fiber = yield* CodeSync.watch("/code", { branch: "default", ...options }).pipe(
      Stream.runForEach((watched) =>
        Effect.sync(() => {
          told.push(
            Result.match(watched, {
              onSuccess: ({ activation, code }) => [code, activation ?? []].flat().join(" "),
              onFailure: ({ reason }) => reason._tag
            })
          )
        })
      ),
      Effect.provide(Layer.mergeAll(folder.layer, server.layer, server.socket.layer)),
      Effect.forkChild
    )
    return { told, fiber }
  })

/** As long as it takes until a change is found that nobody told, and pushed. */
const soon = Effect.andThen(pass(1000), pass(300))

const posts = (server: CodeServer) => lines(server).filter((line) => line.startsWith("POST"))

describe("a folder that is watched", () => {
  it.effect("is pushed as it is, and again when it changes", () =>
    Effect.gen(function* () {
      const folder = watchedFolder({ "main.js": "1" })
      const server = codeServer()
      const { told } = yield* watching(folder, server)
      yield* pass(300)
      assert.deepStrictEqual(told, ["uploaded"])
      folder.change("main.js", "2")
      folder.change("lib.js", "3")
      yield* pass(300)
      assert.deepStrictEqual(told, ["uploaded", "uploaded"])
      assert.deepStrictEqual(server.branches.get("default"), { main: "2", lib: "3" })
      folder.change("lib.js")
      yield* pass(300)
      assert.deepStrictEqual(server.branches.get("default"), { main: "2" })
    })
  )

  it.effect("is pushed when it was quiet for a while, however often it changed", () =>
    Effect.gen(function* () {
      const folder = watchedFolder({ "main.js": "1" })
      const server = codeServer({ main: "1" })
      const { told } = yield* watching(folder, server, { debounce: "1 second" })
      yield* pass(1000)
      for (let i = 2; i < 12; i++) {
        folder.change("main.js", String(i))
        yield* pass(999)
      }
      assert.deepStrictEqual(told, ["unchanged"])
      yield* pass(1)
      assert.deepStrictEqual(told, ["unchanged", "uploaded"])
      assert.deepStrictEqual(server.branches.get("default"), { main: "11" })
    })
  )

  it.effect("asks for the branch once, and for nothing when nothing differs", () =>
    Effect.gen(function* () {
      const folder = watchedFolder({ "main.js": "1" })
      const server = codeServer()
      const { told } = yield* watching(folder, server)
      yield* pass(300)
      for (const text of ["1", "2", "2"]) {
        folder.change("main.js", text)
        yield* pass(300)
      }
      assert.deepStrictEqual(told, ["uploaded", "unchanged", "uploaded", "unchanged"])
      assert.deepStrictEqual(lines(server), [
        "GET /api/user/code?branch=default",
        "POST /api/user/code",
        "POST /api/user/code"
      ])
    })
  )

  it.effect("is not disturbed by what is no module", () =>
    Effect.gen(function* () {
      const folder = watchedFolder({ "main.js": "1" })
      const { told } = yield* watching(folder, codeServer())
      yield* pass(300)
      for (const path of [
        ".main.js.swp",
        ".git/index",
        "node_modules/x/index.js",
        "lib\\node_modules\\x.js"
      ]) {
        folder.tell(path)
      }
      yield* pass(1000)
      assert.deepStrictEqual(told, ["uploaded"])
      folder.tell("lib") // a folder that was moved away is told like this
      yield* pass(300)
      assert.deepStrictEqual(told, ["uploaded", "unchanged"])
    })
  )

  it.effect("is activated once, when the first push has worked", () =>
    Effect.gen(function* () {
      const folder = watchedFolder({ "main.js": "1" })
      const server = codeServer()
      server.instead.set("/api/user/code", () => Response.json({ error: "busy" }))
      const { told } = yield* watching(folder, server, { branch: "dev", activate: "activeWorld" })
      yield* pass(300)
      folder.change("main.js", "2")
      yield* pass(300)
      server.active.activeWorld = "default" // somebody wants it so
      folder.change("main.js", "3")
      yield* pass(300)
      assert.deepStrictEqual(told, ["Rejected", "uploaded activated", "uploaded"])
      assert.strictEqual(server.active.activeWorld, "default")
    })
  )

  it.effect("goes on after a push that failed, and looks what the branch holds", () =>
    Effect.gen(function* () {
      const folder = watchedFolder({ "main.js": "1" })
      const server = codeServer()
      const { told } = yield* watching(folder, server)
      yield* pass(300)
      server.instead.set("/api/user/code", () => Response.json({ error: "busy" }))
      folder.change("main.js", "2")
      yield* pass(300)
      folder.change("main.js", "3")
      yield* pass(300)
      assert.deepStrictEqual(told, ["uploaded", "Rejected", "uploaded"])
      assert.lengthOf(
        lines(server).filter((line) => line.startsWith("GET")),
        2
      )
      assert.deepStrictEqual(server.branches.get("default"), { main: "3" })
    })
  )

  it.effect("never empties the branch while a bundler works", () =>
    Effect.gen(function* () {
      const folder = watchedFolder({ "main.js": "1" })
      const server = codeServer()
      const { told } = yield* watching(folder, server)
      yield* pass(300)
      folder.change("main.js")
      yield* pass(300)
      assert.deepStrictEqual(told, ["uploaded", "InvalidInput"])
      assert.deepStrictEqual(server.branches.get("default"), { main: "1" })
      folder.change("main.js", "2")
      yield* pass(300)
      assert.deepStrictEqual(told, ["uploaded", "InvalidInput", "uploaded"])
    })
  )

  it.effect("is pushed once more for everything that changed during a push", () =>
    Effect.gen(function* () {
      const folder = watchedFolder({ "main.js": "1" })
      const server = codeServer()
      server.tells = "nothing" // each push waits for its deadline
      const { told } = yield* watching(folder, server, { confirm: "10 seconds" })
      yield* pass(300)
      for (const text of ["2", "3", "4"]) {
        folder.change("main.js", text)
        yield* pass(1000)
      }
      assert.isEmpty(told)
      yield* pass(7000)
      assert.deepStrictEqual(told, ["unconfirmed"])
      server.tells = "all"
      yield* pass(10_000)
      assert.deepStrictEqual(told, ["unconfirmed", "unconfirmed"])
      assert.deepStrictEqual(server.branches.get("default"), { main: "4" })
      assert.lengthOf(posts(server), 2)
    })
  )

  it.effect("is confirmed by the socket when that is wanted", () =>
    Effect.gen(function* () {
      const { told } = yield* watching(watchedFolder({ "main.js": "1" }), codeServer(), {
        branch: "dev",
        activate: "activeSim",
        confirm: "10 seconds"
      })
      yield* pass(300)
      assert.deepStrictEqual(told, ["confirmed confirmed"])
    })
  )

  it.effect("is looked at every second, where the platform tells nothing", () =>
    Effect.gen(function* () {
      const folder = watchedFolder({ "main.js": "1" })
      const server = codeServer()
      const { told } = yield* watching(folder, server)
      yield* pass(300)
      for (const text of ["2", "3"]) {
        folder.changeSilently("main.js", text)
        yield* soon
        assert.deepStrictEqual(server.branches.get("default"), { main: text })
      }
      folder.changeSilently("lib.js", "4")
      folder.changeSilently("main.js")
      yield* soon
      assert.deepStrictEqual(server.branches.get("default"), { main: "", lib: "4" })
      yield* soon
      assert.deepStrictEqual(told, ["uploaded", "uploaded", "uploaded", "uploaded"])
    })
  )

  it.effect("is waited for while it is missing", () =>
    Effect.gen(function* () {
      const folder = watchedFolder({ "main.js": "1" })
      const server = codeServer()
      const { told } = yield* watching(folder, server)
      yield* pass(300)
      folder.hide(true)
      folder.change("main.js", "2")
      yield* pass(60_000)
      assert.deepStrictEqual(told, ["uploaded"])
      folder.hide(false)
      yield* soon
      assert.deepStrictEqual(told, ["uploaded", "uploaded"])
      assert.deepStrictEqual(server.branches.get("default"), { main: "2" })
    })
  )

  it.effect("is watched anew after it changed, and not while only something else is told", () =>
    Effect.gen(function* () {
      const folder = watchedFolder({ "main.js": "1" })
      const { told } = yield* watching(folder, codeServer())
      yield* pass(300)
      folder.change("main.js", "2")
      yield* pass(300)
      assert.deepStrictEqual([folder.made(), folder.watchers()], [2, 1])
      folder.tell("lib")
      yield* pass(300)
      assert.deepStrictEqual(told, ["uploaded", "uploaded", "unchanged"])
      assert.deepStrictEqual([folder.made(), folder.watchers()], [2, 1])
    })
  )

  it.effect("is followed on when the platform gives up, and let go when nobody listens any more", () =>
    Effect.gen(function* () {
      const folder = watchedFolder({ "main.js": "1" })
      const server = codeServer()
      const { fiber, told } = yield* watching(folder, server)
      yield* pass(300)
      assert.strictEqual(folder.watchers(), 1)
      folder.fail()
      yield* pass(300)
      assert.strictEqual(folder.watchers(), 0)
      folder.changeSilently("main.js", "2")
      yield* soon
      folder.change("main.js", "3")
      yield* pass(300)
      assert.deepStrictEqual(told, ["uploaded", "uploaded", "uploaded"])
      assert.strictEqual(folder.watchers(), 1)
      yield* Fiber.interrupt(fiber)
      assert.strictEqual(folder.watchers(), 0)
    })
  )

  it.effect("is not waited for when it is missing from the beginning", () =>
    Effect.gen(function* () {
      const folder = watchedFolder({})
      folder.hide(true)
      const { fiber, told } = yield* watching(folder, codeServer())
      yield* pass(300)
      const error = yield* Effect.flip(Fiber.join(fiber))
      assert.strictEqual(error.reason._tag, "NotFound")
      assert.isEmpty(told)
    })
  )
})
