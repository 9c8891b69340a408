import { createServer } from "node:http"
import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import * as SampleWorld from "@screeps-effect/testing/SampleWorld"
import * as ScreepsWorld from "@screeps-effect/testing/ScreepsWorld"
import * as TestServer from "@screeps-effect/testing/TestServer"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import { folder } from "./support/inside.ts"
import * as LateSocket from "./support/lateSocket.ts"
import { parsed, screeps, screepsWith } from "./support/live.ts"

const { username } = SampleWorld.account

/** A binary module in a form that no client writes itself. */
const former = { main: "former()\r\n", "a/b": { binary: "AGFzbQ" } } as const

/** A world in which code that contains `fail` throws, and code that contains `loop` is stopped. */
const makeWorld = Effect.gen(function* () {
  const world = ScreepsWorld.make({
    accounts: [{ ...SampleWorld.account, modules: former }],
    evaluate: ({ modules }) =>
      JSON.stringify(modules).includes("fail")
        ? { error: "Error: fail \u001B[2J\n    at main:1:1" }
        : JSON.stringify(modules).includes("loop")
          ? { error: "Script execution timed out: CPU time limit reached", cpu: "error" }
          : { log: JSON.stringify(modules).includes("silence") ? [] : ["fine"] }
  })
  const { _id: user } = yield* world.users.get(username)
  yield* world.rooms.addObject("W1N1", { type: "spawn", x: 25, y: 25, user, name: "Spawn1" })
  return world
})

const serve = (world: ScreepsWorld.ScreepsWorld) =>
  TestServer.layerHttp(world, { tickEvery: "100 millis" }).pipe(
    Layer.provide(NodeHttpServer.layer(createServer, { port: 0, host: "127.0.0.1" })),
    Layer.merge(NodeFileSystem.layer)
  )

/** Runs a test with a world on a port and a folder with this `main`. */
const test = <E, R>(
  main: string,
  body: (world: ScreepsWorld.ScreepsWorld, push: ReadonlyArray<string>) => Effect.Effect<void, E, R>
) =>
  Effect.gen(function* () {
    const world = yield* makeWorld
    return yield* Effect.gen(function* () {
      const dir = yield* folder
      yield* (yield* FileSystem.FileSystem).writeFileString(`${dir}/main.js`, main)
      yield* body(world, ["code", "push", dir, "--watch-errors", "3"])
    }).pipe(Effect.provide(serve(world)))
  })

/** Uploads code to the active branch as another program would. */
const upload = (main: string) =>
  screeps(["call", "code.set", "--branch", "default", "--modules", JSON.stringify({ main })])

/** Pushes, and runs something else while the command watches for so many ticks. Only terminals get the note. */
const whileWatching = <E, R>(
  push: ReadonlyArray<string>,
  ticks: number,
  meanwhile: Effect.Effect<unknown, E, R>
) => {
  const note = `Watching the console for ${ticks} ticks.`
  return Effect.map(
    screepsWith([...push.slice(0, -1), String(ticks)], note, meanwhile, { terminal: [80, 24] }),
    ({ err, status }) => ({ status, err: err.replace(`${note}\n`, "") })
  )
}

const branchesOf = (world: ScreepsWorld.ScreepsWorld) =>
  Effect.map(world.users.get(username), ({ branches }) => branches)

