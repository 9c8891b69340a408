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
import { always, run, lines, request, reasonOf } from "./support/fake.ts"

const time = { ok: 1, time: 5 }

describe("the input of a GET", () => {
  it.effect("is sent in the query", () =>
    Effect.gen(function* () {
      const server = always("game/game-room-terrain.encoded")
      yield* run(Game.roomTerrain({ room: "W1N8", encoded: 1 }), server)
      assert.deepStrictEqual(lines(server), ["GET /api/game/room-terrain?room=W1N8&encoded=1"])
      assert.isUndefined(server.requests[0]?.body)
    })
  )

  it.effect("is percent-encoded", () =>
    Effect.gen(function* () {
      const server = always("user/memory-get.path-missing-leaf")
      yield* run(Memory.get({ path: "a&b=c d.häß" }), server)
      assert.strictEqual(server.requests[0]?.url.searchParams.get("path"), "a&b=c d.häß")
      assert.lengthOf([...(server.requests[0]?.url.searchParams.keys() ?? [])], 1)
    })
  )

  it.effect("omits undefined fields", () =>
    Effect.gen(function* () {
      const server = always("user/code-get.branch")
      yield* run(Code.get({ branch: undefined }), server)
      assert.deepStrictEqual(lines(server), ["GET /api/user/code"])
    })
  )
})

describe("the input of a POST", () => {
  it.effect("is sent as a JSON body", () =>
    Effect.gen(function* () {
      const server = always("game/game-place-spawn.ok")
      yield* run(Game.placeSpawn({ room: "W1N8", x: 20, y: 21, name: "Spawn1" }), server)
      assert.deepStrictEqual(lines(server), ["POST /api/game/place-spawn"])
      assert.deepStrictEqual(server.requests[0]?.body, { room: "W1N8", x: 20, y: 21, name: "Spawn1" })
      assert.strictEqual(server.requests[0]?.headers["content-type"], "application/json")
    })
  )

  it.effect("omits undefined fields instead of sending null", () =>
    Effect.gen(function* () {
      const server = always("game/game-place-spawn.ok")
      yield* run(Game.placeSpawn({ room: "W1N8", x: 20, y: 21, name: undefined }), server)
      assert.deepStrictEqual(server.requests[0]?.body, { room: "W1N8", x: 20, y: 21 })
    })
  )

  it.effect("sends null for null", () =>
    Effect.gen(function* () {
      const server = always("user/memory-set.path")
      yield* run(Memory.set({ path: "flags", value: null }), server)
      assert.deepStrictEqual(server.requests[0]?.body, { path: "flags", value: null })
    })
  )
})

describe("a default of an input field", () => {
  const overview = (input: { readonly interval?: 8 | 180 | 1440 | undefined }) =>
    Effect.gen(function* () {
      const server = always("game/game-room-overview.own-room")
      yield* run(Game.roomOverview({ room: "W1N8", ...input }), server)
      return server.requests[0]?.url.searchParams.get("interval")
    })

  it.effect("is sent when the field is missing or undefined", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* overview({}), "8")
      assert.strictEqual(yield* overview({ interval: undefined }), "8")
    })
  )

  it.effect("is replaced by the given value", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* overview({ interval: 180 }), "180")
    })
  )
})

describe("a shard", () => {
  const shardOf = (server: Server.Description, input?: { readonly shard: string }) =>
    Effect.gen(function* () {
      const fakeServer = always(time)
      yield* run(Game.time(input), fakeServer, { server })
      return fakeServer.requests[0]?.url.searchParams.get("shard")
    })

  it.effect("is never sent to a private server, even when it is given", () =>
    Effect.gen(function* () {
      const server = Server.privateServer("http://127.0.0.1:21025", { shard: "shard1" })
      assert.isNull(yield* shardOf(server))
      assert.isNull(yield* shardOf(server, { shard: "shard3" }))
    })
  )

  it.effect("is the given one, or else the server's default", () =>
    Effect.gen(function* () {
      const server = Server.official({ shard: "shard1" })
      assert.strictEqual(yield* shardOf(server), "shard1")
      assert.strictEqual(yield* shardOf(server, { shard: "shard3" }), "shard3")
      assert.strictEqual(yield* shardOf(Server.season()), "shardSeason")
    })
  )

  it.effect("is required on official servers: the call fails with ShardRequired without a request", () =>
    Effect.gen(function* () {
      const server = always(time)
      const reason = yield* reasonOf(Game.time(), server, { server: Server.official() })
      assert.strictEqual(reason._tag, "ShardRequired")
      assert.isEmpty(server.requests)
    })
  )

  it.effect("is optional where the operation says so", () =>
    Effect.gen(function* () {
      const server = always("user/world-start-room.owned")
      yield* run(User.worldStartRoom(), server, { server: Server.official() })
      yield* run(User.worldStartRoom({ shard: "shard2" }), server, { server: Server.official() })
      assert.deepStrictEqual(lines(server), [
        "GET /api/user/world-start-room",
        "GET /api/user/world-start-room?shard=shard2"
      ])
    })
  )

  it.effect("is not sent by operations without a shard", () =>
    Effect.gen(function* () {
      const server = always("game/version.vanilla")
      yield* run(Game.version(), server, { server: Server.official({ shard: "shard1" }) })
      assert.deepStrictEqual(lines(server), ["GET /api/version"])
    })
  )

  it.effect("is sent in the body of a POST", () =>
    Effect.gen(function* () {
      const server = always("user/console.ok")
      yield* run(User.console({ expression: "Game.time" }), server, {
        server: Server.official({ shard: "shard1" })
      })
      assert.deepStrictEqual(server.requests[0]?.body, { expression: "Game.time", shard: "shard1" })
    })
  )

  it.effect("is rejected when malformed, on private servers too", () =>
    Effect.gen(function* () {
      const server = always(time)
      const reason = yield* reasonOf(Game.time({ shard: "shard 3" }), server)
      assert.strictEqual(reason._tag, "InvalidInput")
      assert.strictEqual(reason.message, "shard: Expected a shard name such as shard3")
      assert.isEmpty(server.requests)
    })
  )
})

