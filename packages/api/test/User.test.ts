import * as User from "@screeps-effect/api/User"
import * as Badge from "@screeps-effect/schema/Badge"
import * as DbUpdate from "@screeps-effect/schema/DbUpdate"
import * as Gcl from "@screeps-effect/schema/Gcl"
import * as UserId from "@screeps-effect/schema/UserId"
import { recording, reported } from "@screeps-effect/fixtures"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { always, asGuest, run, reasonOf } from "./support/fake.ts"
import {
  alwaysReported,
  byPath,
  checkInvalidInput,
  checkFailure,
  checkRequest,
  official,
  linesWithBody,
  untyped
} from "./support/calls.ts"

const bob = UserId.make("7c8fe39e74fdae1")
const guest = { credentials: asGuest }

describe("User.findShared", () => {
  it.effect("finds a user of a shared replay by id, without a sign-in", () =>
    Effect.gen(function* () {
      const call = User.findShared({ id: UserId.make("57874d42d0ae911e3bd15bbc") })
      const path = "GET /api/user/find-shared?id=57874d42d0ae911e3bd15bbc"
      yield* checkRequest(call, "user.find-shared.owner", path, { ...official, ...guest })
      const { user } = yield* run(call, alwaysReported("user.find-shared.owner"), official)
      assert.strictEqual(user.username, "Dana")
    })
  )
})

describe("User.find", () => {
  it.effect("finds a user by name without a sign-in (find.username)", () =>
    Effect.gen(function* () {
      const call = User.find({ username: "MichaelBot" })
      yield* checkRequest(call, "user/find.username", "GET /api/user/find?username=MichaelBot", guest)
      const { user } = yield* run(call, always("user/find.username"))
      assert.deepStrictEqual(
        [user._id, Badge.parse(user.badge)?.type, user.gcl],
        ["a1123272b261687", 18, 1584]
      )
    })
  )

  it.effect("finds users by _id, including computer players (find.npc-source-keeper)", () =>
    Effect.gen(function* () {
      const call = User.find({ id: UserId.sourceKeeper })
      yield* checkRequest(call, "user/find.npc-source-keeper", "GET /api/user/find?id=3", guest)
      const { user } = yield* run(call, always("user/find.npc-source-keeper"))
      assert.deepStrictEqual([user.username, user.badge], ["Source Keeper", undefined])
    })
  )

  it.effect("returns a user without a name and with a malformed badge", () =>
    Effect.gen(function* () {
      const badge = { color1: "#ff0000", color2: "#00ff00", color3: "#0000ff", param: 0, flip: false }
      const server = always({ ok: 1, user: { _id: bob, badge, gcl: 0 } })
      const { user } = yield* run(User.find({ id: bob }), server)
      assert.deepStrictEqual([user.username, Badge.parse(user.badge)], [undefined, undefined])
    })
  )

  it.effect("returns lifetime points on official servers, from which levels are computed", () =>
    Effect.gen(function* () {
      const { user } = yield* run(User.find({ username: "Alice" }), alwaysReported("user.find.official"))
      assert.isAbove(Gcl.level(user.gcl ?? 0), 10)
      assert.strictEqual(user.steam?.id, "76561190000000000")
    })
  )

  it.effect("fails for an unknown user with the same Rejected on private and official servers", () =>
    Effect.gen(function* () {
      const call = User.find({ username: "nobody" })
      for (const name of ["user/find.unknown-username", "user/find.unknown-id"])
        yield* checkFailure(call, name, "Rejected: user not found")
      yield* checkFailure(call, "user.find.unknown", "Rejected: user not found", official)
    })
  )

  it.effect("fails with ServerFault for other faults of the server's code", () =>
    Effect.gen(function* () {
      const error = "TypeError: Cannot read properties of null (reading 'badge')"
      const fault = yield* reasonOf(User.find({ username: "bob" }), always({ error }))
      assert.strictEqual(fault._tag, "ServerFault")
    })
  )

  it.effect(
    "requires exactly one of username and id, because servers would return an arbitrary user otherwise",
    () =>
      Effect.gen(function* () {
        for (const input of [undefined, {}, { username: undefined }, { username: "bob", id: bob }])
          yield* checkInvalidInput(untyped(User.find, input), "username")
        yield* checkInvalidInput(User.find({ username: "" }), "username")
        yield* checkInvalidInput(untyped(User.find, { id: "" }), "id")
        yield* checkInvalidInput(untyped(User.find, { name: "bob" }), "name")
      })
  )
})

