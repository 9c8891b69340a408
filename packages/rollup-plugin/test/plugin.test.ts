/** Builds of a small bot with real bundlers, uploaded to the in-memory server. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { createServer } from "node:http"
import { stripTypeScriptTypes } from "node:module"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as NodeVm from "node:vm"
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import * as NodeServices from "@effect/platform-node/NodeServices"
import * as Server from "@screeps-effect/api/Server"
import type { CodeModules } from "@screeps-effect/schema/CodeModules"
import * as SourceMaps from "@screeps-effect/socket/workflows/SourceMaps"
import * as SampleWorld from "@screeps-effect/testing/SampleWorld"
import * as ScreepsWorld from "@screeps-effect/testing/ScreepsWorld"
import * as TestServer from "@screeps-effect/testing/TestServer"
import { afterAll, assert, describe, it, vi } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import * as Queue from "effect/Queue"
import * as Schedule from "effect/Schedule"
import type * as Scope from "effect/Scope"
import * as Rolldown from "rolldown"
import * as Rollup from "rollup"
import * as Vite from "vite"
import { type Bundle, type Options, screeps } from "@screeps-effect/rollup-plugin"

const { password, username } = SampleWorld.account

// Effect reads the environment once.
const state = mkdtempSync(join(tmpdir(), "state-"))
vi.stubEnv("XDG_STATE_HOME", state)
afterAll(() => rmSync(state, { recursive: true }))

const bot = join(import.meta.dirname, "bot")
const input = { main: join(bot, "src/main.ts") }

/** Where the bot throws, as the position in its source of the expression that begins with this text. */
const place = (expression = "new Error(") => {
  const lines = readFileSync(join(bot, "src/role/harvester.ts"), "utf8").split("\n")
  const line = lines.findIndex((text) => text.includes("throw new Error"))
  return `src/role/harvester.ts:${line + 1}:${(lines[line]?.indexOf(expression) ?? 0) + 1}`
}

/** Removes types for Rollup, which leaves all positions as they are. */
const types = {
  name: "types",
  transform: (code: string, id: string) =>
    id.endsWith(".ts") ? { code: stripTypeScriptTypes(code), map: null } : null
}

interface Build {
  readonly options: Options
  readonly sourcemap: boolean | "inline" | "hidden"
  readonly format: "cjs" | "es"
  readonly dir: string
  readonly minify: boolean
}

const bundlers: Readonly<Record<string, (build: Build) => Promise<unknown>>> = {
  rollup: async ({ dir, format, options, sourcemap }) => {
    const bundle = await Rollup.rollup({ input, plugins: [types, screeps(options)] })
    await bundle.write({ dir, format, sourcemap })
  },
  rolldown: async ({ dir, format, minify, options, sourcemap }) => {
    const bundle = await Rolldown.rolldown({ input, plugins: [screeps(options)] })
    await bundle.write({ dir, format, sourcemap, minify })
  },
  vite: ({ dir, format, minify, options, sourcemap }) =>
    Vite.build({
      root: bot,
      configFile: false,
      logLevel: "silent",
      plugins: [screeps(options)],
      build: {
        outDir: dir,
        emptyOutDir: false,
        minify,
        sourcemap,
        lib: { entry: input, formats: [format], fileName: (_, name) => `${name}.js` }
      }
    })
}

interface Test {
  /** Calls the plugin as a bundler does after it has written these files. */
  readonly write: (bundle: Bundle) => Promise<void>
  readonly build: (bundler: string, build?: Partial<Build>) => Promise<unknown>
  /** The code of the branch on the server. */
  readonly code: (branch?: string) => Effect.Effect<CodeModules>
  readonly logged: Array<string>
  /** The credentials file, and the temporary folder in which it is. */
  readonly file: string
  readonly folder: string
}

