import * as Credentials from "@screeps-effect/api/Credentials"
import * as Game from "@screeps-effect/api/Game"
import * as Memory from "@screeps-effect/api/Memory"
import * as ScreepsClient from "@screeps-effect/api/ScreepsClient"
import * as Segments from "@screeps-effect/api/Segments"
import * as Server from "@screeps-effect/api/Server"
import * as User from "@screeps-effect/api/User"
import * as ScreepsWorld from "@screeps-effect/testing/ScreepsWorld"
import * as TestServer from "@screeps-effect/testing/TestServer"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import * as TestClock from "effect/testing/TestClock"
import { alice, bob, home, makeServer } from "./support/server.ts"

const shards = ["shard0", "shard3"] as const
const official = (options: TestServer.Options = {}) =>
  makeServer({ shards }, { dialect: "official", ...options })

const me = "/api/auth/me"
const name = "/api/user/name"

/** A program with a token of bob, on shard3. */
const program = (world: ScreepsWorld.ScreepsWorld, token: Redacted.Redacted) =>
  ScreepsClient.layerNoDeps().pipe(
    Layer.provide(
      Layer.mergeAll(
        TestServer.layer(world, { dialect: "official" }),
        Credentials.layerToken(token),
        Server.layer(Server.official({ shard: "shard3" }))
      )
    )
  )