describe("User.name", () => {
  it.effect("returns the user's name on official servers", () =>
    Effect.gen(function* () {
      yield* checkRequest(User.name(), "user.name.ok", "GET /api/user/name", official)
      assert.strictEqual(
        (yield* run(User.name(), alwaysReported("user.name.ok"), official)).username,
        "Alice"
      )
    })
  )

  it.effect("fails with EndpointNotFound on private servers (absent.GET.name)", () =>
    checkFailure(
      User.name(),
      "user/absent.GET.name",
      "EndpointNotFound: /api/user/name was not found on this server; available on official servers"
    )
  )
})

describe("User.whoAmI", () => {
  it.effect("reads /api/auth/me when the token has access to it", () =>
    Effect.gen(function* () {
      const server = always("user/auth-me.after-badge")
      const { badge, ...user } = yield* run(User.whoAmI(), server)
      assert.deepStrictEqual(user, { _id: bob, username: "bob", restricted: false })
      assert.strictEqual(badge?.color1, "#112233")
      assert.deepStrictEqual(linesWithBody(server), ["GET /api/auth/me"])
    })
  )

  it.effect("finds the user by name when the token is restricted", () =>
    Effect.gen(function* () {
      const server = byPath({
        "/api/auth/me": reported("auth.me.forbidden"),
        "/api/user/name": reported("user.name.ok"),
        "/api/user/find": reported("user.find.official")
      })
      const { badge, ...user } = yield* run(User.whoAmI(), server, official)
      assert.deepStrictEqual(user, {
        _id: UserId.make("57874d42d0ae911e3bd15bbc"),
        username: "Alice",
        restricted: true
      })
      assert.strictEqual(badge?.type, 12)
      assert.deepStrictEqual(linesWithBody(server), [
        "GET /api/auth/me",
        "GET /api/user/name",
        "GET /api/user/find?username=Alice"
      ])
    })
  )

  it.effect("fails with Forbidden when the token has no access to the name", () =>
    Effect.gen(function* () {
      const forbidden = reported("auth.me.forbidden")
      const server = byPath({ "/api/auth/me": forbidden, "/api/user/name": forbidden })
      const error = yield* Effect.flip(run(User.whoAmI(), server, official))
      assert.strictEqual(
        error.message,
        "GET /api/user/name: Forbidden (GET /api/user/name is outside the token's scope: " +
          "use one that allows it, or one with full access)"
      )
    })
  )

  it.effect("does not find the user by name after another failure", () =>
    Effect.gen(function* () {
      const server = byPath({ "/api/auth/me": recording("user/auth-me.no-headers") })
      assert.strictEqual((yield* reasonOf(User.whoAmI(), server))._tag, "Unauthorized")
      assert.deepStrictEqual(linesWithBody(server), ["GET /api/auth/me"])
    })
  )

  it.effect("returns undefined for a malformed badge", () =>
    Effect.gen(function* () {
      const badge = { color1: "#ff0000", color2: "#00ff00", color3: "#0000ff", param: 0, flip: false }
      const me = { ok: 1, _id: bob, username: "bob", cpu: 100, password: false, money: 0, badge }
      assert.isUndefined((yield* run(User.whoAmI(), always(me))).badge)
      const restricted = byPath({
        "/api/auth/me": reported("auth.me.forbidden"),
        "/api/user/name": reported("user.name.ok"),
        "/api/user/find": { ok: 1, user: { _id: bob, badge, gcl: 0 } }
      })
      assert.deepStrictEqual(yield* run(User.whoAmI(), restricted, official), {
        _id: bob,
        username: "Alice",
        badge: undefined,
        restricted: true
      })
    })
  )

  it.effect("returns undefined for a missing username", () =>
    Effect.gen(function* () {
      const server = always({ ok: 1, _id: "1830e3d77c31799", cpu: 100, password: false, money: 0 })
      assert.deepStrictEqual(yield* run(User.whoAmI(), server), {
        _id: UserId.make("1830e3d77c31799"),
        username: undefined,
        badge: undefined,
        restricted: false
      })
    })
  )
})

