import * as Code from "@screeps-effect/api/Code"
import * as Endpoints from "@screeps-effect/api/Endpoints"
import * as Game from "@screeps-effect/api/Game"
import * as Memory from "@screeps-effect/api/Memory"
import * as Operation from "@screeps-effect/api/Operation"
import * as Server from "@screeps-effect/api/Server"
import * as User from "@screeps-effect/api/User"
import { Ok } from "@screeps-effect/schema/Envelope"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { always, ask, lines, request, why } from "./support/fake.ts"

const time = { ok: 1, time: 5 }

describe("what a GET is told", () => {
  it.effect("travels in the query", () =>
    Effect.gen(function* () {
      const server = always("game/game-room-terrain.encoded")
      yield* ask(Game.roomTerrain({ room: "W1N8", encoded: 1 }), server)
      assert.deepStrictEqual(lines(server), ["GET /api/game/room-terrain?room=W1N8&encoded=1"])
      assert.isUndefined(server.asked[0]?.body)
    })
  )

  it.effect("is escaped", () =>
    Effect.gen(function* () {
      const server = always("user/memory-get.path-missing-leaf")
      yield* ask(Memory.get({ path: "a&b=c d.häß" }), server)
      assert.strictEqual(server.asked[0]?.url.searchParams.get("path"), "a&b=c d.häß")
      assert.lengthOf([...(server.asked[0]?.url.searchParams.keys() ?? [])], 1)
    })
  )

  it.effect("is left out where it is undefined", () =>
    Effect.gen(function* () {
      const server = always("user/code-get.branch")
      yield* ask(Code.get({ branch: undefined }), server)
      assert.deepStrictEqual(lines(server), ["GET /api/user/code"])
    })
  )
})

describe("what a POST is told", () => {
  it.effect("travels as a JSON body", () =>
    Effect.gen(function* () {
      const server = always("game/game-place-spawn.ok")
      yield* ask(Game.placeSpawn({ room: "W1N8", x: 20, y: 21, name: "Spawn1" }), server)
      assert.deepStrictEqual(lines(server), ["POST /api/game/place-spawn"])
      assert.deepStrictEqual(server.asked[0]?.body, { room: "W1N8", x: 20, y: 21, name: "Spawn1" })
      assert.strictEqual(server.asked[0]?.headers["content-type"], "application/json")
    })
  )

  it.effect("is left out where it is undefined, not turned into null", () =>
    Effect.gen(function* () {
      const server = always("game/game-place-spawn.ok")
      yield* ask(Game.placeSpawn({ room: "W1N8", x: 20, y: 21, name: undefined }), server)
      assert.deepStrictEqual(server.asked[0]?.body, { room: "W1N8", x: 20, y: 21 })
    })
  )

  it.effect("is null where it is null", () =>
    Effect.gen(function* () {
      const server = always("user/memory-set.path")
      yield* ask(Memory.set({ path: "flags", value: null }), server)
      assert.deepStrictEqual(server.asked[0]?.body, { path: "flags", value: null })
    })
  )
})

describe("a default", () => {
  const overview = (input: { readonly interval?: 8 | 180 | 1440 | undefined }) =>
    Effect.gen(function* () {
      const server = always("game/game-room-overview.own-room")
      yield* ask(Game.roomOverview({ room: "W1N8", ...input }), server)
      return server.asked[0]?.url.searchParams.get("interval")
    })

  it.effect("is sent when nothing is asked", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* overview({}), "8")
      assert.strictEqual(yield* overview({ interval: undefined }), "8")
    })
  )

  it.effect("gives way to what is asked", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* overview({ interval: 180 }), "180")
    })
  )
})

