/** `screeps admin` on the game's own server; the HTTP API returns what it changed. */
import { execFile } from "node:child_process"
import { fileURLToPath } from "node:url"
import { assert, describe, it } from "@effect/vitest"
import * as Credentials from "@screeps-effect/api/Credentials"
import * as Game from "@screeps-effect/api/Game"
import * as Register from "@screeps-effect/api/Register"
import * as ScreepsClient from "@screeps-effect/api/ScreepsClient"
import * as Messages from "@screeps-effect/api/Messages"
import * as User from "@screeps-effect/api/User"
import { Objects, PrivateServer, Rooms } from "@screeps-effect/private-server"
import * as Channels from "@screeps-effect/socket/Channels"
import * as ScreepsSocket from "@screeps-effect/socket/ScreepsSocket"
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Socket from "effect/socket/Socket"
import * as Stream from "effect/Stream"
import { inject } from "vitest"
import { BotFolder, objectsIn, plains } from "./support/administration.ts"
import * as RealServer from "./support/server.ts"
import { eventually } from "./support/world.ts"

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
    Effect.provide(program, Layer.fresh(ScreepsClient.layerNoDeps().pipe(Layer.provide(credentials))))

const asGuest = withCredentials(Credentials.layerGuest)
const time = Effect.map(asGuest(Game.time()), ({ time }) => time)

const server = Layer.merge(
  Layer.unwrap(
    Effect.map(BotFolder, ({ path }) =>
      RealServer.layer({ mods: ["admin-utils"], bots: { counter: path }, paused: true })
    )
  ).pipe(Layer.provide(BotFolder.layer)),
  FetchHttpClient.layer
)

/** Creates an account by the command, and returns its id and what acts as it. */
const created = (username: string, ...flags: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const password = `secret of ${username}`
    const line = ["create-user", username, "--password-file", "-", "--json", ...flags]
    const [status, out, err] = yield* admin(line, `${password}\n`)
    assert.deepStrictEqual([status, err], [0, ""])
    assert.notInclude(out, "secret")
    const { id } = JSON.parse(out) as { readonly id: string }
    const credentials = Credentials.layerPassword({ username, password: Redacted.make(password) })
    return { id, as: withCredentials(credentials) }
  })

