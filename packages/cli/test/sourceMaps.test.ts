/** Source maps: kept by `code push`, used by `console` and `--watch-errors`. */
import { createHash } from "node:crypto"
import { createServer } from "node:http"
import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import * as SampleWorld from "@screeps-effect/testing/SampleWorld"
import * as ScreepsWorld from "@screeps-effect/testing/ScreepsWorld"
import * as TestServer from "@screeps-effect/testing/TestServer"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import { folder } from "./support/inside.ts"
import { screeps, until } from "./support/live.ts"

const { username } = SampleWorld.account

/** Line 2 of the module is line 40, column 3, of the source. */
const map = JSON.stringify({ version: 3, sources: ["../src/main.ts"], names: [], mappings: ";AAuCE" })

const trace = "Error: no spawn in W7N3\n    at run (main:2:1)\n    at __mainLoop:1:52"
const mapped = "Error: no spawn in W7N3\n    at run (src/main.ts:40:3)"

/** A world in which code that contains `fail` throws in every tick, on a port. */
const makeWorld = Effect.gen(function* () {
  const world = ScreepsWorld.make({
    accounts: [{ ...SampleWorld.account, modules: { main: "former()" } }],
    evaluate: ({ modules }) =>
      JSON.stringify(modules).includes("fail") ? { error: trace } : { log: ["fine"] }
  })
  const { _id: user } = yield* world.users.get(username)
  yield* world.rooms.addObject("W1N1", { type: "spawn", x: 25, y: 25, user, name: "Spawn1" })
  return TestServer.layerHttp(world, { tickEvery: "100 millis" })
})

/** Runs a test with such a world, and a folder with a module, its map, and the user's state. */
const test = <E, R>(
  body: (
    dir: string,
    start: { readonly env: { readonly XDG_STATE_HOME: string } }
  ) => Effect.Effect<void, E, R>
) =>
  Effect.gen(function* () {
    const world = yield* makeWorld
    const dir = yield* folder
    const fs = yield* FileSystem.FileSystem
    yield* fs.makeDirectory(`${dir}/dist`)
    yield* fs.writeFileString(`${dir}/dist/main.js`, "// bundle\nfail()\n//# sourceMappingURL=main.js.map\n")
    yield* fs.writeFileString(`${dir}/dist/main.js.map`, map)
    return yield* body(dir, { env: { XDG_STATE_HOME: `${dir}/state` } }).pipe(
      Effect.provide(
        world.pipe(Layer.provide(NodeHttpServer.layer(createServer, { port: 0, host: "127.0.0.1" })))
      )
    )
  }).pipe(Effect.provide(NodeFileSystem.layer))