/** Runs a test with a server in memory, on a port, and the folders of a user. */
const test = (
  body: (test: Test) => Effect.Effect<void, unknown, SourceMaps.Archive | FileSystem.FileSystem | Scope.Scope>
) => {
  const world = ScreepsWorld.make({ accounts: [{ ...SampleWorld.account, modules: { main: "former()" } }] })
  return Effect.gen(function* () {
    const { url } = yield* Server.Server
    const fs = yield* FileSystem.FileSystem
    const folder = yield* fs.makeTempDirectoryScoped()
    const { hostname, port } = new URL(url)
    const file = join(folder, "screeps.json")
    yield* fs.writeFileString(
      file,
      JSON.stringify({
        servers: { main: { hostname, port: Number(port), secure: false, username, password } }
      })
    )
    const logged: Array<string> = []
    const dir = join(bot, "dist", folder.slice(folder.lastIndexOf("/") + 1))
    const build: Test["build"] = async (bundler, given) => {
      const options = { file, log: (text: string) => void logged.push(text), ...given?.options }
      await bundlers[bundler]?.({ sourcemap: true, format: "cjs", dir, minify: false, ...given, options })
    }
    yield* Effect.addFinalizer(() => Effect.ignore(fs.remove(dir, { recursive: true })))
    yield* body({
      build,
      write: (bundle) =>
        screeps({ file, log: (text) => void logged.push(text) }).writeBundle.call(
          {
            meta: {},
            warn: (text) => assert.fail(text),
            error: (text) => {
              throw new Error(text)
            }
          },
          { format: "cjs" },
          bundle
        ),
      logged,
      file,
      folder,
      code: (branch = "default") =>
        Effect.map(Effect.orDie(world.users.get(username)), ({ branches }) => branches[branch] ?? {})
    }).pipe(Effect.provide(SourceMaps.layerFolder(join(state, "screeps/source-maps"))))
  }).pipe(
    Effect.scoped,
    Effect.provide(
      Layer.merge(
        TestServer.layerHttp(world).pipe(
          Layer.provide(NodeHttpServer.layer(createServer, { port: 0, host: "127.0.0.1" }))
        ),
        NodeServices.layer
      )
    )
  )
}

/** Returns the text of the module that the game runs. */
const mainOf = ({ main }: CodeModules): string =>
  typeof main === "string" ? main : assert.fail("main is no text")

/** Runs uploaded code as the game does, and returns the stack trace of its error. */
const traceOf = (modules: CodeModules): string => {
  const module: { exports: { loop?: () => void } } = { exports: {} }
  const wrapped = `(function __module(module,exports){ ${mainOf(modules)}\n})`
  NodeVm.runInThisContext(wrapped, { filename: "main" })(module, module.exports)
  try {
    module.exports.loop?.()
  } catch (error) {
    return error instanceof Error ? (error.stack ?? "") : assert.fail("no error was thrown")
  }
  return assert.fail("nothing was thrown")
}

describe.each(Object.keys(bundlers))("a build with %s", (bundler) => {
  it.live("is uploaded, and its errors are mapped to the TypeScript sources", () =>
    test(({ build, code, logged }) =>
      Effect.gen(function* () {
        yield* Effect.promise(() => build(bundler))
        const modules = yield* code()
        assert.deepStrictEqual(Object.keys(modules), ["main"])
        assert.deepStrictEqual(logged, ["screeps: default (the active branch): uploaded (~main)"])
        const trace = traceOf(modules)
        const { mapText } = SourceMaps.make(yield* SourceMaps.find(modules))
        assert.notInclude(trace, place())
        assert.include(mapText(trace), place())
        assert.include(mapText(trace), "src/main.ts:10:")
      })
    )
  )

  it.live("is uploaded without its inline source map, which is kept", () =>
    test(({ build, code }) =>
      Effect.gen(function* () {
        yield* Effect.promise(() => build(bundler, { sourcemap: "inline" }))
        const modules = yield* code()
        assert.notInclude(mainOf(modules), "sourceMappingURL")
        assert.include(SourceMaps.make(yield* SourceMaps.find(modules)).mapText(traceOf(modules)), place())
      })
    )
  )

  it.live("is not uploaded when nothing differs, or when it is only a dry run", () =>
    test(({ build, code, logged }) =>
      Effect.gen(function* () {
        yield* Effect.promise(() => build(bundler, { options: { dryRun: true } }))
        assert.deepStrictEqual(yield* code(), { main: "former()" })
        yield* Effect.promise(() => build(bundler, { options: { branch: "next", activate: true } }))
        yield* Effect.promise(() => build(bundler, { options: { branch: "next", activate: true } }))
        assert.deepStrictEqual(logged, [
          "screeps: default (the active branch): would be uploaded (~main)",
          "screeps: next (the option branch): uploaded (+main), activated",
          "screeps: next (the option branch): unchanged"
        ])
        assert.deepStrictEqual(Object.keys(yield* code("next")), ["main"])
      })
    )
  )

  it.live("fails when the code cannot run in the game, and when the account is not accepted", () =>
    test(({ build, code }) =>
      Effect.gen(function* () {
        const failure = (given: Partial<Build>) =>
          Effect.promise(() => build(bundler, given).then(() => "built", String))
        assert.include(
          yield* failure({ format: "es" }),
          'The code was not uploaded: the format of the bundle is es, and the game runs CommonJS: set output.format to "cjs"'
        )
        assert.include(yield* failure({ options: { server: "other" } }), "The code was not uploaded: ")
        assert.deepStrictEqual(yield* code(), { main: "former()" })
      })
    )
  )

  it.live("says that stack traces will not be mapped without a source map", () =>
    test(({ build, logged }) =>
      Effect.gen(function* () {
        yield* Effect.promise(() => build(bundler, { sourcemap: false }))
        assert.deepStrictEqual(logged, [
          "screeps: default (the active branch): uploaded (~main); without source maps: set output.sourcemap to map stack traces"
        ])
      })
    )
  )
})

