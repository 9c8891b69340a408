/** Where the code of bots comes from. */
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import * as ScreepsWorld from "@screeps-effect/testing/ScreepsWorld"
import * as TestServer from "@screeps-effect/testing/TestServer"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Effect from "effect/Effect"
import { Fetch } from "effect/http/FetchHttpClient"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import * as Struct from "effect/Struct"
import type { BotCode } from "../src/BotCode.ts"
import * as Duel from "../src/scenario/duel.ts"
import { readCodes } from "../src/run/code.ts"
import * as Scenario from "../src/scenario/scenario.ts"
import { onNode } from "./support/node.ts"

/** A folder with files, which is removed at the end of the test. */
const folderWith = (files: Readonly<Record<string, unknown>>) =>
  Effect.gen(function* () {
    const folder = yield* Effect.acquireRelease(
      Effect.sync(() => mkdtempSync(join(tmpdir(), "bots-"))),
      (path) => Effect.sync(() => rmSync(path, { recursive: true }))
    )
    for (const [name, content] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, name)), { recursive: true })
      writeFileSync(join(folder, name), typeof content === "string" ? content : JSON.stringify(content))
    }
    return folder
  })

const read = (code: BotCode) =>
  Effect.map(
    onNode(readCodes({ player: { code } })),
    (codes) => codes.get("player") ?? assert.fail("no code")
  )

const modulesOf = (code: BotCode) => Effect.map(read(code), ({ modules }) => modules)

/** Each line of the code is a line of the source, which has ten more lines above it. */
const map = { version: 3, sources: ["../src/main.ts"], names: [], mappings: "AAUA;AACA;AACA" }

const code = "module.exports.loop = () => {}\n"

const packages = {
  "node_modules/some-bot/package.json": { name: "some-bot", main: "dist/index.js" },
  "node_modules/some-bot/dist/index.js": code,
  "node_modules/some-bot/dist/index.js.map": map,
  "node_modules/some-bot/dist/other.js": "other",
  "node_modules/some-bot/bot/main.js": "in a folder",
  "node_modules/some-bot/bot/util.js": "util",
  "node_modules/@scope/modern/package.json": { exports: { import: "./main.js" }, type: "module" },
  "node_modules/@scope/modern/main.js": "export {}",
  "node_modules/greedy/package.json": { main: "../../secret.js" },
  "node_modules/common/package.json": { main: "main.cjs" },
  "node_modules/common/main.cjs": code,
  "secret.js": "secret",
  "scenarios/s.yaml": ""
}

describe("the code of a bot", () => {
  it.effect("is a folder with modules and their source maps", () =>
    Effect.gen(function* () {
      const folder = yield* folderWith({ "main.js": code, "main.js.map": map, "lib/util.js": "util" })
      const { mapText, modules } = yield* read(folder)
      assert.deepStrictEqual(modules, { "lib/util": "util", main: code })
      assert.strictEqual(mapText("    at loop (main:2:1)"), "    at loop (src/main.ts:12:1)")
    }).pipe(Effect.scoped)
  )

  it.effect("is the entry of a package that Node finds from the folder of the scenario", () =>
    Effect.gen(function* () {
      const folder = yield* folderWith(packages)
      writeFileSync(
        join(folder, "scenarios/s.yaml"),
        "bots: { player: { code: { package: some-bot } } }\nlimits: { ticks: 1 }"
      )
      const { bots } = yield* onNode(Scenario.load(join(folder, "scenarios/s.yaml")))
      const { mapText, modules } = yield* read(bots["player"]?.code ?? "")
      assert.deepStrictEqual(modules, { main: code })
      assert.strictEqual(mapText("    at loop (main:2:1)"), "    at loop (src/main.ts:12:1)")
    }).pipe(Effect.scoped)
  )

  it.effect("is a folder of a package", () =>
    Effect.gen(function* () {
      const from = yield* folderWith(packages)
      assert.deepStrictEqual(yield* modulesOf({ package: "some-bot", folder: "bot", from }), {
        main: "in a folder",
        util: "util"
      })
    }).pipe(Effect.scoped)
  )

  it.effect("is read through the link that a package manager has made", () =>
    Effect.gen(function* () {
      const from = yield* folderWith({
        "store/linked/package.json": { main: "main.js" },
        "store/linked/main.js": code,
        "node_modules/x": ""
      })
      symlinkSync(join(from, "store/linked"), join(from, "node_modules/linked"))
      assert.deepStrictEqual(yield* modulesOf({ package: "linked", from }), { main: code })
    }).pipe(Effect.scoped)
  )

  it.effect("is what an effect returns", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* modulesOf(Effect.succeed({ main: "x" })), { main: "x" })
    })
  )

  it("with main is modules, also when one of them is called package or branch", () => {
    const modules = { main: "", package: "a", branch: "b" }
    const { bots } = Result.getOrThrow(Scenario.make({ bots: { player: { code: modules } } }))
    assert.deepStrictEqual(bots["player"]?.code, modules)
  })

  it("of another form is invalid, in a scenario and in a duel", () => {
    const all = [
      "{ packge: some-bot }",
      "{ package: ../some-bot }",
      "{ package: /etc, folder: x }",
      "{ package: some-bot, foldr: x }",
      "{ branch: '' }",
      "''",
      "{ main: 5 }",
      "5"
    ]
    for (const wrong of all) {
      const bot = `  b: { code: ${wrong} }`
      const scenario = Scenario.parse(`bots:\n\n${bot}`)
      const duel = Duel.parse(`bots:\n  a: { code: dist }\n${bot}`)
      for (const failure of [Result.getFailure(scenario), Result.getFailure(duel)])
        assert.include(Option.getOrThrow(failure).message, "line 3: bots.b.code: Expected a folder, {")
    }
  })
})

