import { createServer as createHttpServer } from "node:http"
import { createServer } from "node:net"
import type { AddressInfo } from "node:net"
import { inspect } from "node:util"
import * as Game from "@screeps-effect/api/Game"
import type { RateLimited, TimedOut } from "@screeps-effect/api/ScreepsError"
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
import { TestClock } from "effect/testing"
import { always, apiToken, ask, asGuest, fake, text, why } from "./support/fake.ts"

const official = { server: Server.official({ shard: "shard3" }) }

describe("Unreachable", () => {
  it.effect("is a port where nobody listens", () =>
    Effect.gen(function* () {
      // Bound once and closed again: nobody listens there now.
      const port = yield* Effect.callback<number>((resume) => {
        const server = createServer()
        server.listen(0, "127.0.0.1", () => {
          const { port } = server.address() as AddressInfo
          server.close(() => resume(Effect.succeed(port)))
        })
      })
      const http = yield* Effect.provide(HttpClient.HttpClient, FetchHttpClient.layer)
      const server = Server.privateServer(`http://127.0.0.1:${port}`)
      const reason = yield* why(Game.version(), { http }, { server, who: asGuest })
      assert.strictEqual(reason._tag, "Unreachable")
      assert.match(reason.message, /ECONNREFUSED/)
    })
  )

  it.effect("is a server without https that is asked by https, and says what to write instead", () =>
    Effect.gen(function* () {
      const http = yield* Effect.provide(HttpClient.HttpClient, FetchHttpClient.layer)
      const plain = yield* Effect.acquireRelease(
        Effect.callback<ReturnType<typeof createHttpServer>>((resume) => {
          const server = createHttpServer((_, response) => response.end("{}"))
          server.listen(0, "127.0.0.1", () => resume(Effect.succeed(server)))
        }),
        (server) => Effect.callback<void>((resume) => void server.close(() => resume(Effect.void)))
      )
      const { port } = plain.address() as AddressInfo
      const server = Server.privateServer(`https://127.0.0.1:${port}`)
      const reason = yield* why(Game.version(), { http }, { server, who: asGuest })
      assert.strictEqual(reason._tag, "Unreachable")
      assert.strictEqual(
        reason.message,
        "the server uses http, not https: write http:// in the address, or secure: false in a credentials file"
      )
    })
  )

  it.effect("tells the innermost cause, without tokens", () =>
    Effect.gen(function* () {
      const cause = new Error("fetch failed", { cause: new Error(`socket hang up at ?token=${apiToken}`) })
      const failing = fake(({ url }) =>
        Effect.fail(
          new HttpClientError.HttpClientError({
            reason: new HttpClientError.TransportError({ request: HttpClientRequest.get(url), cause })
          })
        )
      )
      const reason = yield* why(Game.version(), failing)
      assert.strictEqual(reason._tag, "Unreachable")
      assert.strictEqual(reason.message, "socket hang up at ?token=<redacted>")
    })
  )

  it.effect("is an answer that breaks off in its body", () =>
    Effect.gen(function* () {
      const broken = fake(
        () =>
          new Response(
            new ReadableStream({ pull: (controller) => controller.error(new Error("terminated")) })
          )
      )
      const reason = yield* why(Game.version(), broken)
      assert.strictEqual(reason._tag, "Unreachable")
      assert.strictEqual(reason.message, "terminated")
    })
  )
})

describe("TimedOut", () => {
  const silent = () => fake(() => Effect.never)

  it.effect("is no answer within 30 seconds; the request is aborted", () =>
    Effect.gen(function* () {
      const server = silent()
      const fiber = yield* Effect.forkChild(why(Game.version(), server))
      yield* TestClock.adjust("29999 millis")
      assert.lengthOf(server.asked, 1)
      assert.isFalse(server.asked[0]?.signal.aborted)
      assert.isUndefined(fiber.pollUnsafe())
      yield* TestClock.adjust(1)
      const reason = yield* Fiber.join(fiber)
      assert.strictEqual(reason._tag, "TimedOut")
      assert.strictEqual(Duration.toMillis((reason as TimedOut).after), 30_000)
      assert.strictEqual(reason.message, "no response within 30s")
      assert.isTrue(server.asked[0]?.signal.aborted)
    })
  )

  it.effect("is no answer within the time that one call is given", () =>
    Effect.gen(function* () {
      const server = silent()
      const hurried = Effect.provideService(Game.version(), RequestTimeout, Duration.seconds(2))
      const fiber = yield* Effect.forkChild(why(hurried, server))
      yield* TestClock.adjust("2 seconds")
      const reason = yield* Fiber.join(fiber)
      assert.strictEqual(reason._tag, "TimedOut")
      assert.isTrue(server.asked[0]?.signal.aborted)
    })
  )

  it.effect("is a body that never ends", () =>
    Effect.gen(function* () {
      const fiber = yield* Effect.forkChild(
        why(
          Game.version(),
          fake(() => new Response(new ReadableStream({})))
        )
      )
      yield* TestClock.adjust("30 seconds")
      assert.strictEqual((yield* Fiber.join(fiber))._tag, "TimedOut")
    })
  )

  it.effect("is not told to a caller who was interrupted; the request is aborted all the same", () =>
    Effect.gen(function* () {
      const server = silent()
      const fiber = yield* Effect.forkChild(ask(Game.version(), server))
      yield* TestClock.adjust(1)
      yield* Fiber.interrupt(fiber)
      assert.isTrue(server.asked[0]?.signal.aborted)
    })
  )
})