describe("a shard", () => {
  const shardOf = (server: Server.Description, asked?: { readonly shard: string }) =>
    Effect.gen(function* () {
      const answering = always(time)
      yield* ask(Game.time(asked), answering, { server })
      return answering.asked[0]?.url.searchParams.get("shard")
    })

  it.effect("is never named to a private server, even when it is asked for", () =>
    Effect.gen(function* () {
      const server = Server.privateServer("http://127.0.0.1:21025", { shard: "shard1" })
      assert.isNull(yield* shardOf(server))
      assert.isNull(yield* shardOf(server, { shard: "shard3" }))
    })
  )

  it.effect("is the one that is asked for, else the server's own", () =>
    Effect.gen(function* () {
      const server = Server.official({ shard: "shard1" })
      assert.strictEqual(yield* shardOf(server), "shard1")
      assert.strictEqual(yield* shardOf(server, { shard: "shard3" }), "shard3")
      assert.strictEqual(yield* shardOf(Server.season()), "shardSeason")
    })
  )

  it.effect("is needed on official servers: nothing is sent without one", () =>
    Effect.gen(function* () {
      const server = always(time)
      const reason = yield* why(Game.time(), server, { server: Server.official() })
      assert.strictEqual(reason._tag, "ShardRequired")
      assert.isEmpty(server.asked)
    })
  )

  it.effect("is left out where it may be", () =>
    Effect.gen(function* () {
      const server = always("user/world-start-room.owned")
      yield* ask(User.worldStartRoom(), server, { server: Server.official() })
      yield* ask(User.worldStartRoom({ shard: "shard2" }), server, { server: Server.official() })
      assert.deepStrictEqual(lines(server), [
        "GET /api/user/world-start-room",
        "GET /api/user/world-start-room?shard=shard2"
      ])
    })
  )

  it.effect("is not named by operations of the whole server", () =>
    Effect.gen(function* () {
      const server = always("game/version.vanilla")
      yield* ask(Game.version(), server, { server: Server.official({ shard: "shard1" }) })
      assert.deepStrictEqual(lines(server), ["GET /api/version"])
    })
  )

  it.effect("travels in the body of a POST", () =>
    Effect.gen(function* () {
      const server = always("user/console.ok")
      yield* ask(User.console({ expression: "Game.time" }), server, {
        server: Server.official({ shard: "shard1" })
      })
      assert.deepStrictEqual(server.asked[0]?.body, { expression: "Game.time", shard: "shard1" })
    })
  )

  it.effect("has a well-formed name, on private servers, too", () =>
    Effect.gen(function* () {
      const server = always(time)
      const reason = yield* why(Game.time({ shard: "shard 3" }), server)
      assert.strictEqual(reason._tag, "InvalidInput")
      assert.strictEqual(reason.message, "shard: Expected a shard name such as shard3")
      assert.isEmpty(server.asked)
    })
  )
})

describe("the address", () => {
  const addressOf = (server: Server.Description, path: `/${string}` = "/api/version") =>
    Effect.gen(function* () {
      const answering = always({ ok: 1 })
      yield* ask(request({ method: "GET", path, auth: "never" }), answering, { server })
      return answering.asked[0]?.url.href
    })

  it.effect("keeps the path prefix of the server", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* addressOf(Server.official()), "https://screeps.com/api/version")
      assert.strictEqual(yield* addressOf(Server.ptr()), "https://screeps.com/ptr/api/version")
      assert.strictEqual(yield* addressOf(Server.season()), "https://screeps.com/season/api/version")
      const proxied = Server.privateServer("https://example.com/games/screeps/")
      assert.strictEqual(yield* addressOf(proxied), "https://example.com/games/screeps/api/version")
    })
  )

  it.effect("of room history is at the host's root on official servers only", () =>
    Effect.gen(function* () {
      const chunk = "/room-history/shardSeason/W1N1/20.json"
      assert.strictEqual(yield* addressOf(Server.season(), chunk), `https://screeps.com${chunk}`)
      const proxied = Server.privateServer("https://example.com/screeps")
      assert.strictEqual(
        yield* addressOf(proxied, "/room-history"),
        "https://example.com/screeps/room-history"
      )
    })
  )
})

