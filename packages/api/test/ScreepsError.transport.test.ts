import { createServer as createHttpServer } from "node:http"
import { createServer } from "node:net"
import type { AddressInfo, Server as NetServer, Socket } from "node:net"
import { inspect } from "node:util"
import * as Game from "@screeps-effect/api/Game"
import { RateLimited, type TimedOut } from "@screeps-effect/api/ScreepsError"
import { OnLimit } from "@screeps-effect/api/RateLimits"
import { RequestTimeout } from "@screeps-effect/api/ScreepsClient"
import * as Server from "@screeps-effect/api/Server"
import { assert, describe, it } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as HttpClient from "effect/http/HttpClient"
import * as HttpClientError from "effect/http/HttpClientError"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import * as Redacted from "effect/Redacted"
import * as TestClock from "effect/testing/TestClock"
import { always, apiToken, run, asGuest, fake, text, reasonOf } from "./support/fake.ts"

const official = { server: Server.official({ shard: "shard3" }) }

/** Starts a server on a free port, which is closed with the scope. */
const listen = (server: NetServer) =>
  Effect.acquireRelease(
    Effect.callback<AddressInfo>((resume) => {
      server.listen(0, "127.0.0.1", () => resume(Effect.succeed(server.address() as AddressInfo)))
    }),
    () => Effect.callback<void>((resume) => void server.close(() => resume(Effect.void)))
  )

const lost = (cause: Error) =>
  Effect.fail(
    new HttpClientError.HttpClientError({
      reason: new HttpClientError.TransportError({
        request: HttpClientRequest.get("http://game.example"),
        cause
      })
    })
  )

const failing = (cause: Error) => fake(() => lost(cause))

