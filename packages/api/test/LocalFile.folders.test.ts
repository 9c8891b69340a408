import * as LocalFile from "@screeps-effect/api/LocalFile"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import { execFileSync } from "node:child_process"

const canMount = process.getuid?.() === 0 && process.platform === "linux"

describe.skipIf(!canMount)("a folder on a read-only file system", () => {
  it.live("is not said to be missing when it cannot be created", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const dir = yield* fs.makeTempDirectoryScoped()
      const mount = Effect.sync(() => execFileSync("mount", ["-t", "tmpfs", "-o", "ro", "tmpfs", dir]))
      const program = Effect.gen(function* () {
        const file = `${dir}/new/folder/file.txt`
        for (const writing of [LocalFile.write(file, "text"), LocalFile.append(file, "text")]) {
          assert.strictEqual((yield* Effect.flip(writing)).reason, "ReadOnly")
        }
      })
      yield* Effect.acquireUseRelease(
        mount,
        () => program,
        () => Effect.sync(() => execFileSync("umount", [dir]))
      )
    }).pipe(Effect.provide(NodeServices.layer))
  )
})

describe("a full disk", () => {
  it.live.skipIf(!canMount)("leaves the old contents and no part of the new ones", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const dir = yield* fs.makeTempDirectoryScoped()
      yield* Effect.acquireUseRelease(
        Effect.sync(() => execFileSync("mount", ["-t", "tmpfs", "-o", "size=64k", "tmpfs", dir])),
        () =>
          Effect.gen(function* () {
            const file = `${dir}/main.js`
            yield* LocalFile.write(file, "old".repeat(5000))
            const error = yield* Effect.flip(LocalFile.write(file, "new".repeat(50_000)))
            assert.strictEqual(error.reason, "NoSpace")
            assert.strictEqual(yield* fs.readFileString(file), "old".repeat(5000))
            assert.deepStrictEqual(yield* fs.readDirectory(dir), ["main.js"])
            const log = `${dir}/log`
            yield* LocalFile.append(log, "first\n")
            assert.strictEqual(
              (yield* Effect.flip(LocalFile.append(log, "x".repeat(99_999)))).reason,
              "NoSpace"
            )
            assert.strictEqual(yield* fs.readFileString(log), "first\n")
          }),
        () => Effect.sync(() => execFileSync("umount", [dir]))
      )
    }).pipe(Effect.provide(NodeServices.layer))
  )
})
