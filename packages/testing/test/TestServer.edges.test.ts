import type * as ScreepsWorld from "@screeps-effect/testing/ScreepsWorld"
import { assert, describe, it } from "@effect/vitest"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { bob, home, makeServer } from "./support/server.ts"

const taken = "Error: User already exists\n    at register.js:46:24"
const basic = (text: string) => ({ authorization: `Basic ${btoa(text)}` })

describe("a registration on TestServer", () => {
  const submit = (fields: object) =>
    Effect.map(makeServer().post("/api/register/submit", fields), ({ body }) => body)

  it.effect("checks neither the name nor the mail address, as on a real server", () =>
    Effect.gen(function* () {
      const server = makeServer()
      for (const fields of [
        { username: "carol", email: "" },
        { username: "dave", email: "" },
        { username: "e", email: 5 },
        { username: "f f", email: null, modules: "text" }
      ])
        assert.deepStrictEqual(
          (yield* server.post("/api/register/submit", { password: "secret", ...fields })).body,
          { ok: 1 },
          fields.username
        )
      const headers = yield* server.signIn({ username: "carol", password: "secret" })
      assert.deepInclude((yield* server.get("/api/auth/me", {}, headers)).body, { email: "" })
    })
  )

  it.effect("is rejected with the name of a computer player", () =>
    Effect.gen(function* () {
      for (const username of ["Invader", "Source Keeper", "Screeps"])
        assert.deepStrictEqual(yield* submit({ username, password: "secret" }), { error: taken })
    })
  )

  it.effect("without text as its name returns the page of a crashed route", () =>
    Effect.gen(function* () {
      for (const username of [5, null, undefined]) {
        const { body, status } = yield* makeServer().post("/api/register/submit", { username, password: "x" })
        assert.strictEqual(status, 500)
        assert.include(body, "toLowerCase")
      }
    })
  )
})

describe("a password that is neither text nor a number", () => {
  const crash = (send: Effect.Effect<unknown>) =>
    Effect.map(Effect.exit(send), (exit) =>
      Exit.isFailure(exit) ? Cause.squash(exit.cause) : assert.fail("the program goes on")
    )

  for (const password of [true, {}, undefined])
    it.effect(
      `ends a program that registers with ${JSON.stringify(password)}, as it ends a real server`,
      () =>
        Effect.gen(function* () {
          const found = yield* crash(makeServer().post("/api/register/submit", { username: "eve", password }))
          assert.deepInclude(found, { _tag: "ServerCrash" })
        })
    )

  it.effect("ends a program that changes its password to it", () =>
    Effect.gen(function* () {
      const server = makeServer()
      const headers = yield* server.signIn(bob)
      const wanted = { oldPassword: bob.password, password: true }
      const found = yield* crash(server.post("/api/user/password", wanted, headers))
      assert.deepInclude(found, {
        _tag: "ServerCrash",
        request: "POST /api/user/password with a password that is not text"
      })
    })
  )
})

describe("Basic credentials on TestServer", () => {
  it.effect("are a bad request without a colon, and rejected with an empty part or another scheme", () =>
    Effect.gen(function* () {
      const server = makeServer()
      const upload = (headers: Readonly<Record<string, string>>) =>
        Effect.map(server.post("/api/user/code", { modules: { main: "1" } }, headers), ({ status }) => status)
      const { password, username } = bob
      assert.strictEqual(yield* upload(basic("nobody")), 400)
      assert.strictEqual(yield* upload({ authorization: "Basic" }), 400)
      assert.strictEqual(yield* upload(basic(`${username}:`)), 401)
      assert.strictEqual(yield* upload(basic(`:${password}`)), 401)
      assert.strictEqual(yield* upload({ authorization: `Bearer ${btoa(`${username}:${password}`)}` }), 401)
      assert.strictEqual(yield* upload(basic(`${username}:${password}`)), 200)
      // The mod cuts the password at a colon.
      assert.strictEqual(yield* upload(basic(`${username}:${password}:more`)), 200)
    })
  )
})

describe("a request with unusual parameters to TestServer", () => {
  it.effect("returns the terrain of all rooms without a name, and an error for two names", () =>
    Effect.gen(function* () {
      const server = makeServer({ rooms: ["W1N1", "W2N2"] })
      const path = "/api/game/room-terrain"
      const { body } = yield* server.get(path)
      const { terrain } = body as { readonly terrain: ReadonlyArray<{ readonly room: string }> }
      assert.deepStrictEqual(
        terrain.map(({ room }) => room),
        ["W1N1", "W2N2"]
      )
      assert.deepStrictEqual((yield* server.get(`${path}?room=W1N1&room=W2N2`)).body, {
        error: "fun is not a function"
      })
      assert.deepStrictEqual((yield* server.get(path, { room: "" })).body, { error: "invalid room" })
    })
  )

  it.effect("returns each room once, and none for anything but a list of names", () =>
    Effect.gen(function* () {
      const server = makeServer()
      const rooms = (rooms: unknown) =>
        Effect.map(server.post("/api/game/rooms", { rooms }), ({ body }) => {
          const found = body as { readonly rooms?: ReadonlyArray<{ readonly room: string }>; error?: string }
          return found.rooms?.map(({ room }) => room) ?? found.error
        })
      assert.deepStrictEqual(yield* rooms(["W1N1", "W2N2", "W1N1"]), ["W1N1", "W2N2"])
      for (const other of ["W1N1", [5, null], { a: "W1N1" }, 5])
        assert.deepStrictEqual(yield* rooms(other), [])
      assert.strictEqual(yield* rooms(undefined), "fun is not a function")
    })
  )

  it.effect("takes console lines of any type, and the whole part of a segment number", () =>
    Effect.gen(function* () {
      const server = makeServer()
      const headers = yield* server.settle(bob, home)
      for (const expression of ["", 5, null, { a: 1 }])
        assert.deepInclude((yield* server.post("/api/user/console", { expression }, headers)).body, { ok: 1 })
      assert.deepStrictEqual(yield* server.world.users.consoleLines("bob"), ["", "5", "null", '{"a":1}'])
      yield* server.post("/api/user/memory-segment", { segment: 1.5, data: "x" }, headers)
      assert.deepStrictEqual(
        (yield* server.get("/api/user/memory-segment", { segment: "1" }, headers)).body,
        {
          ok: 1,
          data: "x"
        }
      )
    })
  )

  it.effect("rejects intents without a room differently from those for an unknown room", () =>
    Effect.gen(function* () {
      const server = makeServer()
      const headers = yield* server.signIn(bob)
      const intent = (fields: object) =>
        Effect.map(
          server.post("/api/game/add-object-intent", { name: "x", intent: {}, ...fields }, headers),
          ({ body }) => body
        )
      assert.deepStrictEqual(yield* intent({}), { error: "not supported" })
      for (const room of [5, "W99N99"])
        assert.deepStrictEqual(yield* intent({ room }), { error: "invalid room" })
    })
  )
})