describe("Unreachable", () => {
  it.effect("is the reason for a closed port", () =>
    Effect.gen(function* () {
      // A port that was bound and closed again.
      const port = yield* Effect.callback<number>((resume) => {
        const server = createServer()
        server.listen(0, "127.0.0.1", () => {
          const { port } = server.address() as AddressInfo
          server.close(() => resume(Effect.succeed(port)))
        })
      })
      const http = yield* Effect.provide(HttpClient.HttpClient, FetchHttpClient.layer)
      const server = Server.privateServer(`http://127.0.0.1:${port}`)
      const reason = yield* reasonOf(Game.version(), { http }, { server, credentials: asGuest })
      assert.strictEqual(reason._tag, "Unreachable")
      assert.match(reason.message, /ECONNREFUSED/)
    })
  )

  it.effect("says what to do when a server without https is requested by https", () =>
    Effect.gen(function* () {
      const http = yield* Effect.provide(HttpClient.HttpClient, FetchHttpClient.layer)
      const { port } = yield* listen(createHttpServer((_, response) => response.end("{}")))
      const server = Server.privateServer(`https://127.0.0.1:${port}`)
      const reason = yield* reasonOf(Game.version(), { http }, { server, credentials: asGuest })
      assert.strictEqual(reason._tag, "Unreachable")
      assert.strictEqual(
        reason.message,
        "the server uses http, not https: write http:// in the address, or secure: false in a credentials file"
      )
    })
  )

  it.effect("names the game's port when the address has none and the connection is refused", () =>
    Effect.gen(function* () {
      const refused = (host: string) => {
        const cause = Object.assign(new Error(`connect ECONNREFUSED ${host}`), { code: "ECONNREFUSED" })
        return failing(new TypeError("fetch failed", { cause }))
      }
      const messageAt = (url: string) =>
        Effect.map(
          reasonOf(Game.version(), refused(new URL(url).host), { server: Server.privateServer(url) }),
          ({ message }) => message
        )
      const advice = "the port of the game's own server is 21025: write it in the address, as in"
      assert.strictEqual(
        yield* messageAt("http://game.example"),
        `connect ECONNREFUSED game.example; ${advice} http://game.example:21025`
      )
      assert.strictEqual(
        yield* messageAt("https://[::1]"),
        `connect ECONNREFUSED [::1]; ${advice} http://[::1]:21025`
      )
      assert.strictEqual(
        yield* messageAt("http://game.example:21025"),
        "connect ECONNREFUSED game.example:21025"
      )
      const { message } = yield* reasonOf(Game.version(), refused("screeps.com"), official)
      assert.strictEqual(message, "connect ECONNREFUSED screeps.com")
    })
  )

  it.effect("says what to do when a server for https is requested by http", () =>
    Effect.gen(function* () {
      const http = yield* Effect.provide(HttpClient.HttpClient, FetchHttpClient.layer)
      const messageOf = (response: string) =>
        Effect.gen(function* () {
          const respond = (socket: Socket) => socket.once("data", () => socket.end(response, "latin1"))
          const { port } = yield* listen(createServer(respond))
          const server = Server.privateServer(`http://127.0.0.1:${port}`)
          return (yield* reasonOf(Game.version(), { http }, { server, credentials: asGuest })).message
        })
      assert.strictEqual(
        yield* messageOf("\u0015\u0003\u0001\u0000\u0002\u0002\u0046"),
        "the server uses https, not http: write https:// in the address, or secure: true in a credentials file"
      )
      assert.strictEqual(
        yield* messageOf(""),
        "other side closed; if the server uses https, write https:// in the address"
      )
      assert.match(
        yield* messageOf("Screeps server v4.3.0 running on port 21025.\r\n"),
        /; that is no HTTP server: the game's own server uses port 21025, and 21026 for its command line$/
      )
    })
  )

  it.effect("does not doubt the address of a server that has responded before", () =>
    Effect.gen(function* () {
      const cause = Object.assign(new Error("other side closed"), { code: "UND_ERR_SOCKET" })
      let requests = 0
      const server = fake(() => (requests++ === 0 ? Response.json({ ok: 1, time: 5 }) : lost(cause)))
      const reason = yield* reasonOf(Effect.andThen(Game.time(), Game.time()), server)
      assert.strictEqual(reason.message, "other side closed")
    })
  )

  it.effect("contains the innermost cause, without tokens", () =>
    Effect.gen(function* () {
      const cause = new Error("fetch failed", { cause: new Error(`socket hang up at ?token=${apiToken}`) })
      const reason = yield* reasonOf(Game.version(), failing(cause))
      assert.strictEqual(reason._tag, "Unreachable")
      assert.strictEqual(reason.message, "socket hang up at ?token=<redacted>")
    })
  )

  it.effect("is the reason for a response that ends within its body", () =>
    Effect.gen(function* () {
      const broken = fake(
        () =>
          new Response(
            new ReadableStream({ pull: (controller) => controller.error(new Error("terminated")) })
          )
      )
      const reason = yield* reasonOf(Game.version(), broken)
      assert.strictEqual(reason._tag, "Unreachable")
      assert.strictEqual(reason.message, "terminated")
    })
  )
})

