/** The console, mapped by the source maps of the code that ran. */
import { messageOf, runWith } from "@screeps-effect/fixtures/files"
import type { CodeModules } from "@screeps-effect/schema/CodeModules"
import * as SourceMaps from "@screeps-effect/socket/workflows/SourceMaps"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import type * as Path from "effect/Path"
import * as Stream from "effect/Stream"
import * as TestClock from "effect/testing/TestClock"
import { alice } from "../support/fakeServer.ts"
import { settle, until } from "@screeps-effect/fixtures/time"
import { files } from "./support/folder.ts"
import { type Player, withPlayer } from "./support/player.ts"
import { sourceMap } from "./support/sourceMap.ts"

/** Versions of the code, whose line 2 is line 20, 30 and 40 of the source. */
const [first, second, third] = ["one()", "two()", "three()"]
const mapTo = (line: number) => new Map([["main", sourceMap([[2, 1, line, 1]])]])

const kept = Effect.all(
  [
    SourceMaps.keep({ main: first }, mapTo(20)),
    SourceMaps.keep({ main: second }, mapTo(30)),
    SourceMaps.keep({ main: third }, mapTo(40))
  ],
  { discard: true }
)

const error = { error: "Error: x\n    at run (main:2:1)\n" }
const output = { messages: { log: [], results: [] } }

/** Listens to the console of a server whose active branch has this code. */
const listening = (
  program: (console: {
    readonly player: Player
    readonly serve: (modules: CodeModules, branch?: string) => void
    /** Sends events on one channel of the account. */
    readonly send: (channel: string, ...events: ReadonlyArray<object>) => Effect.Effect<void>
    /** Waits until this many lines arrived, and returns the stack frame of each; then they are forgotten. */
    readonly frames: (count: number) => Effect.Effect<ReadonlyArray<string | undefined>>
    /** Whether the maps of the last line were found. */
    readonly found: () => SourceMaps.Maps | undefined
    readonly downloads: () => number
  }) => Effect.Effect<void, never, SourceMaps.Archive>,
  keeping: Effect.Effect<void, unknown, SourceMaps.Archive> = kept,
  packageVersion = "4.3.0",
  modules: CodeModules = { main: first }
) =>
  withPlayer((player) =>
    Effect.gen(function* () {
      let code = { branch: "default", modules }
      let downloads = 0
      player.respond = ({ method, url }) => {
        if (url.pathname === "/api/version")
          return Response.json({ ok: 1, protocol: 14, packageVersion, serverData: { historyChunkSize: 20 } })
        if (method !== "GET" || url.pathname !== "/api/user/code") return undefined
        downloads += 1
        return Response.json({ ok: 1, ...code })
      }
      yield* Effect.orDie(keeping)
      const lines: Array<string> = []
      let found: SourceMaps.Maps | undefined
      yield* Effect.forkScoped(
        Stream.runForEach(SourceMaps.lines(), ({ maps, text }) =>
          Effect.sync(() => {
            lines.push(text)
            found = maps
          })
        )
      )
      // The code is downloaded after a round trip on the socket.
      yield* Effect.andThen(settle, settle)
      yield* program({
        player,
        serve: (modules, branch = "default") => void (code = { branch, modules }),
        send: (channel, ...events) =>
          Effect.andThen(
            Effect.sync(() => {
              for (const event of events) player.socket.current().sendEvent(`user:${alice}/${channel}`, event)
            }),
            settle
          ),
        frames: (count) =>
          Effect.map(
            until(() => lines.length >= count),
            () => lines.splice(0).map((text) => text.split("\n")[1]?.trim())
          ),
        downloads: () => downloads,
        found: () => found
      })
    }).pipe(Effect.provide(SourceMaps.layerMemory))
  )

