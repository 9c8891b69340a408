import * as Npc from "@screeps-effect/schema/Npc"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as TestClock from "effect/testing/TestClock"
import { alice, bob, home, makeServer } from "./support/server.ts"

type Fields = Readonly<Record<string, unknown>>

/** A server with a spawn of bob, and functions to call it as bob. */
const settled = Effect.gen(function* () {
  const server = makeServer()
  const headers = yield* server.settle(bob, home)
  const get = (path: string, query: Readonly<Record<string, string>> = {}) =>
    Effect.map(server.get(path, query, headers), ({ body }) => body as Fields)
  const post = (path: string, body: unknown = {}) =>
    Effect.map(server.post(path, body, headers), ({ body }) => body as Fields)
  const { _id: user } = yield* server.world.users.get("bob")
  return { server, headers, get, post, user }
})

describe("a respawn on TestServer", () => {
  it.effect("leaves ruins, frees controllers, and removes creeps, sites and flags", () =>
    Effect.gen(function* () {
      const { get, post, server, user } = yield* settled
      const { rooms } = server.world
      const site = { type: "constructionSite", x: 7, y: 7, user, structureType: "road" }
      yield* rooms.addObject(home.room, { ...site, progress: 0, progressTotal: 300 })
      yield* rooms.addObject(home.room, { type: "creep", x: 8, y: 8, user, name: "Al", body: [] })
      yield* rooms.addFlag("bob", home.room, { name: "F", color: 1, secondaryColor: 1, x: 1, y: 1 })
      assert.deepStrictEqual(yield* post("/api/user/respawn"), { ok: 1, modified: 1 })
      const left = yield* rooms.objects(home.room)
      assert.deepStrictEqual(left.map(({ type }) => type).toSorted(), [
        "controller",
        "mineral",
        "ruin",
        "source",
        "source"
      ])
      assert.deepInclude(
        left.find(({ type }) => type === "controller"),
        { user: null, level: 0 }
      )
      const ruin = left.find(({ type }) => type === "ruin")
      assert.deepInclude(ruin, { x: home.x, y: home.y, destroyTime: 1, decayTime: 500_001 })
      assert.notStrictEqual(ruin?.["user"], user)
      assert.deepStrictEqual(yield* post("/api/game/gen-unique-flag-name"), { ok: 1, name: "Flag1" })
      assert.deepStrictEqual(yield* get("/api/user/world-status"), { ok: 1, status: "empty" })
      assert.deepStrictEqual(yield* post("/api/user/respawn"), { error: "invalid status" })
      assert.deepStrictEqual(yield* post("/api/game/place-spawn", { room: "W1N1", x: 25, y: 25 }), {
        ok: 1,
        newbie: true
      })
    })
  )

  it.effect("removes power creeps", () =>
    Effect.gen(function* () {
      const { get, post, server } = yield* settled
      yield* server.world.users.change("bob", { power: 16_000 })
      yield* post("/api/game/power-creeps/create", { name: "Eve", className: "operator" })
      assert.include(JSON.stringify(yield* get("/api/game/power-creeps/list")), "Eve")
      yield* post("/api/user/respawn")
      assert.deepStrictEqual(yield* get("/api/game/power-creeps/list"), { ok: 1, list: [] })
    })
  )

  it.effect("is possible for a player who has lost the last spawn", () =>
    Effect.gen(function* () {
      const { get, post, server } = yield* settled
      const spawn = (yield* server.world.rooms.objects(home.room)).find(({ type }) => type === "spawn")
      yield* server.world.rooms.removeObject(spawn?._id ?? "")
      assert.deepStrictEqual(yield* get("/api/user/world-status"), { ok: 1, status: "lost" })
      assert.deepStrictEqual(yield* post("/api/user/respawn"), { ok: 1, modified: 1 })
    })
  )
})

describe("a first spawn on TestServer", () => {
  it.effect("removes other players' creeps and sites, and turns their structures into ruins", () =>
    Effect.gen(function* () {
      const server = makeServer()
      const { rooms, users } = server.world
      const { _id: user } = yield* users.get("alice")
      const there = { user, hits: 1, hitsMax: 1 }
      yield* rooms.addObject(home.room, { type: "creep", x: 7, y: 7, ...there })
      yield* rooms.addObject(home.room, { type: "constructionSite", x: 8, y: 8, ...there })
      yield* rooms.addObject(home.room, { type: "rampart", x: 9, y: 9, ...there })
      yield* server.settle(bob, home)
      const kinds = (yield* rooms.objects(home.room)).map(({ type }) => type).toSorted()
      assert.deepStrictEqual(kinds, ["controller", "mineral", "ruin", "source", "source", "spawn"])
    })
  )

  it.effect("is rejected in rooms that open later", () =>
    Effect.gen(function* () {
      const server = makeServer()
      yield* server.world.rooms.change(home.room, { openTime: 5000 })
      const place = Effect.gen(function* () {
        const headers = yield* server.signIn(bob)
        return (yield* server.post("/api/game/place-spawn", home, headers)).body
      })
      assert.deepStrictEqual(yield* place, { error: "out of borders" })
      yield* TestClock.adjust("5 seconds")
      assert.deepStrictEqual(yield* place, { ok: 1, newbie: true })
    })
  )
})

