import * as Retry from "@screeps-effect/api/Retry"
import * as ScreepsClient from "@screeps-effect/api/ScreepsClient"
import { Session } from "@screeps-effect/api/Session"
import * as RateLimits from "@screeps-effect/api/RateLimits"
import * as Server from "@screeps-effect/api/Server"
import * as User from "@screeps-effect/api/User"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Schedule from "effect/Schedule"
import {
  always,
  type Handler,
  apiToken,
  asAlice,
  run,
  type ReceivedRequest,
  asGuest,
  asToken,
  fake,
  lines,
  privateServer,
  text,
  reasonOf
} from "./support/fake.ts"
import { serverWithTokens } from "./support/session.ts"
import { spansOf } from "./support/spans.ts"
import { pass, within } from "@screeps-effect/fixtures/time"

const alice = { credentials: asAlice }
const token = { credentials: asToken }
const user = Effect.flatMap(Session, (session) => session.user)
const me = (request: ReceivedRequest) =>
  request.url.pathname === "/api/auth/me" ? { ok: 1, _id: "57874d42" } : { ok: 1, status: "normal" }
const unauthorized = () => Response.json({ error: "unauthorized" }, { status: 401 })
const forbidden = () => Response.json({ error: "forbidden" }, { status: 403 })
const paths = (server: { readonly requests: ReadonlyArray<ReceivedRequest> }) =>
  server.requests.map(({ url }) => url.pathname)

/** A server that allows a token to use some paths only. */
const allowing =
  (responses: Readonly<Record<string, object>>): Handler =>
  ({ url }) => {
    const response = responses[url.pathname]
    return response === undefined ? forbidden() : Response.json(response)
  }

