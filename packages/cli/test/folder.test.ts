import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import { execFileSync } from "node:child_process"
import { bob, folder, makeWorld, screeps, screepsAt, url } from "./support/inside.ts"

/** A server that counts what it receives, and a function that runs the program in a folder. */
const counting = () => {
  let received = 0
  const run = screepsAt(() =>
    Effect.sync(() => {
      received += 1
      return Response.json({ ok: 1, _id: "u", username: "somebody" })
    })
  )
  return { received: () => received, run }
}

/** Runs a program in a folder. */
const within = <A, E, R>(cwd: string, program: Effect.Effect<A, E, R>) => {
  const before = process.cwd()
  return Effect.acquireUseRelease(
    Effect.sync(() => process.chdir(cwd)),
    () => program,
    () => Effect.sync(() => process.chdir(before))
  )
}

const token = "11111111-2222-3333-4444-555555555555"

/** A downloaded project with a credentials file, and a home folder with a token. */
const project = Effect.gen(function* () {
  const fs = yield* FileSystem.FileSystem
  const [home, cwd, other] = [yield* folder, yield* folder, counting()]
  yield* fs.writeFileString(`${home}/token`, token)
  yield* fs.writeFileString(`${cwd}/.screeps.yaml`, `servers:\n  main:\n    url: ${url}\n    token: any\n`)
  return { home, cwd, other, fs }
})

// The current folder belongs to the whole process.
describe("a credentials file in the current folder", { concurrent: false }, () => {
  it.live("does not decide which server receives a token of --token-file", () =>
    Effect.gen(function* () {
      const { cwd, home, other } = yield* project
      for (const args of [["whoami"], ["whoami", "--server", "main"], ["doctor"]]) {
        const { err, out, status } = yield* within(
          cwd,
          other.run(["--token-file", `${home}/token`, ...args], { env: { HOME: home } })
        )
        assert.deepStrictEqual([out, status], ["", 2])
        assert.strictEqual(
          err,
          "screeps: nothing was sent: the server would come from .screeps.yaml in the current folder, and the token from --token-file; pass --config .screeps.yaml if you trust that file, or --url"
        )
      }
      assert.strictEqual(other.received(), 0)
    }).pipe(Effect.provide(NodeFileSystem.layer))
  )

  it.live("does not decide what a command does: its aliases require --config", () =>
    Effect.gen(function* () {
      const { cwd, fs, home, other } = yield* project
      const text = yield* fs.readFileString(`${cwd}/.screeps.yaml`)
      const aliases = "configs: { screeps-effect: { aliases: { list: servers --json } } }\n"
      yield* fs.writeFileString(`${cwd}/.screeps.yaml`, text + aliases)
      const { err, status } = yield* within(cwd, other.run(["list"], { env: { HOME: home } }))
      assert.deepStrictEqual(
        [err, status],
        [
          "screeps: the alias list is in .screeps.yaml in the current folder; pass --config .screeps.yaml if you trust that file",
          2
        ]
      )
      const named = yield* within(
        cwd,
        other.run(["--config", ".screeps.yaml", "list"], { env: { HOME: home } })
      )
      assert.deepStrictEqual([named.err, named.status], ["", 0])
      assert.include(named.out, '"name":"main"')
    }).pipe(Effect.provide(NodeFileSystem.layer))
  )

  it.live("is used with its own account, without an account, when it is named, and in the home folder", () =>
    Effect.gen(function* () {
      const { cwd, home, other } = yield* project
      const tokenFile = ["--token-file", `${home}/token`]
      for (const [args, env] of [
        [["whoami"], { HOME: home }],
        [["--guest", "call", "game.time"], { HOME: home }],
        [["--config", ".screeps.yaml", ...tokenFile, "whoami"], { HOME: home }],
        [[...tokenFile, "whoami"], { HOME: home, SCREEPS_CONFIG: ".screeps.yaml" }],
        [[...tokenFile, "whoami"], { HOME: cwd }]
      ] as const) {
        const before = other.received()
        const { err } = yield* within(cwd, other.run(args, { env }))
        assert.isAbove(other.received(), before, `${args.join(" ")}: ${err}`)
      }
    }).pipe(Effect.provide(NodeFileSystem.layer))
  )

  it.live("is not written by login --save unless it is named", () =>
    Effect.gen(function* () {
      const { cwd, fs, home } = yield* project
      const before = yield* fs.readFileString(`${cwd}/.screeps.yaml`)
      const login = ["login", "--url", url, "--username", "bob", "--password-file", "-", "--name", "local"]
      const start = { env: { HOME: home }, stdin: bob.password }
      const run = screeps(makeWorld())
      const saved = yield* within(cwd, run([...login, "--save"], start))
      assert.deepStrictEqual([saved.err, saved.status], ["", 0])
      assert.strictEqual(yield* fs.readFileString(`${cwd}/.screeps.yaml`), before)
      assert.include(yield* fs.readFileString(`${home}/.config/screeps/config.yaml`), bob.password)
      const named = yield* within(cwd, run([...login, "--save", "--config", ".screeps.yaml"], start))
      assert.deepStrictEqual([named.err, named.status], ["", 0])
      assert.include(yield* fs.readFileString(`${cwd}/.screeps.yaml`), bob.password)
    }).pipe(Effect.provide(NodeFileSystem.layer))
  )
})

describe.skipIf(process.platform === "win32")("a credentials file that is no file", () => {
  it.effect("is not written by login --save", () =>
    Effect.gen(function* () {
      const pipe = `${yield* folder}/pipe.yaml`
      execFileSync("mkfifo", [pipe])
      const args = ["login", "--url", url, "--username", "bob", "--password-file", "-", "--save"]
      const start = { stdin: bob.password, env: {} }
      const { err, status } = yield* screeps(makeWorld())([...args, "--config", pipe], start)
      assert.deepStrictEqual(
        [err, status],
        [`screeps: ${pipe} cannot be written: it is not a regular file; choose another path`, 1]
      )
    })
  )

  it.effect("is rejected without waiting for what it may contain", () =>
    Effect.gen(function* () {
      const dir = yield* folder
      execFileSync("mkfifo", [`${dir}/pipe.yaml`])
      for (const [file, detail] of [
        [`${dir}/pipe.yaml`, "it is not a regular file; choose another path"],
        ["/dev/zero", "it is not a regular file; choose another path"],
        [dir, "it is a folder; choose the path of a file"]
      ] as const) {
        const { err, status } = yield* screeps(makeWorld())(["servers", "--config", file], { env: {} })
        assert.deepStrictEqual([err, status], [`screeps: ${file}: ${detail}`, 2])
      }
    })
  )
})

describe("login --save", () => {
  it.effect("warns when the credentials are saved inside a Git repository", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const repository = yield* folder
      const run = (file: string) =>
        screeps(makeWorld())(
          ["login", "--url", url, "--username", "bob", "--save", "--config", `${repository}/${file}`],
          { env: { HOME: repository }, columns: 80, keys: `${bob.password}\n` }
        )
      yield* fs.makeDirectory(`${repository}/below`)
      const outside = yield* run("below/.screeps.yaml")
      assert.deepStrictEqual([outside.err, outside.status], ["", 0])
      yield* fs.makeDirectory(`${repository}/.git`)
      const inside = yield* run("below/other.yaml")
      assert.strictEqual(
        inside.err,
        `${repository}/below/other.yaml contains your credentials and is inside a Git repository: make sure that it is ignored.`
      )
    }).pipe(Effect.provide(NodeFileSystem.layer))
  )
})
