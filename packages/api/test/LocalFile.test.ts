import * as LocalFile from "@screeps-effect/api/LocalFile"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, describe, it } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as FileSystem from "effect/FileSystem"
import * as Option from "effect/Option"
import type * as Path from "effect/Path"
import type * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"
import { type ChildProcess, execFileSync, spawn } from "node:child_process"
import { once } from "node:events"
import { fileURLToPath } from "node:url"
import { type Fault, messageOf, runWith } from "@screeps-effect/fixtures/files"

type Files = FileSystem.FileSystem | Path.Path

/** A test with the real clock: files have real times. */
const live = (title: string, program: Effect.Effect<void, unknown, Files | Scope.Scope>, timeout?: number) =>
  it.live(title, () => Effect.provide(program, NodeServices.layer), timeout)

/** A temporary folder with one file. */
const withFile = Effect.gen(function* () {
  const fs = yield* FileSystem.FileSystem
  const dir = yield* fs.makeTempDirectoryScoped()
  const file = `${dir}/file.txt`
  yield* fs.writeFileString(file, "the old contents")
  return { dir, file, fs }
})

const modeOf = (fs: FileSystem.FileSystem, file: string) =>
  Effect.map(fs.stat(file), ({ mode }) => (mode & 0o777).toString(8))

const unlessWindows = it.live.skipIf(process.platform === "win32")

/** The ways to write the same contents. */
const text = "the new contents"
const ways = {
  write: (file: string) => LocalFile.write(file, text),
  writeStream: (file: string) => LocalFile.writeStream(file, Stream.make("the ", "new ", "contents")),
  modify: (file: string) => LocalFile.modify(file, () => Effect.succeed([undefined, text] as const)),
  private: (file: string) => LocalFile.write(file, text, { isPrivate: true })
} satisfies { [way: string]: (file: string) => Effect.Effect<void, LocalFile.LocalFileError, Files> }

/** Runs a way of writing with a fault at each of its changes of the disk, until none is left; returns their number. */
const eachFault = (
  way: (file: string) => Effect.Effect<void, LocalFile.LocalFileError, Files>,
  is: Fault["is"],
  check: (found: {
    readonly text: string
    readonly names: ReadonlyArray<string>
    readonly ended: string
  }) => void
) =>
  Effect.gen(function* () {
    for (let at = 0; ; at++) {
      const { dir, file, fs } = yield* withFile
      const ended = messageOf(yield* runWith({ at, is }, way(file)))
      check({ text: yield* fs.readFileString(file), names: yield* fs.readDirectory(dir), ended })
      if (ended === "unreached") return at
    }
  })