describe("ShardRequired", () => {
  it.effect("is a call to an official server that names no shard; nothing is sent", () =>
    Effect.gen(function* () {
      const server = always({ ok: 1, time: 5 })
      const reason = yield* why(Game.time(), server, { server: Server.official() })
      assert.strictEqual(reason._tag, "ShardRequired")
      assert.strictEqual(
        reason.message,
        "official servers need a shard: pass { shard }, or set a default such as SCREEPS_SHARD"
      )
      assert.isEmpty(server.asked)
    })
  )
})

describe("InvalidInput", () => {
  it.effect("is a call that the server would refuse, told by field; nothing is sent", () =>
    Effect.gen(function* () {
      const server = always({ ok: 1 })
      const error = yield* Effect.flip(ask(Game.placeSpawn({ room: "W1N1", x: 50, y: 0 }), server))
      const message = "POST /api/game/place-spawn: InvalidInput (x: Expected a whole number from 0 to 49)"
      assert.strictEqual(error.message, message)
      assert.isEmpty(server.asked)
    })
  )
})

describe("RateLimited", () => {
  const asked = Effect.provideService(Game.version(), OnLimit, "fail")
  const link = `https://screeps.com/a/#!/account/auth-tokens/noratelimit?token=${apiToken.slice(0, 8)}`
  const words = `Rate limit exceeded, retry after 4321ms or disable rate limiting using this link: ${link}`
  const headers = { "x-ratelimit-limit": "360", "x-ratelimit-remaining": "0", "x-ratelimit-reset": "90" }
  const told = (reason: { readonly _tag: string }): RateLimited => {
    assert.strictEqual(reason._tag, "RateLimited")
    return reason as RateLimited
  }

  const forms = {
    text: text(words, { status: 429, headers: { ...headers, "content-type": "text/plain" } }),
    JSON: always({ error: words }, { status: 429, headers })
  }
  for (const [form, server] of Object.entries(forms)) {
    it.effect(`is a status 429 told as ${form}, with the wait of the body`, () =>
      Effect.gen(function* () {
        const reason = told(yield* why(asked, server, official))
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

  it.effect("waits until the reset of the headers when the body tells no time", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(30_000)
      const reason = told(yield* why(asked, text("Rate limit exceeded", { status: 429, headers })))
      assert.strictEqual(Duration.toMillis(reason.retryAfter), 60_000)
      assert.isUndefined(reason.resetUrl)
    })
  )

  it.effect("believes the body first, then Retry-After, then the reset", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(30_000)
      const wait = (body: string, more: Record<string, string>) =>
        Effect.map(why(asked, text(body, { status: 429, headers: { ...headers, ...more } })), (reason) =>
          Duration.toMillis(told(reason).retryAfter)
        )
      assert.strictEqual(yield* wait("retry after 4321ms", { "retry-after": "5" }), 4321)
      assert.strictEqual(yield* wait("no", { "retry-after": "5" }), 5000)
      assert.strictEqual(yield* wait("no", { "retry-after": "Thu, 01 Jan 1970 00:00:42 GMT" }), 12_000)
      assert.strictEqual(yield* wait("no", { "retry-after": "Thu, 01 Jan 1970 00:00:20 GMT" }), 0)
      assert.strictEqual(yield* wait("no", { "retry-after": "soon" }), 60_000)
    })
  )

  it.effect("waits no negative time when the reset has passed", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(100_000)
      const reason = told(yield* why(asked, text("", { status: 429, headers })))
      assert.strictEqual(Duration.toMillis(reason.retryAfter), 0)
    })
  )

  it.effect("waits a second when the server tells nothing", () =>
    Effect.gen(function* () {
      const reason = told(yield* why(asked, text("", { status: 429 })))
      assert.strictEqual(Duration.toMillis(reason.retryAfter), 1000)
      assert.isUndefined(reason.limit)
      assert.isUndefined(reason.remaining)
    })
  )

  it.effect("is a page with status 429, too, and passes over headers that are no numbers", () =>
    Effect.gen(function* () {
      const page = "<html><head><title>429 Too Many Requests</title></head></html>"
      const odd = { "content-type": "text/html", "x-ratelimit-limit": "many", "x-ratelimit-reset": "soon" }
      const reason = told(yield* why(asked, text(page, { status: 429, headers: odd })))
      assert.strictEqual(Duration.toMillis(reason.retryAfter), 1000)
      assert.isUndefined(reason.limit)
    })
  )

  it.effect("keeps the page that lifts the limits to itself, since it holds a part of the token", () =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(ask(asked, forms.JSON, official))
      for (const thing of [error, error.reason]) {
        for (const shown of [
          String(thing),
          thing.message,
          JSON.stringify(thing),
          inspect(thing, { depth: 10 })
        ]) {
          assert.notInclude(shown, apiToken.slice(0, 8))
        }
      }
    })
  )
})