describe("screeps code push --watch-errors", () => {
  it.live("keeps the code and exits with 0 when the script reports no error", () =>
    test("fine()", (world, push) =>
      Effect.gen(function* () {
        const { err, out, status } = yield* screeps(push)
        assert.deepStrictEqual(
          [err, out, status],
          ["", "~ main\n- a/b\ndefault (the active branch): uploaded", 0]
        )
        assert.deepStrictEqual((yield* branchesOf(world))["default"], { main: "fine()" })
      }))
  )

  it.live("warns that the new code was not seen to run, and keeps it, with status 0", () =>
    test("fine()", (world, push) =>
      Effect.gen(function* () {
        for (const { _id } of yield* world.rooms.objects("W1N1")) yield* world.rooms.removeObject(_id)
        const { err, status } = yield* screeps(push)
        assert.deepStrictEqual(
          [err, status],
          [
            "Warning: The new code was not seen to run in 3 ticks: there was neither console output nor CPU time. A script runs only while the account has a spawn or creeps, and the server runs ticks.",
            0
          ]
        )
        assert.deepStrictEqual((yield* branchesOf(world))["default"], { main: "fine()" })
      }))
  )

  it.live("does not warn of code that runs silently", () =>
    test("silence()", (_, push) =>
      Effect.gen(function* () {
        const { err, status } = yield* screeps(push)
        assert.deepStrictEqual([err, status], ["", 0])
      }))
  )

  it.live("restores the former code, byte for byte, prints the error, and exits with 1", () =>
    test("fail()", (world, push) =>
      Effect.gen(function* () {
        const { err, out, status } = yield* screeps(push)
        assert.strictEqual(
          out,
          "~ main\n- a/b\ndefault (the active branch): uploaded\nError: fail \\x1b[2J\n    at main:1:1"
        )
        assert.deepStrictEqual(
          [err, status],
          ["screeps: the script reported an error: default was rolled back to what it was before the push", 1]
        )
        assert.deepStrictEqual((yield* branchesOf(world))["default"], former)
      }))
  )

  it.live("restores the former code when the script is stopped, and prints JSON for programs", () =>
    test("loop()", (world, push) =>
      Effect.gen(function* () {
        const { err, out, status } = yield* screeps([...push, "--json"])
        assert.deepStrictEqual(parsed(out)[1], {
          kind: "error",
          text: "Script execution timed out: CPU time limit reached"
        })
        assert.deepStrictEqual([JSON.parse(err).error, status], ["ScriptFailed", 1])
        assert.deepStrictEqual((yield* branchesOf(world))["default"], former)
      }))
  )

  it.live("ignores errors of the code before it", () =>
    test("fine()", (world, push) =>
      Effect.gen(function* () {
        yield* upload("fail()")
        assert.strictEqual((yield* screeps(push)).status, 0)
        assert.deepStrictEqual((yield* branchesOf(world))["default"], { main: "fine()" })
      }))
  )

  it.live("ignores errors of the code before it that arrive late", () =>
    test("fine()", (world, push) =>
      Effect.gen(function* () {
        yield* upload("fail()")
        const { err, status } = yield* screeps([...push.slice(0, -1), "15"])
        assert.deepStrictEqual([err, status], ["", 0])
        assert.deepStrictEqual((yield* branchesOf(world))["default"], { main: "fine()" })
      }).pipe(Effect.provide(LateSocket.layer(1000))))
  )

  it.live("notices an error of the last tick that arrives late", () =>
    test("fail()", (world, push) =>
      Effect.gen(function* () {
        const { status } = yield* screeps([...push.slice(0, -1), "1"])
        assert.strictEqual(status, 1)
        assert.deepStrictEqual((yield* branchesOf(world))["default"], former)
      }).pipe(Effect.provide(LateSocket.layer(1500))))
  )

  it.live("rolls nothing back when the code with the error was already in the branch", () =>
    test("fail()", (world, push) =>
      Effect.gen(function* () {
        yield* upload("fail()")
        const { err, status } = yield* screeps(push)
        assert.deepStrictEqual(
          [err, status],
          [
            "screeps: the script reported an error; nothing was rolled back, since the push changed nothing",
            1
          ]
        )
        assert.deepStrictEqual((yield* branchesOf(world))["default"], { main: "fail()" })
      }))
  )

  it.live("deletes a branch that it created, and activates the former branch again", () =>
    test("fail()", (world, push) =>
      Effect.gen(function* () {
        const idle = yield* screeps([...push, "--branch", "next"])
        assert.deepStrictEqual(
          [idle.err, idle.status],
          [
            "screeps: --watch-errors: the code of next does not run, since it is not the active branch: pass --activate",
            2
          ]
        )
        const { status } = yield* screeps([...push, "--branch", "next", "--activate"])
        assert.strictEqual(status, 1)
        assert.deepStrictEqual(yield* branchesOf(world), { default: former })
        assert.strictEqual((yield* world.users.get(username)).activeWorld, "default")
      }))
  )

  it.live("keeps code that someone else has pushed meanwhile", () =>
    test("fine()", (world, push) =>
      Effect.gen(function* () {
        const { err, status } = yield* whileWatching(push, 1000, upload("fail() of others"))
        assert.deepStrictEqual(
          [err, status],
          [
            "screeps: the script reported an error, and the new code stays in the branch, since it could not be rolled back: the branch default was changed by someone else",
            1
          ]
        )
        assert.deepStrictEqual((yield* branchesOf(world))["default"], { main: "fail() of others" })
      }))
  )

  it.live("keeps the code and exits with 5 when the connection is lost or the server is stopped", () =>
    test("fine()", (_, push) =>
      Effect.gen(function* () {
        const { drop, stop } = yield* TestServer.Controls
        const ended = yield* whileWatching(push, 30, drop())
        assert.deepStrictEqual(
          [ended.err, ended.status],
          [
            "screeps: the connection was lost for a while: errors may have been missed; the new code stays in the branch",
            5
          ]
        )
        const { err, status } = yield* whileWatching(push, 1000, stop)
        assert.match(err, /^screeps: .*: the new code stays in the branch$/)
        assert.strictEqual(status, 5)
      }))
  )

  it.live("cannot be combined with --watch and --dry-run", () =>
    test("fine()", (_, push) =>
      Effect.gen(function* () {
        for (const other of ["--watch", "--dry-run"]) {
          const { err, status } = yield* screeps([...push, other])
          assert.deepStrictEqual(
            [err, status],
            ["screeps: --watch-errors cannot be combined with --watch and --dry-run", 2]
          )
        }
      }))
  )
})