describe("a file that is written", () => {
  for (const [name, way] of Object.entries(ways)) {
    live(
      `has its old contents and nothing beside it when the disk is full (${name})`,
      Effect.gen(function* () {
        const changes = yield* eachFault(way, { code: "ENOSPC" }, ({ ended, names, text: found }) => {
          assert.deepStrictEqual(names, ["file.txt"])
          if (ended === "unreached") return assert.strictEqual(found, text)
          assert.strictEqual(found, "the old contents")
          assert.match(ended, /\/file\.txt cannot be written: no space left on the device; free some space/)
        })
        assert.isAtLeast(changes, 3)
      })
    )

    live(
      `has its old contents or the new ones when the process is killed (${name})`,
      Effect.gen(function* () {
        const found = new Set<string>()
        const changes = yield* eachFault(way, "kill", ({ names, text: now }) => {
          found.add(now)
          // What a killed process cannot remove has a name by which the next one recognizes it.
          for (const one of names) assert.match(one, /^file\.txt$|\.screeps-(?:tmp|lock)$/)
        })
        assert.isAtLeast(changes, 4)
        assert.deepStrictEqual([...found].toSorted(), ["the new contents", "the old contents"])
      })
    )

    live(
      `has its old contents or the new ones and nothing beside it after an interruption (${name})`,
      Effect.gen(function* () {
        const changes = yield* eachFault(way, "interrupt", ({ names, text: now }) => {
          assert.include([text, "the old contents"], now)
          assert.deepStrictEqual(names, ["file.txt"])
        })
        assert.isAtLeast(changes, 4)
      })
    )
  }

  live(
    "is never a mix of two that are written at once",
    Effect.gen(function* () {
      const { dir, file, fs } = yield* withFile
      const pieces = (letter: string, count: number) =>
        Stream.range(1, count).pipe(Stream.mapEffect(() => Effect.as(Effect.yieldNow, letter.repeat(1000))))
      const failing = Stream.concat(pieces("z", 5), Stream.fail("the server is gone"))
      const exits = yield* Effect.forEach(
        [pieces("a", 10), failing, pieces("b", 20), pieces("c", 5), failing],
        (stream) => Effect.exit(LocalFile.writeStream(file, stream)),
        { concurrency: "unbounded" }
      )
      assert.deepStrictEqual(exits.map(Exit.isSuccess), [true, false, true, true, false])
      assert.match(yield* fs.readFileString(file), /^(?:a{10000}|b{20000}|c{5000})$/)
      assert.deepStrictEqual(yield* fs.readDirectory(dir), ["file.txt"])
    })
  )

  live(
    "gets the pieces of a stream in their order, and no file when the stream fails",
    Effect.gen(function* () {
      const { dir, fs } = yield* withFile
      yield* LocalFile.writeStream(`${dir}/a/b/new.bin`, Stream.make("é", new Uint8Array([0, 255])))
      assert.deepStrictEqual([...(yield* fs.readFile(`${dir}/a/b/new.bin`))], [0xc3, 0xa9, 0, 255])
      const failed = yield* Effect.exit(LocalFile.writeStream(`${dir}/none`, Stream.fail("gone")))
      assert.deepStrictEqual(failed, Exit.fail("gone"))
      assert.isFalse(yield* fs.exists(`${dir}/none`))
    })
  )

  unlessWindows("keeps its permissions; a private one and its folder are only for the user", () =>
    Effect.gen(function* () {
      const { dir, file, fs } = yield* withFile
      yield* fs.chmod(file, 0o640)
      yield* LocalFile.write(file, "a")
      assert.strictEqual(yield* modeOf(fs, file), "640")
      yield* LocalFile.write(file, "b", { isPrivate: true })
      assert.strictEqual(yield* modeOf(fs, file), "600")
      yield* LocalFile.modify(`${dir}/deep/er/secret`, () => Effect.succeed([0, "c"] as const), {
        isPrivate: true
      })
      const modes = yield* Effect.forEach(["deep", "deep/er", "deep/er/secret"], (name) =>
        modeOf(fs, `${dir}/${name}`)
      )
      assert.deepStrictEqual(modes, ["700", "700", "600"])
    }).pipe(Effect.provide(NodeServices.layer))
  )

  unlessWindows("is the one that a link points to, also when it does not exist yet", () =>
    Effect.gen(function* () {
      const { dir, file, fs } = yield* withFile
      yield* fs.symlink("file.txt", `${dir}/link`)
      yield* LocalFile.write(`${dir}/link`, "through the link")
      assert.deepStrictEqual(
        [yield* fs.readLink(`${dir}/link`), yield* fs.readFileString(file)],
        ["file.txt", "through the link"]
      )
      yield* fs.symlink("later.txt", `${dir}/dangling`)
      yield* LocalFile.modify(`${dir}/dangling`, (before) => Effect.succeed([0, `${before}!`] as const))
      assert.deepStrictEqual(
        [yield* fs.readLink(`${dir}/dangling`), yield* fs.readFileString(`${dir}/later.txt`)],
        ["later.txt", "undefined!"]
      )
    }).pipe(Effect.provide(NodeServices.layer))
  )

  unlessWindows("is the one that a link in a linked folder points to", () =>
    Effect.gen(function* () {
      const { dir, fs } = yield* withFile
      yield* fs.makeDirectory(`${dir}/real/folder`, { recursive: true })
      yield* fs.makeDirectory(`${dir}/other`)
      yield* fs.symlink("../real/folder", `${dir}/other/folder`)
      yield* fs.symlink("../later.txt", `${dir}/real/folder/link`)
      yield* LocalFile.write(`${dir}/other/folder/link`, "through both links")
      assert.strictEqual(yield* fs.readFileString(`${dir}/real/later.txt`), "through both links")
      assert.deepStrictEqual(yield* fs.readDirectory(`${dir}/other`), ["folder"])
    }).pipe(Effect.provide(NodeServices.layer))
  )

  unlessWindows("replaces a link where links are not followed", () =>
    Effect.gen(function* () {
      const { dir, file, fs } = yield* withFile
      yield* fs.symlink("file.txt", `${dir}/link`)
      yield* LocalFile.write(`${dir}/link`, "mine", { link: "replace" })
      assert.deepStrictEqual(
        [(yield* fs.lstat(`${dir}/link`)).type, yield* fs.readFileString(file)],
        ["File", "the old contents"]
      )
    }).pipe(Effect.provide(NodeServices.layer))
  )

  unlessWindows("is no pipe, device or open file: these are written and stay what they are", () =>
    Effect.gen(function* () {
      const { dir, file, fs } = yield* withFile
      const pipe = `${dir}/pipe`
      execFileSync("mkfifo", [pipe])
      const reader = spawn("cat", [pipe])
      const received: Array<string> = []
      reader.stdout.on("data", (chunk) => received.push(String(chunk)))
      const ended = once(reader.stdout, "end")
      yield* LocalFile.writeStream(pipe, Stream.make("to ", "the pipe"))
      yield* Effect.promise(() => ended)
      assert.strictEqual(received.join(""), "to the pipe")
      assert.strictEqual((yield* fs.lstat(pipe)).type, "FIFO")
      yield* LocalFile.write("/dev/null", "nothing")
      assert.strictEqual((yield* fs.lstat("/dev/null")).type, "CharacterDevice")
      yield* Effect.scoped(
        Effect.gen(function* () {
          yield* fs.open(file, { flag: "r" })
          const open = yield* Effect.filter(yield* fs.readDirectory("/proc/self/fd"), (fd) =>
            Effect.map(Effect.option(fs.readLink(`/proc/self/fd/${fd}`)), (link) =>
              Option.contains(link, file)
            )
          )
          yield* LocalFile.write(`/proc/self/fd/${open[0]}`, ", continued")
        })
      )
      assert.strictEqual(yield* fs.readFileString(file), "the old contents, continued")
    }).pipe(Effect.provide(NodeServices.layer))
  )

  live(
    "is not replaced when it must not exist",
    Effect.gen(function* () {
      const { dir, file, fs } = yield* withFile
      const create = (path: string) => LocalFile.write(path, "new", { existing: "fail" })
      const error = yield* Effect.flip(create(file))
      assert.strictEqual(
        error.message,
        `${file} cannot be written: it exists already; choose another path, or remove it first`
      )
      const both = yield* Effect.all([Effect.exit(create(`${dir}/b`)), Effect.exit(create(`${dir}/b`))], {
        concurrency: 2
      })
      assert.strictEqual(both.filter(Exit.isSuccess).length, 1)
      assert.deepStrictEqual((yield* fs.readDirectory(dir)).toSorted(), ["b", "file.txt"])
      assert.strictEqual(yield* fs.readFileString(file), "the old contents")
    })
  )
})

