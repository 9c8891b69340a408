import * as User from "@screeps-effect/api/User"
import * as Badge from "@screeps-effect/schema/Badge"
import * as DbUpdate from "@screeps-effect/schema/DbUpdate"
import * as UserFound from "@screeps-effect/schema/UserFound"
import * as UserId from "@screeps-effect/schema/UserId"
import { recording, reported } from "@screeps-effect/fixtures"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { always, asGuest, ask, why } from "./support/fake.ts"
import {
  alwaysReported,
  byPath,
  checkNothingSent,
  checkRefusal,
  checkRequest,
  official,
  requests,
  untyped
} from "./support/asking.ts"

const bob = UserId.make("7c8fe39e74fdae1")
const guest = { who: asGuest }

describe("a user", () => {
  it.effect("is found by name, by anybody (find.username)", () =>
    Effect.gen(function* () {
      const call = User.find({ username: "MichaelBot" })
      yield* checkRequest(call, "user/find.username", "GET /api/user/find?username=MichaelBot", guest)
      const { user } = yield* ask(call, always("user/find.username"))
      assert.deepStrictEqual(
        [user._id, Badge.parse(user.badge)?.type, user.gcl],
        ["a1123272b261687", 18, 1584]
      )
    })
  )

  it.effect("is found by identity, computer players, too (find.npc-source-keeper)", () =>
    Effect.gen(function* () {
      const call = User.find({ id: UserId.sourceKeeper })
      yield* checkRequest(call, "user/find.npc-source-keeper", "GET /api/user/find?id=3", guest)
      const { user } = yield* ask(call, always("user/find.npc-source-keeper"))
      assert.deepStrictEqual([user.username, user.badge], ["Source Keeper", undefined])
    })
  )

  it.effect("may have no name, and a badge that is none", () =>
    Effect.gen(function* () {
      const badge = { color1: "#ff0000", color2: "#00ff00", color3: "#0000ff", param: 0, flip: false }
      const server = always({ ok: 1, user: { _id: bob, badge, gcl: 0 } })
      const { user } = yield* ask(User.find({ id: bob }), server)
      assert.deepStrictEqual([user.username, Badge.parse(user.badge)], [undefined, undefined])
    })
  )

  it.effect("has lifetime points on official servers, from which levels follow", () =>
    Effect.gen(function* () {
      const { user } = yield* ask(User.find({ username: "Alice" }), alwaysReported("user.find.official"))
      assert.isAbove(UserFound.controlLevel(user), 10)
      assert.strictEqual(user.steam?.id, "76561190000000000")
    })
  )

  it.effect("that is unknown is a fault of private servers, and rejected by official ones", () =>
    Effect.gen(function* () {
      const call = User.find({ username: "nobody" })
      const fault = yield* why(call, always("user/find.unknown-username"))
      assert.strictEqual(fault._tag, "ServerFault")
      yield* checkRefusal(call, "user.find.unknown", "Rejected: user not found", official)
    })
  )

  it.effect("is looked for by one of name and identity: an arbitrary one would come otherwise", () =>
    Effect.gen(function* () {
      for (const input of [undefined, {}, { username: undefined }, { username: "bob", id: bob }])
        yield* checkNothingSent(untyped(User.find, input), "username")
      yield* checkNothingSent(User.find({ username: "" }), "username")
      yield* checkNothingSent(untyped(User.find, { id: "" }), "id")
      yield* checkNothingSent(untyped(User.find, { name: "bob" }), "name")
    })
  )
})

describe("the user's own name", () => {
  it.effect("is told by official servers", () =>
    Effect.gen(function* () {
      yield* checkRequest(User.name(), "user.name.ok", "GET /api/user/name", official)
      assert.strictEqual(
        (yield* ask(User.name(), alwaysReported("user.name.ok"), official)).username,
        "Alice"
      )
    })
  )

  it.effect("is not told by private servers (absent.GET.name)", () =>
    checkRefusal(
      User.name(),
      "user/absent.GET.name",
      "EndpointNotFound: /api/user/name does not exist on this server; available on official servers"
    )
  )
})

