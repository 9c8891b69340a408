/** Every command that writes a file: on a full or read-only disk, killed or interrupted at each change, and twice at once. */
import { execFileSync, spawn, spawnSync } from "node:child_process"
import { once } from "node:events"
import { existsSync } from "node:fs"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { type Fault, messageOf, runWith, runWithFault } from "@screeps-effect/fixtures/files"
import type { Sample } from "@screeps-effect/lab/Sample"
import * as Tick from "@screeps-effect/schema/Tick"
import * as SampleWorld from "@screeps-effect/testing/SampleWorld"
import type { ScreepsWorld } from "@screeps-effect/testing/ScreepsWorld"
import { assert, describe, it } from "@effect/vitest"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as FileSystem from "effect/FileSystem"
import type * as Path from "effect/Path"
import * as History from "../src/commands/console/history.ts"
import * as Samples from "../src/commands/lab/inputs.ts"
import { bin } from "./support/binary.ts"
import { folder, screeps, url } from "./support/inside.ts"

const { password, username } = SampleWorld.account

/** The texts of files, by their paths. */
type Files = Readonly<Record<string, string>>

/** A command that writes files of a folder. */
interface Writer {
  readonly args: (dir: string) => ReadonlyArray<string>
  readonly stdin?: string
  /** The files before. */
  readonly before?: Files
  /** The code on the server. */
  readonly uploaded?: Files
  /** Prepares the world. */
  readonly prepare?: (world: ScreepsWorld) => Effect.Effect<unknown>
  /** Whether the command succeeds also if its files cannot be written. */
  readonly isBestEffort?: boolean
}

const signIn = ["login", "--url", url, "--username", username, "--save", "--password-file", "-"]
const result = JSON.stringify({
  scenario: "rcl2",
  seed: 1,
  passed: true,
  ended: "milestones",
  ticks: 9,
  milestones: [],
  bots: [],
  replays: [],
  millis: { start: 900, world: 30, ticks: 1000 }
})
const span = ["W7N3", "1000..1039"]

const writers: { readonly [command: string]: Writer } = {
  "code pull": {
    args: (dir) => ["code", "pull", dir, "--branch", "default"],
    before: { "main.js": "the old main".repeat(2000), "util.js": "the old util" },
    uploaded: { "main.js": "the new main".repeat(2000), "util.js": "the new util" }
  },
  "code push": {
    args: (dir) => ["code", "push", `${dir}/code`, "--branch", "default"],
    before: {
      "code/main.js": "exports.loop = () => {}",
      "code/main.js.map": '{"version":3,"sources":["a.ts"],"names":[],"mappings":"AAAA"}'
    },
    isBestEffort: true
  },
  "segments pull": {
    args: (dir) => ["segments", "pull", "--dir", dir],
    before: { "3.txt": "the old text" },
    prepare: (world) =>
      Effect.andThen(world.users.setSegment(username, 3, "new"), world.users.setSegment(username, 4, "more"))
  },
  "login --save": {
    args: (dir) => [...signIn, "--config", `${dir}/mine.yaml`],
    stdin: password,
    before: { "mine.yaml": "servers:\n  old:\n    url: http://127.0.0.1:1\n" }
  },
  "login --save without a file": {
    args: (dir) => [...signIn, "--config", `${dir}/new/mine.json`],
    stdin: password
  },
  "stats init": { args: (dir) => ["stats", "init", `${dir}/monitoring`] },
  "doctor --report": {
    args: (dir) => ["doctor", "--report", `${dir}/doctor.json`],
    before: { "doctor.json": '{"report":"screeps doctor 1"}' }
  },
  "history download": { args: (dir) => ["history", "download", ...span, "--folder", `${dir}/history`] },
  "history export": {
    args: (dir) => [
      "history",
      "export",
      ...span,
      "--html",
      "--output",
      `${dir}/battle.html`,
      "--folder",
      `${dir}/history`
    ]
  },
  "lab report --junit": {
    args: (dir) => ["lab", "report", `${dir}/result.json`, "--junit", `${dir}/lab.xml`],
    before: { "result.json": result, "lab.xml": "<old/>" }
  }
}

/** The most changes of one run that fail. */
const most = 12

const isUnfinished = (file: string) => /\.screeps-(?:tmp|lock)$/.test(file)

/** Reads all files below a folder. */
const filesIn = (dir: string) =>
  Effect.gen(function* () {
    const fs = yield* FileSystem.FileSystem
    const texts: Record<string, string> = {}
    for (const file of (yield* fs.readDirectory(dir, { recursive: true })).toSorted()) {
      if ((yield* fs.stat(`${dir}/${file}`)).type === "File")
        texts[file] = yield* fs.readFileString(`${dir}/${file}`)
    }
    return texts
  })