describe("SourceMaps.lines", () => {
  it.effect("maps errors and logged stack traces by the code of the active branch, downloaded once", () =>
    listening(({ downloads, frames, send }) =>
      Effect.gen(function* () {
        yield* send("console", { messages: { log: ["caught\n    at run (main:2:1)"], results: [] } }, error)
        assert.deepStrictEqual(yield* frames(2), ["at run (src/main.ts:20:1)", "at run (src/main.ts:20:1)"])
        yield* send("console", output, error)
        assert.deepStrictEqual(yield* frames(1), ["at run (src/main.ts:20:1)"])
        assert.strictEqual(downloads(), 1)
      })
    )
  )

  it.effect.each([
    ["4.3.0", 36],
    ["xxscreeps", 34]
  ] as const)("maps the first line of a module on a server %s", ([version, prefixLength]) =>
    listening(
      ({ frames, send }) =>
        Effect.gen(function* () {
          yield* send("console", output, { error: `Error: x\n    at run (main:1:${prefixLength + 1})\n` })
          assert.deepStrictEqual(yield* frames(1), ["at run (src/main.ts:5:6)"])
        }),
      SourceMaps.keep({ main: first }, new Map([["main", sourceMap([[1, 1, 5, 6]])]])),
      version
    )
  )

  it.effect("leaves the tick of an upload unmapped, and maps later ones by the new code", () =>
    listening(({ downloads, found, frames, send }) =>
      Effect.gen(function* () {
        yield* send("console", output, error)
        assert.deepStrictEqual(yield* frames(1), ["at run (src/main.ts:20:1)"])
        yield* send("code", { branch: "default", modules: { main: second }, timestamp: 1 })
        yield* send("console", output, error)
        assert.deepStrictEqual([yield* frames(1), found()], [["at run (main:2:1)"], "unknown"])
        yield* send("console", output, error)
        assert.deepStrictEqual([yield* frames(1), found()], [["at run (src/main.ts:30:1)"], "found"])
        assert.strictEqual(downloads(), 1)
      })
    )
  )

  it.effect("counts an error without output as a tick of its own", () =>
    listening(({ frames, send }) =>
      Effect.gen(function* () {
        yield* send("console", error)
        assert.deepStrictEqual(yield* frames(1), ["at run (src/main.ts:20:1)"])
        yield* send("code", { branch: "default", modules: { main: second }, timestamp: 1 })
        yield* send("console", error, error)
        assert.deepStrictEqual(yield* frames(2), ["at run (main:2:1)", "at run (src/main.ts:30:1)"])
      })
    )
  )

  it.effect("ignores uploads to other branches", () =>
    listening(({ frames, send }) =>
      Effect.gen(function* () {
        yield* send("console", output, error)
        assert.deepStrictEqual(yield* frames(1), ["at run (src/main.ts:20:1)"])
        yield* send("code", { branch: "next", modules: { main: second }, timestamp: 1 })
        yield* send("console", output, error)
        assert.deepStrictEqual(yield* frames(1), ["at run (src/main.ts:20:1)"])
      })
    )
  )

  it.effect("maps by the code of another branch after it became active, not that of the simulation", () =>
    listening(({ frames, send, serve }) =>
      Effect.gen(function* () {
        yield* send("console", output, error)
        assert.deepStrictEqual(yield* frames(1), ["at run (src/main.ts:20:1)"])
        serve({ main: third }, "next")
        yield* send("set-active-branch", { activeName: "activeSim", branch: "next" })
        yield* send("console", output, error)
        assert.deepStrictEqual(yield* frames(1), ["at run (src/main.ts:20:1)"])
        yield* send("set-active-branch", { activeName: "activeWorld", branch: "next" })
        yield* send("console", output, error, output, error)
        assert.deepStrictEqual(yield* frames(2), ["at run (main:2:1)", "at run (src/main.ts:40:1)"])
      })
    )
  )

  it.effect("leaves traces unchanged when no map is kept for the code", () =>
    listening(({ found, frames, send }) =>
      Effect.gen(function* () {
        yield* send("code", { branch: "default", modules: { main: "other()" }, timestamp: 1 })
        yield* send("console", output, output, error)
        assert.deepStrictEqual([yield* frames(1), found()], [["at run (main:2:1)"], "none"])
      })
    )
  )

  it.effect.each([
    ["that of the upload", kept],
    ["the first one at all", Effect.void]
  ] as const)("finds a map that another program keeps after the code ran: %s", ([, before]) =>
    listening(
      ({ found, frames, send }) =>
        Effect.gen(function* () {
          const store = yield* SourceMaps.Archive
          yield* send("code", { branch: "default", modules: { main: "late()" }, timestamp: 1 })
          yield* send("console", output, output, error)
          assert.deepStrictEqual([yield* frames(1), found()], [["at run (main:2:1)"], "none"])
          yield* Effect.orDie(
            Effect.provideService(SourceMaps.keep({ main: "late()" }, mapTo(50)), SourceMaps.Archive, store)
          )
          yield* send("console", output, error)
          assert.deepStrictEqual(yield* frames(1), ["at run (main:2:1)"])
          yield* TestClock.adjust("1 second")
          yield* send("console", output, error)
          assert.deepStrictEqual([yield* frames(1), found()], [["at run (src/main.ts:50:1)"], "found"])
        }),
      before,
      undefined,
      { main: "late()" }
    )
  )

  it.effect("downloads the code once while its map is missing", () =>
    listening(
      ({ downloads, frames, send }) =>
        Effect.gen(function* () {
          yield* send("set-active-branch", { activeName: "activeWorld", branch: "next" })
          for (let i = 0; i < 5; i++) {
            yield* TestClock.adjust("2 seconds")
            yield* send("console", output, error)
          }
          assert.deepStrictEqual([(yield* frames(5)).at(-1), downloads()], ["at run (main:2:1)", 2])
        }),
      kept,
      undefined,
      { main: "unknown()" }
    )
  )

  it.effect("leaves traces unchanged when the code cannot be downloaded", () =>
    listening(({ frames, player, send }) =>
      Effect.gen(function* () {
        player.respond = () => new Response("", { status: 403 })
        yield* send("set-active-branch", { activeName: "activeWorld", branch: "next" })
        yield* send("console", output, output, error)
        assert.deepStrictEqual(yield* frames(1), ["at run (main:2:1)"])
      })
    )
  )

  it.effect("downloads nothing when no maps are kept at all", () =>
    listening(
      ({ downloads, frames, send }) =>
        Effect.gen(function* () {
          yield* send("console", output, error)
          assert.deepStrictEqual(yield* frames(1), ["at run (main:2:1)"])
          assert.strictEqual(downloads(), 0)
        }),
      Effect.void
    )
  )
})

