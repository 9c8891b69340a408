import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import * as FileSystem from "effect/FileSystem"
import {
  asBob,
  assertEnded,
  closedPort,
  type Ended,
  hasTerminals,
  onPort,
  screeps
} from "./support/binary.ts"
import { bob, folder, makeWorld } from "./support/inside.ts"
import { install } from "./support/packed.ts"
import manifest from "../package.json" with { type: "json" }

const time = ["call", "game.time"]
const versionLine = `screeps ${manifest.version}\n`

describe("the program as a process", () => {
  it.live("prints its version in any folder", () =>
    Effect.gen(function* () {
      const ended = yield* screeps(["--version"], { cwd: yield* folder })
      assertEnded(ended, { status: 0, out: versionLine, err: "" })
    })
  )

  it.live("writes responses to standard output, without colours into a pipe", () => {
    const world = makeWorld()
    return Effect.gen(function* () {
      const env = yield* asBob
      const people = yield* screeps(time, { env })
      assertEnded(people, { status: 0, out: '{\n  "ok": 1,\n  "time": 1\n}\n', err: "" })
      const programs = yield* screeps([...time, "--json"], { env })
      assertEnded(programs, { status: 0, out: '{"ok":1,"time":1}\n', err: "" })
      const written = yield* screeps(["segments", "set", "7", "-"], { env, stdin: "from a pipe" })
      assertEnded(written, { status: 0, out: "", err: "" })
      assert.strictEqual(yield* world.users.segment("bob", 7), "from a pipe")
      const printed = yield* screeps(["segments", "get", "7"], { env })
      assertEnded(printed, { status: 0, out: "from a pipe", err: "" })
    }).pipe(Effect.provide(onPort(world)))
  })

  it.live("writes failures to standard error and exits with their status", () =>
    Effect.gen(function* () {
      const env = yield* asBob
      const refused = yield* screeps(["code", "activate", "nope"], { env })
      assertEnded(refused, {
        status: 1,
        out: "",
        err: "screeps: POST /api/user/set-active-branch: Rejected (no branch)\n"
      })
      const usage = yield* screeps(["whoami", "--token", bob.password], { env })
      assert.deepStrictEqual([usage.status, usage.out], [2, ""])
      assert.notInclude(usage.err, bob.password)
      const guest = yield* screeps(["whoami", "--guest"], { env })
      assert.deepStrictEqual([guest.status, guest.out], [3, ""])
    }).pipe(Effect.provide(onPort(makeWorld())))
  )

  it.live("fails on an old Node with the version it requires, but prints its own version there", () =>
    Effect.gen(function* () {
      const old = `Object.defineProperty(process, "versions", { value: { node: "20.20.2" } })`
      const env = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(old)}` }
      const message = "requires Node 22.19.0 or newer; this is Node 20.20.2"
      assertEnded(yield* screeps(time, { env }), { status: 2, out: "", err: `screeps: ${message}\n` })
      assertEnded(yield* screeps([...time, "--json"], { env }), {
        status: 2,
        out: "",
        err: `${JSON.stringify({ error: "Usage", message })}\n`
      })
      assertEnded(yield* screeps(["--version"], { env }), { status: 0, out: versionLine, err: "" })
    })
  )

  it.live("exits with 5 when the connection is refused", () =>
    Effect.gen(function* () {
      const ended = yield* screeps([...time, "--url", `http://127.0.0.1:${yield* closedPort}`, "--json"])
      assert.deepStrictEqual([ended.status, ended.out], [5, ""])
      assert.include(ended.err, '"error":"Unreachable"')
    })
  )

  it.live("pushes a folder on every change until Ctrl-C, and then exits with 130", () => {
    const world = makeWorld()
    return Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const dir = yield* folder
      yield* fs.writeFileString(`${dir}/main.js`, "first")
      let changed = false
      const ended = yield* screeps(
        ["code", "push", dir, "--watch", "--json"],
        { env: yield* asBob },
        (out, child) => {
          const pushes = out.split("\n").length - 1
          if (pushes === 1 && !changed) {
            changed = true
            Effect.runFork(fs.writeFileString(`${dir}/main.js`, "second"))
          }
          if (pushes === 2) child.kill("SIGINT")
        }
      )
      assert.deepStrictEqual([ended.status, ended.err], [130, ""])
      assert.strictEqual((yield* world.users.get("bob")).branches["default"]?.["main"], "second")
    }).pipe(Effect.provide([onPort(world), NodeFileSystem.layer]))
  })
})

