import * as Credentials from "@screeps-effect/api/Credentials"
import * as Game from "@screeps-effect/api/Game"
import * as Register from "@screeps-effect/api/Register"
import * as ScreepsClient from "@screeps-effect/api/ScreepsClient"
import * as Server from "@screeps-effect/api/Server"
import * as ScreepsWorld from "@screeps-effect/testing/ScreepsWorld"
import * as TestServer from "@screeps-effect/testing/TestServer"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as Redacted from "effect/Redacted"
import * as TestClock from "effect/testing/TestClock"
import { defect } from "./support/program.ts"
import { bob, home, makeServer } from "./support/server.ts"

const guest = (server: ReturnType<typeof TestServer.layer>) =>
  ScreepsClient.layerNoDeps().pipe(Layer.provide(Credentials.layerGuest), Layer.provide(server))
const time = Effect.map(Game.time(), ({ time }) => Number(time))
const users = Effect.map(Game.version(), ({ users }) => users)
const register = (username: string) =>
  Register.submit({ username, password: Redacted.make("a-good-password") })

describe("TestServer", () => {
  it.effect("ends a program with an unknown request, and lists the known ones", () =>
    Effect.gen(function* () {
      const message = yield* defect(makeServer().get("/api/user/registration-knows"))
      assert.match(
        message,
        /^No response for GET \/api\/user\/registration-knows\. Known requests: POST \/api\/auth\/signin, /
      )
      for (const known of ["GET /api/game/time", "POST /api/user/memory", "GET /room-history"]) {
        assert.include(message, known)
      }
    })
  )

  it.effect("ends a program that registers a user without a password, which crashes the real server", () =>
    Effect.gen(function* () {
      const registration = makeServer().post("/api/register/submit", {
        username: "eve",
        email: "eve@example.com"
      })
      assert.strictEqual(
        yield* defect(registration),
        "POST /api/register/submit with a password that is not text crashes a real server: send a password of type string."
      )
    })
  )

  it.effect("reads the fields of a GET from its query only, and those of a POST from JSON only", () =>
    Effect.gen(function* () {
      const server = makeServer()
      const rooms = { method: "GET", path: "/api/game/room-terrain", headers: { room: "W1N1" } }
      const all = (yield* server.send(rooms)).body as { readonly terrain: ReadonlyArray<unknown> }
      assert.lengthOf(all.terrain, 121, "the terrain of every room, since no name was read")
      const headers = { ...(yield* server.signIn(bob)), "content-type": "text/plain" }
      const line = { method: "POST", path: "/api/user/console", rawBody: '{"expression":"1"}', headers }
      assert.hasAllKeys((yield* server.send(line)).body, ["error"])
      const { body } = yield* server.send({
        ...line,
        headers: { ...headers, "content-type": "application/json" }
      })
      assert.deepInclude(body, { ok: 1 })
    })
  )

  it.effect("parses the body before it checks the token", () =>
    Effect.gen(function* () {
      const server = makeServer()
      const headers = { "content-type": "application/json" }
      const sent = { method: "POST", path: "/api/user/code", headers }
      assert.strictEqual((yield* server.send({ ...sent, rawBody: '{"branch":' })).status, 400)
      assert.strictEqual((yield* server.send({ ...sent, rawBody: '{"branch":5}' })).status, 401)
    })
  )

  it.effect(
    "checks the token before it parses the body of a password change, and responds with a token",
    () =>
      Effect.gen(function* () {
        const server = makeServer()
        const sent = { method: "POST", path: "/api/user/password", rawBody: '{"password":' }
        const headers = { "content-type": "application/json" }
        assert.strictEqual((yield* server.send({ ...sent, headers })).status, 401)
        const signed = { ...headers, ...(yield* server.signIn(bob)) }
        const { status, token } = yield* server.send({ ...sent, headers: signed })
        assert.strictEqual(status, 400)
        assert.isNotNull(token)
      })
  )

  it.effect("counts the registered players", () =>
    Effect.gen(function* () {
      const server = TestServer.layer(ScreepsWorld.make({ accounts: [bob] }))
      const program = Effect.gen(function* () {
        yield* register("eve")
        return yield* users
      })
      assert.strictEqual(yield* Effect.provide(program, guest(server)), 2)
    })
  )

  it.effect("creates a world for each program without one", () =>
    Effect.gen(function* () {
      const server = TestServer.layer()
      yield* Effect.provide(register("eve"), Layer.fresh(guest(server)))
      assert.strictEqual(yield* Effect.provide(users, Layer.fresh(guest(server))), 0)
    })
  )

  it.effect("is shared by all programs with the same world", () =>
    Effect.gen(function* () {
      const world = ScreepsWorld.make()
      yield* Effect.provide(register("eve"), guest(TestServer.layer(world)))
      yield* world.tick
      const seen = Effect.all([users, time])
      assert.deepStrictEqual(yield* Effect.provide(seen, guest(TestServer.layer(world))), [1, 2])
    })
  )

  it.effect("ticks by itself with tickEvery, until its scope ends", () =>
    Effect.gen(function* () {
      const world = ScreepsWorld.make()
      const program = Effect.gen(function* () {
        const before = yield* time
        yield* TestClock.adjust("2999 millis")
        const almost = yield* time
        yield* TestClock.adjust("1 millis")
        return [before, almost, yield* time]
      })
      const server = TestServer.layer(world, { tickEvery: "3 seconds" })
      assert.deepStrictEqual(yield* Effect.provide(program, guest(server)), [1, 1, 2])
      yield* TestClock.adjust("1 minute")
      assert.strictEqual(Number(yield* world.time), 2)
    })
  )

  it.effect("logs a tick that fails, and ticks again", () =>
    Effect.gen(function* () {
      const world = ScreepsWorld.make({
        accounts: [bob],
        evaluate: ({ time }) => {
          if (time === 1 && logged.length === 0) throw new Error("a mistake in evaluate")
          return {}
        }
      })
      const logged: Array<unknown> = []
      const logger = Logger.layer([Logger.make(({ message }) => void logged.push(message))])
      const { _id: user } = yield* world.users.get("bob")
      yield* world.rooms.addObject("W7N7", { type: "spawn", x: 25, y: 25, user, name: "Spawn1" })
      const program = Effect.andThen(TestClock.adjust("3 seconds"), time)
      const server = TestServer.layer(world, { tickEvery: "1 second" })
      const ticked = Effect.provide(program, guest(server))
      assert.strictEqual(yield* Effect.provide(ticked, logger), 3)
      assert.include(String(logged), "A tick of the world failed,Error: a mistake in evaluate")
    })
  )

  it.effect("does not tick by itself by default", () =>
    Effect.gen(function* () {
      const program = Effect.andThen(TestClock.adjust("1 day"), time)
      assert.strictEqual(yield* Effect.provide(program, guest(TestServer.layer())), 1)
    })
  )

  it.effect("returns the known fields of an account and no others", () =>
    Effect.gen(function* () {
      const server = makeServer({ accounts: [{ username: "plain", password: "secret" }] })
      const headers = yield* server.signIn({ username: "plain", password: "secret" })
      const { body } = yield* server.get("/api/auth/me", {}, headers)
      assert.deepInclude(body, { ok: 1, username: "plain", password: true, cpu: 100 })
      assert.doesNotHaveAnyKeys(body, ["email", "badge"])
    })
  )

  it.effect("returns the owner of a room, and the owner's status and start room", () =>
    Effect.gen(function* () {
      const server = makeServer()
      const headers = yield* server.signIn(bob)
      const response = Effect.gen(function* () {
        const overview = yield* server.get(
          "/api/game/room-overview",
          { room: home.room, interval: "8" },
          headers
        )
        const { body: status } = yield* server.get("/api/user/world-status", {}, headers)
        const { body: start } = yield* server.get("/api/user/world-start-room", {}, headers)
        return [(overview.body as { readonly owner: unknown }).owner, status, start]
      })
      assert.deepStrictEqual(yield* response, [null, { ok: 1, status: "empty" }, { ok: 1, room: ["W5N5"] }])
      yield* server.settle(bob, home)
      assert.deepStrictEqual(yield* response, [
        { username: "bob" },
        { ok: 1, status: "normal" },
        { ok: 1, room: ["W7N7"] }
      ])
    })
  )
})

