import * as CodeSync from "@screeps-effect/socket/workflows/CodeSync"
import type { ScreepsClient } from "@screeps-effect/api/ScreepsClient"
import type { ScreepsError } from "@screeps-effect/api/ScreepsError"
import { CodeModules } from "@screeps-effect/schema"
import { SocketError, Unreachable } from "@screeps-effect/socket/SocketError"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Layer } from "effect"
import { type CodeServer, codeServer } from "./support/code.ts"
import { lines, official } from "./support/server.ts"
import { fakeSocket } from "./support/socket.ts"
import { pass, within } from "./support/time.ts"

const run = <A, E>(effect: Effect.Effect<A, E, ScreepsClient>, server: CodeServer) =>
  Effect.provide(effect, server.layer)

const runBoth = <A, E, R>(effect: Effect.Effect<A, E, R>, server: CodeServer) =>
  Effect.provide(effect, Layer.merge(server.layer, server.socket.layer))

const why = <A>(effect: Effect.Effect<A, ScreepsError, ScreepsClient>, server: CodeServer) =>
  Effect.map(Effect.flip(run(effect, server)), ({ reason }) => `${reason._tag}: ${reason.message}`)

const wasm = CodeModules.fromBytes(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]))
const set = "POST /api/user/code"
const read = "GET /api/user/code?branch=default"

describe("code that is pushed", () => {
  it.effect("is uploaded whole when it differs from the branch", () =>
    Effect.gen(function* () {
      const server = codeServer({ main: "// old", old: "1", same: "2" })
      const modules = { main: "// new", same: "2", native: wasm }
      const pushed = yield* run(CodeSync.push(modules, { branch: "default" }), server)
      assert.deepStrictEqual(pushed, {
        branch: "default",
        changes: { added: ["native"], changed: ["main"], removed: ["old"], same: ["same"] },
        created: false,
        code: "uploaded",
        activation: undefined
      })
      assert.deepStrictEqual(lines(server), [read, set])
      assert.deepStrictEqual(server.asked[1]?.body, { branch: "default", modules })
    })
  )

  it.effect("is not uploaded when the branch holds it already", () =>
    Effect.gen(function* () {
      const server = codeServer({ main: "1", native: wasm })
      const pushed = yield* run(CodeSync.push({ native: wasm, main: "1" }, { branch: "default" }), server)
      assert.strictEqual(pushed.code, "unchanged")
      assert.deepStrictEqual(lines(server), [read])
    })
  )

  it.effect("is not uploaded again for the main that the server added", () =>
    Effect.gen(function* () {
      const server = codeServer()
      const push = CodeSync.push({ lib: "1" }, { branch: "default" })
      assert.strictEqual((yield* run(push, server)).code, "uploaded")
      assert.deepStrictEqual(yield* run(CodeSync.pull("default"), server), {
        branch: "default",
        modules: { main: "", lib: "1" }
      })
      assert.strictEqual((yield* run(push, server)).code, "unchanged")
    })
  )

  it.effect("goes to the branch that an alias stands for, by its real name", () =>
    Effect.gen(function* () {
      const server = codeServer()
      const pushed = yield* run(CodeSync.push({ main: "1" }, { branch: "$activeWorld" }), server)
      assert.strictEqual(pushed.branch, "default")
      assert.deepStrictEqual(server.asked[1]?.body, { branch: "default", modules: { main: "1" } })
    })
  )

  it.effect("makes the branch that is missing, and fills it", () =>
    Effect.gen(function* () {
      for (const server of [codeServer(), codeServer({ main: "" }, { server: official })]) {
        const pushed = yield* run(CodeSync.push({ main: "1" }, { branch: "dev" }), server)
        assert.isTrue(pushed.created)
        assert.strictEqual(pushed.code, "uploaded")
        assert.deepStrictEqual(pushed.changes.added, ["main"])
        assert.deepStrictEqual(lines(server), [
          "GET /api/user/code?branch=dev",
          "GET /api/user/branches",
          "POST /api/user/clone-branch",
          set
        ])
        assert.deepStrictEqual(server.branches.get("dev"), { main: "1" })
      }
    })
  )

  it.effect("is activated after it was uploaded, when the branch does not run yet", () =>
    Effect.gen(function* () {
      const server = codeServer()
      const push = CodeSync.push({ main: "1" }, { branch: "dev", activate: "activeWorld" })
      assert.strictEqual((yield* run(push, server)).activation, "activated")
      assert.deepStrictEqual(lines(server).slice(-2), [set, "POST /api/user/set-active-branch"])
      assert.deepStrictEqual(server.active, { activeWorld: "dev", activeSim: "default" })
      const again = yield* run(push, server)
      assert.deepStrictEqual([again.code, again.activation], ["unchanged", "unchanged"])
      assert.lengthOf(
        lines(server).filter((line) => line.startsWith("POST")),
        3
      )
    })
  )

  it.effect("is compared with what the branch is known to hold, which is not read then", () =>
    Effect.gen(function* () {
      const server = codeServer()
      const remote = { branch: "default", modules: { main: "1" } }
      const same = yield* run(CodeSync.push({ main: "1" }, { branch: "$activeWorld", remote }), server)
      assert.strictEqual(same.code, "unchanged")
      assert.isEmpty(server.asked)
      yield* run(CodeSync.push({ main: "2" }, { branch: "$activeWorld", remote }), server)
      assert.deepStrictEqual(lines(server), [set])
      assert.deepStrictEqual(server.branches.get("default"), { main: "2" })
    })
  )

  it.effect("changes nothing in a dry run, which tells what would be done", () =>
    Effect.gen(function* () {
      const server = codeServer({ main: "1" })
      const dry = (modules: CodeModules.CodeModules, branch: string) =>
        run(CodeSync.push(modules, { branch, activate: "activeSim", dryRun: true }), server)
      const dev = yield* dry({ main: "1" }, "dev")
      assert.deepStrictEqual([dev.created, dev.code, dev.activation], [true, "planned", "planned"])
      const changed = yield* dry({ main: "2" }, "default")
      assert.deepStrictEqual(
        [changed.created, changed.code, changed.activation],
        [false, "planned", "unchanged"]
      )
      assert.strictEqual((yield* dry({ main: "1" }, "default")).code, "unchanged")
      assert.isTrue(lines(server).every((line) => line.startsWith("GET")))
    })
  )
})