describe("a player on TestServer", () => {
  it.effect("is found by name in any case and by id, with control and power points", () =>
    Effect.gen(function* () {
      const { get, server, user } = yield* settled
      yield* server.world.users.change("bob", { gcl: 12, power: 34, steam: { id: "7", displayName: "B" } })
      const found = { _id: user, username: "bob", gcl: 12, power: 34, steam: { id: "7" } }
      assert.deepStrictEqual(yield* get("/api/user/find", { username: "BOB" }), { ok: 1, user: found })
      assert.deepStrictEqual(yield* get("/api/user/find", { id: user }), { ok: 1, user: found })
      const keeper = { ...Npc.all[1], gcl: 0 }
      assert.deepStrictEqual(yield* get("/api/user/find", { id: "3" }), { ok: 1, user: keeper })
    })
  )

  it.effect("is found without a hidden Steam profile", () =>
    Effect.gen(function* () {
      const { get, post, server } = yield* settled
      yield* server.world.users.change("bob", { steam: { id: "7" } })
      const steam = Effect.map(
        get("/api/user/find", { username: "bob" }),
        ({ user }) => (user as Fields)["steam"]
      )
      assert.deepStrictEqual(yield* steam, { id: "7" })
      yield* post("/api/user/set-steam-visible", { visible: false })
      assert.isUndefined(yield* steam)
      yield* post("/api/user/set-steam-visible", { visible: true })
      assert.deepStrictEqual(yield* steam, { id: "7" })
    })
  )

  it.effect("starts in an own room, which is one with an own controller", () =>
    Effect.gen(function* () {
      const server = makeServer()
      const { rooms, users } = server.world
      const { _id: user } = yield* users.get("bob")
      const headers = yield* server.signIn(bob)
      const start = Effect.map(
        server.get("/api/user/world-start-room", {}, headers),
        ({ body }) => (body as Fields)["room"]
      )
      yield* rooms.addObject("W9N9", { type: "creep", x: 8, y: 8, user, name: "Al", body: [] })
      assert.deepStrictEqual(yield* start, ["W5N5"])
      const controller = (yield* rooms.objects("W1N1")).find(({ type }) => type === "controller")
      yield* rooms.changeObject(controller?._id ?? "", { user, level: 1 })
      assert.deepStrictEqual(yield* start, ["W1N1"])
    })
  )

  it.effect("cannot set a malformed mail address", () =>
    Effect.gen(function* () {
      const { get, post } = yield* settled
      for (const email of ["a!b@x.com", "bob@x.c", "b ob@x.com", "bob@x", "bob", "", 5, null])
        assert.deepStrictEqual(yield* post("/api/user/email", { email }), { error: "invalid email" })
      assert.deepStrictEqual(yield* post("/api/user/email", { email: "Bob+1.x@x-y.co" }), {
        ok: 1,
        modified: 1
      })
      assert.deepInclude(yield* get("/api/auth/me"), { email: "bob+1.x@x-y.co" })
    })
  )

  it.effect("has rooms that are listed by level, highest first", () =>
    Effect.gen(function* () {
      const { get, server, user } = yield* settled
      const { rooms } = server.world
      const other = (yield* rooms.objects("W1N1")).find(({ type }) => type === "controller")
      yield* rooms.changeObject(other?._id ?? "", { user, level: 5 })
      const own = ["W1N1", home.room]
      assert.deepStrictEqual(yield* get("/api/user/rooms", { id: user }), { ok: 1, rooms: own })
      assert.deepInclude(yield* get("/api/user/overview"), { rooms: own, stats: {}, gametimes: [] })
    })
  )

  it.effect("gets the money history in pages, most recent first", () =>
    Effect.gen(function* () {
      const { get, server } = yield* settled
      const market = { resourceType: "pixel", price: 1, amount: 1 }
      for (let n = 1; n <= 21; n++) {
        yield* server.world.tables.charge({ username: "bob", change: n, type: "market.sell", market })
      }
      const page = (query: Readonly<Record<string, string>>) =>
        Effect.map(get("/api/user/money-history", query), ({ hasMore, list, page }) => {
          const changes = (list as ReadonlyArray<{ readonly change: number }>).map(({ change }) => change)
          return [page, hasMore, changes.length, changes[0]]
        })
      assert.deepStrictEqual(yield* page({}), [0, true, 20, 21])
      assert.deepStrictEqual(yield* page({ page: "1" }), [1, false, 1, 1])
      assert.deepStrictEqual(yield* page({ page: "2" }), [2, false, 0, undefined])
      assert.deepStrictEqual(yield* page({ page: "x" }), [0, true, 20, 21])
      assert.deepStrictEqual(yield* page({ page: "1.9" }), [1, false, 1, 1])
      // A negative page counts from the end.
      assert.deepStrictEqual(yield* page({ page: "-1" }), [-1, false, 20, 20])
      assert.deepStrictEqual(yield* page({ page: "-2" }), [-2, true, 20, 21])
      assert.deepInclude(yield* get("/api/auth/me"), { money: 231 })
    })
  )

  it.effect("can set known notification settings only", () =>
    Effect.gen(function* () {
      const { get, headers, post, server } = yield* settled
      const prefs = Effect.map(get("/api/auth/me"), ({ notifyPrefs }) => notifyPrefs)
      assert.isUndefined(yield* prefs)
      yield* post("/api/user/notify-prefs", { interval: 7, errorsInterval: 3, disabled: 1, other: true })
      assert.deepStrictEqual(yield* prefs, { disabled: true })
      yield* server.send({
        method: "POST",
        path: "/api/user/notify-prefs",
        rawBody: "interval=60&sendOnline=1",
        headers: { ...headers, "content-type": "application/x-www-form-urlencoded" }
      })
      assert.deepStrictEqual(yield* prefs, { disabled: true, sendOnline: true, interval: 60 })
    })
  )

  it.effect("can use the badge of an owned decoration, and no other of its kind", () =>
    Effect.gen(function* () {
      const { get, post, server } = yield* settled
      const paths = { path1: "M0 0", path2: "M1 1" }
      const badge = { type: paths, color1: "#112233", color2: "#abcdef", color3: "#FF8800", param: "7" }
      assert.deepStrictEqual(yield* post("/api/user/badge", { badge }), { error: "invalid params" })
      const granting = { _id: "d1", name: "Star", type: "badge", badge: paths } as never
      const decoration = yield* server.world.tables.giveDecoration("bob", granting)
      assert.deepStrictEqual(yield* post("/api/user/badge", { badge }), { ok: 1, modified: 1 })
      assert.deepInclude(yield* get("/api/auth/me"), {
        badge: { ...badge, param: 7, flip: false, decoration }
      })
    })
  )

  it.effect("signs in with the new password after changing it", () =>
    Effect.gen(function* () {
      const { post, server } = yield* settled
      const change = { oldPassword: bob.password, password: "another-one" }
      assert.deepStrictEqual(yield* post("/api/user/password", change), { ok: 1 })
      const status = (password: string) =>
        Effect.map(server.post("/api/auth/signin", { email: "bob", password }), ({ status }) => status)
      assert.deepStrictEqual([yield* status(bob.password), yield* status("another-one")], [401, 200])
    })
  )

  it.effect("signs in with a platform ticket without a name, and sets one", () =>
    Effect.gen(function* () {
      const server = makeServer()
      yield* server.world.users.acceptTicket(Redacted.make("0a1b"), "76561190000000000")
      const enter = Effect.map(server.post("/api/auth/steam-ticket", { ticket: "0a1b" }), ({ body }) => {
        const { steamid, token } = body as { readonly steamid: string; readonly token: string }
        return { steamid, headers: { "x-token": token, "x-username": token } }
      })
      const { headers, steamid } = yield* enter
      assert.strictEqual(steamid, "76561190000000000")
      const before = (yield* server.get("/api/auth/me", {}, headers)).body as Fields
      assert.doesNotHaveAnyKeys(before, ["username", "email"])
      assert.strictEqual(before["password"], false)
      yield* server.post(
        "/api/register/set-username",
        { username: "dave-1", email: "D@example.com" },
        headers
      )
      const again = yield* enter
      const { body } = yield* server.get("/api/auth/me", {}, again.headers)
      assert.deepInclude(body, { username: "dave-1", email: "d@example.com", _id: before["_id"] })
    })
  )

  it.effect("signs in with fields in the query, and with a Basic header", () =>
    Effect.gen(function* () {
      const server = makeServer()
      const path = "/api/auth/signin"
      const query = { email: alice.email, password: alice.password }
      const basic = { authorization: `Basic ${btoa(`alice:${alice.password}`)}` }
      const statuses = [
        yield* server.send({ method: "POST", path, query }),
        yield* server.send({ method: "POST", path, headers: basic }),
        yield* server.send({ method: "POST", path, headers: { authorization: `Basic ${btoa("alice:no")}` } })
      ].map(({ status }) => status)
      assert.deepStrictEqual(statuses, [200, 200, 400])
    })
  )

  it.effect("uploads code with a Basic header, and gets a token with the response", () =>
    Effect.gen(function* () {
      const server = makeServer()
      const headers = { authorization: `Basic ${btoa(`bob:${bob.password}`)}` }
      const response = yield* server.post("/api/user/code", { modules: { main: "basic" } }, headers)
      assert.deepInclude(response.body, { ok: 1 })
      assert.isNotNull(response.token)
      const { branches } = yield* server.world.users.get("bob")
      assert.deepStrictEqual(branches, { default: { main: "basic" } })
    })
  )
})