describe("User.rooms", () => {
  it.effect("returns one list on private servers (rooms.ok)", () =>
    Effect.gen(function* () {
      const call = User.rooms({ id: bob })
      yield* checkRequest(call, "user/rooms.ok", "GET /api/user/rooms?id=7c8fe39e74fdae1", guest)
      assert.deepStrictEqual(User.roomsByShard(yield* run(call, always("user/rooms.ok"))), [
        { shard: undefined, rooms: ["W7N3"], reservations: [] }
      ])
    })
  )

  it.effect("returns an empty list for an unknown user (rooms.unknown-id)", () =>
    Effect.gen(function* () {
      const response = yield* run(User.rooms({ id: UserId.make("nope") }), always("user/rooms.unknown-id"))
      assert.deepStrictEqual(User.roomsByShard(response), [{ shard: undefined, rooms: [], reservations: [] }])
    })
  )

  it.effect("returns rooms by shard on official servers", () =>
    Effect.gen(function* () {
      const call = User.rooms({ id: bob })
      const response = yield* run(call, alwaysReported("user.rooms.by-shard"), official)
      assert.deepStrictEqual(User.roomsByShard(response), [
        { shard: "shard0", rooms: [], reservations: [] },
        { shard: "shard3", rooms: ["E41N1", "E41N2"], reservations: [] }
      ])
    })
  )

  it.effect("returns reservations when requested, also on shards without rooms", () =>
    Effect.gen(function* () {
      const call = User.rooms({ id: bob, reservation: 1 })
      const response = "user.rooms.with-reservations"
      yield* checkRequest(call, response, "GET /api/user/rooms?id=7c8fe39e74fdae1&reservation=1", official)
      assert.deepStrictEqual(User.roomsByShard(yield* run(call, alwaysReported(response), official)), [
        { shard: "shard3", rooms: ["E41N1", "E41N2"], reservations: ["E41N3"] },
        { shard: "shard2", rooms: [], reservations: ["W1N1"] }
      ])
    })
  )

  it.effect("requires an id, because servers would return all users' rooms otherwise", () =>
    Effect.gen(function* () {
      for (const input of [undefined, {}, { id: undefined }, { id: "" }, { reservation: 1 }])
        yield* checkInvalidInput(untyped(User.rooms, input), "id")
      yield* checkInvalidInput(untyped(User.rooms, { id: bob, reservation: 2 }), "reservation")
    })
  )
})

describe("User.stats", () => {
  it.effect("returns no statistics on private servers (stats.180)", () =>
    Effect.gen(function* () {
      const call = User.stats({ id: bob, interval: 180 })
      yield* checkRequest(
        call,
        "user/stats.180",
        "GET /api/user/stats?id=7c8fe39e74fdae1&interval=180",
        guest
      )
      assert.deepStrictEqual((yield* run(call, always("user/stats.180"))).stats, {})
    })
  )

  it.effect("returns totals or slots", () =>
    Effect.gen(function* () {
      const call = User.stats({ id: bob, interval: 180 })
      const totals = yield* run(call, alwaysReported("user.stats.totals"), official)
      assert.strictEqual(totals.stats?.["energyControl"], 30720)
      const slots = yield* run(call, alwaysReported("user.stats.slots"), official)
      assert.deepStrictEqual(slots.stats?.["energyControl"], [
        { value: 3840, endTime: 166213 },
        { value: 4800, endTime: 166214 }
      ])
    })
  )

  it.effect("requires an id and one of three intervals", () =>
    Effect.gen(function* () {
      yield* checkFailure(
        User.stats({ id: bob, interval: 8 }),
        "user/stats.bad-interval",
        "Rejected: invalid params"
      )
      yield* checkInvalidInput(untyped(User.stats, { interval: 8 }), "id")
      yield* checkInvalidInput(untyped(User.stats, { id: bob }), "interval")
      yield* checkInvalidInput(untyped(User.stats, { id: bob, interval: 7 }), "interval")
    })
  )
})

