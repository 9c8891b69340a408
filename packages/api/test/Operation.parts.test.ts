/** What travels in the path and in the header of HTTP Basic authorization; inputs that are only checked. */
import * as Endpoints from "@screeps-effect/api/Endpoints"
import * as Game from "@screeps-effect/api/Game"
import * as History from "@screeps-effect/api/History"
import * as Operation from "@screeps-effect/api/Operation"
import * as Server from "@screeps-effect/api/Server"
import { Ok } from "@screeps-effect/schema/Envelope"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { always, ask, lines, why } from "./support/fake.ts"

describe("a field in the path", () => {
  const thing = Operation.get("/api/things/{name}/{count}.json", {
    input: { name: Schema.String, count: Schema.Finite, page: Schema.optional(Schema.Int) },
    output: Ok
  })

  it("is read from the path by its declaration", () => {
    assert.deepStrictEqual(thing.pathFields, ["name", "count"])
    assert.strictEqual(thing.path, "/api/things/{name}/{count}.json")
    assert.isEmpty(Game.time.pathFields)
  })

  it("has to be declared", () => {
    assert.throws(() => Operation.get("/api/things/{id}", { output: Ok }), /no required field "id"/)
    assert.throws(() => Operation.get("/api/{shard}", { output: Ok, shard: "optional" }), /"shard"/)
  })

  it.effect("is percent-encoded, and travels nowhere else", () =>
    Effect.gen(function* () {
      const server = always({ ok: 1 })
      yield* ask(thing({ name: "a b?c=d&#ä%2f", count: 5, page: 2 }), server)
      assert.deepStrictEqual(lines(server), ["GET /api/things/a%20b%3Fc%3Dd%26%23%C3%A4%252f/5.json?page=2"])
    })
  )

  it.effect("never becomes another path", () =>
    Effect.gen(function* () {
      for (const name of ["", ".", "..", "a/b", "..\\", "a\nb", "\ud800"]) {
        const server = always({ ok: 1 })
        const reason = yield* why(thing({ name, count: 5 }), server)
        assert.strictEqual("field" in reason ? reason.field : undefined, "name", JSON.stringify(name))
        assert.isEmpty(server.asked)
      }
    })
  )

  it.effect("is no part of the names in errors and spans", () =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(ask(thing({ name: "x", count: 1 }), always({ error: "no" })))
      assert.strictEqual(error.operation, "GET /api/things/{name}/{count}.json")
    })
  )

  it.effect("names a shard on official servers only", () =>
    Effect.gen(function* () {
      const server = always({ ok: 1 })
      const chunk = History.officialChunk({ room: "W1N1", tick: 20 })
      const options = { server: Server.privateServer("http://127.0.0.1:21025") }
      const reason = yield* why(chunk, server, options)
      assert.strictEqual(
        reason.message.replace(/^.*does/, "does"),
        "does not exist on this server; available on official servers"
      )
      assert.strictEqual((yield* why(chunk, server, { server: Server.official() }))._tag, "ShardRequired")
      assert.isEmpty(server.asked)
    })
  )
})

describe("a check of an input", () => {
  it("finds what a call would refuse, and sends nothing", () => {
    const official = Server.official()
    assert.strictEqual(Game.roomTerrain.check({ room: "W1N1", shard: "shard3" }, official), undefined)
    assert.strictEqual(Game.roomTerrain.check({ room: "W1N1" }, official)?._tag, "ShardRequired")
    assert.strictEqual(Game.roomTerrain.check({ room: "kitchen" }, official)?._tag, "InvalidInput")
    assert.strictEqual(Game.roomTerrain.check(undefined, official)?._tag, "InvalidInput")
    assert.strictEqual(
      History.privateChunk.check({ room: "W1N1", time: 0 }, official)?._tag,
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

  it.effect("travels in its header only, without a token", () =>
    Effect.gen(function* () {
      const server = always({ ok: 1 })
      yield* ask(list({ user: "admin", password }), server)
      assert.deepStrictEqual(lines(server), ["GET /api/mod/list"])
      const headers = server.asked[0]?.headers
      assert.strictEqual(headers?.["authorization"], `Basic ${btoa("admin:se:cret")}`)
      assert.isUndefined(headers?.["x-token"])
    })
  )

  it.effect("is not shown when the server repeats it, in any form", () =>
    Effect.gen(function* () {
      const spoken = `Basic ${btoa("admin:se:cret")} means se:cret`
      const { message } = yield* Effect.flip(
        ask(list({ user: "admin", password }), always({ error: spoken }))
      )
      assert.include(message, "<redacted> means <redacted>")
    })
  )

  it.effect("needs a name that has an end", () =>
    Effect.gen(function* () {
      const server = always({ ok: 1 })
      const reason = yield* why(list({ user: "ad:min", password }), server)
      assert.strictEqual("field" in reason ? reason.field : undefined, "user")
      assert.isEmpty(server.asked)
    })
  )
})

describe("the operation of a method and path", () => {
  it("is found by the template, and by a filled path", () => {
    assert.strictEqual(Endpoints.find("GET", "/api/game/time"), Game.time)
    for (const path of [History.officialChunk.path, "/room-history/shard3/E1S1/50000000.json"]) {
      assert.strictEqual(Endpoints.find("GET", path), History.officialChunk)
    }
    for (const path of ["/room-history/shard3/E1S1/json", "/room-history/shard3/E1S1/5xjson", "/api/nope"]) {
      assert.isUndefined(Endpoints.find("GET", path))
    }
    assert.isUndefined(Endpoints.find("POST", "/api/game/time"))
  })
})