const put = (at: string, files: Files) =>
  Effect.gen(function* () {
    const fs = yield* FileSystem.FileSystem
    for (const [file, text] of Object.entries(files)) {
      yield* fs.makeDirectory(`${at}/${file}`.replace(/\/[^/]+$/, ""), { recursive: true })
      yield* fs.writeFileString(`${at}/${file}`, text)
    }
  })

/** Creates the world of a writer, and returns a function that creates a folder in which its command can run. */
const setUp = (writer: Writer) =>
  Effect.gen(function* () {
    const world = yield* SampleWorld.make({})
    yield* Effect.repeat(world.tick, { times: 60 })
    yield* writer.prepare?.(world) ?? Effect.void
    const program = screeps(world)
    const account = { SCREEPS_URL: url, SCREEPS_USERNAME: username, SCREEPS_PASSWORD: password }
    if (writer.uploaded !== undefined) {
      const other = yield* folder
      yield* put(other, writer.uploaded)
      const env = { ...account, XDG_STATE_HOME: `${other}/state` }
      const { err, status } = yield* program(["code", "push", other, "--branch", "default"], { env })
      assert.strictEqual(status, 0, err)
    }
    return Effect.gen(function* () {
      const dir = yield* folder
      yield* put(dir, writer.before ?? {})
      const env = { ...account, HOME: `${dir}/home`, XDG_STATE_HOME: `${dir}/state` }
      const start = { env, ...(writer.stdin === undefined ? {} : { stdin: writer.stdin }) }
      return {
        dir,
        run: (args = writer.args(dir)) => program(args, start),
        runWith: (fault: Fault) =>
          runWithFault(fault, (files) => program(writer.args(dir), { ...start, files }))
      }
    })
  })

/** Asserts that each file has its old text or its new one, and that no other file exists. */
const check = (found: Files, before: Files, after: Files, where: string) => {
  for (const [file, text] of Object.entries(found)) {
    assert.isTrue(
      text === before[file] || text === after[file],
      `${where}: ${file} has ${text.length} characters`
    )
  }
  for (const file of Object.keys(before)) assert.property(found, file, where)
}

for (const [command, writer] of Object.entries(writers)) {
  describe(`the files of ${command}`, () => {
    const { before = {} } = writer
    /** The state of the disk when the command has ended well, and a function that creates a folder for another run. */
    const prepared = Effect.runSync(
      Effect.cached(
        Effect.gen(function* () {
          const inFolder = yield* setUp(writer)
          const { dir, run } = yield* inFolder
          const { err, status } = yield* run()
          assert.strictEqual(status, 0, err)
          const after = yield* filesIn(dir)
          assert.notDeepEqual(after, before)
          return { after, inFolder }
        })
      )
    )

    it.live("have their old contents or the new ones when it is killed or interrupted at any change", () =>
      Effect.gen(function* () {
        const { after, inFolder } = yield* prepared
        for (const is of ["kill", "interrupt"] as const) {
          // Many files are written in the same way, one after the other.
          for (let at = 0, ended = false; !ended && at < most; at++) {
            const { dir, runWith } = yield* inFolder
            ended = (yield* runWith({ at, is })) === "unreached"
            const found = Object.entries(yield* filesIn(dir))
            const finished = found.filter(([file]) => is !== "kill" || !isUnfinished(file))
            check(Object.fromEntries(finished), before, after, `${is} ${at}`)
          }
        }
      }).pipe(Effect.provide(NodeServices.layer))
    )

    /** Runs the command, and checks its files and that it says what happened; returns whether there was a change to fail. */
    const failing = (
      { after, inFolder }: Effect.Success<typeof prepared>,
      at: number,
      code: string,
      message: string
    ) =>
      Effect.gen(function* () {
        const { dir, runWith } = yield* inFolder
        const ended = yield* runWith({ at, is: { code } })
        if (typeof ended === "string") return false
        check(yield* filesIn(dir), before, after, `${code} ${at}`)
        assert.isTrue(Exit.isSuccess(ended))
        if (Exit.isFailure(ended)) return false
        const { err, status } = ended.value
        // What failed was not needed, such as a link where a rename does.
        if (status === 0 && err === "") assert.deepStrictEqual(yield* filesIn(dir), after)
        else {
          assert.match(err, new RegExp(`cannot be written: ${message}`))
          assert.strictEqual(status, writer.isBestEffort === true ? 0 : 1)
        }
        return true
      })

    it.live("have their old contents or the new ones when the disk is full, and it says so", () =>
      Effect.gen(function* () {
        const ready = yield* prepared
        let at = 0
        while (at < most && (yield* failing(ready, at, "ENOSPC", "no space left on the device"))) at++
        assert.isAtLeast(at, 3)
      }).pipe(Effect.provide(NodeServices.layer))
    )

    it.live("have their old contents when the disk is read-only, and it says so", () =>
      Effect.gen(function* () {
        const ready = yield* prepared
        for (const at of [0, 1]) assert.isTrue(yield* failing(ready, at, "EROFS", "read-only file system"))
      }).pipe(Effect.provide(NodeServices.layer))
    )

    it.live("are whole when it runs twice at once", () =>
      Effect.gen(function* () {
        const { after, inFolder } = yield* prepared
        const { dir, run } = yield* inFolder
        yield* Effect.all([run(), run()], { concurrency: 2 })
        assert.deepStrictEqual(yield* filesIn(dir), after)
      }).pipe(Effect.provide(NodeServices.layer))
    )
  })
}

