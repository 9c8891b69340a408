import { Session } from "@screeps-effect/api/Session"
import * as RateLimits from "@screeps-effect/api/RateLimits"
import * as Server from "@screeps-effect/api/Server"
import * as User from "@screeps-effect/api/User"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Redacted from "effect/Redacted"
import * as Tracer from "effect/Tracer"
import {
  always,
  type Answer,
  apiToken,
  asAlice,
  ask,
  type Asked,
  asGuest,
  asToken,
  fake,
  lines,
  privateServer,
  text,
  why
} from "./support/fake.ts"
import { livingServer } from "./support/session.ts"
import { pass, within } from "./support/time.ts"

const alice = { who: asAlice }
const token = { who: asToken }
const user = Effect.flatMap(Session, (session) => session.user)
const me = (asked: Asked) =>
  asked.url.pathname === "/api/auth/me" ? { ok: 1, _id: "57874d42" } : { ok: 1, status: "normal" }
const unauthorized = () => Response.json({ error: "unauthorized" }, { status: 401 })
const forbidden = () => Response.json({ error: "forbidden" }, { status: 403 })
const paths = (server: { readonly asked: ReadonlyArray<Asked> }) =>
  server.asked.map(({ url }) => url.pathname)

/** A server that admits a token to some paths only. */
const admitting =
  (answers: Readonly<Record<string, object>>): Answer =>
  ({ url }) => {
    const answer = answers[url.pathname]
    return answer === undefined ? forbidden() : Response.json(answer)
  }

