/** `screeps lab`, without the game's own server: scenarios, saved results, and what fails before a start. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { asBob, bob, folder, makeWorld, screeps, url } from "./support/inside.ts"

const scenario = "bots: { player: { code: dist } }\nmilestones: [{ creeps: 3, within: 9 }]\n"

const result = (tick: number, cpu = 2, text = "hello") => ({
  scenario: "rcl2",
  seed: 1,
  passed: true,
  ended: "milestones",
  ticks: tick,
  milestones: [{ name: "3 creeps", bot: "player", within: 300, status: "passed", tick, seen: "3 creeps" }],
  bots: [
    {
      name: "player",
      cpu: { mean: cpu, max: 4 },
      ticksWithoutRun: 0,
      errors: { total: 1, groups: [{ count: 1, first: 1, last: 1, text: `Error: ${text}` }] },
      console: { total: 1, last: [{ tick: 1, text }] }
    }
  ],
  replays: ["lab.html"],
  millis: { start: 900, world: 30, ticks: 1000 }
})

/** Runs the command in a folder with files. */
const setUp = (files: Readonly<Record<string, unknown>>) =>
  Effect.gen(function* () {
    const path = yield* folder
    mkdirSync(join(path, "dist"))
    writeFileSync(join(path, "dist", "main.js"), "module.exports.loop = () => {}")
    for (const [name, content] of Object.entries(files))
      writeFileSync(join(path, name), typeof content === "string" ? content : JSON.stringify(content))
    const run = screeps(makeWorld())
    const at = (name: string) => join(path, name)
    return {
      at,
      run: (...args: ReadonlyArray<string>) =>
        run(["lab", ...args], { env: { SCREEPS_PRIVATE_SERVER_HOME: at("empty") } })
    }
  })

describe("screeps lab report", () => {
  it.effect("prints a saved result", () =>
    Effect.gen(function* () {
      const { at, run } = yield* setUp({ "r.json": result(159) })
      const { out, status } = yield* run("report", at("r.json"))
      assert.strictEqual(status, 0)
      assert.include(out, "rcl2: passed after 159 ticks")
      assert.include(out, "passed  159   300     player  3 creeps")
      assert.include(out, "Replay: lab.html")
    }).pipe(Effect.scoped)
  )

  it.effect("fails when a milestone comes later than in the baseline, unless that is tolerated", () =>
    Effect.gen(function* () {
      const { at, run } = yield* setUp({ "now.json": result(110), "main.json": result(100) })
      const compared = ["report", at("now.json"), "--baseline", at("main.json")]
      const worse = yield* run(...compared)
      assert.strictEqual(worse.status, 1)
      assert.include(worse.out, "player: 3 creeps")
      assert.strictEqual(
        worse.err,
        "screeps: worse than the baseline: player: 3 creeps (100 before, 110 now)"
      )
      assert.strictEqual((yield* run(...compared, "--ticks-tolerance", "10")).status, 0)
    }).pipe(Effect.scoped)
  )

  it.effect("writes the comparison as a failed test case when it exits with 1", () =>
    Effect.gen(function* () {
      const { at, run } = yield* setUp({ "now.json": result(110), "main.json": result(100) })
      const compared = ["report", at("now.json"), "--baseline", at("main.json"), "--junit", at("lab.xml")]
      const failures = () => /failures="(\d+)"/.exec(readFileSync(at("lab.xml"), "utf8"))?.[1]
      assert.deepStrictEqual([(yield* run(...compared)).status, failures()], [1, "1"])
      const tolerated = yield* run(...compared, "--ticks-tolerance", "10")
      assert.deepStrictEqual([tolerated.status, failures()], [0, "0"])
    }).pipe(Effect.scoped)
  )

  it.effect("fails when the CPU is higher than tolerated", () =>
    Effect.gen(function* () {
      const { at, run } = yield* setUp({ "now.json": result(100, 2.5), "main.json": result(100, 2) })
      const compared = ["report", at("now.json"), "--baseline", at("main.json")]
      assert.strictEqual((yield* run(...compared)).status, 0)
      const worse = yield* run(...compared, "--cpu-tolerance", "20")
      assert.deepStrictEqual(
        [worse.status, worse.err.includes("player: mean CPU (2 before, 2.5 now)")],
        [1, true]
      )
    }).pipe(Effect.scoped)
  )

  it.effect("prints no control characters of a result", () =>
    Effect.gen(function* () {
      const { at, run } = yield* setUp({ "r.json": result(1, 1, "\u001b[2J") })
      const { out } = yield* run("report", at("r.json"))
      assert.include(out, String.raw`Error: \x1b[2J`)
    }).pipe(Effect.scoped)
  )

  it.effect("does not accept other files", () =>
    Effect.gen(function* () {
      const { at, run } = yield* setUp({ "r.json": { scenario: "x" } })
      const { err, status } = yield* run("report", at("r.json"))
      assert.strictEqual(status, 2)
      assert.include(err, "is not a result that screeps lab has saved")
    }).pipe(Effect.scoped)
  )
})