describe("an unfinished file of a killed process", () => {
  live(
    "is removed by the next write into the folder when it is an hour old",
    Effect.gen(function* () {
      const { dir, fs } = yield* withFile
      const left = (name: string) => `${dir}/.${name}.12345678-1234-1234-1234-123456789012.screeps-tmp`
      yield* fs.writeFileString(left("old"), "a part")
      yield* fs.writeFileString(left("young"), "a part")
      const before = new Date(Date.now() - 2 * 60 * 60 * 1000)
      yield* fs.utimes(left("old"), before, before)
      yield* fs.utimes(`${dir}/file.txt`, before, before)
      yield* LocalFile.write(`${dir}/new.txt`, "text")
      assert.deepStrictEqual((yield* fs.readDirectory(dir)).map((name) => `${dir}/${name}`).toSorted(), [
        left("young"),
        `${dir}/file.txt`,
        `${dir}/new.txt`
      ])
    })
  )
})

describe("a failure", () => {
  const failures = {
    EROFS: "read-only file system; choose another path",
    EACCES: "permission denied; check the permissions and the owner of the file and of its folder",
    EMFILE: "too many open files; close other programs, or raise the limit (ulimit -n)",
    EIO: "the system reported an error (EIO)"
  }
  for (const [code, message] of Object.entries(failures)) {
    live(
      `says what happened and what to do (${code})`,
      Effect.gen(function* () {
        const { file } = yield* withFile
        const ended = yield* runWith({ at: 1, is: { code } }, LocalFile.write(file, "new"))
        assert.strictEqual(messageOf(ended), `LocalFileError: ${file} cannot be written: ${message}`)
      })
    )
  }

  live(
    "names paths that cannot be files",
    Effect.gen(function* () {
      const { dir, file } = yield* withFile
      const reasonOf = (path: string) =>
        Effect.map(Effect.flip(LocalFile.write(path, "new")), ({ message, reason }) => {
          assert.isTrue(message.startsWith(path))
          return reason
        })
      assert.strictEqual(yield* reasonOf(dir), "IsFolder")
      assert.strictEqual(yield* reasonOf(`${file}/below`), "NotFolder")
      assert.strictEqual(yield* reasonOf(`${dir}/${"long".repeat(64)}`), "NameTooLong")
    })
  )
})

