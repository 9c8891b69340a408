import { assert, describe, it, vi } from "@effect/vitest"
import { Effect } from "effect"
import { type ChildProcess, execFile } from "node:child_process"
import { createServer } from "node:http"
import { fileURLToPath } from "node:url"
import { stripVTControlCharacters } from "node:util"
import { hasTerminals, screeps as program } from "./support/binary.ts"
import { environment, parsed, screeps, until, world } from "./support/live.ts"

// Processes are slow to start on a busy machine.
vi.setConfig({ testTimeout: 30_000 })

describe("screeps dev", () => {
  it.live("serves the sample world on a port until it is interrupted", () =>
    Effect.gen(function* () {
      let url = ""
      let hasResponded = false
      const { out } = yield* until(["dev", "--port", "0", "--tick", "50", "--json"], ({ out }) => {
        if (out === "" || url !== "") return hasResponded
        url = String(parsed(out)[0]?.["url"])
        void fetch(`${url}/api/version`).then(({ ok }) => (hasResponded = ok))
        return false
      })
      assert.deepStrictEqual(parsed(out), [{ url, username: "bob", password: "secret", room: "W7N3" }])
      const after = yield* Effect.promise(() => fetch(`${url}/api/version`).then(String, () => "refused"))
      assert.strictEqual(after, "refused")
    }).pipe(Effect.provide(world))
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
      const both = yield* screeps(["dev", "--real", "--port", port])
      assert.strictEqual(both.status, 2)
    }).pipe(Effect.scoped, Effect.provide(world))
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

const bin = fileURLToPath(new URL("../src/bin.ts", import.meta.url))

describe("live commands as processes", () => {
  it.live("exit when the reader of their output is gone", () =>
    Effect.gen(function* () {
      const env = { ...(yield* environment), PATH: process.env["PATH"] ?? "", NODE_NO_WARNINGS: "1" }
      const line = `"${process.execPath}" "${bin}" watch room W7N3 | head -n 1; echo "$PIPESTATUS"`
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
          ["characters too long", "unfinished"],
          ["unfinished", "\u0003"],
          ["unfinished\u001B[1G\u001B[0J", "\u0003"]
        ]
        const ended = yield* program(["console"], { env: yield* environment, terminal: true }, typing(steps))
        assert.strictEqual(ended.status, 130)
        assert.include(ended.out, "\u001B[32m= 42\u001B[39m\r\n")
        assert.notMatch(ended.out, /= .*unfinished/)
      }).pipe(Effect.provide(world))
  )

  it.live("draw in colour, and restore the terminal at Ctrl-C (watch room)", () =>
    Effect.gen(function* () {
      const env = { ...(yield* environment), TERM: "xterm-256color" }
      const ended = yield* program(
        ["watch", "room", "W7N3"],
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
