import { mkdtempSync, rmSync } from "node:fs"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as ChildProcess from "effect/process/ChildProcess"
import * as Stream from "effect/Stream"
import { freePorts } from "../src/process/ports.ts"
import * as Process from "../src/process/process.ts"

/** Runs a script, and returns when it has printed "up". */
const shell = Effect.fnUntraced(function* (script: string) {
  const cwd = yield* Effect.acquireRelease(
    Effect.sync(() => mkdtempSync(join(tmpdir(), "screeps-process-test-"))),
    (path) => Effect.sync(() => rmSync(path, { recursive: true }))
  )
  const handle = yield* Process.start({ file: "/bin/sh", args: ["-c", script], cwd, env: {} })
  const isUp = Stream.decodeText(handle.all).pipe(Stream.takeUntil((text) => text.includes("up")))
  assert.include(yield* Stream.mkString(isUp), "up")
  return handle
})

// Groups are read from Linux' process table.
describe.skipIf(process.platform !== "linux")("a process group", () => {
  it.layer(NodeServices.layer)((it) => {
    it.effect("ends together with all processes that it has started", () =>
      Effect.gen(function* () {
        const { pid } = yield* shell("/bin/sleep 100 & /bin/sleep 100 & echo up; wait")
        assert.isAtLeast((yield* Process.members(pid)).length, 2)
        yield* Process.stop(pid)
        assert.deepStrictEqual(yield* Process.members(pid), [])
      })
    )

    it.effect("ends with its scope", () =>
      Effect.gen(function* () {
        const { pid } = yield* Effect.scoped(shell("/bin/sleep 100 & echo up; wait"))
        assert.deepStrictEqual(yield* Process.members(pid), [])
      })
    )

    it.effect("is killed when it ignores SIGTERM", () =>
      Effect.gen(function* () {
        const { pid } = yield* shell("trap '' TERM; echo up; while :; do /bin/sleep 100; done")
        yield* Process.stop(pid, "50 millis")
        assert.deepStrictEqual(yield* Process.members(pid), [])
      })
    )

    it.effect("returns how its leader has ended", () =>
      Effect.gen(function* () {
        assert.strictEqual(yield* Process.ended(yield* shell("echo up; exit 7")), "exit code 7")
        assert.include(yield* Process.ended(yield* shell("echo up; kill -9 $$")), "SIGKILL")
      })
    )

    it.effect("has its exit awaited by a program that has nothing else to do", () =>
      Effect.gen(function* () {
        const program = fileURLToPath(new URL("support/awaits.ts", import.meta.url))
        const handle = yield* ChildProcess.make(process.execPath, [program])
        assert.strictEqual(yield* Stream.mkString(Stream.decodeText(handle.all)), "exit code 3\n")
      })
    )

    it.effect("fails when the program does not exist", () =>
      Effect.gen(function* () {
        const start = Process.start({ file: "/no/such/node", args: [], cwd: "/", env: {} })
        assert.strictEqual((yield* Effect.flip(start)).reason._tag, "NotFound")
      })
    )
  })
})

describe("free ports", () => {
  it.effect("are different, and a server can listen on each", () =>
    Effect.gen(function* () {
      const [first = 0, second = 0] = (yield* freePorts(undefined)) ?? []
      assert.notStrictEqual(first, second)
      for (const port of [first, second])
        yield* Effect.callback<void>((resume) => {
          const server = createServer().once("error", (error) => resume(Effect.die(error)))
          server.listen(port, "127.0.0.1", () => server.close(() => resume(Effect.void)))
        })
    })
  )
})