describe("TestServer with a server password", () => {
  const guarded = { serverPassword: "sesame" }
  const wrong = { error: "incorrect server password" }
  const key = { "x-server-password": "sesame" }

  it.effect("accepts requests with the password", () =>
    Effect.gen(function* () {
      const server = makeServer(guarded)
      assert.deepStrictEqual((yield* server.get("/api/game/time")).body, wrong)
      assert.deepStrictEqual((yield* server.get("/api/game/time", {}, key)).body, { ok: 1, time: 1 })
      assert.deepStrictEqual((yield* server.get("/api/auth/me", {}, key)).body, { error: "unauthorized" })
    })
  )

  it.effect("accepts requests with a valid token, and rejects expired ones", () =>
    Effect.gen(function* () {
      const server = makeServer(guarded)
      const headers = yield* server.signIn(bob)
      assert.deepInclude((yield* server.get("/api/auth/me", {}, headers)).body, { ok: 1, username: "bob" })
      yield* TestClock.adjust("60 seconds")
      assert.deepStrictEqual((yield* server.get("/api/auth/me", {}, headers)).body, wrong)
      assert.strictEqual((yield* server.get("/api/auth/me", {}, { ...headers, ...key })).status, 401)
    })
  )

  it.effect("accepts the auth mod's own paths without it, and no others", () =>
    Effect.gen(function* () {
      const server = makeServer(guarded)
      const body = (path: string, fields: object = {}) =>
        Effect.map(server.post(path, fields), ({ body }) => body)
      assert.deepInclude((yield* server.get("/api/authmod")).body, { ok: 1, allowRegistration: false })
      for (const path of ["/api/register/check-username", "/api/register/check-email"])
        assert.deepStrictEqual((yield* server.get(path, { username: "eve", email: "e@x.com" })).body, {
          ok: 1
        })
      assert.deepStrictEqual(yield* body("/api/user/password", { password: "new one" }), {
        error: "unauthorized"
      })
      assert.deepStrictEqual(yield* body("/api/register/set-username", { username: "eve" }), wrong)
      assert.deepStrictEqual(yield* body("/api/auth/steam-ticket", {}), wrong)
      assert.deepStrictEqual((yield* server.get("/api/auth/signin")).body, wrong)
    })
  )

  it.effect("accepts nothing without it if the auth mod is missing", () =>
    Effect.gen(function* () {
      const server = makeServer(guarded, { mods: [] })
      for (const path of ["/api/authmod", "/api/register/check-username"])
        assert.deepStrictEqual((yield* server.get(path)).body, wrong)
    })
  )

  it.effect("accepts code with a Basic header of name and account password", () =>
    Effect.gen(function* () {
      const server = makeServer(guarded)
      const basic = (password: string) => ({ authorization: `Basic ${btoa(`bob:${password}`)}` })
      const upload = (headers: Readonly<Record<string, string>>) =>
        server.post("/api/user/code", { modules: { main: "1" } }, headers)
      const response = yield* upload(basic(bob.password))
      assert.deepInclude(response.body, { ok: 1 })
      assert.isNotNull(response.token)
      for (const headers of [basic("another"), { authorization: "Bearer 1" }]) {
        const { body, status } = yield* upload(headers)
        assert.deepStrictEqual([status, body], [401, "Unauthorized"])
      }
      assert.deepStrictEqual((yield* server.get("/api/user/code", {}, basic(bob.password))).body, wrong)
      const elsewhere = yield* server.post("/api/user/console", { expression: "1" }, basic(bob.password))
      assert.deepStrictEqual(elsewhere.body, wrong)
    })
  )

  it.effect("serves a program that knows the password, and rejects registrations", () =>
    Effect.gen(function* () {
      const http = TestServer.layer(ScreepsWorld.make(guarded))
      const server = Server.privateServer("http://screeps.test", { password: Redacted.make("sesame") })
      const layer = guest(Layer.merge(http, Server.layer(server)))
      assert.strictEqual(yield* Effect.provide(time, layer), 1)
      const { reason } = yield* Effect.flip(Effect.provide(register("eve"), layer))
      assert.match(reason.message, /^Registration is automatically disabled/)
      const { reason: refusal } = yield* Effect.flip(Effect.provide(time, guest(http)))
      assert.deepInclude(refusal, { _tag: "Rejected", detail: "incorrect server password" })
    })
  )
})
