import { assert, describe, it } from "@effect/vitest"
import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import * as Server from "@screeps-effect/api/Server"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import { type ChildProcess, execFile, spawnSync } from "node:child_process"
import { createServer, get } from "node:http"
import { stripVTControlCharacters } from "node:util"
import { bin, hasTerminals, screeps as program } from "./support/binary.ts"
import { folder } from "./support/inside.ts"
import { environment, parsed, screeps, scripted, type Start, until, world } from "./support/live.ts"

/** The commands start their own server, and use no other. */
const nowhere = Layer.succeed(Server.Server, Server.privateServer("http://127.0.0.1:1"))

/** Runs the server until a check of it has ended. */
const serving = Effect.fnUntraced(function* (
  args: ReadonlyArray<string>,
  check: (url: string, out: string) => Promise<void>,
  start: Start = {}
) {
  let url = ""
  let ended: Promise<void> | undefined
  let hasEnded = false
  const { err, out } = yield* until(
    ["dev", "--port", "0", ...args],
    ({ out }) => {
      if (out === "" || ended !== undefined) return hasEnded
      url = /http:\/\/127\.0\.0\.1:\d+/.exec(out)?.[0] ?? ""
      ended = check(url, out)
      const end = () => (hasEnded = true)
      ended.then(end, end)
      return false
    },
    start
  )
  yield* Effect.promise(() => ended ?? Promise.resolve())
  return { err, out, url }
})

const signIn = (url: string, password: string) =>
  fetch(`${url}/api/auth/signin`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email: "bob", password })
  })

/** Sends a request with headers that `fetch` does not allow. */
const statusOf = (url: string, headers: Readonly<Record<string, string>>) =>
  new Promise((resolve, reject) => {
    get(`${url}/api/version`, { headers }, (response) => {
      response.resume()
      resolve(response.statusCode)
    }).on("error", reject)
  })