describe("TimedOut", () => {
  const silent = () => fake(() => Effect.never)

  it.effect("is the reason when no response arrives within 30 seconds; the request is aborted", () =>
    Effect.gen(function* () {
      const server = silent()
      const fiber = yield* Effect.forkChild(reasonOf(Game.version(), server))
      yield* TestClock.adjust("29999 millis")
      assert.lengthOf(server.requests, 1)
      assert.isFalse(server.requests[0]?.signal.aborted)
      assert.isUndefined(fiber.pollUnsafe())
      yield* TestClock.adjust(1)
      const reason = yield* Fiber.join(fiber)
      assert.strictEqual(reason._tag, "TimedOut")
      assert.strictEqual(Duration.toMillis((reason as TimedOut).after), 30_000)
      assert.strictEqual(reason.message, "no response within 30s")
      assert.isTrue(server.requests[0]?.signal.aborted)
    })
  )

  it.effect("is the reason when no response arrives within RequestTimeout", () =>
    Effect.gen(function* () {
      const server = silent()
      const limitedCall = Effect.provideService(Game.version(), RequestTimeout, Duration.seconds(2))
      const fiber = yield* Effect.forkChild(reasonOf(limitedCall, server))
      yield* TestClock.adjust("2 seconds")
      const reason = yield* Fiber.join(fiber)
      assert.strictEqual(reason._tag, "TimedOut")
      assert.isTrue(server.requests[0]?.signal.aborted)
    })
  )

  it.effect("is the reason for a body that never ends", () =>
    Effect.gen(function* () {
      const fiber = yield* Effect.forkChild(
        reasonOf(
          Game.version(),
          fake(() => new Response(new ReadableStream({})))
        )
      )
      yield* TestClock.adjust("30 seconds")
      assert.strictEqual((yield* Fiber.join(fiber))._tag, "TimedOut")
    })
  )

  it.effect("is not needed when the caller is interrupted: the request is aborted", () =>
    Effect.gen(function* () {
      const server = silent()
      const fiber = yield* Effect.forkChild(run(Game.version(), server))
      yield* TestClock.adjust(1)
      yield* Fiber.interrupt(fiber)
      assert.isTrue(server.requests[0]?.signal.aborted)
    })
  )
})

describe("ShardRequired", () => {
  it.effect("is the reason for a call to an official server without a shard, and no request is sent", () =>
    Effect.gen(function* () {
      const server = always({ ok: 1, time: 5 })
      const reason = yield* reasonOf(Game.time(), server, { server: Server.official() })
      assert.strictEqual(reason._tag, "ShardRequired")
      assert.strictEqual(
        reason.message,
        "official servers need a shard: pass { shard }, or set a default such as SCREEPS_SHARD"
      )
      assert.isEmpty(server.requests)
    })
  )
})

describe("InvalidInput", () => {
  it.effect("names the field with an invalid value, and no request is sent", () =>
    Effect.gen(function* () {
      const server = always({ ok: 1 })
      const error = yield* Effect.flip(run(Game.placeSpawn({ room: "W1N1", x: 50, y: 0 }), server))
      const message = "POST /api/game/place-spawn: InvalidInput (x: Expected a whole number from 0 to 49)"
      assert.strictEqual(error.message, message)
      assert.isEmpty(server.requests)
    })
  )
})