describe("a token of an official TestServer", () => {
  it.effect("does not expire and is not replaced by responses", () =>
    Effect.gen(function* () {
      const server = official()
      const headers = yield* server.withToken("bob")
      yield* TestClock.adjust("30 days")
      const response = yield* server.get(me, {}, headers)
      assert.deepStrictEqual([response.status, response.token], [200, ""])
      assert.match(headers["x-token"], /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
    })
  )

  it.effect("is sufficient without a user name, and can be sent in the query", () =>
    Effect.gen(function* () {
      const server = official()
      const { "x-token": token } = yield* server.withToken("bob")
      assert.strictEqual((yield* server.get(me, { _token: token })).status, 200)
      assert.strictEqual((yield* server.get(me, { _token: "nope" })).status, 401)
      assert.deepStrictEqual((yield* server.get(me)).body, { error: "unauthorized" })
    })
  )

  it.effect("is unknown to a private server", () =>
    Effect.gen(function* () {
      const server = makeServer()
      const { "x-token": token } = yield* server.withToken("bob")
      assert.strictEqual((yield* server.get(me, {}, { "x-token": token, "x-username": token })).status, 401)
    })
  )

  it.effect("with a scope is rejected outside its scope", () =>
    Effect.gen(function* () {
      const server = official()
      const segment = "/api/user/memory-segment"
      const endpoints = [`GET ${name}`, `GET ${segment}`, "GET /api/market/orders"]
      const headers = yield* server.withToken("bob", { endpoints, memorySegments: [1, 5] })
      const status = (path: string, query = {}) =>
        Effect.map(server.get(path, { shard: "shard0", ...query }, headers), ({ status }) => status)
      assert.strictEqual(yield* status(name), 200)
      assert.deepStrictEqual((yield* server.get(me, {}, headers)).body, { error: "unauthorized" })
      assert.strictEqual(yield* status(me), 401)
      assert.strictEqual(yield* status(segment, { segment: "5,1" }), 200)
      assert.strictEqual(yield* status(segment, { segment: "2" }), 401)
      assert.strictEqual(yield* status(segment, { segment: "5,2" }), 401)
      assert.strictEqual(yield* status(`/season${name}`), 401)
    })
  )

  it.effect("with a scope signs in the user of whoAmI, and public calls work with it", () =>
    Effect.gen(function* () {
      const server = official()
      const token = yield* server.world.users.grantToken("bob", { endpoints: [`GET ${name}`] })
      const calls = Effect.gen(function* () {
        const { restricted, username } = yield* User.whoAmI()
        const { reason } = yield* Effect.flip(User.worldStatus())
        return [username, restricted, reason._tag, (yield* Game.time()).ok]
      })
      assert.deepStrictEqual(yield* Effect.provide(calls, program(server.world, token)), [
        "bob",
        true,
        "Forbidden",
        1
      ])
    })
  )

  it.effect("is created, listed with a mask, and removed by its owner", () =>
    Effect.gen(function* () {
      const server = official()
      const headers = yield* server.withToken("bob")
      const post = (path: string, body: unknown) => server.post(path, body, headers)
      const made = yield* post("/api/user/auth-token", {
        type: "selected",
        endpoints: { [`GET ${name}`]: true, [`GET ${me}`]: false }
      })
      const { token } = made.body as { readonly token: string }
      assert.strictEqual((yield* server.get(name, {}, { "x-token": token })).status, 200)
      assert.strictEqual((yield* server.get(me, {}, { "x-token": token })).status, 401)
      const list = Effect.map(server.get("/api/user/auth-token", {}, headers), ({ body }) => {
        const { tokens } = body as { readonly tokens: ReadonlyArray<Readonly<Record<string, unknown>>> }
        return tokens
      })
      const [own, other] = yield* list
      assert.deepInclude(own, { full: true })
      assert.deepInclude(other, { token: `${token.slice(0, 8)}-****-****-****-************` })
      assert.deepInclude(other, { full: false, endpoints: [`GET ${name}`] })
      yield* post("/api/user/delete-auth-token", { tokenId: other?.["_id"] })
      assert.lengthOf(yield* list, 1)
      assert.strictEqual((yield* server.get(name, {}, { "x-token": token })).status, 401)
    })
  )
})

describe("a shard of an official TestServer", () => {
  it.effect("must be named where it is required, and must exist", () =>
    Effect.gen(function* () {
      const server = official()
      const invalid = { error: "invalid shard" }
      assert.deepStrictEqual((yield* server.get("/api/game/time")).body, invalid)
      assert.deepStrictEqual((yield* server.get("/api/game/time", { shard: "shard9" })).body, invalid)
      assert.deepStrictEqual((yield* server.post("/api/game/map-stats", { shard: "shard9" })).body, invalid)
      assert.deepInclude((yield* server.get("/api/game/time", { shard: "shard0" })).body, { ok: 1 })
      assert.deepInclude((yield* server.get("/api/version")).body, { ok: 1 })
    })
  )

  it.effect("has its own rooms, Memory and owners; code and accounts are shared", () =>
    Effect.gen(function* () {
      const server = official()
      const headers = yield* server.withToken("bob")
      const rooms = server.world.rooms.objects
      yield* server.post("/api/game/place-spawn", { ...home, shard: "shard3" }, headers)
      const kinds = (shard: string) =>
        Effect.map(rooms(home.room, shard), (all) => all.map(({ type }) => type).includes("spawn"))
      assert.deepStrictEqual([yield* kinds("shard0"), yield* kinds("shard3")], [false, true])
      assert.notDeepEqual(yield* rooms("W1N1", "shard0"), yield* rooms("W1N1", "shard3"))
      yield* server.post("/api/user/memory", { path: "a", value: 1, shard: "shard3" }, headers)
      yield* server.world.tick
      assert.deepStrictEqual(yield* server.world.users.memory("bob", "shard3"), { a: 1 })
      assert.deepStrictEqual(yield* server.world.users.memory("bob", "shard0"), {})
      const start = yield* server.get("/api/user/world-start-room", {}, headers)
      assert.deepStrictEqual(start.body, { ok: 1, room: [`shard3/${home.room}`] })
      const status = yield* server.get("/api/user/world-status", {}, headers)
      assert.deepStrictEqual(status.body, { ok: 1, status: "normal" })
    })
  )

  it.effect("is the default of a program that names one, and is not sent to private servers", () =>
    Effect.gen(function* () {
      const world = ScreepsWorld.make({ shards, accounts: [bob], tick: 7 })
      const layer = program(world, yield* world.users.grantToken("bob"))
      const requested = Effect.gen(function* () {
        yield* Game.placeSpawn(home)
        yield* Segments.set({ segment: 3, data: "three" })
        yield* Memory.write({ path: "plan", value: "expand" }, Schema.String)
        yield* world.tick
        return {
          time: Number((yield* Game.time()).time),
          plan: yield* Memory.read({ path: "plan" }, Schema.String),
          segments: yield* Segments.readMany({ segments: [3, 4] }),
          rooms: (yield* User.rooms({ id: yield* world.users.get("bob").pipe(Effect.map(({ _id }) => _id)) }))
            .shards
        }
      })
      assert.deepStrictEqual(yield* Effect.provide(requested, layer), {
        time: 8,
        plan: Option.some("expand"),
        segments: [Option.some("three"), Option.none()],
        rooms: { shard0: [], shard3: [home.room] }
      })
      assert.strictEqual(yield* world.users.segment("bob", 3, "shard3"), "three")
      assert.isUndefined(yield* world.users.segment("bob", 3, "shard0"))
    })
  )
})

describe("an official TestServer", () => {
  it.effect("refuses to sign in or to register without a solved captcha", () =>
    Effect.gen(function* () {
      const server = official()
      const [signIn, register] = [
        { email: "bob", password: bob.password },
        { username: "x", password: "y" }
      ] as const
      const post = (path: string, body: object) =>
        Effect.map(server.post(path, body), ({ body }) => (body as { readonly ok?: number }).ok)
      const recaptcha = "solved"
      assert.deepStrictEqual(
        [
          yield* post("/api/auth/signin", signIn),
          yield* post("/api/register/submit", register),
          yield* post("/api/auth/signin", { ...signIn, recaptcha }),
          yield* post("/api/register/submit", { ...register, recaptcha })
        ],
        [undefined, undefined, 1, 1]
      )
    })
  )

  it.effect("lists players of the scoreboard whose names contain a text, for guests", () =>
    Effect.gen(function* () {
      const server = official()
      yield* server.world.tables.setSeasonScore("bob", 9)
      yield* server.world.tables.setSeasonScore("alice", 7)
      const { body } = yield* server.get("/api/scoreboard/list", { search: "lic" })
      assert.deepInclude(body, { meta: { length: 1 } })
      assert.include(JSON.stringify(body), '"rank":2')
    })
  )

  it.effect("has none of the mods' paths", () =>
    Effect.gen(function* () {
      const server = official()
      const gone = [
        yield* server.post("/api/user/unlink-gitlab", {}),
        yield* server.get("/api/authmod"),
        yield* server.get("/api/game/tick"),
        yield* server.get("/room-history", { room: home.room, time: "20" })
      ]
      assert.deepStrictEqual(
        gone.map(({ kind, status }) => [status, kind]),
        gone.map(() => [404, "text/html"])
      )
    })
  )

  it.effect("returns results of database writes as official servers do", () =>
    Effect.gen(function* () {
      const server = official()
      const headers = yield* server.withToken("bob")
      const post = (path: string, body: object) =>
        Effect.map(server.post(path, { shard: "shard0", ...body }, headers), ({ body }) => body)
      assert.deepStrictEqual(yield* post("/api/user/notify-prefs", {}), {
        ok: 1,
        result: { n: 1, nModified: 1 }
      })
      const inserted = (yield* post("/api/user/console", { expression: "1" })) as Readonly<
        Record<string, unknown>
      >
      assert.deepInclude(inserted, { ok: 1, insertedCount: 1, result: { n: 1 } })
      assert.hasAllKeys(inserted, ["ok", "result", "insertedCount", "insertedIds"])
    })
  )

  it.effect("responds below the path of its test realm, which is the only one that can be activated", () =>
    Effect.gen(function* () {
      const server = official()
      const headers = yield* server.withToken("bob")
      const activate = (prefix: string) =>
        Effect.map(server.post(`${prefix}/api/user/activate-ptr`, {}, headers), ({ body }) => body)
      assert.deepStrictEqual(yield* activate("/ptr"), { ok: 1 })
      assert.deepStrictEqual(yield* activate(""), { error: "not ptr" })
    })
  )

  it.effect("rejects a second distribution of CPU within twelve hours", () =>
    Effect.gen(function* () {
      const server = official()
      const headers = yield* server.withToken("alice")
      const divide = Effect.map(
        server.post("/api/user/cpu-shards", { cpu: { shard0: 10, shard3: 90 } }, headers),
        ({ body }) => body
      )
      assert.deepInclude(yield* divide, { ok: 1 })
      assert.deepStrictEqual(yield* divide, { error: "too soon" })
      yield* TestClock.adjust("12 hours")
      assert.deepInclude(yield* divide, { ok: 1 })
      const { body } = yield* server.get(me, {}, headers)
      assert.deepInclude(body, { username: alice.username, cpuShard: { shard0: 10, shard3: 90 } })
    })
  )

  it.effect("rejects a first spawn in a second shard", () =>
    Effect.gen(function* () {
      const server = official()
      const headers = yield* server.withToken("bob")
      const place = (shard: string) =>
        Effect.map(server.post("/api/game/place-spawn", { ...home, shard }, headers), ({ body }) => body)
      assert.deepInclude(yield* place("shard0"), { ok: 1 })
      assert.deepStrictEqual(yield* place("shard3"), { error: "already playing" })
      yield* server.post("/api/user/respawn", {}, headers)
      yield* TestClock.adjust("3 minutes")
      assert.deepInclude(yield* place("shard3"), { ok: 1 })
    })
  )

  it.effect("removes sites and flags by intents with their own id", () =>
    Effect.gen(function* () {
      const server = official()
      const { rooms, users } = server.world
      const headers = yield* server.withToken("bob")
      const post = (path: string, body: object) =>
        server.post(`/api/game/${path}`, { room: home.room, shard: "shard3", ...body }, headers)
      const left = Effect.gen(function* () {
        const objects = yield* rooms.objects(home.room, "shard3")
        const flags = yield* rooms.flags("bob", home.room, "shard3")
        const sites = objects.filter(({ type }) => type === "constructionSite")
        return [sites.map(({ x }) => x), flags.map(({ name }) => name)]
      })
      const site = { type: "constructionSite", y: 30, structureType: "road", progress: 9, progressTotal: 300 }
      const put = (x: number, username: string) =>
        Effect.flatMap(users.get(username), ({ _id: user }) =>
          rooms.addObject(home.room, { ...site, x, user }, "shard3")
        )
      yield* post("place-spawn", home)
      const own = [yield* put(30, "bob"), yield* put(31, "bob")]
      yield* put(32, "bob")
      const colors = { color: 1, secondaryColor: 1 }
      const { body } = yield* post("create-flag", { x: 1, y: 1, name: "Go", ...colors })
      yield* post("create-flag", { x: 2, y: 2, name: "Stay", ...colors })
      const flag = (body as { readonly result: { readonly upserted: readonly [{ readonly _id: string }] } })
        .result.upserted[0]._id
      assert.deepStrictEqual(yield* left, [
        [30, 31, 32],
        ["Go", "Stay"]
      ])
      for (const _id of [...own, flag, "5bbcac000000000000000001"]) {
        const response = yield* post("add-object-intent", { _id, name: "remove", intent: {} })
        assert.deepInclude(response.body, { ok: 1 })
      }
      yield* server.world.tick
      assert.deepStrictEqual(yield* left, [[32], ["Stay"]])
      const rest = (yield* rooms.objects(home.room, "shard3")).filter(({ type }) => type === "energy")
      assert.strictEqual(rest.length, 2)
    })
  )

  it.effect("ignores intents that remove other players' sites and flags", () =>
    Effect.gen(function* () {
      const server = official()
      const { rooms, users } = server.world
      const { _id: user } = yield* users.get("alice")
      const site = { type: "constructionSite", x: 30, y: 30, user, structureType: "road", progress: 0 }
      const _id = yield* rooms.addObject("W1N1", { ...site, progressTotal: 300 })
      const headers = yield* server.withToken("bob")
      const requested = { _id, room: "W1N1", shard: "shard0", name: "remove", intent: {} }
      assert.deepInclude((yield* server.post("/api/game/add-object-intent", requested, headers)).body, {
        ok: 1
      })
      yield* server.world.tick
      assert.isTrue((yield* rooms.objects("W1N1")).some((object) => object._id === _id))
    })
  )

  it.effect("rejects a spawn in the last room for three minutes after a respawn", () =>
    Effect.gen(function* () {
      const server = official()
      const headers = yield* server.withToken("bob")
      const place = Effect.map(
        server.post("/api/game/place-spawn", { ...home, shard: "shard3" }, headers),
        ({ body }) => body
      )
      assert.deepInclude(yield* place, { ok: 1 })
      yield* server.post("/api/user/respawn", {}, headers)
      const prohibited = yield* server.get("/api/user/respawn-prohibited-rooms", {}, headers)
      assert.deepStrictEqual(prohibited.body, { ok: 1, rooms: [`shard3/${home.room}`] })
      assert.deepStrictEqual(yield* place, { error: "too soon after last respawn" })
    })
  )
})
