/** Secrets that must not be sent, calls that must not be repeated, and the operation that an error names. */
import { assert, describe, it } from "@effect/vitest"
import * as Account from "@screeps-effect/api/Account"
import * as Auth from "@screeps-effect/api/Auth"
import * as Game from "@screeps-effect/api/Game"
import * as RateLimits from "@screeps-effect/api/RateLimits"
import * as ScreepsClient from "@screeps-effect/api/ScreepsClient"
import * as Server from "@screeps-effect/api/Server"
import * as Session from "@screeps-effect/api/Session"
import * as User from "@screeps-effect/api/User"
import { recording, toResponse } from "@screeps-effect/fixtures"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as HttpClient from "effect/http/HttpClient"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import * as Stream from "effect/Stream"
import {
  always,
  asAlice,
  asGuest,
  run,
  asToken,
  fake,
  lines,
  privateServer,
  retries
} from "./support/fake.ts"
import { pass } from "@screeps-effect/fixtures/time"

describe("a redirect", () => {
  it.effect("is not followed, so that no token reaches another host", () =>
    Effect.gen(function* () {
      const sentRequests: Array<RequestInit | undefined> = []
      const moved = () => new Response(null, { status: 302, headers: { location: "https://evil.example/" } })
      const layer = ScreepsClient.layerNoDeps().pipe(
        Layer.provide([asToken, Server.layer(privateServer), FetchHttpClient.layer]),
        Layer.provide(
          Layer.succeed(FetchHttpClient.Fetch, (_, init) => {
            sentRequests.push(init)
            return Promise.resolve(moved())
          })
        )
      )
      const requestInit = { cache: "no-store" } as const
      const error = yield* Effect.flip(Auth.me()).pipe(
        Effect.provide(layer),
        Effect.provideService(FetchHttpClient.RequestInit, requestInit)
      )
      assert.strictEqual(
        error.message,
        "GET /api/auth/me: UnexpectedResponse (302: expected a response, got a redirect to https://evil.example/: change the address to that of the server)"
      )
      assert.deepStrictEqual(
        sentRequests.map((init) => [init?.redirect, init?.cache]),
        [["manual", "no-store"]]
      )
    })
  )
})

describe("an official server", () => {
  it("requires https", () => {
    const read = Server.parse("http://screeps.com/season")
    assert.strictEqual(Result.isFailure(read) && read.failure.detail, "official servers require https")
  })

  it.effect("is never sent a password", () =>
    Effect.gen(function* () {
      const server = always({ ok: 1 })
      const error = yield* Effect.flip(
        run(Auth.me(), server, { server: Server.official(), credentials: asAlice })
      )
      assert.strictEqual(error.reason._tag, "Unauthorized")
      assert.include(error.message, "use an API token")
      assert.deepStrictEqual(lines(server), [])
    })
  )
})

/**
 * A server that issues a new token per sign-in and returns the given responses of the password endpoint in order. The
 * last one repeats.
 */
const passwordServer = (...responses: ReadonlyArray<() => Response>) => {
  let signIns = 0
  let changes = 0
  return fake(({ url }) => {
    if (url.pathname === "/api/auth/signin") return Response.json({ ok: 1, token: `token-${++signIns}` })
    const response = responses[Math.min(changes++, responses.length - 1)]
    return response === undefined ? Effect.die("no response") : response()
  })
}

const expiredToken = () => toResponse(recording("user/password.noauth"))
const wrongOldPassword = () => toResponse(recording("user/password.wrong-old"))
const changed = () => Response.json({ ok: 1 })
const change = Account.changePassword({
  oldPassword: Redacted.make("old-secret-1"),
  password: Redacted.make("new-secret-2"),
  acknowledge: "a wrong old password ends the server"
})
const signedIn = "POST /api/auth/signin"
const sent = "POST /api/user/password"