describe.skipIf(process.platform === "win32")("a pipe", () => {
  it.live("receives the page of history export, and stays a pipe", () =>
    Effect.gen(function* () {
      const { dir, run } = yield* yield* setUp({ args: () => [] })
      const pipe = `${dir}/pipe`
      execFileSync("mkfifo", [pipe])
      const reader = spawn("cat", [pipe])
      const received: Array<string> = []
      reader.stdout.on("data", (chunk) => received.push(String(chunk)))
      const ended = once(reader.stdout, "end")
      const args = ["history", "export", ...span, "--html", "--output", pipe, "--folder", `${dir}/history`]
      const { err, out, status } = yield* run([...args, "--json"])
      assert.strictEqual(status, 0, err)
      yield* Effect.promise(() => ended)
      const page = received.join("")
      assert.match(page, /^<!doctype html>[^]*<\/html>\s*$/i)
      assert.include(out, `"bytes":${new TextEncoder().encode(page).length}`)
      assert.strictEqual((yield* (yield* FileSystem.FileSystem).lstat(pipe)).type, "FIFO")
    }).pipe(Effect.provide(NodeServices.layer))
  )
})

describe.skipIf(!existsSync("/dev/full"))("standard output on a full disk", () => {
  it("is reported", () => {
    const { status, stderr } = spawnSync(
      "sh",
      ["-c", '"$0" "$1" --help > /dev/full', process.execPath, bin],
      {
        encoding: "utf8",
        env: { NODE_NO_WARNINGS: "1" }
      }
    )
    assert.strictEqual(
      stderr,
      "screeps: standard output cannot be written: no space left on the device; free some space, then try again\n"
    )
    assert.strictEqual(status, 1)
  })
})

describe("login --save", () => {
  it.live("keeps the servers of all that save at once", () =>
    Effect.gen(function* () {
      const { dir, run } = yield* yield* setUp({ args: () => [], stdin: password })
      const file = `${dir}/mine.yaml`
      const names = ["one", "two", "three", "four"]
      const saved = yield* Effect.forEach(
        names,
        (name) => run([...signIn, "--config", file, "--name", name]),
        {
          concurrency: "unbounded"
        }
      )
      assert.deepStrictEqual(
        saved.map(({ status }) => status),
        [0, 0, 0, 0]
      )
      const { out } = yield* run(["servers", "--config", file, "--json"])
      for (const name of names) assert.include(out, `"name":"${name}"`)
    }).pipe(Effect.provide(NodeServices.layer))
  )
})

/** Creates a folder with a long history, and a function that runs a program which uses it. */
const setUpHistory = (text: string) =>
  Effect.gen(function* () {
    const fs = yield* FileSystem.FileSystem
    const dir = yield* folder
    yield* fs.makeDirectory(`${dir}/screeps`)
    yield* fs.writeFileString(`${dir}/screeps/console-history`, text)
    const environment = ConfigProvider.layer(ConfigProvider.fromEnv({ env: { XDG_STATE_HOME: dir } }))
    return {
      dir,
      runWith: <A, E>(fault: Fault, program: Effect.Effect<A, E, FileSystem.FileSystem | Path.Path>) =>
        runWith(fault, Effect.provide(program, environment))
    }
  })

