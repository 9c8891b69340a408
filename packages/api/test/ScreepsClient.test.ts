import * as ScreepsClient from "@screeps-effect/api/ScreepsClient"
import * as Server from "@screeps-effect/api/Server"
import * as User from "@screeps-effect/api/User"
import { assert, describe, it } from "@effect/vitest"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Effect from "effect/Effect"
import * as HttpClient from "effect/http/HttpClient"
import * as Layer from "effect/Layer"
import { always, run, clientLayer, lines, request, text, reasonOf } from "./support/fake.ts"
import { serverWithTokens } from "./support/session.ts"
import { within } from "@screeps-effect/fixtures/time"

describe("a raw request", () => {
  it.effect("returns the body as data, whatever its shape", () =>
    Effect.gen(function* () {
      const get = request({ method: "GET", path: "/api/anything" })
      for (const body of [{ ok: 1, more: [1] }, [1, 2], { timestamp: 5 }]) {
        assert.deepStrictEqual(yield* run(get, always(body)), body)
      }
      assert.isNull(yield* run(get, text("null")))
    })
  )

  it.effect("sends the token unless auth is never", () =>
    Effect.gen(function* () {
      const server = always({ ok: 1 })
      yield* run(request({ method: "GET", path: "/api/anything" }), server)
      yield* run(request({ method: "GET", path: "/api/anything", auth: "never" }), server)
      assert.deepStrictEqual(
        server.requests.map(({ headers }) => "x-token" in headers),
        [true, false]
      )
    })
  )

  it.effect("sends strings, numbers and booleans in the query, and omits undefined", () =>
    Effect.gen(function* () {
      const server = always({ ok: 1 })
      const query = { name: "Bob", limit: 20, all: true, season: undefined }
      yield* run(request({ method: "GET", path: "/api/anything", query }), server)
      assert.deepStrictEqual(lines(server), ["GET /api/anything?name=Bob&limit=20&all=true"])
    })
  )

  it.effect("rejects other values in the query without a request", () =>
    Effect.gen(function* () {
      const server = always({ ok: 1 })
      for (const rooms of [["W1N1"], { a: 1 }, null, () => 1]) {
        const reason = yield* reasonOf(
          request({ method: "GET", path: "/api/anything", query: { rooms } }),
          server
        )
        assert.strictEqual(reason._tag, "InvalidInput")
        assert.strictEqual(reason.message, "rooms: query values must be strings, numbers or booleans")
      }
      assert.isEmpty(server.requests)
    })
  )

  it.effect("sends an empty object for a POST without a body", () =>
    Effect.gen(function* () {
      const server = always({ ok: 1 })
      yield* run(request({ method: "POST", path: "/api/anything" }), server)
      assert.deepStrictEqual(server.requests[0]?.body, {})
      assert.strictEqual(server.requests[0]?.headers["content-type"], "application/json")
    })
  )

  it.effect("rejects a body that cannot be written as JSON without a request", () =>
    Effect.gen(function* () {
      const server = always({ ok: 1 })
      const cycle: { self?: unknown } = {}
      cycle.self = cycle
      for (const body of [cycle, 1n, () => 1, Symbol("body")]) {
        const reason = yield* reasonOf(request({ method: "POST", path: "/api/anything", body }), server)
        assert.strictEqual(reason._tag, "InvalidInput")
        assert.strictEqual(reason.message, "body: cannot be encoded as JSON")
      }
      assert.isEmpty(server.requests)
    })
  )

  it.effect("sends no body with a GET", () =>
    Effect.gen(function* () {
      const server = always({ ok: 1 })
      yield* run(request({ method: "GET", path: "/api/anything", body: { a: 1 } }), server)
      assert.isUndefined(server.requests[0]?.body)
    })
  )

  it.effect("fails with the same reasons as an operation, with its method and path as the name", () =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(
        run(request({ method: "GET", path: "/api/anything" }), always({ error: "no" }))
      )
      assert.strictEqual(error.message, "GET /api/anything: Rejected (no)")
      assert.strictEqual(error.operation, "GET /api/anything")
    })
  )
})

describe("ScreepsClient", () => {
  it.effect("returns the status with the body, and has the server's description", () =>
    Effect.gen(function* () {
      const program = Effect.gen(function* () {
        const client = yield* ScreepsClient.ScreepsClient
        const { body, status } = yield* client.send({ method: "GET", path: "/api/anything" })
        return [client.server.url, { status, body }]
      })
      const server = always({ ok: 1 }, { status: 201 })
      assert.deepStrictEqual(yield* run(program, server), [
        "http://127.0.0.1:21025",
        { status: 201, body: { ok: 1 } }
      ])
    })
  )

  it.effect("sends an Accept header for JSON", () =>
    Effect.gen(function* () {
      const server = always({ ok: 1 })
      yield* Effect.provide(request({ method: "GET", path: "/api/anything" }), clientLayer(server))
      assert.strictEqual(server.requests[0]?.headers["accept"], "application/json")
    })
  )
})

describe("ScreepsClient.layerConfig", () => {
  const configured = (server: { readonly http: HttpClient.HttpClient }, values: Record<string, string>) =>
    ScreepsClient.layerConfig({ http: Layer.succeed(HttpClient.HttpClient, server.http) }).pipe(
      Layer.provide(ConfigProvider.layer(ConfigProvider.fromEnvRecord(values)))
    )

  it.effect("uses the configured server and account", () =>
    Effect.gen(function* () {
      const server = serverWithTokens({ password: "hunter2" })
      const layer = configured(server, {
        SCREEPS_URL: "http://127.0.0.1:21025/games/",
        SCREEPS_USERNAME: "alice",
        SCREEPS_PASSWORD: "correct-password",
        SCREEPS_SERVER_PASSWORD: "hunter2"
      })
      const program = Effect.gen(function* () {
        const { url } = yield* Server.Server
        return [url, yield* request({ method: "GET", path: "/api/user/world-status" })]
      })
      assert.deepStrictEqual(yield* within(Effect.provide(program, layer)), [
        "http://127.0.0.1:21025/games",
        { ok: 1, status: "normal" }
      ])
      assert.deepStrictEqual(lines(server), [
        "POST /games/api/auth/signin",
        "GET /games/api/user/world-status"
      ])
    })
  )

  it.effect("uses the official main world when only a token is configured", () =>
    Effect.gen(function* () {
      const server = always({ ok: 1, status: "normal" })
      yield* Effect.provide(User.worldStatus(), configured(server, { SCREEPS_TOKEN: "the-token" }))
      assert.strictEqual(server.requests[0]?.url.href, "https://screeps.com/api/user/world-status")
      assert.strictEqual(server.requests[0]?.headers["x-token"], "the-token")
    })
  )

  it.effect("fails without a request when nothing is configured", () =>
    Effect.gen(function* () {
      const server = always({ ok: 1 })
      const error = yield* Effect.flip(Effect.provide(User.worldStatus(), configured(server, {})))
      assert.strictEqual(error._tag, "ConfigError")
      assert.isEmpty(server.requests)
    })
  )
})
