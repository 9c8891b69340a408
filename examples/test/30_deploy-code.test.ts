import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { serveSample, output, errorLine, start } from "./support/example.ts"

const file = "30_deploy-code.ts"

/** Creates a folder with two modules in `dist`, and a credentials file with the server `here`. */
const project = (url: string) =>
  Effect.acquireRelease(
    Effect.sync(() => {
      const cwd = mkdtempSync(join(tmpdir(), "deploy-"))
      mkdirSync(join(cwd, "dist"))
      writeFileSync(join(cwd, "dist", "main.js"), "module.exports.loop = () => {}\n")
      writeFileSync(join(cwd, "dist", "util.js"), "exports.one = 1\n")
      const account = `url: "${url}", username: bob, password: secret`
      writeFileSync(join(cwd, ".screeps.yaml"), `servers:\n  here: { ${account} }\n`)
      return cwd
    }),
    (cwd) => Effect.sync(() => rmSync(cwd, { recursive: true }))
  )

describe("30_deploy-code", () => {
  it.live("uploads three modules, and reports the confirmation by the socket", () =>
    Effect.gen(function* () {
      assert.strictEqual(
        yield* output(file, ["push", "--activate"], { source: true }),
        "example\n  + empty\n  + lib/hello\n  + main\n  upload confirmed, activation confirmed\n"
      )
    })
  )

  it.live("uploads only changed code, to a server of the credentials file, and pulls it back", () =>
    Effect.gen(function* () {
      const { url, world } = yield* serveSample()
      const cwd = yield* project(url)
      const push = output(file, ["push", "dist", "--branch", "release", "--server", "here"], { cwd })
      assert.strictEqual(yield* push, "release\n  + main\n  + util\n  upload confirmed\n")
      assert.strictEqual(yield* push, "release\n  = main\n  = util\n  upload unchanged\n")
      const pull = ["pull", "saved", "--branch", "release", "--server", "here"]
      assert.strictEqual(yield* output(file, pull, { cwd }), "release: 2 written, 0 removed, 0 unchanged\n")
      assert.strictEqual(readFileSync(join(cwd, "saved", "util.js"), "utf8"), "exports.one = 1\n")
      const { activeWorld, branches } = yield* world.users.get("bob")
      assert.strictEqual(activeWorld, "default")
      assert.deepStrictEqual(Object.keys(branches["release"] ?? {}).toSorted(), ["main", "util"])
    })
  )

  it.live("uploads again when a file changes, until Ctrl-C", () =>
    Effect.gen(function* () {
      const { url } = yield* serveSample()
      const cwd = yield* project(url)
      const args = ["push", "dist", "--watch", "--server", "here"]
      const { ended, interrupt, untilPrinted } = yield* start(file, args, { cwd })
      yield* untilPrinted(/\+ util\n {2}upload confirmed/)
      writeFileSync(join(cwd, "dist", "util.js"), "exports.one = 2\n")
      yield* untilPrinted(/= main\n {2}upload confirmed/)
      yield* interrupt
      const { code, err, out } = yield* ended
      assert.deepStrictEqual({ code, err }, { code: 130, err: "" })
      assert.include(out, "  ~ util\n  = main\n  upload confirmed\n")
    })
  )

  it.live("fails with one sentence for wrong arguments, a missing folder, and an unknown branch", () =>
    Effect.gen(function* () {
      assert.match(
        yield* errorLine(file, ["nope"]),
        /^Usage: node examples\/src\/30_deploy-code\.ts push\|pull/
      )
      assert.match(yield* errorLine(file, ["pull"]), /^Usage: /)
      assert.match(
        yield* errorLine(file, ["push", "/no/such/folder"]),
        /^\/no\/such\/folder cannot be read: no such file or folder; check the path$/
      )
      assert.strictEqual(
        yield* errorLine(file, ["pull", "any", "--branch", "nope"]),
        "GET /api/user/code: Rejected (no code)"
      )
    })
  )

  it.live("prints colours with FORCE_COLOR, none with NO_COLOR", () =>
    Effect.gen(function* () {
      assert.include(yield* output(file, [], { env: { FORCE_COLOR: "1" } }), "\x1b[32m  + main")
      assert.notInclude(yield* output(file, [], { env: { NO_COLOR: "1" } }), "\x1b")
    })
  )
})