describe("the user of a session", () => {
  it.effect("is asked for once, after signing in, by a hundred callers at once and by later ones", () =>
    Effect.gen(function* () {
      const server = livingServer({ answer: me })
      const hundred = Array.from({ length: 100 }, () => user)
      const program = Effect.gen(function* () {
        const told = yield* within(Effect.all(hundred, { concurrency: "unbounded" }))
        return new Set([...told, yield* within(user)])
      })
      assert.deepStrictEqual([...(yield* ask(program, server, alice))].map(String), ["57874d42"])
      assert.deepStrictEqual(paths(server), ["/api/auth/signin", "/api/auth/me"])
    })
  )

  it.effect("is asked for with the token in both headers and with the server's password", () =>
    Effect.gen(function* () {
      const server = always("game/auth-me.ok")
      const described = Server.privateServer(privateServer.url, { password: Redacted.make("hunter2") })
      assert.isNotEmpty(yield* ask(user, server, { server: described, who: asToken }))
      const headers = server.asked[0]?.headers
      assert.strictEqual(headers?.["x-token"], apiToken)
      assert.strictEqual(headers?.["x-username"], apiToken)
      assert.strictEqual(headers?.["x-server-password"], "hunter2")
    })
  )

  it.effect("brings the next token", () =>
    Effect.gen(function* () {
      const server = livingServer({ answer: me })
      yield* ask(Effect.andThen(within(user), within(User.worldStatus())), server, alice)
      assert.deepStrictEqual(server.tokens(), ["token-1", "token-2"])
    })
  )

  it.effect("is asked for again after a failure", () =>
    Effect.gen(function* () {
      let n = 0
      const server = fake(() =>
        ++n === 1 ? new Response("busy", { status: 503 }) : Response.json({ ok: 1, _id: "57874d42" })
      )
      const program = Effect.all([Effect.flip(user), user, user])
      const [{ reason }, ...told] = yield* ask(program, server, token)
      assert.strictEqual(reason._tag, "ServerFault")
      assert.deepStrictEqual(told.map(String), ["57874d42", "57874d42"])
      assert.lengthOf(server.asked, 2)
    })
  )

  it.effect("is learnt even when the caller who asked first is interrupted", () =>
    Effect.gen(function* () {
      const server = fake(() =>
        Effect.delay(
          Effect.sync(() => Response.json({ _id: "57874d42" })),
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
      assert.strictEqual(String(yield* ask(program, server, token)), "57874d42")
      assert.lengthOf(server.asked, 1)
    })
  )

  it.effect("is none for a guest: nothing is sent", () =>
    Effect.gen(function* () {
      const server = livingServer({ answer: me })
      const error = yield* ask(Effect.flip(user), server, { who: asGuest })
      assert.strictEqual(
        error.message,
        "GET /api/auth/me: Unauthorized (an account is required: provide Credentials)"
      )
      assert.isEmpty(server.asked)
    })
  )

  it.effect("is looked up by name for a token that may not read it", () =>
    Effect.gen(function* () {
      const server = fake(
        admitting({
          "/api/user/name": { ok: 1, username: "Alice" },
          "/api/user/find": { ok: 1, user: { _id: "57874d42", username: "Alice", badge: null } }
        })
      )
      assert.strictEqual(String(yield* ask(user, server, token)), "57874d42")
      assert.deepStrictEqual(lines(server), [
        "GET /api/auth/me",
        "GET /api/user/name",
        "GET /api/user/find?username=Alice"
      ])
    })
  )

  it.effect("is forbidden to a token that may not even read its name", () =>
    Effect.gen(function* () {
      const reason = yield* why(user, fake(forbidden), token)
      assert.strictEqual(reason._tag, "Forbidden")
      assert.include(reason.message, "the token does not allow GET /api/user/name")
    })
  )

  it.effect("is asked for once more after a fresh sign-in when the token has died", () =>
    Effect.gen(function* () {
      const server = livingServer({ answer: me })
      const program = Effect.gen(function* () {
        yield* within(User.worldStatus())
        server.restart()
        return yield* within(user)
      })
      assert.strictEqual(String(yield* ask(program, server, alice)), "57874d42")
      assert.strictEqual(server.signIns(), 2)
      assert.deepStrictEqual(paths(server).slice(2), ["/api/auth/me", "/api/auth/signin", "/api/auth/me"])
    })
  )

  it.effect("is Unauthorized after one fresh sign-in and one repeat when the server always says 401", () =>
    Effect.gen(function* () {
      let n = 0
      const server = fake(({ url }) =>
        url.pathname === "/api/auth/signin" ? Response.json({ ok: 1, token: `token-${++n}` }) : unauthorized()
      )
      assert.strictEqual((yield* why(user, server, alice))._tag, "Unauthorized")
      assert.deepStrictEqual(paths(server), [
        "/api/auth/signin",
        "/api/auth/me",
        "/api/auth/signin",
        "/api/auth/me"
      ])
    })
  )

  it.effect("is Unauthorized at once for a refused API token", () =>
    Effect.gen(function* () {
      const server = always("game/auth-me.no-token")
      const reason = yield* why(user, server, token)
      assert.strictEqual(reason.message, "the API token was rejected")
      assert.lengthOf(server.asked, 1)
    })
  )

  it.effect("fails with the reasons of any other call", () =>
    Effect.gen(function* () {
      const odd = yield* why(user, always({ ok: 1, email: "alice@example.org" }), token)
      assert.strictEqual(odd._tag, "UnexpectedResponse")
      assert.notInclude(odd.message, "alice@example.org")
      const late = yield* within(
        why(
          user,
          fake(() => Effect.never),
          token
        ),
        1000
      )
      assert.strictEqual(late._tag, "TimedOut")
      assert.strictEqual(
        (yield* why(user, text("<html></html>", { status: 404 }), token))._tag,
        "EndpointNotFound"
      )
    })
  )

  it.effect("counts towards the limits of an API token", () =>
    Effect.gen(function* () {
      const server = fake(() => Response.json({ ok: 1, _id: "57874d42" }))
      const program = Effect.gen(function* () {
        yield* user
        const limits = yield* RateLimits.RateLimits
        return yield* limits.state("global")
      })
      const left = yield* ask(program, server, { server: Server.official(), who: asToken })
      assert.strictEqual(left?.remaining, 119)
    })
  )

  it.effect("waits for a server that asks to wait", () =>
    Effect.gen(function* () {
      let n = 0
      const server = fake(() =>
        ++n === 1
          ? new Response("Rate limit exceeded, retry after 5000ms", { status: 429 })
          : Response.json({ ok: 1, _id: "57874d42" })
      )
      assert.strictEqual(String(yield* ask(within(user, 100), server, token)), "57874d42")
      assert.deepStrictEqual(
        server.asked.map(({ at }) => at),
        [0, 5000]
      )
    })
  )
})

describe("the asking for the user", () => {
  it.effect("is a span of its own, which tells status and nothing secret, and sends no trace headers", () =>
    Effect.gen(function* () {
      const spans: Array<Tracer.NativeSpan> = []
      const tracer = Tracer.make({
        span: (options) => {
          const span = new Tracer.NativeSpan(options)
          spans.push(span)
          return span
        }
      })
      const server = always("game/auth-me.ok")
      yield* Effect.provideService(ask(user, server, token), Tracer.Tracer, tracer)
      assert.deepStrictEqual(
        spans.map(({ attributes, kind, name }) => [name, kind, Object.fromEntries(attributes)]),
        [
          [
            "GET /api/auth/me",
            "client",
            {
              "http.request.method": "GET",
              "http.response.status_code": 200,
              "server.address": "http://127.0.0.1:21025",
              "url.path": "/api/auth/me"
            }
          ]
        ]
      )
      assert.lengthOf(server.asked, 1)
      assert.doesNotHaveAnyKeys(server.asked[0]?.headers, ["traceparent", "b3", "tracestate"])
    })
  )
})