describe("Session.user", () => {
  it.effect("is requested once, after the sign-in, for a hundred concurrent callers and later ones", () =>
    Effect.gen(function* () {
      const server = serverWithTokens({ respond: me })
      const hundred = Array.from({ length: 100 }, () => user)
      const program = Effect.gen(function* () {
        const found = yield* within(Effect.all(hundred, { concurrency: "unbounded" }))
        return new Set([...found, yield* within(user)])
      })
      assert.deepStrictEqual([...(yield* run(program, server, alice))].map(String), ["57874d42"])
      assert.deepStrictEqual(paths(server), ["/api/auth/signin", "/api/auth/me"])
    })
  )

  it.effect("is requested with the token in both headers and the server password", () =>
    Effect.gen(function* () {
      const server = always("game/auth-me.ok")
      const described = Server.privateServer(privateServer.url, { password: Redacted.make("hunter2") })
      assert.isNotEmpty(yield* run(user, server, { server: described, credentials: asToken }))
      const headers = server.requests[0]?.headers
      assert.strictEqual(headers?.["x-token"], apiToken)
      assert.strictEqual(headers?.["x-username"], apiToken)
      assert.strictEqual(headers?.["x-server-password"], "hunter2")
    })
  )

  it.effect("receives the next token", () =>
    Effect.gen(function* () {
      const server = serverWithTokens({ respond: me })
      yield* run(Effect.andThen(within(user), within(User.worldStatus())), server, alice)
      assert.deepStrictEqual(server.tokens(), ["token-1", "token-2"])
    })
  )

  it.effect("is requested again after a failure", () =>
    Effect.gen(function* () {
      let n = 0
      const server = fake(() =>
        ++n === 1 ? new Response("busy", { status: 503 }) : Response.json({ ok: 1, _id: "57874d42" })
      )
      const program = Effect.all([Effect.flip(user), user, user])
      const [{ reason }, ...users] = yield* run(program, server, token)
      assert.strictEqual(reason._tag, "ServerFault")
      assert.deepStrictEqual(users.map(String), ["57874d42", "57874d42"])
      assert.lengthOf(server.requests, 2)
    })
  )

  it.effect("is requested as the layer says, whatever the settings of the first caller are", () =>
    Effect.gen(function* () {
      let n = 0
      const server = fake(() =>
        ++n === 1 ? new Response("busy", { status: 503 }) : Response.json({ ok: 1, _id: "57874d42" })
      )
      const program = Effect.gen(function* () {
        const first = yield* Effect.forkChild(
          user.pipe(
            Effect.provideService(Retry.Retry, Retry.none),
            Effect.provideService(ScreepsClient.MaxResponseBytes, 1)
          )
        )
        const second = yield* Effect.forkChild(user)
        yield* pass("10 seconds")
        return [yield* Fiber.join(first), yield* Fiber.join(second)]
      })
      const settings = Layer.succeed(Retry.Retry, Schedule.spaced("1 second"))
      assert.deepStrictEqual((yield* run(program, server, { ...token, settings })).map(String), [
        "57874d42",
        "57874d42"
      ])
      assert.lengthOf(server.requests, 2)
    })
  )

  it.effect("is found even when the first caller is interrupted", () =>
    Effect.gen(function* () {
      const server = fake(() =>
        Effect.delay(
          Effect.sync(() => Response.json({ ok: 1, _id: "57874d42" })),
          "1 second"
        )
      )
      const program = Effect.gen(function* () {
        const first = yield* Effect.forkChild(user)
        yield* pass(100)
        const second = yield* Effect.forkChild(user)
        yield* pass(1)
        yield* Fiber.interrupt(first)
        yield* pass("2 seconds")
        return yield* Fiber.join(second)
      })
      assert.strictEqual(String(yield* run(program, server, token)), "57874d42")
      assert.lengthOf(server.requests, 1)
    })
  )

  it.effect("fails for a guest without a request", () =>
    Effect.gen(function* () {
      const server = serverWithTokens({ respond: me })
      const error = yield* run(Effect.flip(user), server, { credentials: asGuest })
      assert.strictEqual(
        error.message,
        "GET /api/auth/me: Unauthorized (an account is required: pass a token, or a user name and a password)"
      )
      assert.isEmpty(server.requests)
    })
  )

  it.effect("is found by name for a token without access to /api/auth/me", () =>
    Effect.gen(function* () {
      const server = fake(
        allowing({
          "/api/user/name": { ok: 1, username: "Alice" },
          "/api/user/find": { ok: 1, user: { _id: "57874d42", username: "Alice", badge: null } }
        })
      )
      assert.strictEqual(String(yield* run(user, server, token)), "57874d42")
      assert.deepStrictEqual(lines(server), [
        "GET /api/auth/me",
        "GET /api/user/name",
        "GET /api/user/find?username=Alice"
      ])
    })
  )

  it.effect("fails with Forbidden for a token without access to the name", () =>
    Effect.gen(function* () {
      const reason = yield* reasonOf(user, fake(forbidden), token)
      assert.strictEqual(reason._tag, "Forbidden")
      assert.include(reason.message, "GET /api/user/name is outside the token's scope")
    })
  )

  it.effect("is requested again after a new sign-in when the token has expired", () =>
    Effect.gen(function* () {
      const server = serverWithTokens({ respond: me })
      const program = Effect.gen(function* () {
        yield* within(User.worldStatus())
        server.restart()
        return yield* within(user)
      })
      assert.strictEqual(String(yield* run(program, server, alice)), "57874d42")
      assert.strictEqual(server.signIns(), 2)
      assert.deepStrictEqual(paths(server).slice(2), ["/api/auth/me", "/api/auth/signin", "/api/auth/me"])
    })
  )

  it.effect(
    "fails with Unauthorized after one new sign-in and one retry when the server always returns 401",
    () =>
      Effect.gen(function* () {
        let n = 0
        const server = fake(({ url }) =>
          url.pathname === "/api/auth/signin"
            ? Response.json({ ok: 1, token: `token-${++n}` })
            : unauthorized()
        )
        assert.strictEqual((yield* reasonOf(user, server, alice))._tag, "Unauthorized")
        assert.deepStrictEqual(paths(server), [
          "/api/auth/signin",
          "/api/auth/me",
          "/api/auth/signin",
          "/api/auth/me"
        ])
      })
  )

  it.effect("fails with Unauthorized after one request for a rejected API token", () =>
    Effect.gen(function* () {
      const server = always("game/auth-me.no-token")
      const reason = yield* reasonOf(user, server, token)
      assert.strictEqual(reason.message, "the API token was rejected")
      assert.lengthOf(server.requests, 1)
    })
  )

  it.effect("fails with UnexpectedResponse, TimedOut or EndpointNotFound as any other call", () =>
    Effect.gen(function* () {
      const malformed = yield* reasonOf(user, always({ ok: 1, email: "alice@example.org" }), token)
      assert.strictEqual(malformed._tag, "UnexpectedResponse")
      assert.notInclude(malformed.message, "alice@example.org")
      const slow = yield* within(
        reasonOf(
          user,
          fake(() => Effect.never),
          token
        ),
        1000
      )
      assert.strictEqual(slow._tag, "TimedOut")
      assert.strictEqual(
        (yield* reasonOf(user, text("<html></html>", { status: 404 }), token))._tag,
        "EndpointNotFound"
      )
    })
  )

  it.effect("uses the quota of an API token", () =>
    Effect.gen(function* () {
      const server = fake(() => Response.json({ ok: 1, _id: "57874d42" }))
      const program = Effect.gen(function* () {
        yield* user
        const limits = yield* RateLimits.RateLimits
        return yield* limits.state("global")
      })
      const left = yield* run(program, server, { server: Server.official(), credentials: asToken })
      assert.strictEqual(left?.remaining, 119)
    })
  )

  it.effect("waits after a 429", () =>
    Effect.gen(function* () {
      let n = 0
      const server = fake(() =>
        ++n === 1
          ? new Response("Rate limit exceeded, retry after 5000ms", { status: 429 })
          : Response.json({ ok: 1, _id: "57874d42" })
      )
      assert.strictEqual(String(yield* run(within(user, 100), server, token)), "57874d42")
      assert.deepStrictEqual(
        server.requests.map(({ at }) => at),
        [0, 5000]
      )
    })
  )
})

describe("the request for the user", () => {
  it.effect("has its own span with the status, and sends no trace headers", () =>
    Effect.gen(function* () {
      const server = always("game/auth-me.ok")
      const [, sent] = yield* spansOf(run(user, server, token))
      assert.strictEqual(sent?.name, "GET /api/auth/me")
      assert.strictEqual(sent?.attributes["http.response.status_code"], 200)
      assert.lengthOf(server.requests, 1)
      assert.doesNotHaveAnyKeys(server.requests[0]?.headers, ["traceparent", "b3", "tracestate"])
    })
  )
})
