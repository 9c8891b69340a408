import { execFile } from "node:child_process"
import { once } from "node:events"
import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { assert, describe, it } from "@effect/vitest"
import * as Credentials from "@screeps-effect/api/Credentials"
import * as Register from "@screeps-effect/api/Register"
import * as ScreepsClient from "@screeps-effect/api/ScreepsClient"
import * as Server from "@screeps-effect/api/Server"
import * as User from "@screeps-effect/api/User"
import { Administration, Bots, PrivateServer, System } from "@screeps-effect/private-server"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { inject } from "vitest"
import { BotFolder } from "./support/administration.ts"
import { eventually, settle } from "./support/world.ts"
import * as RealServer from "./support/server.ts"

interface Ended {
  readonly status: number | null
  readonly out: string
  readonly err: string
}

/** The output of `screeps dev`. */
const DevOutput = Schema.Struct({
  url: Schema.String,
  username: Schema.String,
  password: Schema.String,
  room: Schema.String,
  cliPort: Schema.Int
})

const username = "bob"
const password = "bobs secret"

// By its path: the command depends on this package, so this package cannot depend on the command.
const bin = fileURLToPath(new URL("../../cli/src/bin.ts", import.meta.url))

const server = Layer.merge(RealServer.layer(), FetchHttpClient.layer)

const withCredentials =
  (credentials: Layer.Layer<Credentials.Credentials>) =>
  <A, E, R>(program: Effect.Effect<A, E, R>) =>
    Effect.provide(program, Layer.fresh(ScreepsClient.layerNoDeps().pipe(Layer.provide(credentials))))

/** An account with a spawn, and a folder that is deleted after the tests. */
class Bob extends Context.Service<Bob>()("Bob", {
  make: Effect.gen(function* () {
    const { url } = yield* PrivateServer.PrivateServer
    const secret = Redacted.make(password)
    yield* withCredentials(Credentials.layerGuest)(
      Register.submit({ username, password: secret, email: "bob@example.com" })
    )
    const as = withCredentials(Credentials.layerPassword({ username: username, password: secret }))
    const { _id: id } = yield* as(User.whoAmI())
    const { room } = yield* as(settle)
    const folder = yield* Effect.acquireRelease(
      Effect.promise(() => mkdtemp(join(tmpdir(), "screeps-cli-"))),
      (path) => Effect.promise(() => rm(path, { recursive: true }))
    )
    return { url, id, room, folder }
  })
}) {
  static readonly layer = Layer.effect(Bob, Bob.make).pipe(Layer.provide(server))
}

/** Runs the program to its end in bob's folder, which has no configuration file. */
const screeps = (args: ReadonlyArray<string>, secret = password) =>
  Effect.flatMap(Bob, ({ folder, url }) =>
    Effect.callback<Ended>((resume, signal) => {
      const env = {
        PATH: process.env["PATH"],
        HOME: folder,
        SCREEPS_USERNAME: username,
        SCREEPS_PASSWORD: secret
      }
      const line = ["--disable-warning=ExperimentalWarning", bin, ...args, "--url", url]
      const child = execFile(process.execPath, line, { cwd: folder, env, signal }, (_, out, err) =>
        resume(Effect.succeed({ status: child.exitCode, out, err }))
      )
      child.stdin?.on("error", () => {}).end()
    })
  )

/** Asserts that the program succeeds with this output. */
const says = (args: ReadonlyArray<string>, out: string) =>
  Effect.map(screeps(args), (ended) => assert.deepStrictEqual(ended, { status: 0, out, err: "" }))

/** Asserts that the program ends with this status and message, and that standard output stays empty. */
const fails = (args: ReadonlyArray<string>, status: number, err: string, secret?: string) =>
  Effect.map(screeps(args, secret), (ended) => assert.deepStrictEqual(ended, { status, out: "", err }))