describe("SourceMaps.current", () => {
  /** Maps a text with the maps of the code that runs; returns it with the number of downloads. */
  const mapped = (main: string, keeping: Effect.Effect<void, unknown, SourceMaps.Archive>) =>
    withPlayer((player) =>
      Effect.gen(function* () {
        let downloads = 0
        player.respond = ({ url }) => {
          if (url.pathname !== "/api/user/code") return new Response("", { status: 404 })
          downloads += 1
          return Response.json({ ok: 1, branch: "default", modules: { main } })
        }
        yield* Effect.orDie(keeping)
        const mapper = yield* SourceMaps.current()
        return [mapper?.mapText("    at run (main:2:1)"), downloads]
      }).pipe(Effect.provide(SourceMaps.layerMemory))
    )

  it.effect("maps by the code that runs now, and downloads nothing when no maps are kept at all", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* mapped(second, kept), ["    at run (src/main.ts:30:1)", 1])
      assert.deepStrictEqual(yield* mapped("other()", kept), [undefined, 1])
      assert.deepStrictEqual(yield* mapped(second, Effect.void), [undefined, 0])
    })
  )
})

describe("a folder of source maps", () => {
  const inFolder = <A, E>(body: (folder: string) => Effect.Effect<A, E, FileSystem.FileSystem | Path.Path>) =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      return yield* body(`${yield* fs.makeTempDirectoryScoped()}/state/maps`)
    }).pipe(Effect.scoped, Effect.provide(files))

  it.effect("keeps maps for later programs, in files that only the user can read", () =>
    inFolder((folder) =>
      Effect.gen(function* () {
        const fs = yield* FileSystem.FileSystem
        const using = Effect.provide(SourceMaps.layerFolder(folder))
        const modules = { main: first, "lib/wasm": { binary: "AGFzbQ==" }, plain: "x" }
        yield* using(SourceMaps.keep(modules, mapTo(20)))
        assert.deepStrictEqual(
          Object.fromEntries(yield* using(SourceMaps.find(modules))),
          Object.fromEntries(mapTo(20))
        )
        assert.strictEqual((yield* using(SourceMaps.find({ main: `${first} ` }))).size, 0)
        const names = yield* fs.readDirectory(folder)
        assert.strictEqual(names.length, 1)
        const { mode } = yield* fs.stat(`${folder}/${names[0]}`)
        assert.strictEqual(mode & 0o777, 0o600)
      })
    )
  )

  it.effect("names the file of a damaged map, which keeping the map again replaces", () =>
    inFolder((folder) =>
      Effect.gen(function* () {
        const fs = yield* FileSystem.FileSystem
        const warnings: Array<unknown> = []
        const using = Effect.provide(
          Layer.merge(
            SourceMaps.layerFolder(folder),
            Logger.layer([Logger.make(({ message }) => void warnings.push(message))])
          )
        )
        const keeping = using(SourceMaps.keep({ main: first }, mapTo(20)))
        const finding = using(SourceMaps.find({ main: first }))
        yield* keeping
        const [name] = yield* fs.readDirectory(folder)
        yield* fs.truncate(`${folder}/${name}`, 10)
        assert.strictEqual((yield* finding).size, 0)
        assert.deepStrictEqual(warnings, [
          [
            `The kept source map ${folder}/${name} is damaged: remove it, or upload the code again to replace it. the source map of the module "main" cannot be used: it is not JSON`
          ]
        ])
        yield* keeping
        assert.strictEqual((yield* finding).size, 1)
        assert.lengthOf(warnings, 1)
      })
    )
  )

  it.effect("keeps the 200 files that were written last", () =>
    inFolder((folder) =>
      Effect.gen(function* () {
        const fs = yield* FileSystem.FileSystem
        yield* fs.makeDirectory(folder, { recursive: true })
        for (let i = 0; i < 200; i++) {
          yield* fs.writeFileString(`${folder}/f${i}`, "{}")
          yield* fs.utimes(`${folder}/f${i}`, 1000 + i, 1000 + i)
        }
        yield* Effect.provide(SourceMaps.keep({ main: first }, mapTo(20)), SourceMaps.layerFolder(folder))
        const names = yield* fs.readDirectory(folder)
        assert.deepStrictEqual([names.length, names.includes("f0"), names.includes("f1")], [200, false, true])
      })
    )
  )

  it.effect("keeps all maps that several programs add at once, while each removes the oldest", () =>
    inFolder((folder) =>
      Effect.gen(function* () {
        const fs = yield* FileSystem.FileSystem
        yield* fs.makeDirectory(folder, { recursive: true })
        for (let i = 0; i < 260; i++) {
          yield* fs.writeFileString(`${folder}/f${i}`, "{}")
          yield* fs.utimes(`${folder}/f${i}`, 1000 + i, 1000 + i)
        }
        const added = Array.from({ length: 60 }, (_, i) => `new${i}`)
        const program = Effect.provide(
          Effect.flatMap(SourceMaps.Archive, (store) =>
            Effect.forEach(added, (key) => store.set(key, "{}"), { concurrency: "unbounded" })
          ),
          SourceMaps.layerFolder(folder),
          { local: true }
        )
        yield* Effect.all([program, program], { concurrency: 2 })
        const names = yield* fs.readDirectory(folder)
        assert.deepStrictEqual([names.length, added.every((key) => names.includes(key))], [200, true])
      })
    )
  )

  it.effect("has complete maps only, whenever a program is interrupted, killed or out of space", () =>
    inFolder((folder) =>
      Effect.gen(function* () {
        const fs = yield* FileSystem.FileSystem
        const keep = Effect.provide(
          SourceMaps.keep({ main: first }, mapTo(20)),
          SourceMaps.layerFolder(folder),
          { local: true }
        )
        const found = new Set<string>()
        for (const is of ["interrupt", "kill", { code: "ENOSPC" }] as const) {
          for (let at = 0, ended = ""; ended !== "unreached"; at++) {
            yield* fs.remove(folder, { recursive: true, force: true })
            ended = messageOf(yield* runWith({ at, is }, keep))
            const names = yield* Effect.orElseSucceed(fs.readDirectory(folder), () => [])
            for (const name of names.filter((name) => is !== "kill" || !name.endsWith(".screeps-tmp"))) {
              assert.match(name, /^[\da-f]{64}$/)
              found.add(yield* fs.readFileString(`${folder}/${name}`))
            }
          }
        }
        assert.deepStrictEqual([...found], [JSON.stringify(mapTo(20).get("main"))])
      })
    )
  )

  it.effect("ignores files that are not source maps", () =>
    inFolder((folder) =>
      Effect.gen(function* () {
        const fs = yield* FileSystem.FileSystem
        const using = Effect.provide(SourceMaps.layerFolder(folder))
        yield* using(SourceMaps.keep({ main: first }, mapTo(20)))
        const [name = ""] = yield* fs.readDirectory(folder)
        yield* fs.writeFileString(`${folder}/${name}`, "{")
        assert.strictEqual((yield* using(SourceMaps.find({ main: first }))).size, 0)
      })
    )
  )
})