describe("code that cannot be used", () => {
  const cases: ReadonlyArray<readonly [what: string, code: BotCode, tag: string, message: string]> = [
    ["a folder that does not exist", "/nowhere", "CodeNotFound", "the folder /nowhere: it does not exist"],
    [
      "a package that is not installed",
      { package: "absent" },
      "CodeNotFound",
      "the package absent: it is not installed in "
    ],
    ["a module of Node", { package: "fs" }, "CodeNotFound", "the package fs: it is not installed in "],
    [
      "a package without an entry for require",
      { package: "@scope/modern" },
      "CodeNotFound",
      "the package @scope/modern: it has no entry for require, or the entry is not built: name a folder of it"
    ],
    [
      "an entry outside of its package",
      { package: "greedy" },
      "InvalidCode",
      "its entry is not inside the package"
    ],
    [
      "a folder outside of its package",
      { package: "some-bot", folder: "../.." },
      "InvalidCode",
      "the folder ../.. of the package some-bot: ../.. is not inside the package"
    ],
    [
      "a folder that a package does not have",
      { package: "some-bot", folder: "none" },
      "CodeNotFound",
      "the folder none of the package some-bot: it does not exist"
    ],
    [
      "an entry that is no .js file",
      { package: "common" },
      "InvalidCode",
      "its entry main.cjs does not end in .js"
    ],
    ["modules without main", { package: "some-bot", folder: "dist" }, "InvalidCode", "there is no main.js"],
    [
      "an effect that fails",
      Effect.fail("no network"),
      "CodeFailed",
      "code of player: the effect: no network"
    ],
    ["an effect with something else", Effect.succeed({ main: 7 } as never), "CodeFailed", "the effect: "],
    [
      "a name that a server drops",
      Effect.succeed({ main: "", $x: "" }),
      "InvalidCode",
      "names must not begin with $"
    ]
  ]
  for (const [what, wrong, tag, message] of cases) {
    it.effect(`such as ${what} is an error with the bot and the reason`, () =>
      Effect.gen(function* () {
        const from = yield* folderWith(packages)
        const error = yield* Effect.flip(
          read(typeof wrong === "object" && "package" in wrong ? Struct.assign(wrong, { from }) : wrong)
        )
        assert.deepStrictEqual([error._tag, error.bot, error.reason._tag], ["BotCodeError", "player", tag])
        assert.include(error.message, "code of player: ")
        assert.include(error.message, message)
      }).pipe(Effect.scoped)
    )
  }
})

describe("the code of a branch", () => {
  const bob = { username: "bob", password: "bobs secret" }

  /** Runs an effect with the in-memory server, whose account is in a credentials file. */
  const withServer = <A, E>(effect: Effect.Effect<A, E>) =>
    Effect.gen(function* () {
      const world = ScreepsWorld.make({ accounts: [bob] })
      const folder = yield* folderWith({
        "screeps.json": { servers: { local: { url: "http://screeps.test", ...bob } } }
      })
      const serve = TestServer.handler(world)
      const fetch: typeof globalThis.fetch = (input, init) =>
        Effect.runPromise(serve(new Request(input, init)))
      return yield* effect.pipe(
        Effect.provideService(Fetch, fetch),
        Effect.provideService(
          ConfigProvider.ConfigProvider,
          ConfigProvider.fromEnv({ env: { SCREEPS_CONFIG: join(folder, "screeps.json"), HOME: folder } })
        )
      )
    }).pipe(Effect.scoped)

  it.effect("is downloaded with the account in the credentials file", () =>
    withServer(
      Effect.gen(function* () {
        const named = yield* modulesOf({ branch: "default", server: "local" })
        assert.isString(named["main"])
        assert.deepStrictEqual(yield* modulesOf({ branch: "$activeWorld" }), named)
      })
    )
  )

  it.effect("that does not exist, or whose server does not, is an error with its reason", () =>
    withServer(
      Effect.gen(function* () {
        const missing = yield* Effect.flip(read({ branch: "next", server: "local" }))
        assert.strictEqual(
          missing.message,
          "code of player: the branch next of local: GET /api/user/code: Rejected (no code)"
        )
        assert.strictEqual(missing.reason._tag === "ScreepsError" && missing.reason.reason._tag, "Rejected")
        const unknown = yield* Effect.flip(read({ branch: "next", server: "other" }))
        assert.strictEqual(
          unknown.reason._tag === "ConfigFileError" && unknown.reason.reason._tag,
          "UnknownServer"
        )
        assert.notInclude(`${missing.message}${unknown.message}`, bob.password)
      })
    )
  )
})