describe("screeps dev", () => {
  it.live("serves the sample world on a port until it is interrupted, with a new password for each run", () =>
    Effect.gen(function* () {
      const passwords: Array<string> = []
      for (let run = 0; run < 2; run++) {
        const { out, url } = yield* serving(["--tick", "50", "--json"], async (url, out) => {
          const password = String(parsed(out)[0]?.["password"])
          passwords.push(password)
          assert.strictEqual((await signIn(url, password)).status, 200)
          assert.strictEqual((await signIn(url, "secret")).status, 401)
        })
        assert.deepStrictEqual(parsed(out), [
          { url, username: "bob", password: passwords[run], room: "W7N3" }
        ])
        const after = yield* Effect.promise(() => fetch(`${url}/api/version`).then(String, () => "refused"))
        assert.strictEqual(after, "refused")
      }
      assert.strictEqual(new Set(passwords).size, 2)
      for (const password of passwords) assert.match(password, /^[\da-f]{32}$/)
    }).pipe(Effect.provide(nowhere))
  )

  it.live("prints a line for a shell that signs in", () =>
    Effect.gen(function* () {
      const { out, url } = yield* serving([], async (url, out) => {
        const [, password = ""] = /SCREEPS_PASSWORD=([\da-f]{32})$/m.exec(out) ?? []
        assert.strictEqual((await signIn(url, password)).status, 200)
      })
      assert.include(out, `  export SCREEPS_URL=${url} SCREEPS_USERNAME=bob SCREEPS_PASSWORD=`)
      assert.include(out, "\n  screeps watch W7N3")
    }).pipe(Effect.provide(nowhere))
  )

  it.live("says at the first upload that it runs no scripts", () =>
    Effect.gen(function* () {
      const upload = async (url: string, out: string) => {
        const [, password = ""] = /SCREEPS_PASSWORD=([\da-f]{32})$/m.exec(out) ?? []
        const { token }: { token?: string } = await (await signIn(url, password)).json()
        for (const path of ["user/code", "user/clone-branch"]) {
          const response = await fetch(`${url}/api/${path}`, {
            method: "POST",
            headers: {
              "content-type": "application/json",
              "x-token": token ?? "",
              "x-username": token ?? ""
            },
            body: JSON.stringify({ branch: "default", newName: "next", modules: { main: "" } })
          })
          assert.propertyVal(await response.json(), "ok", 1)
        }
      }
      const { err } = yield* serving([], upload, { terminal: [120, 40] })
      assert.lengthOf(err.match(/Code was uploaded: this server keeps it, but runs no scripts/g) ?? [], 1)
    }).pipe(Effect.provide(nowhere))
  )

  it.live("takes the password from a file or the environment, and does not print it", () =>
    Effect.gen(function* () {
      const secret = "a password of bob's"
      const fs = yield* FileSystem.FileSystem
      const file = `${yield* fs.makeTempDirectoryScoped()}/it's`
      yield* fs.writeFileString(file, `${secret}\n`)
      const accepts = async (url: string) => assert.strictEqual((await signIn(url, secret)).status, 200)
      const inFile = yield* serving(["--password-file", file], accepts)
      assert.notInclude(inFile.out, secret)
      const [, line = ""] = /(SCREEPS_PASSWORD=.*)/.exec(inFile.out) ?? []
      const shell = spawnSync("sh", ["-c", `${line}; printf %s "$SCREEPS_PASSWORD"`], { encoding: "utf8" })
      assert.strictEqual(shell.stdout, secret)
      const env = { SCREEPS_DEV_PASSWORD: secret }
      const { out, url } = yield* serving(["--json"], accepts, { env })
      assert.deepStrictEqual(parsed(out), [{ url, username: "bob", room: "W7N3" }])
      yield* fs.writeFileString(file, "\n")
      const empty = yield* screeps(["dev", "--port", "0", "--password-file", file])
      assert.deepStrictEqual(
        [empty.status, empty.err],
        [2, `screeps: ${file} is empty: it must contain the secret and nothing else; check what writes it`]
      )
    }).pipe(Effect.scoped, Effect.provide([nowhere, NodeFileSystem.layer]))
  )

  it.live("refuses other hosts and foreign pages with 403, except those of --host", () =>
    Effect.gen(function* () {
      const statusesOf = (url: string) =>
        Promise.all(
          [
            { host: "rebind.attacker.example" },
            { host: "dev.box.example:8080" },
            { origin: "https://attacker.example" },
            { origin: "https://dev.box.example" },
            { origin: "http://localhost:5173" }
          ].map((headers) => statusOf(url, headers))
        )
      yield* serving(["--json"], async (url) =>
        assert.deepStrictEqual(await statusesOf(url), [403, 403, 403, 403, 200])
      )
      yield* serving(["--json", "--host", "screeps", "--host", "dev.box.example"], async (url) =>
        assert.deepStrictEqual(await statusesOf(url), [403, 200, 403, 200, 200])
      )
      for (const args of [
        ["--host", "http://dev.box.example"],
        ["--real", "--host", "screeps"],
        ["--bot", "rival=."]
      ]) {
        assert.strictEqual((yield* screeps(["dev", "--port", "0", ...args])).status, 2)
      }
    }).pipe(Effect.provide(nowhere))
  )

  it.live("fails when its port is in use", () =>
    Effect.gen(function* () {
      const other = createServer()
      yield* Effect.callback<void>((resume) => void other.listen(0, "127.0.0.1", () => resume(Effect.void)))
      yield* Effect.addFinalizer(() => Effect.sync(() => other.close()))
      const address = other.address()
      const port = String(typeof address === "object" ? address?.port : "")
      const { err, out, status } = yield* screeps(["dev", "--port", port])
      assert.deepStrictEqual([status, out], [1, ""])
      assert.strictEqual(err, `screeps: port ${port} is in use: choose another one, or --port 0`)
    }).pipe(Effect.scoped, Effect.provide(nowhere))
  )

  it.live("says how the game's own server is installed, with any port", () =>
    Effect.gen(function* () {
      const env = { SCREEPS_PRIVATE_SERVER_HOME: yield* folder }
      const { err, status } = yield* screeps(["dev", "--real", "--port", "21025"], { env })
      assert.match(
        err,
        /^screeps: The game's server is not installed in [^;]+\.\nPass --install to install it\.$/
      )
      assert.strictEqual(status, 1)
    }).pipe(Effect.scoped, Effect.provide(nowhere))
  )
})

/** Types one text after another, each when the output that it waits for has been printed. */
const typing =
  (steps: Array<readonly [awaited: string, typed: string]>) => (out: string, child: ChildProcess) => {
    const [awaited, typed] = steps[0] ?? []
    if (awaited === undefined || !out.includes(awaited)) return
    steps.shift()
    child.stdin?.write(typed)
  }