describe.each(["rolldown", "vite"])("a minified build with %s", (bundler) => {
  it.live("has its errors mapped to the TypeScript sources", () =>
    test(({ build, code }) =>
      Effect.gen(function* () {
        yield* Effect.promise(() => build(bundler, { minify: true, sourcemap: "hidden" }))
        const modules = yield* code()
        // Minifiers leave out `new`.
        assert.isBelow(mainOf(modules).split("\n").length, 6)
        assert.include(
          SourceMaps.make(yield* SourceMaps.find(modules)).mapText(traceOf(modules)),
          place("Error(")
        )
      })
    )
  )
})

describe("a watching build with rollup", () => {
  it.live("warns of a failed upload, and uploads after the next change", () =>
    test(({ code, file, folder, logged }) =>
      Effect.gen(function* () {
        const fs = yield* FileSystem.FileSystem
        const main = join(folder, "main.ts")
        const write = (text: string) => fs.writeFileString(main, `export const loop = () => ${text}`)
        yield* write("1")
        // The credentials file does not exist yet.
        const late = join(folder, "late.json")
        const warnings: Array<string> = []
        const ends = yield* Queue.unbounded<string>()
        yield* Effect.acquireRelease(
          Effect.sync(() => {
            const watcher = Rollup.watch({
              input: { main },
              plugins: [types, screeps({ file: late, log: (text) => void logged.push(text) })],
              output: { dir: join(folder, "dist"), format: "cjs", sourcemap: true },
              onLog: (_, { message }) => void warnings.push(message)
            })
            watcher.on("event", (event) => {
              if (event.code === "END" || event.code === "ERROR") Queue.offerUnsafe(ends, event.code)
            })
            return watcher
          }),
          (watcher) => Effect.promise(() => watcher.close())
        )
        assert.strictEqual(yield* Queue.take(ends), "END")
        assert.lengthOf(warnings, 1)
        assert.include(warnings[0], "The code was not uploaded: ")
        assert.deepStrictEqual(yield* code(), { main: "former()" })
        yield* fs.copyFile(file, late)
        // A bundler may still be about to watch the file.
        const writing = Effect.repeat(write("2"), Schedule.spaced("500 millis"))
        assert.strictEqual(yield* Effect.raceFirst(Queue.take(ends), writing), "END")
        assert.include(mainOf(yield* code()), "const loop = () => 2")
        assert.strictEqual(logged[0], "screeps: default (the active branch): uploaded (~main)")
      })
    )
  )
})

describe("the plugin", () => {
  it.live("warns of a failed upload while the bundler watches", () =>
    Effect.gen(function* () {
      const warnings: Array<string> = []
      const { writeBundle } = screeps({ file: "/nowhere/screeps.yaml" })
      const context = {
        meta: { watchMode: true },
        warn: (text: string) => void warnings.push(text),
        error: (text: string) => assert.fail(text)
      }
      yield* Effect.promise(() =>
        writeBundle.call(context, { format: "cjs" }, { "main.js": { type: "chunk", code: "x" } })
      )
      assert.strictEqual(warnings.length, 1)
      assert.include(warnings[0], "The code was not uploaded: ")
    })
  )

  it.live("uploads chunks and WebAssembly under the names of their files, and nothing else", () =>
    test(({ code, write }) =>
      Effect.gen(function* () {
        yield* Effect.promise(() =>
          write({
            "main.js": { type: "chunk", code: 'require("lib/util")' },
            "lib/util.cjs": { type: "chunk", code: "1" },
            "lib/math.wasm": { type: "asset", source: new Uint8Array([0, 97, 115, 109]) },
            "main.js.map": { type: "asset", source: "{}" },
            "notes.txt": { type: "asset", source: "x" }
          })
        )
        assert.deepStrictEqual(yield* code(), {
          main: 'require("lib/util")',
          "lib/util": "1",
          "lib/math": { binary: "AGFzbQ==" }
        })
      })
    )
  )

  it.live("fails when the bundle has no main, or an invalid source map", () =>
    test(({ code, write }) =>
      Effect.gen(function* () {
        const failure = (bundle: Bundle) => Effect.promise(() => write(bundle).then(() => "done", String))
        assert.include(
          yield* failure({ "index.js": { type: "chunk", code: "x" } }),
          'the bundle has no file main.js, which the game runs, but index: name the entry "main"'
        )
        assert.include(
          yield* failure({}),
          'the bundle has no file main.js, which the game runs: name the entry "main"'
        )
        assert.include(
          yield* failure({ "main.js": { type: "chunk", code: "x", map: "{" } }),
          'the source map of the module "main" cannot be used: it is not JSON'
        )
        assert.deepStrictEqual(yield* code(), { main: "former()" })
      })
    )
  )
})
