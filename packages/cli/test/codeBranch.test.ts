import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import { assert, describe, it } from "@effect/vitest"
import * as NodeServices from "@effect/platform-node/NodeServices"
import * as ConfigFile from "@screeps-effect/api/ConfigFile"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Result from "effect/Result"
import * as TestClock from "effect/testing/TestClock"
import { settle } from "@screeps-effect/fixtures/time"
import * as TestServer from "@screeps-effect/testing/TestServer"
import { bob, makeWorld, screeps, screepsAt, url } from "./support/inside.ts"

/** A folder with code, and a credentials file whose server names a branch. */
const project = (branch: string) =>
  Effect.gen(function* () {
    const fs = yield* FileSystem.FileSystem
    const folder = yield* fs.makeTempDirectoryScoped()
    yield* fs.makeDirectory(`${folder}/dist`)
    yield* fs.writeFileString(`${folder}/dist/main.js`, "// new")
    const { host } = new URL(url)
    const entry = { host, secure: false, username: bob.username, password: bob.password, branch }
    const file = `${folder}/screeps.json`
    yield* fs.writeFileString(file, JSON.stringify({ sim: entry }))
    return { dist: `${folder}/dist`, config: ["--config", file] }
  })

const world = () => makeWorld({ accounts: [{ ...bob, modules: { main: "// runs" } }] })

/** Returns the modules of a branch in a world. */
const codeOf = (of: ReturnType<typeof world>, branch: string) =>
  Effect.map(of.users.get(bob.username), ({ branches }) => branches[branch])

const env = {}

describe("the branch in the credentials file", () => {
  it.effect("gets the code of a push, which says why, and that it does not run", () =>
    Effect.gen(function* () {
      const { config, dist } = yield* project("sim")
      const its = world()
      const { err, out, status } = yield* screeps(its)(["code", "push", dist, ...config], { env })
      assert.strictEqual(
        out,
        "+ main\nsim (from the credentials file, new): uploaded\nThe code of sim does not run; to run it in the world: screeps code activate sim"
      )
      assert.strictEqual(err, "")
      assert.strictEqual(status, 0)
      assert.deepStrictEqual(yield* codeOf(its, "default"), { main: "// runs" })
      assert.deepStrictEqual(yield* codeOf(its, "sim"), { main: "// new" })
      const activated = yield* screeps(its)(["code", "push", dist, "--activate", ...config], { env })
      assert.deepStrictEqual(
        [activated.out, activated.err],
        ["sim (from the credentials file): unchanged, activated", ""]
      )
    }).pipe(Effect.provide(NodeFileSystem.layer))
  )

  it.effect("is the default of diff, pull and --watch-errors, and a flag wins", () =>
    Effect.gen(function* () {
      const { config, dist } = yield* project("sim")
      const its = world()
      const run = (...args: ReadonlyArray<string>) => screeps(its)([...args, ...config], { env })
      assert.strictEqual((yield* run("code", "diff", dist)).err, "screeps: branch sim does not exist")
      const watched = yield* run("code", "push", dist, "--watch-errors", "2")
      assert.deepStrictEqual([watched.status, watched.out], [2, ""])
      assert.match(
        watched.err,
        /the code of sim does not run, since it is not the active branch: pass --activate/
      )
      yield* run("code", "push", dist)
      assert.strictEqual((yield* run("code", "diff", dist)).out, "sim: no differences")
      assert.strictEqual((yield* run("code", "pull", dist)).out, "sim: 0 written, 0 removed, 1 unchanged")
      assert.strictEqual((yield* run("code", "diff", dist, "--branch", "default")).out, "~ main")
      const flagged = yield* run("code", "push", dist, "--branch", "default")
      assert.deepStrictEqual([flagged.out, flagged.err], ["~ main\ndefault (--branch): uploaded", ""])
      const chosen = yield* run("code", "push", dist, "-b", "$activeWorld")
      assert.strictEqual(chosen.out, "default (--branch): unchanged")
    }).pipe(Effect.provide(NodeFileSystem.layer))
  )

  it.effect("is refused before anything is uploaded when it is too long", () =>
    Effect.gen(function* () {
      const { config, dist } = yield* project("x".repeat(31))
      const its = world()
      const { err, status } = yield* screeps(its)(["code", "push", dist, ...config], { env })
      assert.strictEqual(status, 2)
      assert.match(err, /sim\.branch: expected a name of at most 30 characters; or pass --branch/)
      assert.deepStrictEqual(yield* codeOf(its, "default"), { main: "// runs" })
      assert.strictEqual((yield* screeps(its)(["whoami", ...config], { env })).status, 0)
    }).pipe(Effect.provide(NodeFileSystem.layer))
  )
})

describe("--config", () => {
  it.effect("comes before the server of the environment, which has no branch", () =>
    Effect.gen(function* () {
      const { config, dist } = yield* project("sim")
      const its = world()
      const { out } = yield* screeps(its)(["code", "push", dist, ...config], {
        env: {
          SCREEPS_URL: "http://elsewhere.test",
          SCREEPS_USERNAME: "x",
          SCREEPS_PASSWORD: "another secret"
        }
      })
      assert.include(out, "sim (from the credentials file, new): uploaded")
    }).pipe(Effect.provide(NodeFileSystem.layer))
  )
})

