/** Path fields, HTTP Basic authorization, `check`, and the search for an operation by its path. */
import * as Endpoints from "@screeps-effect/api/Endpoints"
import * as Game from "@screeps-effect/api/Game"
import * as History from "@screeps-effect/api/History"
import * as Operation from "@screeps-effect/api/Operation"
import type { ScreepsError } from "@screeps-effect/api/ScreepsError"
import * as Server from "@screeps-effect/api/Server"
import { Ok } from "@screeps-effect/schema/Envelope"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { always, run, lines, reasonOf } from "./support/fake.ts"

describe("a path field", () => {
  const operation = Operation.get("/api/things/{name}/{count}.json", {
    input: { name: Schema.String, count: Schema.Finite, page: Schema.optional(Schema.Int) },
    output: Ok
  })

  it("is found in the path template of the definition", () => {
    assert.deepStrictEqual(operation.pathFields, ["name", "count"])
    assert.strictEqual(operation.path, "/api/things/{name}/{count}.json")
    assert.isEmpty(Game.time.pathFields)
  })

  it("throws when the input does not declare it as required", () => {
    assert.throws(() => Operation.get("/api/things/{id}", { output: Ok }), /no required field "id"/)
    assert.throws(() => Operation.get("/api/{shard}", { output: Ok, shard: "optional" }), /"shard"/)
  })

  it.effect("is percent-encoded and sent in the path only", () =>
    Effect.gen(function* () {
      const server = always({ ok: 1 })
      yield* run(operation({ name: "a b?c=d&#ä%2f", count: 5, page: 2 }), server)
      assert.deepStrictEqual(lines(server), ["GET /api/things/a%20b%3Fc%3Dd%26%23%C3%A4%252f/5.json?page=2"])
    })
  )

  it.effect("cannot change the path: unsafe values are rejected without a request", () =>
    Effect.gen(function* () {
      for (const name of ["", ".", "..", "a/b", "..\\", "a\nb", "\ud800"]) {
        const server = always({ ok: 1 })
        const reason = yield* reasonOf(operation({ name, count: 5 }), server)
        assert.strictEqual("field" in reason ? reason.field : undefined, "name", JSON.stringify(name))
        assert.isEmpty(server.requests)
      }
    })
  )

  it.effect("is not part of the operation's name in errors", () =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(run(operation({ name: "x", count: 1 }), always({ error: "no" })))
      assert.strictEqual(error.operation, "GET /api/things/{name}/{count}.json")
    })
  )

  it.effect(
    "requires a shard on official servers, and fails on private ones when the endpoint is official",
    () =>
      Effect.gen(function* () {
        const server = always({ ok: 1 })
        const chunk = History.officialChunk({ room: "W1N1", tick: 20 })
        const options = { server: Server.privateServer("http://127.0.0.1:21025") }
        const reason = yield* reasonOf(chunk, server, options)
        assert.strictEqual(
          reason.message,
          "/room-history/{shard}/{room}/{tick}.json was not found on this server; available on official servers"
        )
        assert.strictEqual(
          (yield* reasonOf(chunk, server, { server: Server.official() }))._tag,
          "ShardRequired"
        )
        assert.isEmpty(server.requests)
      })
  )
})

describe("the request of an operation", () => {
  const official = Server.official()
  const rejection = (request: Result.Result<unknown, ScreepsError["reason"]>) =>
    Result.getOrUndefined(Result.flip(request))?._tag

  it("has the query, the shard and the quota that a call sends", () => {
    const request = Game.roomTerrain.request({ room: "W1N1", shard: "shard3" }, official)
    const { auth, limitKey, method, path, query, quota } = Result.getOrThrow(request)
    assert.deepStrictEqual(
      [method, path, query],
      ["GET", "/api/game/room-terrain", { room: "W1N1", shard: "shard3" }]
    )
    assert.deepStrictEqual(
      [auth, limitKey, quota],
      ["optional", "GET /api/game/room-terrain", { limit: 360, per: "hour" }]
    )
  })

  it("is the reason with which a call would fail before anything is sent", () => {
    assert.strictEqual(rejection(Game.roomTerrain.request({ room: "W1N1" }, official)), "ShardRequired")
    assert.strictEqual(rejection(Game.roomTerrain.request({ room: "kitchen" }, official)), "InvalidInput")
    assert.strictEqual(rejection(Game.roomTerrain.request(undefined, official)), "InvalidInput")
    assert.strictEqual(
      rejection(History.privateChunk.request({ room: "W1N1", time: 0 }, official)),
      "EndpointNotFound"
    )
  })
})

describe("HTTP Basic authorization", () => {
  const list = Operation.get("/api/mod/list", {
    input: { user: Schema.String, password: Schema.Redacted(Schema.String) },
    basicAuth: { name: "user", password: "password" },
    output: Ok
  })
  const password = Redacted.make("se:cret")

  it.effect("is sent in its header only, without a token", () =>
    Effect.gen(function* () {
      const server = always({ ok: 1 })
      yield* run(list({ user: "admin", password }), server)
      assert.deepStrictEqual(lines(server), ["GET /api/mod/list"])
      const headers = server.requests[0]?.headers
      assert.strictEqual(headers?.["authorization"], `Basic ${btoa("admin:se:cret")}`)
      assert.isUndefined(headers?.["x-token"])
    })
  )

  it.effect("is redacted when the server repeats it, encoded or plain", () =>
    Effect.gen(function* () {
      const joined = `Basic ${btoa("admin:se:cret")} means se:cret`
      const { message } = yield* Effect.flip(
        run(list({ user: "admin", password }), always({ error: joined }))
      )
      assert.include(message, "<redacted> means <redacted>")
    })
  )

  it.effect("rejects a user name with a colon without a request", () =>
    Effect.gen(function* () {
      const server = always({ ok: 1 })
      const reason = yield* reasonOf(list({ user: "ad:min", password }), server)
      assert.strictEqual("field" in reason ? reason.field : undefined, "user")
      assert.isEmpty(server.requests)
    })
  )
})

describe("Endpoints.find", () => {
  it("returns the operation for a path template and for a filled path", () => {
    assert.strictEqual<Operation.AnyOperation | undefined>(Endpoints.find("GET", "/api/game/time"), Game.time)
    for (const path of [History.officialChunk.path, "/room-history/shard3/E1S1/50000000.json"]) {
      assert.strictEqual<Operation.AnyOperation | undefined>(
        Endpoints.find("GET", path),
        History.officialChunk
      )
    }
    for (const path of ["/room-history/shard3/E1S1/json", "/room-history/shard3/E1S1/5xjson", "/api/nope"]) {
      assert.isUndefined(Endpoints.find("GET", path))
    }
    assert.isUndefined(Endpoints.find("POST", "/api/game/time"))
  })
})