describe("RateLimited", () => {
  const call = Effect.provideService(Game.version(), OnLimit, "fail")
  const link = `https://screeps.com/a/#!/account/auth-tokens/noratelimit?token=${apiToken.slice(0, 8)}`
  const detail = `Rate limit exceeded, retry after 4321ms or disable rate limiting using this link: ${link}`
  const headers = { "x-ratelimit-limit": "360", "x-ratelimit-remaining": "0", "x-ratelimit-reset": "90" }
  const rateLimited = (reason: { readonly _tag: string }): RateLimited => {
    assert.strictEqual(reason._tag, "RateLimited")
    return reason as RateLimited
  }

  const forms = {
    text: text(detail, { status: 429, headers: { ...headers, "content-type": "text/plain" } }),
    JSON: always({ error: detail }, { status: 429, headers })
  }
  for (const [form, server] of Object.entries(forms)) {
    it.effect(`contains the retry time of a 429 with a ${form} body`, () =>
      Effect.gen(function* () {
        const reason = rateLimited(yield* reasonOf(call, server, official))
        assert.strictEqual(Duration.toMillis(reason.retryAfter), 4321)
        assert.strictEqual(reason.limit, 360)
        assert.strictEqual(reason.remaining, 0)
        assert.strictEqual(reason.retries, 0)
        assert.isDefined(reason.resetUrl)
        assert.strictEqual(Redacted.value(reason.resetUrl), link)
        assert.strictEqual(reason.message, "rate limit reached: retry after 4s 321ms")
      })
    )
  }

  it.effect("contains the time until the reset of the headers when the body names no time", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(30_000)
      const reason = rateLimited(yield* reasonOf(call, text("Rate limit exceeded", { status: 429, headers })))
      assert.strictEqual(Duration.toMillis(reason.retryAfter), 60_000)
      assert.isUndefined(reason.resetUrl)
    })
  )

  it.effect("prefers the time of the body, then Retry-After, then the reset", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(30_000)
      const wait = (body: string, more: Record<string, string>) =>
        Effect.map(reasonOf(call, text(body, { status: 429, headers: { ...headers, ...more } })), (reason) =>
          Duration.toMillis(rateLimited(reason).retryAfter)
        )
      assert.strictEqual(yield* wait("retry after 4321ms", { "retry-after": "5" }), 4321)
      assert.strictEqual(yield* wait("no", { "retry-after": "5" }), 5000)
      assert.strictEqual(yield* wait("no", { "retry-after": "Thu, 01 Jan 1970 00:00:42 GMT" }), 12_000)
      assert.strictEqual(yield* wait("no", { "retry-after": "Thursday, 01-Jan-70 00:00:42 GMT" }), 12_000)
      assert.strictEqual(yield* wait("no", { "retry-after": "Thu Jan  1 00:00:42 1970" }), 12_000)
      assert.strictEqual(yield* wait("no", { "retry-after": "Thu, 01 Jan 1970 00:00:20 GMT" }), 1000)
      assert.strictEqual(yield* wait("no", { "retry-after": "0" }), 1000)
      for (const neither of ["soon", "1.5", "-5", "Thu, 99 Jan 1970 00:00:42 GMT"])
        assert.strictEqual(yield* wait("no", { "retry-after": neither }), 60_000)
    })
  )

  it.effect("contains a retry time of one second when the reset has passed", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(100_000)
      const reason = rateLimited(yield* reasonOf(call, text("", { status: 429, headers })))
      assert.strictEqual(Duration.toMillis(reason.retryAfter), 1000)
    })
  )

  it.each([
    [3_600_478.084_141, "rate limit reached: retry after 1h 1s"],
    [478.084_141, "rate limit reached: retry after 479ms"],
    [0, "rate limit reached"],
    [Infinity, "rate limit reached"]
  ])("has a rounded retry time in its message: %d milliseconds", (millis, message) => {
    const reason = new RateLimited({ retryAfter: Duration.millis(millis), retries: 0 })
    assert.strictEqual(reason.message, message)
  })

  it.effect("contains a retry time of one second when the server names none", () =>
    Effect.gen(function* () {
      const reason = rateLimited(yield* reasonOf(call, text("", { status: 429 })))
      assert.strictEqual(Duration.toMillis(reason.retryAfter), 1000)
      assert.isUndefined(reason.limit)
      assert.isUndefined(reason.remaining)
    })
  )

  it.effect("ignores headers that are not numbers, and accepts an HTML page", () =>
    Effect.gen(function* () {
      const page = "<html><head><title>429 Too Many Requests</title></head></html>"
      const malformed = {
        "content-type": "text/html",
        "x-ratelimit-limit": "many",
        "x-ratelimit-reset": "soon"
      }
      const reason = rateLimited(yield* reasonOf(call, text(page, { status: 429, headers: malformed })))
      assert.strictEqual(Duration.toMillis(reason.retryAfter), 1000)
      assert.isUndefined(reason.limit)
    })
  )

  it.effect("redacts the link that suspends the limits, because it contains a part of the token", () =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(run(call, forms.JSON, official))
      for (const value of [error, error.reason]) {
        for (const shown of [
          String(value),
          value.message,
          JSON.stringify(value),
          inspect(value, { depth: 10 })
        ]) {
          assert.notInclude(shown, apiToken.slice(0, 8))
        }
      }
    })
  )
})