const worker = fileURLToPath(new URL("support/fileWorker.ts", import.meta.url))
const start = (...args: ReadonlyArray<string>): ChildProcess => spawn(process.execPath, [worker, ...args])

describe.skipIf(process.platform === "win32")("a pipe", () => {
  live(
    "is refused where text is appended, which would keep a process from ending",
    Effect.gen(function* () {
      const { dir } = yield* withFile
      execFileSync("mkfifo", [`${dir}/pipe`])
      const error = yield* Effect.flip(LocalFile.append(`${dir}/pipe`, "text"))
      assert.strictEqual(error.reason, "NotRegular")
    })
  )

  const readers = {
    "has no reader": undefined,
    "has a reader that does not read": 'exec 3< "$0"; exec sleep 600'
  }
  for (const [what, script] of Object.entries(readers)) {
    live(
      `that ${what} does not keep a process from ending`,
      Effect.gen(function* () {
        const { dir } = yield* withFile
        const pipe = `${dir}/pipe`
        execFileSync("mkfifo", [pipe])
        const reader = script === undefined ? undefined : spawn("sh", ["-c", script, pipe])
        const writer = start(pipe, "1", "pipe")
        yield* Effect.gen(function* () {
          yield* Effect.promise(() => once(writer.stdout ?? writer, "data"))
          yield* Effect.sleep("200 millis")
          writer.kill("SIGTERM")
          yield* Effect.promise(() => once(writer, "exit"))
        }).pipe(
          Effect.ensuring(Effect.sync(() => [writer, reader].map((started) => started?.kill("SIGKILL"))))
        )
        assert.strictEqual(writer.exitCode, 130)
      })
    )
  }
})

describe("a file of a process that is killed while it writes", () => {
  live(
    "has all of one text",
    Effect.gen(function* () {
      const { dir, file, fs } = yield* withFile
      for (let i = 0; i < 3; i++) {
        const writer = start(file, "1", "write")
        yield* Effect.promise(() => once(writer.stdout ?? writer, "data"))
        yield* Effect.sleep(i * 5)
        writer.kill("SIGKILL")
        yield* Effect.promise(() => once(writer, "exit"))
        assert.match(yield* fs.readFileString(file), /^(?:a{1000000}|b{1000000})$/)
      }
      const before = new Date(Date.now() - 2 * 60 * 60 * 1000)
      for (const name of yield* fs.readDirectory(dir)) yield* fs.utimes(`${dir}/${name}`, before, before)
      const last = start(`${dir}/count`, "1")
      yield* Effect.promise(() => once(last, "exit"))
      assert.deepStrictEqual((yield* fs.readDirectory(dir)).toSorted(), ["count", "file.txt"])
    })
  )
})