describe("--branch auto", () => {
  it.effect("is the branch that Git has checked out", () =>
    Effect.gen(function* () {
      const { config, dist } = yield* project("sim")
      // Tests run in a clone of this repository, in CI with a commit that has no branch.
      const branch = Result.getOrUndefined(yield* Effect.result(ConfigFile.branch("auto")))
      const { err, out, status } = yield* screeps(world())(["code", "push", dist, "-b", "auto", ...config], {
        env
      })
      if (branch === undefined) {
        assert.strictEqual(status, 2)
        assert.match(err, /^screeps: --branch: expected /)
      } else assert.include(out, `${branch} (--branch, new): uploaded`)
    }).pipe(Effect.provide(NodeServices.layer))
  )
})

describe("a folder without main.js", () => {
  const cases: ReadonlyArray<readonly [what: string, files: ReadonlyArray<string>, message: string]> = [
    ["nothing", [], "(it is empty): pass the folder with your code"],
    ["index.js", ["index.js"], "(found index.js): give the file that starts your code this name"],
    ["main.cjs", ["main.cjs", "lib.js"], "(found lib.js, main.cjs): rename main.cjs to main.js"],
    ["MAIN.JS", ["MAIN.JS"], "(found MAIN.JS): rename MAIN.JS to main.js"],
    [
      "main.mjs",
      ["main.mjs"],
      "(found main.mjs): the game runs CommonJS: let your build write main.js in that format"
    ],
    [
      "a nested main.js",
      ["src/main.js"],
      "(found src/main.js): to run src/main.js, pass the folder that contains it"
    ],
    [
      "only TypeScript",
      ["main.ts", "a.ts"],
      "(found a.ts, main.ts): compile the TypeScript, and pass the folder that your build writes"
    ],
    [
      "many files",
      Array.from({ length: 10 }, (_, i) => `m${i}.js`),
      "(found m0.js, m1.js, m2.js, m3.js, m4.js, m5.js, m6.js, m7.js and 2 more): give the file that starts your code this name"
    ]
  ]

  for (const [what, files, message] of cases) {
    it.effect(`is refused with what to do when it has ${what}`, () =>
      Effect.gen(function* () {
        const fs = yield* FileSystem.FileSystem
        const folder = yield* fs.makeTempDirectoryScoped()
        yield* fs.makeDirectory(`${folder}/src`)
        for (const file of files) yield* fs.writeFileString(`${folder}/${file}`, "")
        const its = world()
        const { err, status } = yield* screeps(its)(["code", "push", folder])
        assert.strictEqual(status, 1)
        assert.strictEqual(err, `screeps: ${folder}: there is no main.js, which the game runs ${message}`)
        assert.deepStrictEqual(yield* codeOf(its, "default"), { main: "// runs" })
      }).pipe(Effect.provide(NodeFileSystem.layer))
    )
  }

  it.effect("is uploaded with --without-main, and a binary main counts", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const folder = yield* fs.makeTempDirectoryScoped()
      yield* fs.writeFileString(`${folder}/lib.js`, "1")
      const its = world()
      assert.strictEqual((yield* screeps(its)(["code", "push", folder, "--without-main"])).status, 0)
      assert.deepStrictEqual(yield* codeOf(its, "default"), { main: "", lib: "1" })
      yield* fs.writeFile(`${folder}/main.wasm`, new Uint8Array([0, 97, 115, 109]))
      assert.strictEqual((yield* screeps(its)(["code", "push", folder])).status, 0)
    }).pipe(Effect.provide(NodeFileSystem.layer))
  )
})

describe("a save while the server is down", () => {
  const run = (flags: ReadonlyArray<string>) =>
    Effect.gen(function* () {
      const { dist } = yield* project("main")
      const fs = yield* FileSystem.FileSystem
      const game = world()
      const serve = TestServer.handler(game)
      let failures: number | undefined
      const at = screepsAt((request) => {
        if (failures === undefined || request.method === "GET") return serve(request)
        failures += 1
        return Effect.die(new TypeError("fetch failed"))
      })
      /** Lets time pass until a condition holds. */
      const wait = (until: Effect.Effect<boolean>) =>
        Effect.repeat(Effect.andThen(Effect.andThen(settle, TestClock.adjust(100)), until), {
          until: (holds) => holds
        })
      const has = (code: string) =>
        Effect.map(codeOf(game, "default"), (modules) => modules?.["main"] === code)
      const saves = Effect.gen(function* () {
        yield* wait(has("// new"))
        failures = 0
        yield* fs.writeFileString(`${dist}/main.js`, "// saved")
        yield* wait(Effect.sync(() => (failures ?? 0) >= 12))
        failures = undefined
        yield* wait(has("// saved"))
        yield* settle
      })
      return yield* at(["code", "push", dist, "--watch", ...flags], { until: Effect.orDie(saves) })
    }).pipe(Effect.scoped, Effect.provide(NodeServices.layer))

  it.effect("is uploaded by push --watch when the server is back, and said once", () =>
    Effect.gen(function* () {
      const { err, out, status } = yield* run([])
      assert.match(
        err,
        /^screeps: POST \/api\/user\/code: Unreachable \(.*\) after 3 retries; trying again until it succeeds$/
      )
      assert.deepStrictEqual([out.match(/: uploaded$/gm)?.length, status], [2, 130])
      const json = yield* run(["--json"])
      assert.deepStrictEqual(
        json.out.split("\n").map((line): unknown => {
          const { code, error }: { code?: string; error?: string } = JSON.parse(line)
          return code ?? error
        }),
        ["uploaded", "Unreachable", "uploaded"]
      )
      assert.strictEqual(json.err, "")
    })
  )
})
