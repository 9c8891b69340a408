/** Records of deployments and of calls in files: private, whole, and never lost. */
import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, describe, it } from "@effect/vitest"
import { messageOf, runWith } from "@screeps-effect/fixtures/files"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Logger from "effect/Logger"
import type * as Path from "effect/Path"
import type * as Scope from "effect/Scope"
import { AuditLog, Deployments } from "../src/index.ts"

type Files = FileSystem.FileSystem | Path.Path

const live = (title: string, program: Effect.Effect<void, unknown, Files | Scope.Scope>) =>
  it.live(title, () => Effect.provide(program, NodeServices.layer))

const branch = { server: "http://127.0.0.1:21025", user: "a00000000000001", branch: "default" }

const deployment = (time: string): Deployments.Deployment => ({
  time,
  before: { main: `// before ${time}`, wasm: { binary: "AAAA" } },
  after: { main: `// after ${time}` }
})

const add = (time: string, where = branch) =>
  Effect.flatMap(Deployments.Deployments, ({ update }) =>
    update(where, (earlier) => [deployment(time), ...earlier])
  )

const times = (where = branch) =>
  Effect.flatMap(Deployments.Deployments, ({ list }) =>
    Effect.map(list(where), (all) => all.map(({ time }) => time))
  )

/** A program of its own for each use, as another process would be. */
const inFolder = (folder: string) => Effect.provide(Deployments.layerFolder(folder), { local: true })

const withFolder = Effect.gen(function* () {
  const fs = yield* FileSystem.FileSystem
  return { fs, folder: `${yield* fs.makeTempDirectoryScoped()}/state/deployments` }
})

const filesIn = (fs: FileSystem.FileSystem, folder: string) =>
  Effect.map(fs.readDirectory(folder), (names) => names.map((name) => `${folder}/${name}`))

const modeOf = (fs: FileSystem.FileSystem, file: string) =>
  Effect.map(fs.stat(file), ({ mode }) => (mode & 0o777).toString(8))

describe("Deployments in a folder", () => {
  live(
    "are there for the next program, the latest first, up to twenty",
    Effect.gen(function* () {
      const { folder } = yield* withFolder
      for (let i = 1; i <= 22; i++) yield* inFolder(folder)(add(`t${i}`))
      const all = yield* inFolder(folder)(Effect.flatMap(Deployments.Deployments, ({ list }) => list(branch)))
      assert.lengthOf(all, 20)
      assert.deepStrictEqual(all[0], deployment("t22"))
      assert.deepStrictEqual(yield* inFolder(folder)(times({ ...branch, user: "another" })), [])
    })
  )

  live(
    "are readable only for the user",
    Effect.gen(function* () {
      const { folder, fs } = yield* withFolder
      yield* inFolder(folder)(add("t1"))
      const [file = "", ...others] = yield* filesIn(fs, folder)
      assert.deepStrictEqual(others, [])
      assert.deepStrictEqual([yield* modeOf(fs, file), yield* modeOf(fs, folder)], ["600", "700"])
    })
  )

  live(
    "of branches with names in any alphabet have files of their own",
    Effect.gen(function* () {
      const { folder, fs } = yield* withFolder
      const names = ["基".repeat(30), "😀".repeat(15), "../../default", "a/b", "A", "a", "\0", "con"]
      for (const name of names) yield* inFolder(folder)(add(name, { ...branch, branch: name }))
      for (const name of names)
        assert.deepStrictEqual(yield* inFolder(folder)(times({ ...branch, branch: name })), [name])
      assert.lengthOf(yield* filesIn(fs, folder), names.length)
    })
  )

  live(
    "of several programs at the same time are all recorded",
    Effect.gen(function* () {
      const { folder } = yield* withFolder
      const all = Array.from({ length: 12 }, (_, i) => `t${i}`)
      yield* Effect.all(
        all.map((time) => inFolder(folder)(add(time))),
        { concurrency: "unbounded" }
      )
      assert.sameMembers(yield* inFolder(folder)(times()), all)
    })
  )

  for (const is of ["interrupt", { code: "ENOSPC" }] as const) {
    live(
      `keep the earlier ones when a write ends half-way (${JSON.stringify(is)})`,
      Effect.gen(function* () {
        for (let at = 0; ; at++) {
          const { folder } = yield* withFolder
          yield* inFolder(folder)(add("t1"))
          const ended = messageOf(yield* runWith({ at, is }, inFolder(folder)(add("t2"))))
          if (ended === "success" || ended === "unreached") return assert.isAbove(at, 2)
          if (typeof is === "object") {
            assert.match(
              ended,
              /The record of deployments \/.*\.json cannot be written: no space left on the device; free some space/
            )
          }
          const after = yield* inFolder(folder)(times())
          assert.isTrue(["t1", "t2,t1"].includes(after.join()), `${at}: ${after.join()}`)
          yield* inFolder(folder)(add("t3"))
          assert.strictEqual((yield* inFolder(folder)(times()))[0], "t3")
        }
      })
    )
  }

  live(
    "are kept while the program runs where nothing can be written, and a warning says so once",
    Effect.gen(function* () {
      const { folder, fs } = yield* withFolder
      // A file in the place of the folder for the state of programs.
      yield* fs.writeFileString(folder.replace("/state/deployments", "/state"), "")
      const warnings: Array<string> = []
      const logger = Logger.make(
        ({ logLevel, message }) => void warnings.push(`${logLevel} ${String(message)}`)
      )
      yield* Effect.gen(function* () {
        assert.deepStrictEqual(yield* times(), [])
        yield* add("t1")
        yield* add("t2")
        yield* add("t3", { ...branch, branch: "other" })
        assert.deepStrictEqual(yield* times(), ["t2", "t1"])
        assert.deepStrictEqual(yield* times({ ...branch, branch: "other" }), ["t3"])
      }).pipe(inFolder(folder), Effect.provide(Logger.layer([logger])))
      assert.strictEqual(warnings.length, 1)
      assert.match(
        warnings[0] ?? "",
        /^Warn Deployments can be rolled back only until this program ends: the record of deployments .* cannot be written: a part of the path is not a folder/
      )
      assert.deepStrictEqual(yield* inFolder(folder)(times()), [])
    })
  )

  live(
    "of a damaged record fail with its file and what to do, and are recorded again without it",
    Effect.gen(function* () {
      const { folder, fs } = yield* withFolder
      yield* inFolder(folder)(add("t1"))
      const [file = ""] = yield* filesIn(fs, folder)
      const text = yield* fs.readFileString(file)
      for (const damaged of ["", text.slice(0, text.length / 2), '{"deployments":1}', "null"]) {
        yield* fs.writeFileString(file, damaged)
        for (const failing of [times(), Effect.as(add("t2"), [])]) {
          const { message } = yield* Effect.flip(inFolder(folder)(failing))
          assert.strictEqual(
            message,
            `The record of deployments ${file} is damaged. Remove the file to go on without it; the code on the server is not affected.`
          )
        }
        assert.strictEqual(yield* fs.readFileString(file), damaged)
      }
      yield* fs.remove(file)
      yield* inFolder(folder)(add("t2"))
      assert.deepStrictEqual(yield* inFolder(folder)(times()), ["t2"])
    })
  )

  live(
    "that are large are dropped from the oldest on, before the file becomes too large to be read",
    Effect.gen(function* () {
      const { folder } = yield* withFolder
      const large = (time: string, length: number) =>
        inFolder(folder)(
          Effect.flatMap(Deployments.Deployments, ({ update }) =>
            update(branch, (earlier) => [
              { time, before: { main: "x".repeat(length) }, after: { main: time } },
              ...earlier
            ])
          )
        )
      for (const time of ["t1", "t2", "t3", "t4"]) yield* large(time, 5_000_000)
      assert.deepStrictEqual(yield* inFolder(folder)(times()), ["t4", "t3", "t2"])
      const { message } = yield* Effect.flip(large("t5", 17_000_000))
      assert.include(message, "more than 16000000 characters")
      assert.deepStrictEqual(yield* inFolder(folder)(times()), ["t4", "t3", "t2"])
    })
  )
})