describe("code that is not pushed", () => {
  it.effect("that is known of another branch is nothing to compare with, and nothing is sent", () =>
    Effect.gen(function* () {
      const server = codeServer({ main: "// runs" })
      server.branches.set("release", { main: "// old" })
      const remote = { branch: "default", modules: { main: "// runs" } }
      const push = CodeSync.push({ main: "// new" }, { branch: "release", remote, activate: "activeWorld" })
      const error = yield* Effect.flip(run(push, server))
      assert.strictEqual(error.reason._tag, "InvalidInput")
      assert.match(error.message, /remote/)
      assert.isEmpty(server.asked)
    })
  )

  it.effect("is none at all over existing code, unless that is said", () =>
    Effect.gen(function* () {
      for (const nothing of [{}, { main: "" }, { main: " \n", lib: "" }]) {
        const server = codeServer()
        const refused = yield* why(CodeSync.push(nothing, { branch: "default" }), server)
        assert.match(refused, /^InvalidInput: modules: there is no code in them/)
        assert.deepStrictEqual(lines(server), [read])
        const pushed = yield* run(CodeSync.push(nothing, { branch: "default", empty: "overwrite" }), server)
        assert.strictEqual(pushed.code, "uploaded")
      }
    })
  )

  it.effect("may be empty where there was none before", () =>
    Effect.gen(function* () {
      const server = codeServer({ main: "" })
      assert.strictEqual((yield* run(CodeSync.push({}, { branch: "default" }), server)).code, "unchanged")
      assert.isTrue((yield* run(CodeSync.push({}, { branch: "dev" }), server)).created)
    })
  )

  it.effect("is refused before anything is asked when a server would drop or refuse it", () =>
    Effect.gen(function* () {
      const server = codeServer()
      const push = (modules: CodeModules.CodeModules, branch = "default", dryRun = false) =>
        why(CodeSync.push(modules, { branch, dryRun }), server)
      assert.match(yield* push({ main: "x".repeat(CodeModules.maxLength) }), /^InvalidInput: modules.*5 MiB/)
      assert.match(yield* push({ $main: "1" }), /^InvalidInput: modules.*must not begin with \$/)
      assert.match(yield* push({ $main: "1" }, "default", true), /^InvalidInput: modules/)
      assert.match(yield* push({ main: "1" }, ""), /^InvalidInput: branch/)
      assert.isEmpty(server.asked)
    })
  )

  it.effect("makes no branch that could not be copied again", () =>
    Effect.gen(function* () {
      const server = codeServer()
      const branch = "a name that is longer than thirty"
      assert.match(yield* why(CodeSync.push({ main: "1" }, { branch }), server), /^InvalidInput: newName/)
      assert.deepStrictEqual([...server.branches.keys()], ["default"])
    })
  )

  it.effect("fails for the reasons of the requests that it makes", () =>
    Effect.gen(function* () {
      const server = codeServer()
      server.branches.delete("default")
      const alias = CodeSync.push({ main: "1" }, { branch: "$activeWorld" })
      assert.strictEqual(yield* why(alias, server), "Rejected: no code")
      server.instead.set("/api/user/code", () => Response.json({ error: "something else" }))
      const other = CodeSync.push({ main: "1" }, { branch: "dev" })
      assert.strictEqual(yield* why(other, server), "Rejected: something else")
      assert.lengthOf(server.asked, 2)
    })
  )
})

