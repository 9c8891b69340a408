import * as LocalFile from "@screeps-effect/api/LocalFile"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { openFile, infoOf } from "@screeps-effect/fixtures/memoryFile"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as FileSystem from "effect/FileSystem"
import type * as Path from "effect/Path"
import type * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"
import { execFileSync, spawn } from "node:child_process"
import { writeFileSync } from "node:fs"

type Files = FileSystem.FileSystem | Path.Path

const hasPipes = process.platform !== "win32"

/** A test in a temporary folder. */
const inFolder = (
  title: string,
  program: (dir: string) => Effect.Effect<void, unknown, Files | Scope.Scope>
) =>
  it.live.skipIf(!hasPipes)(title, () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      yield* program(yield* fs.makeTempDirectoryScoped())
    }).pipe(Effect.scoped, Effect.provide(NodeServices.layer))
  )

const pipeIn = (dir: string) => {
  execFileSync("mkfifo", [`${dir}/pipe`])
  return `${dir}/pipe`
}

/** Starts a program that writes into a pipe, until the test ends. */
const writing = (pipe: string, program: string) =>
  Effect.acquireRelease(
    Effect.sync(() => spawn("sh", ["-c", `exec ${program} > "$0"`, pipe], { stdio: "ignore" })),
    (child) => Effect.sync(() => child.kill("SIGKILL"))
  )

const bytes = (...values: ReadonlyArray<number>) => new Uint8Array(values)

describe("a text in a file", () => {
  const texts: Readonly<Record<string, readonly [bytes: Uint8Array, text: string | undefined]>> = {
    "no bytes": [bytes(), ""],
    "UTF-8": [bytes(0x61, 0xc3, 0xa4, 0xf0, 0x9f, 0x98, 0x80), "aä😀"],
    "UTF-8 with a mark": [bytes(0xef, 0xbb, 0xbf, 0x61), "a"],
    "UTF-8 with a mark in the text": [bytes(0xef, 0xbb, 0xbf, 0xef, 0xbb, 0xbf), "\uFEFF"],
    "the replacement character itself": [bytes(0xef, 0xbf, 0xbd), "\uFFFD"],
    "a NUL": [bytes(0x61, 0, 0x62), "a\0b"],
    "UTF-16, low byte first": [bytes(0xff, 0xfe, 0x61, 0, 0xe4, 0, 0x3d, 0xd8, 0, 0xde), "aä😀"],
    "UTF-16, high byte first": [bytes(0xfe, 0xff, 0, 0x61, 0, 0xe4), "aä"],
    "only the mark of UTF-16": [bytes(0xff, 0xfe), ""],
    "UTF-16 with half of a character": [bytes(0xff, 0xfe, 0x3d, 0xd8), undefined],
    "UTF-16 of an odd length": [bytes(0xff, 0xfe, 0x61), undefined],
    "UTF-32": [bytes(0xff, 0xfe, 0, 0, 0x61, 0, 0, 0), undefined],
    "Latin-1": [bytes(0x61, 0xe4), undefined],
    "half of a character": [bytes(0x61, 0xed, 0xa0, 0x80), undefined],
    "a character that is cut off": [bytes(0x61, 0xf0, 0x9f), undefined]
  }
  it.each(Object.entries(texts))("is decoded or refused, and nothing is replaced: %s", (_, [given, text]) => {
    assert.strictEqual(LocalFile.decodeText(given), text)
  })

  it("is decoded byte for byte as UTF-8, with its byte order mark", () => {
    assert.strictEqual(LocalFile.decodeUtf8(bytes(0xef, 0xbb, 0xbf, 0x61)), "\uFEFFa")
    assert.strictEqual(LocalFile.decodeUtf8(bytes(0xff, 0xfe, 0x61, 0)), undefined)
  })

  inFolder("is refused with the path and what to do", (dir) =>
    Effect.gen(function* () {
      writeFileSync(`${dir}/a.txt`, bytes(0x61, 0xe4))
      const message = `${dir}/a.txt cannot be read: it is not text in UTF-8, nor in UTF-16 with a byte order mark; save it as UTF-8`
      assert.strictEqual((yield* Effect.flip(LocalFile.readText(`${dir}/a.txt`))).message, message)
      assert.strictEqual((yield* Effect.flip(LocalFile.readInputText(`${dir}/a.txt`))).message, message)
    })
  )
})

