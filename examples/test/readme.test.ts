/** Runs programs of the README, the packages' READMEs and the guide as printed, and checks the README's facts. */
import { execFile } from "node:child_process"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { compileCache, serveSample } from "./support/example.ts"

const read = (file: string) => readFileSync(join(import.meta.dirname, "../..", file), "utf8")
const readme = read("README.md")

/** Runs the first program of a page, or the first that contains a text, in a process that inherits only PATH. */
const runFirst = (page: string, env: Readonly<Record<string, string>> = {}, contains = "") =>
  Effect.callback<{ readonly status: number | null; readonly out: string; readonly err: string }>(
    (resume) => {
      const programs = [...page.matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map(([, program = ""]) => program)
      const program = programs.find((program) => program.includes(contains)) ?? ""
      const args = ["--disable-warning=ExperimentalWarning", "--input-type=module-typescript", "--eval"]
      const child = execFile(
        process.execPath,
        [...args, program],
        {
          cwd: join(import.meta.dirname, ".."),
          env: { PATH: process.env["PATH"], NODE_COMPILE_CACHE: compileCache, ...env }
        },
        (_, out, err) => resume(Effect.succeed({ status: child.exitCode, out, err }))
      )
      return Effect.sync(() => child.kill("SIGKILL"))
    }
  )

describe("the README", () => {
  it.live("starts with a program that runs without a server", () =>
    Effect.gen(function* () {
      const { err, out, status } = yield* runFirst(readme)
      assert.deepStrictEqual({ status, err }, { status: 0, err: "" })
      assert.match(out, /Tick 1000: the middle of the room is \w+\./)
      assert.lengthOf(out.match(/Tick \d+: \d+ objects\./g) ?? [], 3)
    })
  )

  it("shows the four packages of the SDK within the first 80 lines, before tools and speed", () => {
    const [sdk, tools, speed] = ["## The SDK: four packages\n", "## Tools built on it\n", "## Speed\n"].map(
      (heading) => readme.split(heading)[0]?.split("\n").length
    )
    assert.isAtMost(sdk ?? Infinity, 80)
    assert.isBelow(sdk ?? Infinity, tools ?? 0)
    assert.isBelow(tools ?? Infinity, speed ?? 0)
    assert.isBelow(speed ?? Infinity, readme.split("\n").length)
  })
})

describe("the first program of the guide", () => {
  const start = read("docs/guide/start.md")

  it.live("runs on the server and with the account of the environment", () =>
    Effect.gen(function* () {
      const { env } = yield* serveSample()
      const { err, out, status } = yield* runFirst(start, env)
      assert.deepStrictEqual({ status, err }, { status: 0, err: "" })
      assert.lengthOf(out.match(/Tick \d+: \d+ objects\./g) ?? [], 3)
    })
  )

  const fails = (env: Readonly<Record<string, string>>, expected: RegExp) =>
    Effect.gen(function* () {
      const { err, out, status } = yield* runFirst(start, env)
      assert.deepStrictEqual({ status, err }, { status: 1, err: "" })
      assert.match(out, expected)
      assert.notMatch(out, /^ *at (?!\["SCREEPS_)/m) // no stack trace
    })

  it.live("prints which variables are missing without an account", () =>
    fails({}, /ERROR .*no credentials: set SCREEPS_TOKEN, or SCREEPS_USERNAME and SCREEPS_PASSWORD/)
  )

  it.live("prints the address of a server that nobody reaches", () =>
    fails(
      { SCREEPS_URL: "http://127.0.0.1:1", SCREEPS_USERNAME: "bob", SCREEPS_PASSWORD: "secret" },
      /ERROR .*ScreepsError: GET \/api\/game\/time: Unreachable \(.+\) after 3 retries\n$/
    )
  )

  it.live("prints that the password is wrong", () =>
    Effect.gen(function* () {
      const { env } = yield* serveSample()
      yield* fails(
        { ...env, SCREEPS_PASSWORD: "a wrong one" },
        /ERROR .*SocketError: AuthRefused: the name or the password is wrong\n$/
      )
    })
  )
})

describe("the program with fixed responses", () => {
  for (const page of ["packages/testing/README.md", "docs/guide/testing.md"]) {
    it.live(`prints what ${page} says`, () =>
      Effect.gen(function* () {
        const { err, out, status } = yield* runFirst(read(page), {}, "Fake.layer(")
        assert.deepStrictEqual(
          { status, err, out },
          { status: 0, err: "", out: "tick 42; invalid room; 24,25\n" }
        )
      })
    )
  }
})