describe("User.overview", () => {
  it.effect("requests 8-minute slots of energyControl by default", () =>
    Effect.gen(function* () {
      const defaults = "GET /api/user/overview?interval=8&statName=energyControl"
      yield* checkRequest(User.overview(), "user/overview.8", defaults)
      yield* checkRequest(User.overview({ interval: undefined }), "user/overview.8", defaults)
      yield* checkRequest(
        User.overview({ interval: 1440, statName: "creepsLost" }),
        "user/overview.stat-creepsLost",
        "GET /api/user/overview?interval=1440&statName=creepsLost"
      )
    })
  )

  it.effect("returns only rooms on private servers (overview.defaults)", () =>
    Effect.gen(function* () {
      const response = yield* run(User.overview(), always("user/overview.defaults"))
      assert.deepStrictEqual(User.overviewByShard(response), [
        { shard: undefined, rooms: ["W7N3"], stats: {}, gameTimes: [] }
      ])
    })
  )

  for (const spelling of ["gametimes", "game-times"]) {
    it.effect(`returns the same value when the response names its times ${spelling}`, () =>
      Effect.gen(function* () {
        const response = yield* run(User.overview(), alwaysReported(`user.overview.${spelling}`), official)
        assert.strictEqual(response.statsMax, 1020)
        assert.strictEqual(response.totals?.["energyControl"], 1980)
        assert.deepStrictEqual(User.overviewByShard(response).at(-1), {
          shard: "shard3",
          rooms: ["E41N1"],
          stats: {
            E41N1: [
              { value: 960, endTime: 3740000 },
              { value: 1020, endTime: 3740001 }
            ]
          },
          gameTimes: [null, 61234567]
        })
      })
    )
  }

  it.effect("fails with Unauthorized without a sign-in", () =>
    checkFailure(User.overview(), "user/overview.noauth", "Unauthorized: the API token was rejected")
  )

  it.effect("rejects unknown intervals and statistics without a request", () =>
    Effect.gen(function* () {
      yield* checkInvalidInput(untyped(User.overview, { interval: 7 }), "interval")
      yield* checkInvalidInput(untyped(User.overview, { statName: "nonsense" }), "statName")
    })
  )
})

describe("respawning", () => {
  it.effect("is prohibited in the rooms of respawnProhibitedRooms", () =>
    Effect.gen(function* () {
      const path = "/api/user/respawn-prohibited-rooms"
      yield* checkRequest(User.respawnProhibitedRooms(), "user/respawn-prohibited-rooms", `GET ${path}`)
      const server = alwaysReported("user.respawn-prohibited-rooms.one")
      assert.deepStrictEqual((yield* run(User.respawnProhibitedRooms(), server)).rooms, ["shard3/E41N1"])
    })
  )

  it.effect("sends User.respawn without a body", () =>
    Effect.gen(function* () {
      yield* checkRequest(User.respawn(), "user/respawn.ok", "POST /api/user/respawn {}")
      assert.strictEqual(DbUpdate.changed(yield* run(User.respawn(), always("user/respawn.ok"))), 1)
    })
  )

  it.effect("fails with Rejected when the user owns nothing (respawn.twice)", () =>
    checkFailure(User.respawn(), "user/respawn.twice", "Rejected: invalid status")
  )
})
