import * as CodeSync from "@screeps-effect/socket/workflows/CodeSync"
import * as ScreepsClient from "@screeps-effect/api/ScreepsClient"
import { InvalidValue } from "@screeps-effect/api/ConfigFile"
import type { ScreepsError } from "@screeps-effect/api/ScreepsError"
import type * as Server from "@screeps-effect/api/Server"
import { CodeModules } from "@screeps-effect/schema"
import { SocketError, Unreachable } from "@screeps-effect/socket/SocketError"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Result from "effect/Result"
import { type CodeServer, codeServer } from "./support/code.ts"
import { lines, official, privateServer } from "./support/server.ts"
import { fakeSocket } from "./support/socket.ts"
import { pass, within } from "@screeps-effect/fixtures/time"

const run = <A, E>(effect: Effect.Effect<A, E, ScreepsClient.ScreepsClient>, server: CodeServer) =>
  Effect.provide(effect, server.layer)

const runBoth = <A, E, R>(effect: Effect.Effect<A, E, R>, server: CodeServer) =>
  Effect.provide(effect, Layer.merge(server.layer, server.socket.layer))

const why = <A>(effect: Effect.Effect<A, ScreepsError, ScreepsClient.ScreepsClient>, server: CodeServer) =>
  Effect.map(Effect.flip(run(effect, server)), ({ reason }) => `${reason._tag}: ${reason.message}`)

const wasm = CodeModules.fromBytes(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]))
const set = "POST /api/user/code"
const read = "GET /api/user/code?branch=default"
const active = "GET /api/user/branches"