describe("a push that is confirmed", () => {
  const push = (options: Partial<CodeSync.PushOptions> = {}) =>
    CodeSync.push({ main: "1" }, { branch: "default", confirm: "5 seconds", ...options })

  it.effect("was told of by the socket, with just this code in this branch", () =>
    Effect.gen(function* () {
      for (const tells of ["all", "others first"] as const) {
        const server = codeServer()
        server.tells = tells
        const pushed = yield* within(runBoth(push({ activate: "activeWorld", branch: "dev" }), server))
        assert.deepStrictEqual(
          [pushed.created, pushed.code, pushed.activation],
          [true, "confirmed", "confirmed"]
        )
        assert.isEmpty(server.socket.heard())
      }
    })
  )

  it.effect("is listened for before it is sent", () =>
    Effect.gen(function* () {
      const server = codeServer()
      const heard: Array<ReadonlyArray<string>> = []
      server.instead.set("/api/user/code", () => {
        server.instead.set("/api/user/code", () => {
          heard.push(server.socket.heard())
          return Response.json({ ok: 1, timestamp: 1 })
        })
        return Response.json({ ok: 1, branch: "default", modules: {} })
      })
      server.instead.set("/api/user/set-active-branch", () => {
        heard.push(server.socket.heard())
        return Response.json({ ok: 1 })
      })
      server.active.activeWorld = "other"
      const pushed = yield* within(runBoth(push({ activate: "activeWorld" }), server), 100)
      assert.deepStrictEqual([pushed.code, pushed.activation], ["unconfirmed", "unconfirmed"])
      assert.deepStrictEqual(heard, [["Code"], ["ActiveBranch"]])
    })
  )

  it.effect("is unconfirmed after the deadline, not before", () =>
    Effect.gen(function* () {
      const server = codeServer()
      server.tells = "nothing"
      const fiber = yield* Effect.forkChild(runBoth(push(), server))
      yield* pass(4999)
      assert.isUndefined(fiber.pollUnsafe())
      yield* pass(1)
      assert.strictEqual((yield* Fiber.join(fiber)).code, "unconfirmed")
      assert.deepStrictEqual(server.branches.get("default"), { main: "1" })
      assert.isEmpty(server.socket.heard())
    })
  )

  it.effect("is unconfirmed when the socket ends after sending", () =>
    Effect.gen(function* () {
      const server = codeServer()
      server.tells = "nothing"
      const fiber = yield* Effect.forkChild(runBoth(push(), server))
      yield* pass(10)
      server.socket.fail(new SocketError({ reason: new Unreachable({ detail: "gone" }) }))
      yield* pass(0)
      assert.strictEqual((yield* Fiber.join(fiber)).code, "unconfirmed")
    })
  )

  it.effect("is not sent while the socket cannot listen", () =>
    Effect.gen(function* () {
      const server = codeServer({ main: "// old" }, { socket: fakeSocket({ connects: false }) })
      const error = yield* within(Effect.flip(runBoth(push(), server)), 100)
      assert.strictEqual(error._tag, "SocketError")
      assert.strictEqual(error.reason._tag, "TimedOut")
      assert.deepStrictEqual(lines(server), [read])

      const fiber = yield* Effect.forkChild(Effect.flip(runBoth(push(), server)))
      yield* pass(10)
      server.socket.fail(new SocketError({ reason: new Unreachable({ detail: "gone" }) }))
      yield* pass(0)
      assert.strictEqual((yield* Fiber.join(fiber)).reason._tag, "Unreachable")
      assert.deepStrictEqual(lines(server), [read, read])
      assert.isEmpty(server.socket.heard())
    })
  )

  it.effect("asks the socket for nothing when nothing is sent", () =>
    Effect.gen(function* () {
      const server = codeServer({ main: "1" }, { socket: fakeSocket({ connects: false }) })
      const pushed = yield* within(runBoth(push({ activate: "activeWorld" }), server))
      assert.deepStrictEqual([pushed.code, pushed.activation], ["unchanged", "unchanged"])
    })
  )

  it.effect("leaves nobody listening when it is interrupted", () =>
    Effect.gen(function* () {
      const server = codeServer()
      server.tells = "nothing"
      const fiber = yield* Effect.forkChild(runBoth(push(), server))
      yield* pass(10)
      assert.deepStrictEqual(server.socket.heard(), ["Code"])
      yield* Fiber.interrupt(fiber)
      assert.isEmpty(server.socket.heard())
    })
  )
})
