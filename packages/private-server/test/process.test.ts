import { readFileSync, mkdtempSync, rmSync } from "node:fs"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { freePorts } from "../src/process/ports.ts"
import * as Process from "../src/process/process.ts"

const shell = (script: string) =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const cwd = mkdtempSync(join(tmpdir(), "screeps-process-test-"))
      const logFile = join(cwd, "log")
      const group = await Process.start({ file: "/bin/sh", args: ["-c", script], cwd, env: {}, logFile })
      const printed = () => readFileSync(logFile, "utf8")
      while (!printed().includes("up")) await new Promise((resolve) => setImmediate(resolve))
      return { group, cwd, printed }
    }),
    ({ cwd, group }) =>
      Effect.promise(async () => {
        await Process.stop(group.pid, 0)
        rmSync(cwd, { recursive: true })
      })
  )

// Groups are read from Linux' process table.
describe.skipIf(process.platform !== "linux")("a process group", () => {
  it.effect("ends together with all processes that it has started", () =>
    Effect.gen(function* () {
      const { group } = yield* shell("/bin/sleep 100 & /bin/sleep 100 & echo up; wait")
      assert.isAtLeast(Process.members(group.pid).length, 2)
      yield* Effect.promise(() => Process.stop(group.pid, 5_000))
      assert.deepStrictEqual(Process.members(group.pid), [])
    })
  )

  it.effect("is killed when it ignores SIGTERM", () =>
    Effect.gen(function* () {
      const { group } = yield* shell("trap '' TERM; echo up; while :; do /bin/sleep 100; done")
      yield* Effect.promise(() => Process.stop(group.pid, 50))
      assert.deepStrictEqual(Process.members(group.pid), [])
    })
  )

  it.effect("returns how its leader has ended", () =>
    Effect.gen(function* () {
      const { group, printed } = yield* shell("echo up; exit 7")
      yield* Effect.promise(async () => {
        while (group.ended() === undefined) await new Promise((resolve) => setImmediate(resolve))
      })
      assert.strictEqual(group.ended(), "exit code 7")
      assert.strictEqual(printed(), "up\n")
    })
  )

  it.effect("fails when the program does not exist", () =>
    Effect.gen(function* () {
      const start = () =>
        Process.start({ file: "/no/such/node", args: [], cwd: "/", env: {}, logFile: "/dev/null" })
      const error = yield* Effect.flip(Effect.tryPromise({ try: start, catch: String }))
      assert.match(error, /ENOENT/)
    })
  )
})

describe("free ports", () => {
  it.effect("are different, and a server can listen on each", () =>
    Effect.promise(async () => {
      const ports = await freePorts(20)
      assert.strictEqual(new Set(ports).size, 20)
      const [port] = ports
      await new Promise<void>((resolve, reject) => {
        const server = createServer().once("error", reject)
        server.listen(port, "127.0.0.1", () => server.close(() => resolve()))
      })
    })
  )
})