describe("the script of an account on TestServer", () => {
  /** Bob's Memory, with a function that writes to it. */
  const setUp = (evaluate?: ScreepsWorld.Evaluate) =>
    Effect.gen(function* () {
      const server = makeServer(evaluate === undefined ? {} : { evaluate })
      const headers = yield* server.signIn(bob)
      const write = server.post("/api/user/memory", { path: "a", value: 1 }, headers)
      return { server, headers, write, memory: server.world.users.memory("bob") }
    })

  it.effect("does not run while the account owns nothing: writes to Memory wait for its first spawn", () =>
    Effect.gen(function* () {
      const { headers, memory, server, write } = yield* setUp()
      yield* write
      yield* Effect.replicateEffect(server.world.tick, 3)
      assert.deepStrictEqual(yield* memory, {})
      yield* server.post("/api/game/place-spawn", { name: "Spawn1", ...home }, headers)
      yield* server.world.tick
      assert.deepStrictEqual(yield* memory, { a: 1 })
    })
  )

  it.effect("runs for a construction site alone, after code is uploaded", () =>
    Effect.gen(function* () {
      const { headers, memory, server, write } = yield* setUp()
      yield* write
      yield* server.world.tick
      const site = { room: "W5N8", x: 20, y: 20, structureType: "road" }
      yield* server.post("/api/game/create-construction", site, headers)
      yield* server.world.tick
      assert.deepStrictEqual(yield* memory, {})
      yield* server.post("/api/user/code", { modules: { main: "" } }, headers)
      yield* server.world.tick
      assert.deepStrictEqual(yield* memory, { a: 1 })
    })
  )
})

describe("overlapping writes on TestServer", () => {
  const names = Array.from({ length: 12 }, (_, i) => `F${i}`)
  const create = (server: ReturnType<typeof makeServer>, concurrency: number) =>
    Effect.gen(function* () {
      const headers = yield* server.signIn(bob)
      const answers = yield* Effect.forEach(
        names,
        (name, i) =>
          server.post(
            "/api/game/create-flag",
            { room: "W5N8", name, x: 5 + i, y: 5, color: 1, secondaryColor: 1 },
            headers
          ),
        { concurrency }
      )
      for (const { body } of answers) assert.deepInclude(body, { ok: 1 })
      return (yield* server.world.rooms.flags("bob", "W5N8")).map(({ name }) => name)
    })

  it.effect("lose flags of a room, although every response is ok", () =>
    Effect.gen(function* () {
      const kept = yield* create(makeServer(), 12)
      assert.isNotEmpty(kept)
      assert.isBelow(kept.length, 12)
    })
  )

  it.effect("lose nothing one after another, on official servers, and without the quirk", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* create(makeServer(), 1), names)
      const careful = makeServer({}, { quirks: { loseConcurrentWrites: false } })
      assert.sameMembers(yield* create(careful, 12), names)
      const official = makeServer({}, { dialect: "official" })
      const headers = yield* official.withToken("bob")
      const flag = { room: "W5N8", x: 5, y: 5, color: 1, secondaryColor: 1, shard: "shard0" }
      yield* Effect.forEach(
        names,
        (name) => official.post("/api/game/create-flag", { ...flag, name }, headers),
        { concurrency: 12 }
      )
      assert.sameMembers(
        (yield* official.world.rooms.flags("bob", "W5N8")).map(({ name }) => name),
        names
      )
    })
  )

  it.effect("register several accounts with one name", () =>
    Effect.gen(function* () {
      const register = (server: ReturnType<typeof makeServer>) =>
        Effect.map(
          Effect.all(
            Array.from({ length: 3 }, (_, i) =>
              server.post("/api/register/submit", { username: "eve", password: `secret ${i}` })
            ),
            { concurrency: 3 }
          ),
          (answers) => answers.filter(({ body }) => "ok" in (body as object)).length
        )
      assert.strictEqual(yield* register(makeServer()), 3)
      assert.strictEqual(yield* register(makeServer({}, { quirks: { loseConcurrentWrites: false } })), 1)
    })
  )

  it.effect("lose notification settings", () =>
    Effect.gen(function* () {
      const server = makeServer()
      const headers = yield* server.signIn(bob)
      const set = (prefs: object) => server.post("/api/user/notify-prefs", prefs, headers)
      yield* Effect.all([set({ disabled: true }), set({ interval: 60 })], { concurrency: 2 })
      const { body } = yield* server.get("/api/auth/me", {}, headers)
      assert.deepInclude(body, { notifyPrefs: { interval: 60 } })
    })
  )
})