describe("Account.changePassword", () => {
  it.effect("is sent once, because a second wrong old password would stop the server again", () =>
    Effect.gen(function* () {
      const server = fake(({ url }) =>
        url.pathname === "/api/auth/signin"
          ? Response.json({ ok: 1, token: "a".repeat(40) })
          : Response.json({ error: "Unauthorized" }, { status: 401 })
      )
      const change = Account.changePassword({
        oldPassword: Redacted.make("old"),
        password: Redacted.make("new"),
        acknowledge: "a wrong old password ends the server"
      })
      const error = yield* Effect.flip(run(change, server, { credentials: asAlice }))
      assert.strictEqual(error.reason._tag, "Unauthorized")
      assert.deepStrictEqual(lines(server), ["POST /api/auth/signin", "POST /api/user/password"])
    })
  )

  it.effect("is sent once when the server rejects the old password of a valid token", () =>
    Effect.gen(function* () {
      const server = passwordServer(wrongOldPassword, changed)
      const error = yield* Effect.flip(run(change, server, { credentials: asAlice, ...retries }))
      assert.strictEqual(error.message, "POST /api/user/password: Unauthorized (Unauthorized)")
      assert.deepStrictEqual(lines(server), [signedIn, sent])
    })
  )

  it.effect("succeeds after a new sign-in when the server reports an expired token", () =>
    Effect.gen(function* () {
      const server = passwordServer(expiredToken, changed)
      assert.deepStrictEqual(yield* run(change, server, { credentials: asAlice }), { ok: 1 })
      assert.deepStrictEqual(lines(server), [signedIn, sent, signedIn, sent])
      assert.deepStrictEqual(
        server.requests.map(({ headers }) => headers["x-token"]),
        [undefined, "token-1", undefined, "token-2"]
      )
    })
  )

  it.effect(
    "signs in again although another call has received a newer token, because it is retried only once",
    () =>
      Effect.gen(function* () {
        let signIns = 0
        const server = fake(({ headers, url }) => {
          if (url.pathname === "/api/auth/signin")
            return Response.json({ ok: 1, token: `fresh-${++signIns}` })
          if (url.pathname === "/api/user/world-status") {
            return Response.json({ ok: 1, status: "normal" }, { headers: { "x-token": "renewed" } })
          }
          return Effect.delay(
            Effect.sync(headers["x-token"] === "fresh-2" ? changed : expiredToken),
            "1 second"
          )
        })
        const program = Effect.gen(function* () {
          const fiber = yield* Effect.forkChild(change)
          yield* pass(1)
          yield* User.worldStatus()
          yield* pass("5 seconds")
          return yield* Fiber.join(fiber)
        })
        assert.deepStrictEqual(yield* run(program, server, { credentials: asAlice }), { ok: 1 })
        assert.deepStrictEqual(
          server.requests
            .filter(({ url }) => url.pathname === "/api/user/password")
            .map(({ headers }) => headers["x-token"]),
          ["fresh-1", "fresh-2"]
        )
      })
  )

  it.effect("is not sent a third time when the old password is wrong after a new sign-in", () =>
    Effect.gen(function* () {
      const server = passwordServer(expiredToken, wrongOldPassword, changed)
      const error = yield* Effect.flip(run(change, server, { credentials: asAlice, ...retries }))
      assert.strictEqual(error.message, "POST /api/user/password: Unauthorized (Unauthorized)")
      assert.deepStrictEqual(lines(server), [signedIn, sent, signedIn, sent])
    })
  )

  it.effect("is not sent a third time when the server rejects the new token as well", () =>
    Effect.gen(function* () {
      const server = passwordServer(expiredToken)
      const error = yield* Effect.flip(run(change, server, { credentials: asAlice, ...retries }))
      assert.strictEqual(error.message, "POST /api/user/password: Unauthorized (unauthorized)")
      assert.deepStrictEqual(lines(server), [signedIn, sent, signedIn, sent])
    })
  )

  it.effect("is sent at most twice with a custom Session that always returns the same token", () =>
    Effect.gen(function* () {
      const server = passwordServer(expiredToken)
      const lease = { token: Redacted.make("always-the-same"), generation: 1, sequence: 1 }
      const session = Session.Session.of({
        method: "Password",
        acquire: Effect.succeed(lease),
        current: Effect.succeed(lease),
        onTokenReceived: () => Effect.void,
        onTokenRejected: () => Effect.succeed(lease),
        onTokenAccepted: () => Effect.void,
        onTokenRefused: (_, __, reason) => Effect.succeed(reason),
        user: Effect.die("unused"),
        responds: Effect.die("unused"),
        changes: Stream.empty,
        redact: (text) => text,
        redactSecrets: (text) => text
      })
      const layer = Layer.effect(ScreepsClient.ScreepsClient, ScreepsClient.make).pipe(
        Layer.provide(Layer.effect(RateLimits.RateLimits, RateLimits.make)),
        Layer.provide([Layer.succeed(Session.Session, session), asAlice, Server.layer(privateServer)]),
        Layer.provide(Layer.succeed(HttpClient.HttpClient, server.http))
      )
      const error = yield* Effect.flip(Effect.provide(change, layer))
      assert.strictEqual(error.message, "POST /api/user/password: Unauthorized (unauthorized)")
      assert.deepStrictEqual(lines(server), [sent, sent])
    })
  )

  it.effect("fails with the rejected API token as the reason, without a retry", () =>
    Effect.gen(function* () {
      const server = passwordServer(expiredToken)
      const error = yield* Effect.flip(run(change, server))
      assert.strictEqual(error.message, "POST /api/user/password: Unauthorized (the API token was rejected)")
      assert.deepStrictEqual(lines(server), [sent])
    })
  )

  const json =
    (body: unknown, status = 401, headers: Record<string, string> = {}) =>
    () =>
      Response.json(body, { status, headers })
  const others: Readonly<Record<string, () => Response>> = {
    "with a capital letter": json({ error: "Unauthorized" }),
    "in capitals": json({ error: "UNAUTHORIZED" }),
    "with a space": json({ error: "unauthorized " }),
    "on two lines": json({ error: "unauthorized\nat the password" }),
    "as an error's text": json({ error: "Error: unauthorized" }),
    "as bare text": () => new Response("unauthorized", { status: 401 }),
    "as JSON text": json("unauthorized"),
    "as null": json(null),
    "as a page": () => new Response("<pre>unauthorized</pre>", { status: 401 }),
    "without text": () => new Response("", { status: 401 }),
    "with the next token, which shows that this one was valid": json({ error: "unauthorized" }, 401, {
      "x-token": "next"
    }),
    "with status 200": json({ error: "unauthorized" }, 200),
    "with status 403": json({ error: "unauthorized" }, 403),
    "as the server's password": json({ error: "incorrect server password" }, 200)
  }
  for (const [how, response] of Object.entries(others)) {
    it.effect(`is sent once when the response does not report a rejected token: ${how}`, () =>
      Effect.gen(function* () {
        const server = passwordServer(response, changed)
        yield* Effect.flip(run(change, server, { credentials: asAlice, ...retries }))
        assert.deepStrictEqual(lines(server), [signedIn, sent])
      })
    )
  }
})