describe("screeps lab run", () => {
  it.effect("names the line of a misspelt field before anything is started", () =>
    Effect.gen(function* () {
      const { at, run } = yield* setUp({ "s.yaml": scenario.replace("creeps", "crepes") })
      const { err, out, status } = yield* run("run", at("s.yaml"))
      assert.deepStrictEqual([status, out], [2, ""])
      assert.strictEqual(
        err,
        `screeps: ${at("s.yaml")}: line 2: milestones[0].crepes: there is no such field`
      )
    }).pipe(Effect.scoped)
  )

  it.effect("rejects a folder without main.js, an unknown bot, and a baseline that cannot be read", () =>
    Effect.gen(function* () {
      const { at, run } = yield* setUp({ "s.yaml": scenario })
      mkdirSync(at("empty"))
      const empty = yield* run("run", at("s.yaml"), "--bot", `player=${at("empty")}`)
      assert.strictEqual(empty.status, 2)
      assert.include(empty.err, "there is no main.js")
      const unknown = yield* run("run", at("s.yaml"), "--bot", "nobody=dist")
      assert.strictEqual(unknown.status, 2)
      assert.include(unknown.err, "--bot: the scenario has no bot nobody: choose one of player")
      const unnamed = yield* run("run", at("s.yaml"), "--bot", "dist")
      assert.include(unnamed.err, "--bot: a bot of the scenario and a folder, such as player=dist")
      const missing = yield* run("run", at("s.yaml"), "--bot", `player=${at("none")}`)
      assert.strictEqual(missing.err, `screeps: code of player: the folder ${at("none")}: it does not exist`)
      assert.strictEqual((yield* run("run", at("s.yaml"), "--baseline", at("s.yaml"))).status, 2)
      const absent = yield* run("run", at("s.yaml"), "--baseline", at("none.json"))
      assert.deepStrictEqual(
        [absent.status, absent.err],
        [2, `screeps: ${at("none.json")} cannot be read: no such file or folder; check the path`]
      )
    }).pipe(Effect.scoped)
  )

  it.effect("says how the server is installed", () =>
    Effect.gen(function* () {
      const { at, run } = yield* setUp({ "s.yaml": scenario })
      const { err, status } = yield* run("run", at("s.yaml"))
      assert.strictEqual(status, 1)
      assert.include(err, "Pass --install to install it.")
    }).pipe(Effect.scoped)
  )
})

describe("a bot whose code is on a branch", () => {
  /** Runs the command as `bob`, with a branch of the in-memory server or of the credentials file. */
  const runWith = (code: string, env: Readonly<Record<string, string>> = asBob) =>
    Effect.gen(function* () {
      const path = yield* folder
      writeFileSync(join(path, "s.yaml"), `bots: { player: { code: ${code} } }`)
      const account = `url: "${url}", username: bob, password: "${bob.password}"`
      writeFileSync(join(path, "screeps.yaml"), `servers: { local: { ${account} } }`)
      const run = screeps(makeWorld())
      return yield* run(["lab", "run", join(path, "s.yaml")], {
        env: {
          ...env,
          SCREEPS_CONFIG: join(path, "screeps.yaml"),
          SCREEPS_PRIVATE_SERVER_HOME: join(path, "empty")
        }
      })
    }).pipe(Effect.scoped)

  it.effect("is downloaded from the server of the flags, or from the one that the scenario names", () =>
    Effect.gen(function* () {
      const fromFlags = yield* runWith("{ branch: default }")
      const fromFile = yield* runWith("{ branch: default, server: local }", {})
      // The code is read before the server is started, which is not installed.
      for (const { err } of [fromFlags, fromFile]) assert.include(err, "Pass --install to install it.")
    })
  )

  it.effect("is reported with the bot, the branch, the reason and its exit status", () =>
    Effect.gen(function* () {
      const missing = yield* runWith("{ branch: next, server: local }")
      assert.deepStrictEqual(
        [missing.status, missing.err],
        [1, "screeps: code of player: the branch next of local: GET /api/user/code: Rejected (no code)"]
      )
      const wrong = yield* runWith("{ branch: next }", { ...asBob, SCREEPS_PASSWORD: "wrong" })
      assert.strictEqual(wrong.status, 3)
      assert.include(wrong.err, "code of player: the branch next: ")
      assert.include(wrong.err, "Check the name and the password: ")
      const unknown = yield* runWith("{ branch: next, server: nowhere }")
      assert.strictEqual(unknown.status, 2)
      assert.include(unknown.err, "choose one of local")
      const half = yield* runWith("{ branch: next }", { SCREEPS_USERNAME: "bob" })
      assert.strictEqual(half.status, 2)
      assert.include(half.err, "set both SCREEPS_USERNAME and SCREEPS_PASSWORD")
    })
  )
})

describe("screeps lab duel", () => {
  it.effect("needs two bots, and an expected winner that plays", () =>
    Effect.gen(function* () {
      const { at, run } = yield* setUp({
        "one.yaml": "bots: { a: { code: dist } }",
        "two.yaml": "bots: { a: { code: dist }, b: { code: dist } }"
      })
      const one = yield* run("duel", at("one.yaml"))
      assert.strictEqual(one.status, 2)
      assert.include(one.err, "line 1: bots: ")
      const two = yield* run("duel", at("two.yaml"), "--expect", "c")
      assert.deepStrictEqual([two.status, two.err], [2, "screeps: --expect: the duel has no such bot"])
    }).pipe(Effect.scoped)
  )
})