describe("a file that is found", () => {
  inFolder("is read if it is a regular one, and undefined if it does not exist", (dir) =>
    Effect.gen(function* () {
      writeFileSync(`${dir}/a`, "a".repeat(200_000))
      writeFileSync(`${dir}/empty`, "")
      assert.strictEqual(yield* LocalFile.readText(`${dir}/a`), "a".repeat(200_000))
      assert.strictEqual(yield* LocalFile.readText(`${dir}/empty`), "")
      assert.strictEqual(yield* LocalFile.read(`${dir}/none`), undefined)
    })
  )

  inFolder("is refused at once if it is a pipe, a device, a folder, too large, or a link to one", (dir) =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      writeFileSync(`${dir}/large`, "12345")
      pipeIn(dir)
      const targets = { pipe: "pipe", zero: "/dev/zero", tty: "/dev/ptmx", folder: ".", big: "large" }
      for (const [name, target] of Object.entries(targets)) yield* fs.symlink(target, `${dir}/to-${name}`)
      const reasonOf = (name: string) =>
        Effect.map(Effect.flip(LocalFile.read(`${dir}/${name}`, { mostBytes: 4 })), ({ reason }) => reason)
      const names = ["pipe", "to-pipe", "to-zero", "to-tty", "to-folder", "large", "to-big"]
      assert.deepStrictEqual(yield* Effect.forEach(names, reasonOf), [
        "NotRegular",
        "NotRegular",
        "NotRegular",
        "NotRegular",
        "IsFolder",
        "TooLarge",
        "TooLarge"
      ])
    })
  )

  it.effect("is not read further than the bound when it grows, or hides its size", () =>
    Effect.gen(function* () {
      const system = FileSystem.layerNoop({
        stat: () => Effect.succeed(infoOf("File", 0)),
        open: () => Effect.sync(() => openFile(new Uint8Array(1_000_000)))
      })
      const error = yield* Effect.flip(Effect.provide(LocalFile.read("proc", { mostBytes: 100_000 }), system))
      assert.strictEqual(error.reason, "TooLarge")
      const whole = yield* Effect.provide(LocalFile.read("proc"), system)
      assert.strictEqual(whole?.length, 1_000_000)
    })
  )
})

describe("a file that the user names", () => {
  inFolder("may be a pipe whose writer comes later", (dir) =>
    Effect.gen(function* () {
      const pipe = pipeIn(dir)
      const fiber = yield* Effect.forkChild(LocalFile.readInputText(pipe))
      yield* Effect.sleep("50 millis")
      yield* writing(pipe, "printf secret")
      assert.strictEqual(yield* Fiber.join(fiber), "secret")
    })
  )

  inFolder("can be interrupted while it waits, and leaves no thread waiting", (dir) =>
    Effect.gen(function* () {
      const pipe = pipeIn(dir)
      // More than the threads that Node has for files: all of them would wait.
      const fibers = yield* Effect.forEach(Array.from({ length: 20 }), () =>
        Effect.forkChild(LocalFile.readInputText(pipe))
      )
      yield* Effect.sleep("50 millis")
      yield* Fiber.interruptAll(fibers)
      writeFileSync(`${dir}/a`, "still read")
      assert.strictEqual(yield* LocalFile.readText(`${dir}/a`), "still read")
    })
  )

  inFolder("is read up to the bound if it is endless", (dir) =>
    Effect.gen(function* () {
      const pipe = pipeIn(dir)
      const fiber = yield* Effect.forkChild(
        Effect.flip(LocalFile.readInputText(pipe, { mostBytes: 1_000_000 }))
      )
      yield* writing(pipe, "yes")
      assert.strictEqual((yield* Fiber.join(fiber)).reason, "TooLarge")
      const error = yield* Effect.flip(LocalFile.readInputText("/dev/zero", { mostBytes: 1_000_000 }))
      assert.strictEqual(error.message, "/dev/zero cannot be read: it is too large (more than 1000000 bytes)")
    })
  )

  inFolder("may be a regular file or a device, and is no folder", (dir) =>
    Effect.gen(function* () {
      writeFileSync(`${dir}/a`, "a".repeat(200_000))
      assert.strictEqual(yield* LocalFile.readInputText(`${dir}/a`), "a".repeat(200_000))
      assert.strictEqual(yield* LocalFile.readInputText("/dev/null"), "")
      assert.strictEqual((yield* Effect.flip(LocalFile.readInputText(dir))).reason, "IsFolder")
      assert.strictEqual((yield* Effect.flip(LocalFile.readInputText(`${dir}/none`))).reason, "NotFound")
      assert.strictEqual((yield* Effect.flip(LocalFile.readInputText(`${dir}/a/b`))).reason, "NotFolder")
    })
  )

  it.effect("may be standard input, which has a bound as well", () =>
    Effect.gen(function* () {
      const stream = Stream.make(bytes(0x61, 0xc3), bytes(), bytes(0xa4))
      assert.strictEqual(yield* LocalFile.collectText("standard input", stream), "aä")
      const endless = Stream.forever(stream)
      const error = yield* Effect.flip(LocalFile.collectText("standard input", endless, { mostBytes: 100 }))
      assert.strictEqual(
        error.message,
        "standard input cannot be read: it is too large (more than 100 bytes)"
      )
    })
  )
})
