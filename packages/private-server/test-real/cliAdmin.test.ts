/** `screeps admin` on the game's own server; the HTTP API returns what it changed. */
import { execFile } from "node:child_process"
import { fileURLToPath } from "node:url"
import { assert, describe, it } from "@effect/vitest"
import * as Credentials from "@screeps-effect/api/Credentials"
import * as Game from "@screeps-effect/api/Game"
import * as Register from "@screeps-effect/api/Register"
import * as ScreepsClient from "@screeps-effect/api/ScreepsClient"
import * as User from "@screeps-effect/api/User"
import { PrivateServer } from "@screeps-effect/private-server"
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { inject } from "vitest"

// By its path: the command depends on this package, so this package cannot depend on the command.
const bin = fileURLToPath(new URL("../../cli/src/bin.ts", import.meta.url))

/** Runs `screeps admin` to its end, and returns its status and output. */
const admin = (args: ReadonlyArray<string>, stdin = "") =>
  Effect.flatMap(PrivateServer.PrivateServer, ({ cliPort }) =>
    Effect.callback<readonly [number | null, string, string]>((resume, signal) => {
      const line = [
        "--disable-warning=ExperimentalWarning",
        bin,
        "admin",
        ...args,
        "--cli",
        `127.0.0.1:${cliPort}`
      ]
      const env = { PATH: process.env["PATH"] }
      const child = execFile(process.execPath, line, { env, signal }, (_, out, err) =>
        resume(Effect.succeed([child.exitCode, out, err]))
      )
      child.stdin?.on("error", () => {}).end(stdin)
    })
  )

const withCredentials =
  (credentials: Layer.Layer<Credentials.Credentials>) =>
  <A, E, R>(program: Effect.Effect<A, E, R>) =>
    Effect.provide(program, Layer.fresh(ScreepsClient.layer.pipe(Layer.provide(credentials))))

const asGuest = withCredentials(Credentials.layerGuest)
const time = Effect.map(asGuest(Game.time()), ({ time }) => time)

const server = Layer.merge(PrivateServer.layer({ paused: true }), FetchHttpClient.layer)

describe.skipIf(inject("whyNot") !== "")("screeps admin on the game's own server", () => {
  it.layer(server, { timeout: "1 minute", excludeTestServices: true })((it) => {
    it.effect("runs ticks and sets their duration", () =>
      Effect.gen(function* () {
        const before = yield* time
        const state = (tick: number, tickMillis: number) =>
          `${JSON.stringify({ tick, paused: true, tickMillis })}\n`
        assert.deepStrictEqual(yield* admin(["status", "--json"]), [0, state(before, 100), ""])
        assert.deepStrictEqual(yield* admin(["step", "3", "--json"]), [0, state(before + 3, 100), ""])
        assert.strictEqual(yield* time, before + 3)
        assert.deepStrictEqual(yield* admin(["step", "3", "--dry-run"]), [
          0,
          'change       input\nSystem.step  {"ticks":3}\n',
          ""
        ])
        assert.strictEqual(yield* time, before + 3)
        const set = yield* admin(["tick-duration", "20ms", "--json"])
        assert.deepStrictEqual(set, [0, state(before + 3, 20), ""])
      })
    )

    it.effect("sets a password, with which the account signs in", () =>
      Effect.gen(function* () {
        const [username, old, password] = ["Ann", "first secret", "second secret"]
        yield* asGuest(Register.submit({ username, password: Redacted.make(old), email: "ann@example.com" }))
        const set = yield* admin(["set-password", username, "--password-file", "-"], `${password}\n`)
        assert.deepStrictEqual(set, [0, "", ""])
        const account = Credentials.layerPassword({ username, password: Redacted.make(password) })
        yield* withCredentials(account)(User.whoAmI())
      })
    )

    it.effect("prints the terrain of a room, and replaces it", () =>
      Effect.gen(function* () {
        const room = "W5N5"
        const [status, digits] = yield* admin(["terrain", room])
        assert.strictEqual(status, 0)
        const swampy = digits.replace("0", "2")
        assert.deepStrictEqual(yield* admin(["set-terrain", room, "-"], swampy), [0, "", ""])
        const terrain = yield* asGuest(Game.terrain({ room }))
        const at = digits.replaceAll("\n", "").indexOf("0")
        assert.strictEqual(terrain.at(at % 50, Math.floor(at / 50)), "swamp")
        assert.deepStrictEqual(yield* admin(["terrain", "E99S99"]), [
          1,
          "",
          "screeps: Rooms.terrain: rejected by the server: there is no room E99S99\n"
        ])
      })
    )
  })
})