describe("a file that is modified", () => {
  live(
    "loses no change of fibers and of another process that change it at once",
    Effect.gen(function* () {
      const { dir, fs } = yield* withFile
      const file = `${dir}/count`
      const other = start(file, "50")
      yield* Effect.forEach(
        Array.from({ length: 50 }),
        () => LocalFile.modify(file, (now) => Effect.succeed([0, `${Number(now ?? 0) + 1}`] as const)),
        { concurrency: "unbounded" }
      )
      if (other.exitCode === null) yield* Effect.promise(() => once(other, "exit"))
      assert.strictEqual(other.exitCode, 0)
      assert.strictEqual(yield* fs.readFileString(file), "100")
      assert.deepStrictEqual((yield* fs.readDirectory(dir)).toSorted(), ["count", "file.txt"])
    }),
    60_000
  )

  live(
    "is not blocked by a killed process, and loses no change when several notice it at once",
    Effect.gen(function* () {
      const { dir, fs } = yield* withFile
      const file = `${dir}/count`
      const killed = start(file, "1", "hold")
      yield* Effect.promise(() => once(killed.stdout ?? killed, "data"))
      killed.kill("SIGKILL")
      yield* Effect.promise(() => once(killed, "exit"))
      const [lock = ""] = (yield* fs.readDirectory(dir)).filter((name) => name.endsWith("-lock"))
      const before = new Date(Date.now() - 11_000)
      yield* fs.utimes(`${dir}/${lock}`, before, before)
      const processes = Array.from({ length: 3 }, () => start(file, "5"))
      for (const one of processes) {
        if (one.exitCode === null) yield* Effect.promise(() => once(one, "exit"))
        assert.strictEqual(one.exitCode, 0)
      }
      assert.strictEqual(yield* fs.readFileString(file), "15")
      assert.deepStrictEqual((yield* fs.readDirectory(dir)).toSorted(), ["count", "file.txt"])
    }),
    60_000
  )

  live(
    "waits no longer for its turn when the system's clock stands still",
    Effect.gen(function* () {
      const { dir, file, fs } = yield* withFile
      const now = Date.now()
      const lock = `${dir}/.file.txt.screeps-lock`
      yield* fs.writeFileString(lock, "another program")
      yield* fs.utimes(lock, new Date(now), new Date(now))
      const clock = yield* Clock.Clock
      // A minute passes with each reading of the monotonic time.
      let minutes = 0n
      const nanos = () => ++minutes * 60_000_000_000n
      const stopped: Clock.Clock = Object.assign(Object.create(clock), {
        currentTimeMillisUnsafe: () => now,
        currentTimeMillis: Effect.succeed(now),
        monotonicTimeNanosUnsafe: nanos,
        monotonicTimeNanos: Effect.sync(nanos)
      })
      const error = yield* LocalFile.modify(file, () => Effect.succeed([0, "new"] as const)).pipe(
        Effect.provideService(Clock.Clock, stopped),
        Effect.flip
      )
      assert.strictEqual(error.reason, "Locked")
    })
  )

  live(
    "is not written when its text stays the same, and returns the result",
    Effect.gen(function* () {
      const { file } = yield* withFile
      const result = yield* runWith(
        { at: 3, is: "kill" },
        LocalFile.modify(file, (before) => Effect.succeed([before?.length, before] as const))
      )
      // Folder, lock with its owner, and its removal are four changes: the process is killed before the last one.
      assert.strictEqual(messageOf(result), "killed")
      const unchanged = yield* LocalFile.modify(`${file}.none`, (before) =>
        Effect.succeed(["result", before] as const)
      )
      assert.strictEqual(unchanged, "result")
    })
  )
})

describe("text that is appended", () => {
  live(
    "is complete or not there when the disk is full, and keeps what others appended",
    Effect.gen(function* () {
      const { file, fs } = yield* withFile
      yield* LocalFile.append(file, "\nsecond\n")
      for (let at = 0; at < 3; at++) {
        const ended = yield* runWith({ at, is: { code: "ENOSPC" } }, LocalFile.append(file, "a third line\n"))
        assert.match(messageOf(ended), /file\.txt cannot be written: no space left/)
        assert.strictEqual(yield* fs.readFileString(file), "the old contents\nsecond\n")
      }
      yield* Effect.forEach(Array.from("0123456789"), (digit) => LocalFile.append(file, `${digit}\n`), {
        concurrency: "unbounded"
      })
      const lines = (yield* fs.readFileString(file)).split("\n").slice(2, -1)
      assert.deepStrictEqual(lines.toSorted(), Array.from("0123456789"))
    })
  )
})