describe("push", () => {
  it.effect("uploads all modules when they differ from the branch", () =>
    Effect.gen(function* () {
      const server = codeServer({ main: "// old", old: "1", same: "2" })
      const modules = { main: "// new", same: "2", native: wasm }
      const pushed = yield* run(CodeSync.push(modules, { branch: "default" }), server)
      assert.deepStrictEqual(pushed, {
        branch: "default",
        chosenBy: "option",
        activeIn: ["activeWorld", "activeSim"],
        changes: { added: ["native"], changed: ["main"], removed: ["old"], same: ["same"] },
        created: false,
        code: "uploaded",
        activation: undefined
      })
      assert.deepStrictEqual(lines(server), [read, active, set])
      assert.deepStrictEqual(server.requests[2]?.body, { branch: "default", modules })
    })
  )

  it.effect("uploads to the active branch without options", () =>
    Effect.gen(function* () {
      const server = codeServer({ main: "1" })
      const pushed = yield* run(CodeSync.push({ main: "2" }), server)
      assert.deepStrictEqual(
        [pushed.branch, pushed.chosenBy, pushed.code],
        ["default", "default", "uploaded"]
      )
    })
  )

  it.effect("uploads nothing when the branch has the same code", () =>
    Effect.gen(function* () {
      const server = codeServer({ main: "1", native: wasm })
      const pushed = yield* run(CodeSync.push({ native: wasm, main: "1" }, { branch: "default" }), server)
      assert.strictEqual(pushed.code, "unchanged")
      assert.deepStrictEqual(lines(server), [read, active])
    })
  )

  it.effect("uploads nothing when only the server's empty main differs", () =>
    Effect.gen(function* () {
      const server = codeServer()
      const push = CodeSync.push({ lib: "1" }, { branch: "default", withoutMain: "upload" })
      assert.strictEqual((yield* run(push, server)).code, "uploaded")
      assert.deepStrictEqual(yield* run(CodeSync.pull("default"), server), {
        branch: "default",
        modules: { main: "", lib: "1" }
      })
      assert.strictEqual((yield* run(push, server)).code, "unchanged")
    })
  )

  it.effect("uses the requested name when the server does not send the branch's name", () =>
    Effect.gen(function* () {
      const server = codeServer({ main: "1" })
      const nameless: ScreepsClient.Middleware = (send) => (request) =>
        Effect.map(send(request), (response) => {
          const { branch: _, ...body } = Object(response.body)
          return new ScreepsClient.Response({ status: response.status, body })
        })
      const tolerantly = <A>(call: Effect.Effect<A, ScreepsError, ScreepsClient.ScreepsClient>) =>
        run(call, server).pipe(
          Effect.provideService(ScreepsClient.Middleware, [nameless]),
          Effect.provideService(ScreepsClient.Strictness, "tolerant")
        )
      const expected = { branch: "default", modules: { main: "1" } }
      assert.deepStrictEqual(yield* tolerantly(CodeSync.pull("default")), expected)
      const pushed = yield* tolerantly(CodeSync.push({ main: "2" }, { branch: "default" }))
      assert.deepStrictEqual([pushed.branch, pushed.code], ["default", "uploaded"])
    })
  )

  it.effect("resolves an alias to the branch's real name", () =>
    Effect.gen(function* () {
      const server = codeServer()
      const pushed = yield* run(CodeSync.push({ main: "1" }, { branch: "$activeWorld" }), server)
      assert.strictEqual(pushed.branch, "default")
      assert.deepStrictEqual(server.requests[1]?.body, { branch: "default", modules: { main: "1" } })
    })
  )

  it.effect("creates a missing branch and uploads to it", () =>
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

  it.effect("activates the branch after the upload, unless it is active", () =>
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

  it.effect("compares with the given remote code without downloading the branch", () =>
    Effect.gen(function* () {
      const server = codeServer()
      const remote = { branch: "default", modules: { main: "1" } }
      const same = yield* run(CodeSync.push({ main: "1" }, { branch: "$activeWorld", remote }), server)
      assert.strictEqual(same.code, "unchanged")
      assert.isEmpty(server.requests)
      yield* run(CodeSync.push({ main: "2" }, { branch: "$activeWorld", remote }), server)
      assert.deepStrictEqual(lines(server), [set])
      assert.deepStrictEqual(server.branches.get("default"), { main: "2" })
    })
  )

  it.effect("changes nothing in a dry run, and returns what would be done", () =>
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

describe("the branch of a push", () => {
  const at = (branch: Server.Description["branch"]) =>
    codeServer({ main: "" }, { server: { ...privateServer, branch } })

  it.effect("is the given one, else that of the server, else the active one", () =>
    Effect.gen(function* () {
      const push = (server: CodeServer, branch?: string) =>
        Effect.map(run(CodeSync.push({ main: "1" }, { branch }), server), (pushed) => [
          pushed.branch,
          pushed.chosenBy,
          pushed.activeIn
        ])
      const both: CodeSync.Pushed["activeIn"] = ["activeWorld", "activeSim"]
      assert.deepStrictEqual(yield* push(at(Result.succeed("sim"))), ["sim", "server", []])
      assert.deepStrictEqual(yield* push(at(Result.succeed("sim")), "default"), ["default", "option", both])
      assert.deepStrictEqual(yield* push(at(undefined)), ["default", "default", ["activeWorld"]])
    })
  )

  it.effect("is the default of pull, too", () =>
    Effect.gen(function* () {
      const server = at(Result.succeed("sim"))
      server.branches.set("sim", { main: "2" })
      assert.deepStrictEqual(yield* run(CodeSync.pull(), server), { branch: "sim", modules: { main: "2" } })
      assert.strictEqual((yield* run(CodeSync.pull("default"), server)).branch, "default")
    })
  )

  it.effect("includes where it was activated", () =>
    Effect.gen(function* () {
      const server = at(Result.succeed("sim"))
      const push = CodeSync.push({ main: "1" }, { activate: "activeSim" })
      assert.deepStrictEqual((yield* run(push, server)).activeIn, ["activeSim"])
      assert.deepStrictEqual((yield* run(push, server)).activeIn, ["activeSim"])
    })
  )

  it.effect("is refused before anything is sent when that of the server cannot be used", () =>
    Effect.gen(function* () {
      const server = at(Result.fail(new InvalidValue({ key: "servers.x.branch", expected: "a name" })))
      const reason = "InvalidInput: branch: servers.x.branch: expected a name; or pass a branch"
      assert.strictEqual(yield* why(CodeSync.push({ main: "1" }, {}), server), reason)
      assert.strictEqual(yield* why(CodeSync.pull(), server), reason)
      assert.isEmpty(server.requests)
      assert.strictEqual(
        (yield* run(CodeSync.push({ main: "1" }, { branch: "dev" }), server)).code,
        "uploaded"
      )
    })
  )
})

describe("push without an upload", () => {
  it.effect("rejects remote code of another branch before anything is sent", () =>
    Effect.gen(function* () {
      const server = codeServer({ main: "// runs" })
      server.branches.set("release", { main: "// old" })
      const remote = { branch: "default", modules: { main: "// runs" } }
      const push = CodeSync.push({ main: "// new" }, { branch: "release", remote, activate: "activeWorld" })
      const error = yield* Effect.flip(run(push, server))
      assert.strictEqual(error.reason._tag, "InvalidInput")
      assert.match(error.message, /remote/)
      assert.isEmpty(server.requests)
    })
  )

  it.effect("rejects empty code over existing code, unless it may be without main", () =>
    Effect.gen(function* () {
      for (const nothing of [{ main: "" }, { main: " \n", lib: "" }]) {
        const server = codeServer()
        const refused = yield* why(CodeSync.push(nothing, { branch: "default" }), server)
        assert.match(refused, /^InvalidInput: modules: they contain no code/)
        assert.deepStrictEqual(lines(server), [read])
        const pushed = yield* run(
          CodeSync.push(nothing, { branch: "default", withoutMain: "upload" }),
          server
        )
        assert.strictEqual(pushed.code, "uploaded")
      }
    })
  )

  it.effect("rejects code without main before anything is sent, and accepts a binary one", () =>
    Effect.gen(function* () {
      const server = codeServer()
      const many = Object.fromEntries(Array.from({ length: 12 }, (_, i) => [`m${i}`, ""]))
      const cases: ReadonlyArray<readonly [CodeModules.CodeModules, string]> = [
        [{}, "there are no modules"],
        [{ Main: "1", "lib/main": "1" }, 'there is no main, only "Main", "lib/main"'],
        [many, 'there is no main, only "m0", "m1", "m2", "m3", "m4", "m5", "m6", "m7", "m8", "m9" and 2 more']
      ]
      for (const [modules, found] of cases) {
        assert.strictEqual(
          yield* why(CodeSync.push(modules, { branch: "default" }), server),
          `InvalidInput: modules: ${found}: the game runs main; pass withoutMain: "upload" to run no code`
        )
      }
      assert.isEmpty(server.requests)
      yield* run(CodeSync.push({ lib: "1" }, { branch: "default", withoutMain: "upload" }), server)
      assert.deepStrictEqual(server.branches.get("default"), { main: "", lib: "1" })
      yield* run(CodeSync.push({ main: wasm }, { branch: "default" }), server)
      assert.deepStrictEqual(server.branches.get("default"), { main: wasm })
    })
  )

  it.effect("accepts empty code for a branch without code", () =>
    Effect.gen(function* () {
      const server = codeServer({ main: "" })
      const push = (branch: string) => run(CodeSync.push({ main: "" }, { branch }), server)
      assert.strictEqual((yield* push("default")).code, "unchanged")
      assert.isTrue((yield* push("dev")).created)
    })
  )

  it.effect("rejects modules that a server would drop or reject before anything is sent", () =>
    Effect.gen(function* () {
      const server = codeServer()
      const push = (modules: CodeModules.CodeModules, branch = "default", dryRun = false) =>
        why(CodeSync.push(modules, { branch, dryRun }), server)
      assert.match(yield* push({ main: "x".repeat(5 * 1024 * 1024) }), /^InvalidInput: modules.*5 MiB/)
      assert.match(yield* push({ $main: "1" }), /^InvalidInput: modules.*must not begin with \$/)
      assert.match(yield* push({ $main: "1" }, "default", true), /^InvalidInput: modules/)
      assert.match(yield* push({ main: "1" }, ""), /^InvalidInput: branch/)
      assert.isEmpty(server.requests)
    })
  )

  it.effect("rejects names of branches that could not be copied again", () =>
    Effect.gen(function* () {
      const server = codeServer()
      const branch = "a name that is longer than thirty"
      assert.match(yield* why(CodeSync.push({ main: "1" }, { branch }), server), /^InvalidInput: newName/)
      assert.deepStrictEqual([...server.branches.keys()], ["default"])
    })
  )

  it.effect("fails with the errors of its requests", () =>
    Effect.gen(function* () {
      const server = codeServer()
      server.branches.delete("default")
      const alias = CodeSync.push({ main: "1" }, { branch: "$activeWorld" })
      assert.strictEqual(yield* why(alias, server), "Rejected: no code")
      server.overrides.set("/api/user/code", () => Response.json({ error: "something else" }))
      const other = CodeSync.push({ main: "1" }, { branch: "dev" })
      assert.strictEqual(yield* why(other, server), "Rejected: something else")
      assert.lengthOf(server.requests, 2)
    })
  )
})

describe("push with confirm", () => {
  const push = (options: Partial<CodeSync.PushOptions> = {}) =>
    CodeSync.push({ main: "1" }, { branch: "default", confirm: "5 seconds", ...options })

  it.effect("returns confirmed when the socket reports exactly this code in this branch", () =>
    Effect.gen(function* () {
      for (const reports of ["all", "others first"] as const) {
        const server = codeServer()
        server.reports = reports
        const pushed = yield* within(runBoth(push({ activate: "activeWorld", branch: "dev" }), server))
        assert.deepStrictEqual(
          [pushed.created, pushed.code, pushed.activation],
          [true, "confirmed", "confirmed"]
        )
        assert.isEmpty(server.socket.kinds())
      }
    })
  )

  it.effect("subscribes before it sends", () =>
    Effect.gen(function* () {
      const server = codeServer()
      const kinds: Array<ReadonlyArray<string>> = []
      server.overrides.set("/api/user/code", () => {
        server.overrides.set("/api/user/code", () => {
          kinds.push(server.socket.kinds())
          return Response.json({ ok: 1, timestamp: 1 })
        })
        return Response.json({ ok: 1, branch: "default", modules: {} })
      })
      server.overrides.set("/api/user/set-active-branch", () => {
        kinds.push(server.socket.kinds())
        return Response.json({ ok: 1 })
      })
      server.active.activeWorld = "other"
      const pushed = yield* within(runBoth(push({ activate: "activeWorld" }), server), 100)
      assert.deepStrictEqual([pushed.code, pushed.activation], ["unconfirmed", "unconfirmed"])
      assert.deepStrictEqual(kinds, [["Code"], ["ActiveBranch"]])
    })
  )

  it.effect("reads back what the socket did not report by the deadline, once", () =>
    Effect.gen(function* () {
      const server = codeServer()
      server.reports = "nothing"
      const fiber = yield* Effect.forkChild(runBoth(push({ branch: "dev", activate: "activeWorld" }), server))
      yield* pass(4999)
      assert.strictEqual(lines(server).at(-1), set)
      yield* pass(1)
      yield* pass(5000)
      const pushed = yield* Fiber.join(fiber)
      assert.deepStrictEqual([pushed.code, pushed.activation], ["confirmed", "confirmed"])
      assert.deepStrictEqual(lines(server).slice(-4), [
        set,
        "GET /api/user/code?branch=dev",
        "POST /api/user/set-active-branch",
        "GET /api/user/branches"
      ])
      assert.isEmpty(server.socket.kinds())
    })
  )

  it.effect("returns unconfirmed when other code is read back, or nothing", () =>
    Effect.gen(function* () {
      for (const change of [
        (server: CodeServer) => void server.branches.set("default", { main: "// of another player" }),
        (server: CodeServer) => void server.branches.delete("default")
      ]) {
        const server = codeServer()
        server.reports = "nothing"
        const fiber = yield* Effect.forkChild(runBoth(push(), server))
        yield* pass(10)
        change(server)
        yield* pass(5000)
        assert.strictEqual((yield* Fiber.join(fiber)).code, "unconfirmed")
      }
    })
  )

  it.effect("reads back at once when the connection is lost after sending, or the socket ends", () =>
    Effect.gen(function* () {
      for (const lose of [
        ({ socket }: CodeServer) => socket.lose(),
        ({ socket }: CodeServer) =>
          socket.fail(new SocketError({ reason: new Unreachable({ detail: "gone" }) }))
      ]) {
        const server = codeServer()
        server.reports = "nothing"
        const fiber = yield* Effect.forkChild(runBoth(push(), server))
        yield* pass(10)
        assert.isUndefined(fiber.pollUnsafe())
        lose(server)
        yield* pass(0)
        assert.strictEqual((yield* Fiber.join(fiber)).code, "confirmed")
        assert.deepStrictEqual(lines(server).slice(-2), [set, read])
      }
    })
  )

  it.effect("reads back at once when the server may not have the subscription", () =>
    Effect.gen(function* () {
      const server = codeServer({ main: "// old" }, { socket: fakeSocket({ roundTrip: "unknown" }) })
      server.reports = "nothing"
      assert.strictEqual((yield* within(runBoth(push(), server), 10)).code, "confirmed")
      assert.deepStrictEqual(lines(server).slice(-2), [set, read])
    })
  )

  it.effect("uploads nothing when the socket cannot subscribe", () =>
    Effect.gen(function* () {
      const server = codeServer({ main: "// old" }, { socket: fakeSocket({ connects: false }) })
      const error = yield* within(Effect.flip(runBoth(push(), server)), 100)
      assert.strictEqual(error._tag, "SocketError")
      assert.strictEqual(error.reason._tag, "TimedOut")
      assert.deepStrictEqual(lines(server), [read, active])

      const fiber = yield* Effect.forkChild(Effect.flip(runBoth(push(), server)))
      yield* pass(10)
      server.socket.fail(new SocketError({ reason: new Unreachable({ detail: "gone" }) }))
      yield* pass(0)
      assert.strictEqual((yield* Fiber.join(fiber)).reason._tag, "Unreachable")
      assert.deepStrictEqual(lines(server), [read, active, read, active])
      assert.isEmpty(server.socket.kinds())
    })
  )

  it.effect("does not use the socket when nothing is sent", () =>
    Effect.gen(function* () {
      const server = codeServer({ main: "1" }, { socket: fakeSocket({ connects: false }) })
      const pushed = yield* within(runBoth(push({ activate: "activeWorld" }), server))
      assert.deepStrictEqual([pushed.code, pushed.activation], ["unchanged", "unchanged"])
    })
  )

  it.effect("leaves no listener when it is interrupted", () =>
    Effect.gen(function* () {
      const server = codeServer()
      server.reports = "nothing"
      const fiber = yield* Effect.forkChild(runBoth(push(), server))
      yield* pass(10)
      assert.deepStrictEqual(server.socket.kinds(), ["Code"])
      yield* Fiber.interrupt(fiber)
      assert.isEmpty(server.socket.kinds())
    })
  )
})
