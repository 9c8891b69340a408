/** `screeps admin` on the game's own server; the HTTP API returns what it changed. */
import { execFile } from "node:child_process"
import { fileURLToPath } from "node:url"
import { assert, describe, it } from "@effect/vitest"
import * as Auth from "@screeps-effect/api/Auth"
import * as Credentials from "@screeps-effect/api/Credentials"
import * as Game from "@screeps-effect/api/Game"
import * as UserMessages from "@screeps-effect/api/Messages"
import * as Register from "@screeps-effect/api/Register"
import * as ScreepsClient from "@screeps-effect/api/ScreepsClient"
import * as User from "@screeps-effect/api/User"
import { PrivateServer } from "@screeps-effect/private-server"
import * as Gcl from "@screeps-effect/schema/Gcl"
import type { RoomName } from "@screeps-effect/schema/RoomName"
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { inject } from "vitest"
import { BotFolder } from "./support/administration.ts"

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

const server = Layer.merge(
  Layer.unwrap(
    Effect.map(BotFolder, ({ path }) =>
      PrivateServer.layer({ mods: ["admin-utils"], bots: { counter: path }, paused: true })
    )
  ).pipe(Layer.provide(BotFolder.layer)),
  FetchHttpClient.layer
)

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

    it.effect("creates, changes, bans and removes accounts, and finds them in the storage", () =>
      Effect.gen(function* () {
        const found = (username: string) =>
          Effect.map(
            admin(["find", "users", "--where", JSON.stringify({ username }), "--json"]),
            ([, out]): ReadonlyArray<unknown> =>
              out.trim() === ""
                ? []
                : out
                    .trim()
                    .split("\n")
                    .map((line) => JSON.parse(line))
          )
        const created = yield* admin(
          ["create-user", "Bob", "--password-file", "-", "--gcl", "3", "--json"],
          "third secret\n"
        )
        assert.match(created[1], /^\{"id":"[\da-f]+"\}\n$/)
        const account = Credentials.layerPassword({
          username: "Bob",
          password: Redacted.make("third secret")
        })
        assert.strictEqual(Gcl.level((yield* withCredentials(account)(Auth.me())).gcl ?? 0), 3)
        assert.deepStrictEqual(yield* admin(["update-user", "Bob", "--cpu", "250", "--credits", "12.5"]), [
          0,
          "",
          ""
        ])
        assert.containSubset(yield* found("Bob"), [{ cpu: 250, money: 12_500 }])
        yield* admin(["ban", "Bob"])
        assert.containSubset(yield* found("Bob"), [{ blocked: true, active: 0 }])
        yield* admin(["unban", "Bob"])
        assert.containSubset(yield* found("Bob"), [{ blocked: false }])
        assert.deepStrictEqual(yield* admin(["remove-user", "Bob"]), [0, "", ""])
        assert.deepStrictEqual(yield* found("Bob"), [])
      })
    )

    it.effect("adds a room, a bot, objects, invaders and a stronghold, and removes them", () =>
      Effect.gen(function* () {
        const room = "E1S1"
        const typesIn = (room: RoomName) =>
          Effect.map(asGuest(Game.roomObjects({ room })), ({ objects }) =>
            objects.map(({ type }) => type).toSorted()
          )
        const types = typesIn(room)
        const generated = yield* admin(["generate-room", room, "--sources", "2", "--mineral", "X"])
        assert.deepStrictEqual(generated, [0, "", ""])
        assert.deepStrictEqual(yield* types, ["controller", "mineral", "source", "source"])

        const road = { type: "road", room, x: 20, y: 21, hits: 5000, hitsMax: 5000, nextDecayTime: 1000 }
        const added = yield* admin(["add-objects", "-", "--json"], JSON.stringify([road]))
        assert.match(added[1], /^\{"id":"[\da-f]+"\}\n$/)
        const wrong = yield* admin(["add-objects", JSON.stringify({ ...road, x: "here" })])
        assert.strictEqual(wrong[0], 2)
        assert.include(wrong[2], "not objects of a room")
        const invader = yield* admin(["add-invader", room, "25", "25", "--type", "Healer", "--json"])
        assert.match(invader[1], /^\{"id":"[\da-f]+"\}\n$/)
        assert.deepStrictEqual(yield* types, ["controller", "creep", "mineral", "road", "source", "source"])
        assert.deepStrictEqual((yield* admin(["remove-invaders", room, "--json"]))[1], '{"removed":1}\n')
        const removed = yield* admin(["remove-objects", room, "--type", "road", "--json"])
        assert.deepStrictEqual(removed[1], '{"removed":1}\n')

        const stronghold = yield* admin(["spawn-stronghold", room, "--template", "bunker1"])
        assert.deepStrictEqual(stronghold, [0, "", ""])
        assert.include(yield* types, "invaderCore")
        yield* admin(["remove-objects", room, "--type", "invaderCore"])

        // The controller of the stronghold's room belongs to the invaders.
        const free = "W8N4"
        const bot = yield* admin(["spawn-bot", "counter", free, "--username", "Rival", "--json"])
        assert.match(bot[1], /^\{"username":"Rival","id":"[\da-f]+"\}\n$/)
        assert.include(yield* typesIn(free), "spawn")
        assert.deepStrictEqual(yield* admin(["reload-bot", "counter"]), [0, "", ""])
        assert.deepStrictEqual(yield* admin(["remove-bot", "Rival"]), [0, "", ""])
        assert.notInclude(yield* typesIn(free), "spawn")
        assert.deepStrictEqual(yield* admin(["remove-room", room]), [0, "", ""])
        assert.include(yield* admin(["rooms"]).pipe(Effect.map(([, out]) => out)), "W5N5")
        assert.notInclude(yield* admin(["rooms"]).pipe(Effect.map(([, out]) => out)), room)
      })
    )

    it.effect("sends messages, and prints values of the storage", () =>
      Effect.gen(function* () {
        const password = "fourth secret"
        yield* admin(["create-user", "Cleo", "--password-file", "-"], password)
        yield* admin(["create-user", "Dora"])
        const sent = yield* admin(["send-message", "--from", "Dora", "--to", "Cleo", "-"], "Hello, Cleo")
        assert.deepStrictEqual(sent, [0, "", ""])
        const account = Credentials.layerPassword({ username: "Cleo", password: Redacted.make(password) })
        const { messages } = yield* withCredentials(account)(UserMessages.index())
        assert.deepStrictEqual(
          messages.map(({ message }) => message.text),
          ["Hello, Cleo"]
        )
        assert.deepStrictEqual(yield* admin(["broadcast", "Restart soon"]), [0, "", ""])
        assert.deepStrictEqual(yield* admin(["value", "gameTime"]), [0, `${yield* time}\n`, ""])
      })
    )
  })
})