describe("the URL of a request", () => {
  const addressOf = (server: Server.Description, path: `/${string}` = "/api/version") =>
    Effect.gen(function* () {
      const fakeServer = always({ ok: 1 })
      yield* run(request({ method: "GET", path, auth: "never" }), fakeServer, { server })
      return fakeServer.requests[0]?.url.href
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

  it.effect("omits the path prefix for room history on official servers only", () =>
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
  it.effect("sends a request each time its effect runs, not when it is called", () =>
    Effect.gen(function* () {
      const server = always(time)
      const call = Game.time()
      assert.isEmpty(server.requests)
      yield* run(Effect.andThen(call, call), server)
      assert.lengthOf(server.requests, 2)
    })
  )

  it.effect("returns no fields that its output schema does not name", () =>
    Effect.gen(function* () {
      const response = yield* run(User.branches(), always("user/branches.initial"))
      assert.isNotEmpty(response.list)
      for (const branch of response.list) assert.doesNotHaveAnyKeys(branch, ["user", "$loki", "meta"])
    })
  )

  it.effect("without input ignores the value that a pipeline passes to it", () =>
    Effect.gen(function* () {
      const server = always("game/version.vanilla")
      yield* run(Effect.flatMap(Effect.succeed({ email: "alice@example.com" }), Game.version), server)
      assert.deepStrictEqual(lines(server), ["GET /api/version"])
    })
  )

  it("has its method and path as its name", () => {
    assert.strictEqual(Game.roomTerrain.name, "GET /api/game/room-terrain")
    assert.strictEqual(Memory.set.name, "POST /api/user/memory")
  })

  it("is frozen", () => {
    for (const operation of Endpoints.all) assert.isTrue(Object.isFrozen(operation), operation.path)
    assert.throws(() => Object.assign(Game.time, { path: "/api/game/tick" }), TypeError)
  })

  it("has its metadata as properties", () => {
    const { auth, defaults, provenance, idempotent, limitKey, method, path, quota, shard } = Game.roomTerrain
    assert.deepStrictEqual(
      { auth, defaults, provenance, idempotent, limitKey, method, path, quota, shard },
      {
        auth: { private: "optional", official: "optional" },
        defaults: {},
        provenance: { private: "recorded", official: "published", xxscreeps: "recorded" },
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

  it("is idempotent for GET and not for POST, unless its definition says otherwise", () => {
    assert.isTrue(Game.time.idempotent)
    assert.isFalse(User.console.idempotent)
    assert.isTrue(Code.set.idempotent)
  })
})

describe("a definition", () => {
  it.effect("compiles its output schema at the first response, not before", () =>
    Effect.gen(function* () {
      let reads = 0
      const response = new Proxy(Ok, {
        get: (target, key, receiver) => {
          if (key === "ast") reads++
          return Reflect.get(target, key, receiver)
        }
      })
      const operation = Operation.get("/api/mine", { output: response })
      const call = operation()
      assert.strictEqual(reads, 0)
      yield* run(call, always({ ok: 1 }))
      assert.isAbove(reads, 0)
    })
  )

  it.effect("rejects input by validate, which sees all fields together", () =>
    Effect.gen(function* () {
      const operation = Operation.post("/api/mine", {
        input: { from: Schema.Int, to: Schema.Int },
        output: Ok,
        validate: ({ from, to }) => (from > to ? { field: "to", detail: "it lies before from" } : undefined)
      })
      const server = always({ ok: 1 })
      assert.strictEqual(
        (yield* reasonOf(operation({ from: 2, to: 1 }), server)).message,
        "to: it lies before from"
      )
      assert.isEmpty(server.requests)
      assert.deepStrictEqual(yield* run(operation({ from: 1, to: 2 }), server), { ok: 1 })
    })
  )
})