describe.skipIf(inject("whyNot") !== "")("the program on the game's own server", () => {
  it.layer(Bob.layer, { timeout: "1 minute", excludeTestServices: true })((it) => {
    it.effect("prints the time, which advances", () =>
      Effect.gen(function* () {
        const time = Effect.map(screeps(["call", "game.time", "--json"]), ({ err, out, status }) => {
          assert.deepStrictEqual([status, err], [0, ""])
          const [, digits] = /^\{"ok":1,"time":(\d+)\}\n$/.exec(out) ?? assert.fail(out)
          return Number(digits)
        })
        const before = yield* time
        assert.isAbove(before, 0)
        assert.isAbove(yield* time, before)
      })
    )

    it.effect("prints the signed-in user, as text and as JSON", () =>
      Effect.gen(function* () {
        const { id, url } = yield* Bob
        yield* says(
          ["whoami", "--json"],
          `${JSON.stringify({ username, id, server: url, access: "full" })}\n`
        )
        const { err, out, status } = yield* screeps(["whoami"])
        assert.deepStrictEqual([status, err], [0, ""])
        for (const word of [username, id, url]) assert.include(out, word)
        assert.notInclude(out, password)
      })
    )

    it.effect("uploads code, which runs, and downloads it again", () =>
      Effect.gen(function* () {
        const { folder, room } = yield* Bob
        const main = 'const util = require("util")\nmodule.exports.loop = () => util.count()\n'
        const util = "// é 😀\nexports.count = () => { Memory.ticks = (Memory.ticks || 0) + 1 }\n"
        yield* Effect.promise(async () => {
          await mkdir(join(folder, "dist"))
          await writeFile(join(folder, "dist", "main.js"), main)
          await writeFile(join(folder, "dist", "util.js"), util)
        })
        yield* says(
          ["code", "push", "dist", "--branch", "next", "--activate", "--confirm"],
          "+ main\n+ util\nnext (--branch, new): uploaded and confirmed, activated and confirmed\n"
        )
        yield* says(["code", "push", "dist"], "next (the active branch): unchanged\n")
        yield* says(
          ["code", "pull", "back"],
          "+ main.js\n+ util.js\nnext: 2 written, 0 removed, 0 unchanged\n"
        )
        const back = yield* Effect.promise(async () => {
          const names = await readdir(join(folder, "back"))
          const texts = names.map(async (name) => [name, await readFile(join(folder, "back", name), "utf8")])
          return Object.fromEntries(await Promise.all(texts))
        })
        assert.deepStrictEqual(back, { "main.js": main, "util.js": util })

        yield* says(["console", "-e", "1+1"], "2\n")
        yield* says(["console", "-e", "Object.keys(Game.rooms)", "--json"], `["${room}"]\n`)
        yield* fails(["console", "-e", "nobody.knows"], 1, "screeps: ReferenceError: nobody is not defined\n")
        const ticks = screeps(["memory", "get", "ticks", "--json"])
        yield* eventually(ticks, ({ out }) => /^[1-9]\d*\n$/.test(out), "the code counted a tick")
      })
    )

    it.effect("writes a part of Memory and reads it again", () =>
      Effect.gen(function* () {
        yield* fails(["memory", "get", "plan"], 1, "screeps: Memory has no value at plan\n")
        yield* says(["memory", "set", "plan", '{"walls":[1,2],"name":"é"}'], "")
        const read = screeps(["memory", "get", "plan", "--json"])
        const ended = yield* eventually(read, ({ status }) => status === 0, "the code ran")
        assert.deepStrictEqual(ended, { status: 0, out: '{"walls":[1,2],"name":"é"}\n', err: "" })
      })
    )

    it.effect("has an exit status for each failure: rejected, wrong usage, unauthorized", () =>
      Effect.gen(function* () {
        yield* fails(
          ["code", "activate", "nope"],
          1,
          "screeps: POST /api/user/set-active-branch: Rejected (no branch)\n"
        )
        yield* fails(
          ["call", "game.tme"],
          2,
          "screeps: unknown command: call game.tme\nDid you mean game.time, game.tick, game.rooms?\nSee screeps call --help.\n"
        )
        const message = "POST /api/auth/signin: Unauthorized (the name or the password is wrong)"
        const hint =
          "Check the name and the password: as given to screeps login, in SCREEPS_USERNAME and SCREEPS_PASSWORD, or in the credentials file; screeps doctor --local shows which are used."
        yield* fails(["whoami"], 3, `screeps: ${message}\n${hint}\n`, "hush, hush")
        const json = `${JSON.stringify({ error: "Unauthorized", message })}\n`
        yield* fails(["whoami", "--json"], 3, json, "hush, hush")
      })
    )
  })

  it.live(
    "starts that server with an account that plays on it, until Ctrl-C",
    () =>
      Effect.gen(function* () {
        const { SCREEPS_PRIVATE_SERVER_HOME: home } = process.env
        const { path } = yield* BotFolder
        const line = ["dev", "--real", "--install", "--tick", "100", "--bot", `counter=${path}`, "--json"]
        const child = yield* Effect.acquireRelease(
          Effect.sync(() =>
            execFile(process.execPath, ["--disable-warning=ExperimentalWarning", bin, ...line], {
              env: {
                PATH: process.env["PATH"],
                ...(home === undefined ? {} : { SCREEPS_PRIVATE_SERVER_HOME: home })
              }
            })
          ),
          (started) => Effect.sync(() => started.kill("SIGKILL"))
        )
        const [said] = yield* Effect.promise(() => once(child.stdout ?? assert.fail(), "data"))
        const output: unknown = JSON.parse(String(said))
        const { cliPort, password, room, url, username } = Schema.decodeUnknownSync(DevOutput)(output)
        const account = Credentials.layerPassword({ username: username, password: Redacted.make(password) })
        const server = Server.layer(yield* Effect.fromResult(Server.parse(url)))
        const client = ScreepsClient.layerNoDeps().pipe(
          Layer.provide([account, server, FetchHttpClient.layer])
        )
        const { rooms } = yield* Effect.flatMap(User.whoAmI(), ({ _id }) => User.rooms({ id: _id })).pipe(
          Effect.provide(client)
        )
        assert.deepStrictEqual(rooms, [room])
        const [{ tickDuration }, folders] = yield* Effect.provide(
          Effect.all([System.status, Bots.folders]),
          Administration.layerCli({ port: cliPort })
        )
        assert.strictEqual(Duration.toMillis(tickDuration), 100)
        assert.deepStrictEqual(folders, [{ name: "counter", folder: path }])
        const ended = once(child, "exit")
        child.kill("SIGINT")
        const [status] = yield* Effect.promise(() => ended)
        assert.strictEqual(status, 130)
        const after = yield* Effect.promise(() => fetch(url).then(String, () => "no server"))
        assert.strictEqual(after, "no server")
      }).pipe(Effect.provide(BotFolder.layer), Effect.scoped),
    60_000
  )
})
