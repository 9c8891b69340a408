/** Spans of calls and requests, by OpenTelemetry's conventions for HTTP clients. */
import * as Auth from "@screeps-effect/api/Auth"
import * as Game from "@screeps-effect/api/Game"
import * as History from "@screeps-effect/api/History"
import * as Server from "@screeps-effect/api/Server"
import * as User from "@screeps-effect/api/User"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as HttpClientError from "effect/http/HttpClientError"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import * as Redacted from "effect/Redacted"
import { within } from "@screeps-effect/fixtures/time"
import {
  always,
  apiToken,
  asAlice,
  asToken,
  fake,
  type ReceivedRequest,
  request,
  retries,
  run
} from "./support/fake.ts"
import { failingServer } from "./support/failing.ts"
import { serverWithTokens } from "./support/session.ts"
import { spansOf } from "./support/spans.ts"

const time = Game.time()

describe("a call", () => {
  it.effect("has a span with the span of its request in it", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* spansOf(run(time, always({ ok: 1, time: 5 }))), [
        { name: "GET /api/game/time", kind: "internal", parent: undefined, attributes: {} },
        {
          name: "GET /api/game/time",
          kind: "client",
          parent: "GET /api/game/time",
          attributes: {
            "http.request.method": "GET",
            "http.response.status_code": 200,
            "server.address": "127.0.0.1",
            "server.port": 21_025,
            "url.full": "http://127.0.0.1:21025/api/game/time",
            "url.template": "/api/game/time"
          }
        }
      ])
    })
  )

  it.effect("has a span for each request, with how many there were before and what failed", () =>
    Effect.gen(function* () {
      const requests = (yield* spansOf(within(run(time, failingServer(2), retries), 10))).slice(1)
      const seen = requests.map(({ attributes }) => [
        attributes["http.request.resend_count"],
        attributes["http.response.status_code"],
        attributes["error.type"]
      ])
      assert.deepStrictEqual(seen, [
        [undefined, 503, "503"],
        [1, 503, "503"],
        [2, 200, undefined]
      ])
    })
  )

  it.effect("shows the request after a 429, and the sign-in before a request", () =>
    Effect.gen(function* () {
      let n = 0
      const limited = fake(() =>
        ++n === 1
          ? new Response("Rate limit exceeded, retry after 5ms", { status: 429 })
          : Response.json({ ok: 1, time: 5 })
      )
      const waited = yield* spansOf(within(run(time, limited), 10))
      assert.deepStrictEqual(
        waited.map(({ attributes, name }) => [name, attributes["http.request.resend_count"]]),
        [
          ["GET /api/game/time", undefined],
          ["GET /api/game/time", undefined],
          ["RateLimits.wait", undefined],
          ["GET /api/game/time", 1]
        ]
      )
      const signedIn = yield* spansOf(
        within(run(User.worldStatus(), serverWithTokens(), { credentials: asAlice }))
      )
      assert.deepStrictEqual(
        signedIn.map(({ kind, name, parent }) => [name, kind, parent]),
        [
          ["GET /api/user/world-status", "internal", undefined],
          ["POST /api/auth/signin", "internal", "GET /api/user/world-status"],
          ["POST /api/auth/signin", "client", "POST /api/auth/signin"],
          ["GET /api/user/world-status", "client", "GET /api/user/world-status"]
        ]
      )
    })
  )
})

describe("the span of a request", () => {
  it.effect("shows places and times of the query, and neither tokens nor what a player wrote", () =>
    Effect.gen(function* () {
      const query = { room: "W1N1", shard: "shard3", path: "flags a", _token: apiToken, token: apiToken }
      const spans = yield* spansOf(
        run(request({ method: "GET", path: `/api/own?token=${apiToken}`, query }), always({ ok: 1 }))
      )
      assert.strictEqual(
        spans[1]?.attributes["url.full"],
        "http://127.0.0.1:21025/api/own?room=W1N1&shard=shard3&path=REDACTED&_token=REDACTED&token=REDACTED"
      )
      assert.notProperty(spans[1]?.attributes, "url.template")
      assert.notInclude(JSON.stringify(spans), apiToken)
      const queried = Auth.queryToken({ token: Redacted.make(apiToken) })
      assert.notInclude(JSON.stringify(yield* spansOf(run(queried, always({ ok: 1 })))), apiToken)
    })
  )

  for (const [url, address, port] of [
    ["https://screeps.example", "screeps.example", 443],
    ["http://screeps.example/ptr", "screeps.example", 80],
    ["http://[::1]:21025", "::1", 21_025]
  ] as const) {
    it.effect(`names host and port of ${url}`, () =>
      Effect.gen(function* () {
        const server = Server.privateServer(url)
        const [, sent] = yield* spansOf(run(time, always({ ok: 1, time: 5 }), { server }))
        assert.deepInclude(sent?.attributes, {
          "server.address": address,
          "server.port": port,
          "url.full": `${url}/api/game/time`
        })
      })
    )
  }

  it.effect("has the address that room history is served from", () =>
    Effect.gen(function* () {
      const chunk = History.officialChunk({ room: "W1N1", tick: 100, shard: "shardSeason" })
      const options = { server: Server.season(), credentials: asToken }
      const [, sent] = yield* spansOf(run(chunk, always({}), options))
      assert.strictEqual(
        sent?.attributes["url.full"],
        "https://screeps.com/room-history/shardSeason/W1N1/100.json"
      )
    })
  )

  for (const [what, handler, expected] of [
    ["the status", () => new Response("", { status: 404 }), "404"],
    ["our reason, where the status is no error", () => Response.json({ error: "no" }), "Rejected"],
    [
      "the system's code, where there is no response",
      ({ url }: ReceivedRequest) => {
        const refused = Object.assign(new Error("refused"), { code: "ECONNREFUSED" })
        const cause = new TypeError("fetch failed", { cause: refused })
        const http = HttpClientRequest.get(url)
        const reason = new HttpClientError.TransportError({ request: http, cause })
        return Effect.fail(new HttpClientError.HttpClientError({ reason }))
      },
      "ECONNREFUSED"
    ]
  ] as const) {
    it.effect(`names ${what} as type of an error`, () =>
      Effect.gen(function* () {
        const [, sent] = yield* spansOf(run(time, fake(handler)))
        assert.strictEqual(sent?.attributes["error.type"], expected)
      })
    )
  }
})