/** Runs a command that prints lines of JSON, and returns their values. */
const values = (args: ReadonlyArray<string>) =>
  Effect.map(admin([...args, "--json"]), ([status, out, err]) => {
    assert.deepStrictEqual([status, err], [0, ""])
    return out
      .trim()
      .split("\n")
      .map((line): unknown => JSON.parse(line))
  })

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

    it.effect("creates an account, bans it, lifts the ban and removes it", () =>
      Effect.gen(function* () {
        const { as, id } = yield* created("Cleo", "--cpu", "70", "--gcl", "3", "--credits", "12.5")
        const account = Effect.map(values(["users"]), (list) =>
          list.find((one) => (one as { readonly _id: string })._id === id)
        )
        const me = yield* as(User.whoAmI())
        assert.strictEqual(me._id, id)
        assert.deepInclude(yield* account, { username: "Cleo", cpu: 70, credits: 12.5, blocked: false })
        assert.deepStrictEqual(yield* admin(["ban", "Cleo"]), [0, "", ""])
        assert.deepInclude(yield* account, { blocked: true, active: false })
        assert.deepStrictEqual(yield* admin(["unban", "Cleo"]), [0, "", ""])
        assert.deepInclude(yield* account, { blocked: false, active: true, cpu: 70 })
        const taken = yield* admin(["create-user", "CLEO"])
        assert.deepStrictEqual(taken, [
          1,
          "",
          "screeps: Users.create: rejected by the server: the name CLEO is taken\n"
        ])
        assert.deepStrictEqual(yield* admin(["remove-user", "Cleo", "--dry-run"]), [
          0,
          'change        input\nUsers.remove  {"username":"Cleo"}\n',
          ""
        ])
        assert.isDefined(yield* account)
        assert.deepStrictEqual(yield* admin(["remove-user", "Cleo"]), [0, "", ""])
        assert.isUndefined(yield* account)
      })
    )

    it.effect("creates a stronghold, which expands, and invaders, and removes those", () =>
      Effect.gen(function* () {
        const [room, next] = ["E11S11", "E12S11"] as const
        for (const one of [room, next]) yield* Rooms.create([{ room: one, terrain: plains }])
        const [controller] = yield* Objects.find({ types: ["controller"] })
        assert(controller?.type === "controller")
        const { _id: _, user: __, ...free } = controller
        yield* Objects.insert([{ ...free, room: next, x: 25, y: 25, level: 0 }])
        assert.deepInclude(yield* values(["strongholds"]), { template: "bunker2" })
        const spawned = yield* admin([
          "spawn-stronghold",
          room,
          "--template",
          "bunker2",
          "--deploy-time",
          "7"
        ])
        assert.deepStrictEqual(spawned, [0, "", ""])
        const coresIn = (one: typeof room | typeof next) =>
          Effect.map(objectsIn(one), (list) => list.filter(({ type }) => type === "invaderCore"))
        const [core, ...others] = yield* coresIn(room)
        assert.deepInclude(core, { templateName: "bunker2", level: 2 })
        assert.isEmpty(others)
        assert.deepStrictEqual(yield* admin(["expand-stronghold", room]), [0, "", ""])
        assert.lengthOf(yield* coresIn(next), 1)

        const line = ["create-invader", next, "10", "11", "--type", "Healer", "--size", "big", "--boosted"]
        const [invader] = yield* values(line)
        const creeps = (yield* objectsIn(next)).filter((object) => object.type === "creep")
        assert.deepStrictEqual(
          creeps.map(({ _id, body, x, y }) => [{ id: String(_id) }, body.length, x, y]),
          [[invader, 50, 10, 11]]
        )
        assert.deepStrictEqual(yield* values(["remove-invaders", next]), [{ removed: 1 }])
        assert.isEmpty((yield* objectsIn(next)).filter(({ type }) => type === "creep"))
        const outside = yield* admin(["create-invader", next, "10", "50"])
        assert.strictEqual(outside[0], 2)
        assert.include(outside[2], "a number from 0 to 49")
      })
    )

    it.effect("sends messages to one account and to all connected clients", () =>
      Effect.gen(function* () {
        const dora = yield* created("Dora")
        const emil = yield* created("Emil")
        const text = "Hello <b>ä✓</b>"
        assert.deepStrictEqual(yield* admin(["send-message", "Dora", "Emil", "-"], text), [0, "", ""])
        const respondent = (yield* dora.as(User.whoAmI()))._id
        const { messages } = yield* emil.as(Messages.list({ respondent }))
        assert.deepStrictEqual(
          messages.map(({ text, type }) => [text, type]),
          [[text, "in"]]
        )
        const received: Array<string> = []
        const socket = ScreepsSocket.layer().pipe(
          Layer.provideMerge(ScreepsClient.layerNoDeps()),
          Layer.provide(Credentials.layerGuest),
          Layer.provide(Socket.layerWebSocketConstructorGlobal)
        )
        yield* Effect.gen(function* () {
          yield* Effect.forkScoped(
            Stream.runForEach(ScreepsSocket.subscribe(Channels.serverMessage()), (message) =>
              Effect.sync(() => received.push(message))
            )
          )
          // The subscription takes effect at an unknown moment.
          yield* eventually(
            admin(["broadcast", "Restart in '5' minutes"]),
            () => received.length > 0,
            "the message arrives"
          )
        }).pipe(Effect.scoped, Effect.provide(Layer.fresh(socket)))
        assert.strictEqual(received[0], "Restart in '5' minutes")
      })
    )

    it.effect("prints documents of the storage without passwords, counts them, and prints values", () =>
      Effect.gen(function* () {
        const { id } = yield* created("Finn")
        const query = JSON.stringify({ usernameLower: "finn" })
        const [account, ...others] = yield* values(["find", "users", query])
        assert.deepInclude(account, { _id: id, username: "Finn", cpu: 100 })
        assert.notProperty(account, "password")
        assert.notProperty(account, "salt")
        assert.isEmpty(others)
        const [stored] = yield* values(["count", "users", '{"password":{"$exists":true}}'])
        assert.isAbove((stored as { readonly count: number }).count, 0)
        assert.lengthOf(yield* values(["find", "rooms", "--limit", "3"]), 3)
        assert.deepStrictEqual(yield* values(["count", "rooms", '{"_id":"W1N1"}']), [{ count: 1 }])
        assert.strictEqual(Number((yield* values(["value", "gameTime"]))[0]), yield* time)
        const wrong = yield* admin(["find", "users", "[]"])
        assert.deepStrictEqual(wrong, [2, "", "screeps: the query is not a JSON object\n"])
        const unknown = yield* admin(["count", "castles"])
        assert.deepStrictEqual(unknown, [
          1,
          "",
          "screeps: Storage.count: rejected by the server: there is no collection castles\n"
        ])
      })
    )

    it.effect("generates and removes a room, adds and removes objects", () =>
      Effect.gen(function* () {
        const room = "E1S1"
        const types = Effect.map(objectsIn(room), (list) => list.map(({ type }) => type).toSorted())
        const generated = yield* admin(["generate-room", room, "--sources", "2", "--mineral", "X"])
        assert.deepStrictEqual(generated, [0, "", ""])
        assert.deepStrictEqual(yield* types, ["controller", "mineral", "source", "source"])
        const road = { type: "road", room, x: 20, y: 21, hits: 5000, hitsMax: 5000, nextDecayTime: 1000 }
        const added = yield* admin(["add-objects", "-", "--json"], JSON.stringify([road]))
        assert.match(added[1], /^\{"id":"[\da-f]+"\}\n$/)
        assert.include(yield* types, "road")
        const wrong = yield* admin(["add-objects", JSON.stringify({ ...road, x: "here" })])
        assert.strictEqual(wrong[0], 2)
        assert.include(wrong[2], "not objects of a room")
        assert.deepStrictEqual(yield* values(["remove-objects", room, "--type", "road"]), [{ removed: 1 }])
        assert.notInclude(yield* types, "road")
        assert.deepStrictEqual(yield* admin(["remove-room", room]), [0, "", ""])
        assert.notInclude(
          (yield* Rooms.list).map(({ _id }) => _id),
          room
        )
      })
    )

    it.effect("spawns, reloads and removes a bot, and changes its account", () =>
      Effect.gen(function* () {
        const room = "W8N4"
        const [bot] = yield* values(["spawn-bot", "counter", room, "--username", "Rival", "--x", "20"])
        const account = Effect.map(values(["users"]), (list) =>
          list.find((one) => (one as { readonly username: string }).username === "Rival")
        )
        assert.deepInclude(bot, { username: "Rival" })
        const spawn = (yield* objectsIn(room)).find(({ type }) => type === "spawn")
        assert.isDefined(spawn)
        assert.deepStrictEqual(yield* admin(["reload-bot", "counter"]), [0, "", ""])
        assert.deepStrictEqual(yield* admin(["update-user", "Rival", "--cpu", "250"]), [0, "", ""])
        assert.deepInclude(yield* account, { cpu: 250, bot: "counter" })
        assert.deepStrictEqual(yield* admin(["remove-bot", "Rival"]), [0, "", ""])
        assert.isUndefined(yield* account)
      })
    )
  })
})