describe("who am I", () => {
  it.effect("is answered at once where the token may know", () =>
    Effect.gen(function* () {
      const server = always("user/auth-me.after-badge")
      const { badge, ...who } = yield* ask(User.whoAmI(), server)
      assert.deepStrictEqual(who, { _id: bob, username: "bob", restricted: false })
      assert.strictEqual(badge?.color1, "#112233")
      assert.deepStrictEqual(requests(server), ["GET /api/auth/me"])
    })
  )

  it.effect("is answered by name and look-up where the token is restricted", () =>
    Effect.gen(function* () {
      const server = byPath({
        "/api/auth/me": reported("auth.me.forbidden"),
        "/api/user/name": reported("user.name.ok"),
        "/api/user/find": reported("user.find.official")
      })
      const { badge, ...who } = yield* ask(User.whoAmI(), server, official)
      assert.deepStrictEqual(who, {
        _id: UserId.make("57874d42d0ae911e3bd15bbc"),
        username: "Alice",
        restricted: true
      })
      assert.strictEqual(badge?.type, 12)
      assert.deepStrictEqual(requests(server), [
        "GET /api/auth/me",
        "GET /api/user/name",
        "GET /api/user/find?username=Alice"
      ])
    })
  )

  it.effect("is forbidden where the token may not even know the name", () =>
    Effect.gen(function* () {
      const forbidden = reported("auth.me.forbidden")
      const server = byPath({ "/api/auth/me": forbidden, "/api/user/name": forbidden })
      const error = yield* Effect.flip(ask(User.whoAmI(), server, official))
      assert.strictEqual(
        error.message,
        "GET /api/user/name: Forbidden (the token does not allow GET /api/user/name: use one that does, " +
          "or one with full access)"
      )
    })
  )

  it.effect("is not asked in another way for any other reason", () =>
    Effect.gen(function* () {
      const server = byPath({ "/api/auth/me": recording("user/auth-me.no-headers") })
      assert.strictEqual((yield* why(User.whoAmI(), server))._tag, "Unauthorized")
      assert.deepStrictEqual(requests(server), ["GET /api/auth/me"])
    })
  )

  it.effect("may have a badge that is none", () =>
    Effect.gen(function* () {
      const badge = { color1: "#ff0000", color2: "#00ff00", color3: "#0000ff", param: 0, flip: false }
      const me = { ok: 1, _id: bob, username: "bob", cpu: 100, password: false, money: 0, badge }
      assert.isUndefined((yield* ask(User.whoAmI(), always(me))).badge)
      const restricted = byPath({
        "/api/auth/me": reported("auth.me.forbidden"),
        "/api/user/name": reported("user.name.ok"),
        "/api/user/find": { ok: 1, user: { _id: bob, badge, gcl: 0 } }
      })
      assert.deepStrictEqual(yield* ask(User.whoAmI(), restricted, official), {
        _id: bob,
        username: "Alice",
        badge: undefined,
        restricted: true
      })
    })
  )

  it.effect("may be someone without a name", () =>
    Effect.gen(function* () {
      const server = always({ ok: 1, _id: "1830e3d77c31799", cpu: 100, password: false, money: 0 })
      assert.deepStrictEqual(yield* ask(User.whoAmI(), server), {
        _id: UserId.make("1830e3d77c31799"),
        username: undefined,
        badge: undefined,
        restricted: false
      })
    })
  )
})

describe("a user's rooms", () => {
  it.effect("come in one list from private servers (rooms.ok)", () =>
    Effect.gen(function* () {
      const call = User.rooms({ id: bob })
      yield* checkRequest(call, "user/rooms.ok", "GET /api/user/rooms?id=7c8fe39e74fdae1", guest)
      assert.deepStrictEqual(User.roomsByShard(yield* ask(call, always("user/rooms.ok"))), [
        { shard: undefined, rooms: ["W7N3"], reservations: [] }
      ])
    })
  )

  it.effect("are none for an unknown user (rooms.unknown-id)", () =>
    Effect.gen(function* () {
      const answer = yield* ask(User.rooms({ id: UserId.make("nope") }), always("user/rooms.unknown-id"))
      assert.deepStrictEqual(User.roomsByShard(answer), [{ shard: undefined, rooms: [], reservations: [] }])
    })
  )

  it.effect("come by shard from official servers", () =>
    Effect.gen(function* () {
      const call = User.rooms({ id: bob })
      const answer = yield* ask(call, alwaysReported("user.rooms.by-shard"), official)
      assert.deepStrictEqual(User.roomsByShard(answer), [
        { shard: "shard0", rooms: [], reservations: [] },
        { shard: "shard3", rooms: ["E41N1", "E41N2"], reservations: [] }
      ])
    })
  )

  it.effect("come with the reserved ones when they are asked for, on other shards, too", () =>
    Effect.gen(function* () {
      const call = User.rooms({ id: bob, reservation: 1 })
      const answer = "user.rooms.with-reservations"
      yield* checkRequest(call, answer, "GET /api/user/rooms?id=7c8fe39e74fdae1&reservation=1", official)
      assert.deepStrictEqual(User.roomsByShard(yield* ask(call, alwaysReported(answer), official)), [
        { shard: "shard3", rooms: ["E41N1", "E41N2"], reservations: ["E41N3"] },
        { shard: "shard2", rooms: [], reservations: ["W1N1"] }
      ])
    })
  )

  it.effect("are of one user: everybody's would come otherwise", () =>
    Effect.gen(function* () {
      for (const input of [undefined, {}, { id: undefined }, { id: "" }, { reservation: 1 }])
        yield* checkNothingSent(untyped(User.rooms, input), "id")
      yield* checkNothingSent(untyped(User.rooms, { id: bob, reservation: 2 }), "reservation")
    })
  )
})