describe("AuditLog in a file", () => {
  const entry = (tool: string): AuditLog.Entry => ({
    time: "2026-01-01T00:00:00.000Z",
    tool,
    parameters: { text: "a\u{E0100}\u202E" },
    outcome: "done",
    milliseconds: 1,
    tokens: 1
  })
  const record = (file: string, tool: string) =>
    Effect.flatMap(AuditLog.AuditLog, (log) => log(entry(tool))).pipe(
      Effect.provide(AuditLog.layerFile(file), { local: true })
    )

  live(
    "is readable only for the user if it is new, keeps the permissions of a file of the user, and is plain text",
    Effect.gen(function* () {
      const { fs } = yield* withFolder
      const file = `${yield* fs.makeTempDirectoryScoped()}/calls.jsonl`
      yield* record(file, "one")
      assert.strictEqual(yield* modeOf(fs, file), "600")
      const own = `${file}.own`
      yield* fs.writeFileString(own, "", { mode: 0o644 })
      yield* record(own, "one")
      assert.strictEqual(yield* modeOf(fs, own), "644")
      const text = yield* fs.readFileString(file)
      assert.notMatch(text, /\p{Default_Ignorable_Code_Point}/u)
      assert.deepStrictEqual(JSON.parse(text), entry("one"))
    })
  )

  live(
    "has whole lines only, when the disk is full and when there is space again",
    Effect.gen(function* () {
      const { fs } = yield* withFolder
      const file = `${yield* fs.makeTempDirectoryScoped()}/calls.jsonl`
      yield* record(file, "one")
      for (let at = 1; at < 4; at++) yield* runWith({ at, is: { code: "ENOSPC" } }, record(file, "two"))
      yield* record(file, "three")
      const lines = (yield* fs.readFileString(file)).trimEnd().split("\n")
      const tools = lines.map((line) => JSON.parse(line).tool)
      assert.deepStrictEqual([tools[0], tools.at(-1)], ["one", "three"])
    })
  )

  live(
    "says at once which file cannot be written and why",
    Effect.gen(function* () {
      const { message } = yield* Effect.flip(record("/dev/null/calls.jsonl", "one"))
      assert.match(message, /^\/dev\/null\/calls\.jsonl cannot be written: /)
    })
  )
})