describe("source maps of pushed code", () => {
  it.live("map the errors on the console, until the code is another", () =>
    test((dir, start) =>
      Effect.gen(function* () {
        const pushed = yield* screeps(["code", "push", `${dir}/dist`], start)
        assert.deepStrictEqual([pushed.err, pushed.status], ["", 0])
        // The tick in which the code was uploaded may have run the former one.
        const follow = ["console", "--follow"]
        const { out } = yield* until(follow, ({ out }) => out.split(mapped).length > 2, start)
        assert.include(out, mapped)
        assert.notInclude(out, "main:2:1")
        const raw = yield* until(
          [...follow, "--no-source-maps"],
          ({ out }) => out.includes("main:2:1"),
          start
        )
        assert.notInclude(raw.out, "src/main.ts")
        const json = yield* until([...follow, "--json"], ({ out }) => out.includes("no spawn"), start)
        assert.deepStrictEqual(
          JSON.parse(json.out.split("\n").find((line) => line.includes("no spawn")) ?? ""),
          {
            kind: "error",
            text: trace.replace("main:2:1", "src/main.ts:40:3")
          }
        )
        // Other code, whose maps are not kept.
        yield* screeps([
          "call",
          "code.set",
          "--branch",
          "default",
          "--modules",
          '{"main":"// other\\nfail()"}'
        ])
        const other = yield* until(follow, ({ out }) => out.split("main:2:1").length > 3, start)
        assert.notInclude(other.out, "src/main.ts")
      })
    )
  )

  it.live("map the error of the script in whose tick a line could not run", () =>
    test((dir, start) =>
      Effect.gen(function* () {
        yield* screeps(["code", "push", `${dir}/dist`], start)
        const failed = "no result: the script failed in the tick of the line; the last error on the console: "
        const shown = `${failed}${mapped}\n    at __mainLoop:1:52`
        const { err, status } = yield* screeps(["console", "-e", "1"], start)
        assert.deepStrictEqual([err, status], [`screeps: ${shown}`, 1])
        const json = yield* screeps(["console", "--json", "-e", "1"], start)
        assert.deepInclude(JSON.parse(json.err), { error: "NoAnswer", message: shown })
        const raw = yield* screeps(["console", "--no-source-maps", "-e", "1"], start)
        assert.include(raw.err, "    at run (main:2:1)")
      })
    )
  )

  it.live("map the errors of --watch-errors", () =>
    test((dir, start) =>
      Effect.gen(function* () {
        const { out, status } = yield* screeps(["code", "push", `${dir}/dist`, "--watch-errors", "3"], start)
        assert.strictEqual(status, 1)
        assert.include(out, mapped)
        assert.notInclude(out, "main:2:1")
      })
    )
  )

  it.live("are not kept by --dry-run", () =>
    test((dir, start) =>
      Effect.gen(function* () {
        const fs = yield* FileSystem.FileSystem
        const { status } = yield* screeps(["code", "push", `${dir}/dist`, "--dry-run"], start)
        assert.deepStrictEqual([status, yield* fs.exists(`${dir}/state`)], [0, false])
      })
    )
  )

  it.live("are kept by --watch before the code is uploaded", () =>
    test((dir, start) =>
      Effect.gen(function* () {
        const fs = yield* FileSystem.FileSystem
        const watch = yield* Effect.forkChild(
          until(["code", "push", `${dir}/dist`, "--watch"], () => false, start)
        )
        const keptBefore: Array<boolean> = []
        for (const line of [1, 2, 3, 4, 5, 6]) {
          const code = `// bundle ${line}\nfail()\n//# sourceMappingURL=main.js.map\n`
          yield* fs.writeFileString(`${dir}/dist/main.js`, code)
          // The first request that returns the new code: by then its map is kept.
          yield* Effect.repeat(screeps(["code", "pull", "--stdout", "--module", "main"]), {
            until: ({ out }) => out === code
          })
          const key = createHash("sha256").update(code).digest("hex")
          keptBefore.push(yield* fs.exists(`${dir}/state/screeps/source-maps/${key}`))
        }
        yield* Fiber.interrupt(watch)
        assert.deepStrictEqual(keptBefore, [true, true, true, true, true, true])
        const { out } = yield* until(["console", "--follow"], ({ out }) => out.includes(mapped), start)
        assert.include(out, mapped)
      })
    )
  )

  it.live(
    "do not keep a push from its upload when a map is malformed, or none can be kept, which a warning says",
    () =>
      test((dir, start) =>
        Effect.gen(function* () {
          const fs = yield* FileSystem.FileSystem
          yield* fs.writeFileString(`${dir}/state`, "a file where a folder should be")
          const kept = yield* screeps(["code", "push", `${dir}/dist`], start)
          assert.strictEqual(kept.status, 0)
          assert.match(
            kept.err,
            /^Warning: other programs will not map the stack traces of this code, since its source maps were not kept: [^\n]*$/
          )
          yield* fs.writeFileString(`${dir}/dist/main.js.map`, "{")
          const { err, status } = yield* screeps(["code", "push", `${dir}/dist`], start)
          assert.deepStrictEqual(
            [err, status],
            [
              'Warning: the stack traces of this code will not be mapped: the source map of the module "main" cannot be used: it is not JSON',
              0
            ]
          )
        })
      )
  )

  it.live("are reported missing once when other code runs", () =>
    test((dir, start) =>
      Effect.gen(function* () {
        yield* screeps(["code", "push", `${dir}/dist`], start)
        yield* screeps([
          "call",
          "code.set",
          "--branch",
          "default",
          "--modules",
          '{"main":"// other\\nfail()"}'
        ])
        const { err } = yield* until(["console", "--follow"], ({ out }) => out.split("main:2:1").length > 3, {
          ...start,
          terminal: [100, 30]
        })
        assert.strictEqual(err.split("No source maps are kept").length, 2, err)
      })
    )
  )
})

describe("screeps console --follow --errors", () => {
  it.live("shows each error once, and counts them at the end", () =>
    test((dir, start) =>
      Effect.gen(function* () {
        yield* screeps(["code", "push", `${dir}/dist`], start)
        const args = ["console", "--follow", "--errors", "--for", "2s"]
        const { out, status } = yield* screeps(args, start)
        assert.strictEqual(status, 0)
        assert.notInclude(out, "fine")
        const [first, summary, ...others] = out.split("Error: no spawn in W7N3")
        assert.deepStrictEqual([first, others.length], ["", 1])
        assert.match(
          summary ?? "",
          /^\n {4}at run \(src\/main\.ts:40:3\)\n[\s\S]*\d+× \d\d:\d\d:\d\d to \d\d:\d\d:\d\d $/
        )
        assert.include(others[0], "at run (src/main.ts:40:3)")
        const json = yield* screeps([...args, "--json"], start)
        const groups = json.out.split("\n").map((line) => JSON.parse(line))
        assert.strictEqual(groups.length, 1)
        assert.deepStrictEqual(groups[0].frames, ["at run (src/main.ts:40:3)"])
        assert.isAbove(groups[0].count, 2)
      })
    )
  )

  it.live("counts them also when it is interrupted", () =>
    test((dir, start) =>
      Effect.gen(function* () {
        yield* screeps(["code", "push", `${dir}/dist`], start)
        const { out } = yield* until(
          ["console", "--follow", "--errors"],
          ({ out }) => out.includes("no spawn"),
          start
        )
        assert.match(out, /\d+× /)
      })
    )
  )
})