describe("the package", () => {
  it.live(
    "calls an operation, and runs console lines on its own server, as a packed binary in an empty folder",
    () =>
      Effect.gen(function* () {
        const into = yield* folder
        const program = yield* Effect.promise(() => install(into))
        const cwd = yield* folder
        const env = yield* asBob
        const version = yield* screeps(["--version"], { program, cwd })
        assertEnded(version, { status: 0, out: versionLine, err: "" })
        const help = yield* screeps(["--help"], { program, cwd })
        assert.deepStrictEqual([help.status, help.err], [0, ""])
        assert.include(help.out, "USAGE\n  screeps <subcommand>")
        const called = yield* screeps(["call", "game.version", "--json"], { program, cwd, env })
        assert.deepStrictEqual([called.status, called.err], [0, ""])
        assert.include(called.out, '"ok":1')
        let answer: Ended | undefined
        const served = yield* screeps(["dev", "--port", "0", "--json"], { program, cwd }, (out, child) => {
          if (answer !== undefined || !out.includes("\n")) return
          const { password, url, username } = JSON.parse(out)
          const own = { SCREEPS_URL: url, SCREEPS_USERNAME: username, SCREEPS_PASSWORD: password }
          answer = { status: null, out: "", err: "" }
          const asking = screeps(["console", "-e", "6 * 7"], { program, cwd, env: own })
          Effect.runFork(
            Effect.map(asking, (ended) => {
              answer = ended
              child.kill("SIGINT")
            })
          )
        })
        assert.deepStrictEqual([served.status, answer?.status, answer?.out], [130, 0, "42\n"])
      }).pipe(Effect.provide(onPort(makeWorld())))
  )
})

describe.skipIf(!hasTerminals)("the program at a terminal", () => {
  it.live("prints colours unless NO_COLOR is set, and prints notes", () =>
    Effect.gen(function* () {
      const env = yield* asBob
      const painted = yield* screeps(time, { env, terminal: true })
      assert.deepStrictEqual(
        [painted.status, painted.out],
        [
          0,
          '{\r\n  \u001B[36m"ok"\u001B[39m: \u001B[33m1\u001B[39m,\r\n  \u001B[36m"time"\u001B[39m: \u001B[33m1\u001B[39m\r\n}\r\n'
        ]
      )
      const plain = yield* screeps(["segments", "set", "7", "text"], {
        env: { ...env, NO_COLOR: "1" },
        terminal: true
      })
      assert.deepStrictEqual([plain.status, plain.out], [0, "Segment 7 now contains 4 characters.\r\n"])
    }).pipe(Effect.provide(onPort(makeWorld())))
  )

  it.live("prompts for the password without echoing it, and exits with 130 at Ctrl-C", () =>
    Effect.gen(function* () {
      const { SCREEPS_URL } = yield* asBob
      const args = ["login", "--url", SCREEPS_URL, "--username", "bob"]
      const home = { HOME: yield* folder }
      let typed = false
      const ended = yield* screeps(args, { env: home, terminal: true }, (out, child) => {
        if (typed || !out.includes("Password of bob")) return
        typed = true
        child.stdin?.write(bob.password)
        // The prompt is shown a moment before it reads keys: a terminal turns an earlier Enter into another key.
        const enter = setInterval(() => child.stdin?.write("\r"), 200)
        child.once("exit", () => clearInterval(enter))
      })
      assert.strictEqual(ended.status, 0)
      assert.include(ended.out, "username")
      assert.notInclude(ended.out, bob.password)
      const quit = yield* screeps(args, { env: home, terminal: true }, (out, child) => {
        if (out.includes("Password of bob")) child.stdin?.write("\u0003")
      })
      assert.strictEqual(quit.status, 130)
    }).pipe(Effect.provide(onPort(makeWorld())))
  )
})