describe("the samples of a run", () => {
  const sampleOf = (tick: number): Sample => ({
    tick,
    gameTime: Tick.make(tick),
    rooms: new Map(),
    bots: new Map(),
    kills: []
  })
  const ticksIn = (text: string) =>
    text.split("\n").map((line) => (line === "" ? "" : Number(/^\{"tick":(\d+),.*\}$/.exec(line)?.[1])))
  const setUpSamples = Effect.gen(function* () {
    const fs = yield* FileSystem.FileSystem
    const file = `${yield* folder}/samples`
    yield* fs.writeFileString(file, "of an earlier run")
    return { file, text: fs.readFileString(file) }
  })
  const ticks = (write: (sample: Sample) => Effect.Effect<void>) =>
    Effect.forEach([1, 2, 3], (tick) => write(sampleOf(tick)), { discard: true })

  it.live("are complete when it ends, fails or is interrupted", () =>
    Effect.gen(function* () {
      for (const end of [Effect.void, Effect.fail("the server is gone"), Effect.interrupt]) {
        const expected = yield* Effect.exit(end)
        const { file, text } = yield* setUpSamples
        const exit = yield* Effect.exit(Samples.written(file, (write) => Effect.andThen(ticks(write), end)))
        assert.strictEqual(messageOf(exit), messageOf(expected))
        assert.deepStrictEqual(ticksIn(yield* text), [1, 2, 3, ""])
      }
    }).pipe(Effect.provide(NodeServices.layer))
  )

  it.live("replace no file when it does not begin", () =>
    Effect.gen(function* () {
      const { file, text } = yield* setUpSamples
      const exit = yield* Effect.exit(Samples.written(file, () => Effect.fail("not installed")))
      assert.deepStrictEqual([exit, yield* text], [Exit.fail("not installed"), "of an earlier run"])
    }).pipe(Effect.provide(NodeServices.layer))
  )

  it.live("end it when they cannot be written", () =>
    Effect.gen(function* () {
      const { file, text } = yield* setUpSamples
      const run = Samples.written(file, (write) => Effect.andThen(ticks(write), Effect.never))
      const ended = yield* runWith({ at: 2, is: { code: "ENOSPC" } }, run)
      assert.match(messageOf(ended), /samples cannot be written: no space left on the device/)
      assert.strictEqual(yield* text, "of an earlier run")
    }).pipe(Effect.provide(NodeServices.layer))
  )
})

describe("the history of the console", () => {
  const lines = Array.from({ length: 1001 }, (_, i) => `line ${i}`)
  const text = (kept: ReadonlyArray<string>) => kept.map((line) => `${line}\n`).join("")
  it.live("is as before or shortened, with whole lines, when adding a line fails or is killed", () =>
    Effect.gen(function* () {
      const [old, short] = [text(lines), text([...lines.slice(-499), "the last"])]
      for (const is of ["kill", "interrupt", { code: "ENOSPC" }] as const) {
        for (let at = 0; at < 12; at++) {
          const { dir, runWith } = yield* setUpHistory(old)
          yield* runWith(
            { at, is },
            Effect.flatMap(
              History.open(() => Effect.void),
              ({ add }) => add("the last")
            )
          )
          const found = Object.entries(yield* filesIn(dir)).filter(
            ([file]) => is !== "kill" || !isUnfinished(file)
          )
          const now = found.map(([, text]) => text)
          assert.include([old, short], now[0])
          assert.lengthOf(now, 1)
        }
      }
    }).pipe(Effect.provide(NodeServices.layer))
  )
})

const isRoot = process.getuid?.() === 0 && process.platform === "linux"

describe("a full disk", () => {
  it.live.skipIf(!isRoot)("leaves the user's own module as it was, and code pull says so", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const { dir, run } = yield* yield* setUp({
        args: () => [],
        uploaded: { "main.js": "x".repeat(200_000) }
      })
      const disk = `${dir}/disk`
      yield* fs.makeDirectory(disk)
      yield* Effect.acquireUseRelease(
        Effect.sync(() => execFileSync("mount", ["-t", "tmpfs", "-o", "size=64k", "tmpfs", disk])),
        () =>
          Effect.gen(function* () {
            yield* fs.writeFileString(`${disk}/main.js`, "my own code")
            const { err, status } = yield* run(["code", "pull", disk, "--branch", "default"])
            assert.strictEqual(
              err,
              `screeps: ${disk}/main.js cannot be written: no space left on the device; free some space, then try again`
            )
            assert.strictEqual(status, 1)
            assert.deepStrictEqual(yield* filesIn(disk), { "main.js": "my own code" })
          }),
        () => Effect.sync(() => execFileSync("umount", [disk]))
      )
    }).pipe(Effect.provide(NodeServices.layer))
  )
})
