/** `screeps lab` on the game's own server, with the bots of the examples. */
import { execFile } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { inject } from "vitest"

// By their paths: the command and the examples depend on this package.
const at = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url))

/** Runs a program to its end, and returns its status and output. */
const run = (args: ReadonlyArray<string>) =>
  Effect.callback<readonly [number | null, string, string]>((resume, signal) => {
    const line = ["--disable-warning=ExperimentalWarning", ...args]
    const child = execFile(process.execPath, line, { signal }, (_, out, err) =>
      resume(Effect.succeed([child.exitCode, out, err]))
    )
  })

const lab = (...args: ReadonlyArray<string>) => run([at("packages/cli/src/bin.ts"), "lab", ...args])

const scenario = at("examples/lab/rcl2.yaml")

const folder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "lab-"))),
  (path) => Effect.sync(() => rmSync(path, { recursive: true }))
)

describe.skipIf(inject("whyNot") !== "")("screeps lab run", () => {
  it.live("exits with 0 when the bot reaches its milestones, and writes reports", () =>
    Effect.gen(function* () {
      yield* run([at("examples/lab/esbuild.mjs")])
      const path = yield* folder
      const file = (name: string) => join(path, name)
      const reports = [
        "--samples",
        file("samples.ndjson"),
        "--junit",
        file("lab.xml"),
        "--save",
        file("result.json")
      ]
      const [status, out, err] = yield* lab("run", scenario, ...reports)
      assert.strictEqual(status, 0, out + err)
      assert.include(out, "rcl2: passed after ")
      const samples = readFileSync(file("samples.ndjson"), "utf8").trimEnd().split("\n")
      const last: unknown = JSON.parse(samples.at(-1) ?? "null")
      assert.propertyVal(last, "tick", samples.length)
      assert.include(readFileSync(file("lab.xml"), "utf8"), '<testsuite name="rcl2" tests="4" failures="0"')

      const saved = readFileSync(file("result.json"), "utf8")
      assert.include(saved, `"tick":${samples.length}`)
      const [same] = yield* lab("report", file("result.json"), "--baseline", file("result.json"))
      assert.strictEqual(same, 0)
    })
  )

  it.live("exits with 1 when the bot is broken, and prints the milestone and the trace in the sources", () =>
    Effect.gen(function* () {
      yield* run([at("examples/lab/esbuild.mjs")])
      const [status, out, err] = yield* lab(
        "run",
        scenario,
        "--bot",
        `player=${at("examples/lab/dist/broken")}`
      )
      assert.strictEqual(status, 1, out + err)
      assert.include(out, "Failed: no errors: failed in tick 2")
      assert.match(out, /at roleOf \(src\/broken\.ts:6:\d+\)/)
      assert.include(err, "milestone of player: no errors")
    })
  )

  it.live("exits with 2 before anything is started when the scenario is invalid", () =>
    Effect.gen(function* () {
      const [status, out, err] = yield* lab("run", scenario, "--bot", "nobody=dist")
      assert.deepStrictEqual([status, out], [2, ""])
      assert.include(err, "--bot: the scenario has no bot nobody")
      const [missing, , message] = yield* lab("run", at("examples/lab/esbuild.mjs"))
      assert.strictEqual(missing, 2)
      assert.include(message, "esbuild.mjs: ")
    })
  )

  it.live("decides a duel, and exits with 1 when another bot than expected wins", () =>
    Effect.gen(function* () {
      yield* run([at("examples/lab/esbuild.mjs")])
      const replay = join(yield* folder, "duel.html")
      const [status, out, err] = yield* lab(
        "duel",
        at("examples/lab/duel.yaml"),
        "--expect",
        "broken",
        "--replay",
        replay
      )
      assert.strictEqual(status, 1, out + err)
      for (const room of ["W1N1", "W2N1"]) {
        const file = replay.replace(".html", `-${room}.html`)
        assert.include(out, `Replay: ${file}\n`)
        assert.include(readFileSync(file, "utf8"), "</html>")
      }
      assert.include(out, "worker against broken: worker wins")
      assert.include(out, "reached controller level 2 first")
      assert.include(err, "worker wins the duel")
    })
  )
})