describe("an operation", () => {
  it.effect("sends each time its effect is run, and not when it is called", () =>
    Effect.gen(function* () {
      const server = always(time)
      const call = Game.time()
      assert.isEmpty(server.asked)
      yield* ask(Effect.andThen(call, call), server)
      assert.lengthOf(server.asked, 2)
    })
  )

  it.effect("answers without what its schema does not name", () =>
    Effect.gen(function* () {
      const answer = yield* ask(User.branches(), always("user/branches.initial"))
      assert.isNotEmpty(answer.list)
      for (const branch of answer.list)
        assert.doesNotHaveAnyKeys(branch, ["modules", "user", "$loki", "meta"])
    })
  )

  it.effect("that takes nothing sends nothing of what a pipeline hands it", () =>
    Effect.gen(function* () {
      const server = always("game/version.vanilla")
      yield* ask(Effect.flatMap(Effect.succeed({ email: "alice@example.com" }), Game.version), server)
      assert.deepStrictEqual(lines(server), ["GET /api/version"])
    })
  )

  it("is called by its method and path", () => {
    assert.strictEqual(Game.roomTerrain.name, "GET /api/game/room-terrain")
    assert.strictEqual(Memory.set.name, "POST /api/user/memory")
  })

  it("cannot be changed", () => {
    for (const operation of Endpoints.all) assert.isTrue(Object.isFrozen(operation), operation.path)
    assert.throws(() => Object.assign(Game.time, { path: "/api/game/tick" }), TypeError)
  })

  it("tells what it is", () => {
    const {
      auth,
      defaults,
      provenance: evidence,
      idempotent,
      limitKey,
      method,
      path,
      quota,
      shard
    } = Game.roomTerrain
    assert.deepStrictEqual(
      { auth, defaults, evidence, idempotent, limitKey, method, path, quota, shard },
      {
        auth: { private: "optional", official: "optional" },
        defaults: {},
        evidence: { private: "recorded", official: "reported" },
        idempotent: true,
        limitKey: "GET /api/game/room-terrain",
        method: "GET",
        path: "/api/game/room-terrain",
        quota: { limit: 360, per: "hour" },
        shard: "required"
      }
    )
    assert.deepStrictEqual(Game.roomOverview.defaults, { interval: 8 })
    assert.strictEqual(Game.time.limitKey, "global")
  })

  it("is repeated in doubt when it asks, and not when it tells, unless it says so", () => {
    assert.isTrue(Game.time.idempotent)
    assert.isFalse(User.console.idempotent)
    assert.isTrue(Code.set.idempotent)
  })
})

describe("a declaration", () => {
  it.effect("looks at its answer's schema when the first answer comes, not before", () =>
    Effect.gen(function* () {
      let looks = 0
      const answer = new Proxy(Ok, {
        get: (target, key, receiver) => {
          if (key === "ast") looks++
          return Reflect.get(target, key, receiver)
        }
      })
      const operation = Operation.get("/api/mine", { output: answer })
      const call = operation()
      assert.strictEqual(looks, 0)
      yield* ask(call, always({ ok: 1 }))
      assert.isAbove(looks, 0)
    })
  )

  it.effect("may refuse what the fields together say", () =>
    Effect.gen(function* () {
      const operation = Operation.post("/api/mine", {
        input: { from: Schema.Int, to: Schema.Int },
        output: Ok,
        validate: ({ from, to }) => (from > to ? { field: "to", detail: "it lies before from" } : undefined)
      })
      const server = always({ ok: 1 })
      assert.strictEqual(
        (yield* why(operation({ from: 2, to: 1 }), server)).message,
        "to: it lies before from"
      )
      assert.isEmpty(server.asked)
      assert.deepStrictEqual(yield* ask(operation({ from: 1, to: 2 }), server), { ok: 1 })
    })
  )
})