describe("live commands as processes", () => {
  it.live("exit when the reader of their output is gone", () =>
    Effect.gen(function* () {
      const env = { ...(yield* environment), PATH: process.env["PATH"] ?? "", NODE_NO_WARNINGS: "1" }
      const line = `"${process.execPath}" "${bin}" watch W7N3 | head -n 1; echo "$PIPESTATUS"`
      const out = yield* Effect.callback<string>((resume) => {
        execFile("bash", ["-c", line], { env, maxBuffer: 1e8 }, (_, stdout) => resume(Effect.succeed(stdout)))
      })
      const [state = "", status] = out.trim().split("\n")
      assert.strictEqual(parsed(state)[0]?.["room"], "W7N3")
      assert.strictEqual(status, "0")
    }).pipe(Effect.provide(world))
  )
})

describe.skipIf(!hasTerminals)("live commands at a terminal", () => {
  it.live(
    "show results above the typed line, continue after rejected lines, and exit at a second Ctrl-C (console)",
    () =>
      Effect.gen(function* () {
        const steps: Array<readonly [awaited: string, typed: string]> = [
          ["to exit", "6*7\r"],
          ["= 42", `${"1".repeat(1000)}\r`],
          ["characters too long", ""],
          ["CPU ", "unfinished"],
          ["unfinished", "\u0003"],
          // The line and the status above it are cleared.
          ["unfinished\u001B[1A\u001B[1G\u001B[0J", "\u0003"]
        ]
        const ended = yield* program(["console"], { env: yield* environment, terminal: true }, typing(steps))
        assert.strictEqual(ended.status, 130)
        assert.include(ended.out, "\u001B[32m= 42\u001B[39m\r\n")
        assert.notMatch(ended.out, /= .*unfinished/)
        assert.match(stripVTControlCharacters(ended.out), /(?:tick|GCL) \d/)
      }).pipe(Effect.provide(scripted))
  )

  it.live("hide output, and write it to the log file all the same (console)", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const log = `${yield* folder}/console.log`
      const steps: Array<readonly [awaited: string, typed: string]> = [
        ["to exit", "/pause\r"],
        [", 1 hidden", "/exit\r"]
      ]
      const run = { env: yield* environment, terminal: true }
      const { out, status } = yield* program(["console", "--log", log], run, typing(steps))
      assert.strictEqual(status, 0)
      // What came before the pause was shown.
      const hidden = (yield* fs.readFileString(log)).match(/\w+ has run for \d+ ticks/g)?.at(-1) ?? ""
      assert.isNotEmpty(hidden)
      assert.notInclude(out, hidden)
    }).pipe(Effect.scoped, Effect.provide([world, NodeFileSystem.layer]))
  )

  it.live(
    "complete names, and keep lines without secrets for later sessions unless --no-history is given (console)",
    () =>
      Effect.gen(function* () {
        const fs = yield* FileSystem.FileSystem
        const home = yield* folder
        const env = { ...(yield* environment), HOME: home }
        const run = (args: ReadonlyArray<string>, steps: Array<readonly [awaited: string, typed: string]>) =>
          program(["console", ...args], { env, terminal: true }, typing(steps))
        yield* run(
          [],
          [
            ["to exit", "Memory.settings.res\t"],
            ["Memory.settings.reserve", "\r"],
            ["= 20000", "'my token'\r"],
            ["= my token", "\u0004"]
          ]
        )
        const file = `${home}/.local/state/screeps/console-history`
        assert.strictEqual(yield* fs.readFileString(file), "Memory.settings.reserve\n")
        assert.strictEqual((yield* fs.stat(file)).mode & 0o777, 0o600)
        const later = yield* run(
          [],
          [
            ["to exit", "\u001B[A\r"],
            ["= 20000", "\u0004"]
          ]
        )
        assert.strictEqual(later.status, 0)
        yield* run(
          ["--no-history"],
          [
            ["to exit", "6*7\r"],
            ["= 42", "\u0004"]
          ]
        )
        assert.notInclude(yield* fs.readFileString(file), "6*7")
      }).pipe(Effect.scoped, Effect.provide([scripted, NodeFileSystem.layer]))
  )

  it.live("draw in colour, and restore the terminal at Ctrl-C (watch)", () =>
    Effect.gen(function* () {
      const env = { ...(yield* environment), TERM: "xterm-256color" }
      const ended = yield* program(
        ["watch", "W7N3"],
        { env, terminal: true },
        typing([["controller 4", "\u0003"]])
      )
      assert.strictEqual(ended.status, 130)
      assert.include(ended.out, "\u001B[38;5;237;48;5;237m▀")
      const [, left] = ended.out.split("\u001B[?7h\u001B[?25h\u001B[?1049l")
      assert.match(stripVTControlCharacters(left ?? ""), /^W7N3 {2}tick .*\r\n$/)
    }).pipe(Effect.provide(world))
  )
})