describe("a user's statistics", () => {
  it.effect("are none on private servers (stats.180)", () =>
    Effect.gen(function* () {
      const call = User.stats({ id: bob, interval: 180 })
      yield* checkRequest(
        call,
        "user/stats.180",
        "GET /api/user/stats?id=7c8fe39e74fdae1&interval=180",
        guest
      )
      assert.deepStrictEqual((yield* ask(call, always("user/stats.180"))).stats, {})
    })
  )

  it.effect("are totals, or slots", () =>
    Effect.gen(function* () {
      const call = User.stats({ id: bob, interval: 180 })
      const totals = yield* ask(call, alwaysReported("user.stats.totals"), official)
      assert.strictEqual(totals.stats["energyControl"], 30720)
      const slots = yield* ask(call, alwaysReported("user.stats.slots"), official)
      assert.deepStrictEqual(slots.stats["energyControl"], [
        { value: 3840, endTime: 166213 },
        { value: 4800, endTime: 166214 }
      ])
    })
  )

  it.effect("are of one user and over one of three intervals", () =>
    Effect.gen(function* () {
      yield* checkRefusal(
        User.stats({ id: bob, interval: 8 }),
        "user/stats.bad-interval",
        "Rejected: invalid params"
      )
      yield* checkNothingSent(untyped(User.stats, { interval: 8 }), "id")
      yield* checkNothingSent(untyped(User.stats, { id: bob }), "interval")
      yield* checkNothingSent(untyped(User.stats, { id: bob, interval: 7 }), "interval")
    })
  )
})

describe("an overview", () => {
  it.effect("is of slots of 8 minutes and of energy for control unless told otherwise", () =>
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

  it.effect("has rooms only on private servers (overview.defaults)", () =>
    Effect.gen(function* () {
      const answer = yield* ask(User.overview(), always("user/overview.defaults"))
      assert.deepStrictEqual(User.overviewByShard(answer), [
        { shard: undefined, rooms: ["W7N3"], stats: {}, gameTimes: [] }
      ])
    })
  )

  for (const spelling of ["gametimes", "game-times"]) {
    it.effect(`is read in one form when its times are spelt ${spelling}`, () =>
      Effect.gen(function* () {
        const answer = yield* ask(User.overview(), alwaysReported(`user.overview.${spelling}`), official)
        assert.strictEqual(answer.statsMax, 1020)
        assert.strictEqual(answer.totals?.["energyControl"], 1980)
        assert.deepStrictEqual(User.overviewByShard(answer).at(-1), {
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

  it.effect("is of the user, who has to be signed in", () =>
    checkRefusal(User.overview(), "user/overview.noauth", "Unauthorized: the API token was rejected")
  )

  it.effect("is not asked for with what servers do not count", () =>
    Effect.gen(function* () {
      yield* checkNothingSent(untyped(User.overview, { interval: 7 }), "interval")
      yield* checkNothingSent(untyped(User.overview, { statName: "nonsense" }), "statName")
    })
  )
})

describe("starting anew", () => {
  it.effect("is not possible in these rooms", () =>
    Effect.gen(function* () {
      const path = "/api/user/respawn-prohibited-rooms"
      yield* checkRequest(User.respawnProhibitedRooms(), "user/respawn-prohibited-rooms", `GET ${path}`)
      const server = alwaysReported("user.respawn-prohibited-rooms.one")
      assert.deepStrictEqual((yield* ask(User.respawnProhibitedRooms(), server)).rooms, ["shard3/E41N1"])
    })
  )

  it.effect("gives up what the user owns", () =>
    Effect.gen(function* () {
      yield* checkRequest(User.respawn(), "user/respawn.ok", "POST /api/user/respawn {}")
      assert.strictEqual(DbUpdate.changed(yield* ask(User.respawn(), always("user/respawn.ok"))), 1)
    })
  )

  it.effect("is refused to those who own nothing (respawn.twice)", () =>
    checkRefusal(User.respawn(), "user/respawn.twice", "Rejected: invalid status")
  )
})