describe("an error", () => {
  it.effect("names the operation of a guest's call, which is not sent", () =>
    Effect.gen(function* () {
      const server = always({ ok: 1 })
      const error = yield* Effect.flip(run(Auth.me(), server, { credentials: asGuest }))
      assert.strictEqual(
        error.message,
        "GET /api/auth/me: Unauthorized (an account is required: pass a token, or a user name and a password)"
      )
      assert.deepStrictEqual(lines(server), [])
    })
  )

  it.effect("names the operation whose API token was rejected", () =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(run(Auth.me(), always("game/auth-me.no-token")))
      assert.strictEqual(error.message, "GET /api/auth/me: Unauthorized (the API token was rejected)")
    })
  )

  it.effect("names the server password rather than the API token as the cause", () =>
    Effect.gen(function* () {
      const server = always({ error: "incorrect server password" })
      const error = yield* Effect.flip(run(Auth.me(), server))
      assert.strictEqual(error.message, "GET /api/auth/me: Unauthorized (incorrect server password)")
      assert.lengthOf(server.requests, 1)
    })
  )

  it.effect("is InvalidInput for an input that is not an object", () =>
    Effect.gen(function* () {
      const untyped = Game.time as (input: unknown) => ReturnType<typeof Game.time>
      for (const input of [null, 5, "shard3"]) {
        const error = yield* Effect.flip(run(untyped(input), always({ ok: 1, time: 1 })))
        assert.strictEqual(error.reason._tag, "InvalidInput")
      }
    })
  )
})
