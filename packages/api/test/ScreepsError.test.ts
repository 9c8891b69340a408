import { recording } from "@screeps-effect/fixtures"
import * as Auth from "@screeps-effect/api/Auth"
import * as Code from "@screeps-effect/api/Code"
import * as Game from "@screeps-effect/api/Game"
import * as Register from "@screeps-effect/api/Register"
import {
  Forbidden,
  Rejected,
  ServerFault,
  Unauthorized,
  UnexpectedResponse
} from "@screeps-effect/api/ScreepsError"
import * as Segments from "@screeps-effect/api/Segments"
import * as Server from "@screeps-effect/api/Server"
import * as User from "@screeps-effect/api/User"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { always, asAlice, fake, run, asGuest, html, recordedRequest, text, reasonOf } from "./support/fake.ts"
import { byPath } from "./support/calls.ts"
import { assertSame } from "./support/reasons.ts"

const spawn = Game.placeSpawn({ room: "W1N8", x: 20, y: 20 })
const upload = Code.set({ modules: { main: "" } })
const register = Register.submit({ username: "alice", password: Redacted.make("correct-password") })
const official = { server: Server.official({ shard: "shard3" }) }

describe("Rejected", () => {
  it.effect("is the reason for status 200 with an error (game-place-spawn.no-cpu)", () =>
    Effect.gen(function* () {
      assertSame(
        yield* reasonOf(spawn, always("game/game-place-spawn.no-cpu")),
        new Rejected({ detail: "no cpu", status: 200 })
      )
    })
  )

  it.effect("is the reason for an error beside ok 0 or ok 1", () =>
    Effect.gen(function* () {
      const expected = new Rejected({ detail: "invalid params", status: 200 })
      assertSame(yield* reasonOf(User.worldStatus(), always({ ok: 0, error: "invalid params" })), expected)
      assertSame(yield* reasonOf(User.worldStatus(), always({ ok: 1, error: "invalid params" })), expected)
    })
  )

  it.effect("keeps further fields of the response", () =>
    Effect.gen(function* () {
      const body = { cpu: { used: 7, limit: 20 }, rooms: ["W1N8", null], retry: true }
      const response = Response.json({ ok: 0, error: "no cpu", ...body })
      assertSame(
        yield* reasonOf(
          spawn,
          fake(() => response.clone())
        ),
        new Rejected({ detail: "no cpu", status: 200, extra: body })
      )
      const invalid = Response.json({ code: 17 }, { status: 422 })
      assertSame(
        yield* reasonOf(
          spawn,
          fake(() => invalid.clone())
        ),
        new Rejected({ detail: '{"code":17}', status: 422, extra: { code: 17 } })
      )
    })
  )

  it.effect("keeps bounded further fields of a response, of which some may be secrets", () =>
    Effect.gen(function* () {
      const extraOf = (body: string) =>
        Effect.map(
          reasonOf(
            spawn,
            fake(() => new Response(body))
          ),
          (reason) => (reason._tag === "Rejected" ? reason.extra : assert.fail(reason._tag))
        )
      const hostile = JSON.stringify({
        error: "no",
        long: "x".repeat(201),
        opaque: "Zm9vYmFyYmF6cXV4Zm9vYmFyYmF6cXV4",
        mail: "bob",
        sessionId: 5,
        near: { deep: { deeper: { deepest: 1 }, list: [1, 2] } },
        ["k".repeat(51)]: 1,
        "alice@example.com": 1
      }).replace("{", '{"__proto__":{"polluted":true},')
      const extra = yield* extraOf(hostile)
      const own: unknown = Object.getOwnPropertyDescriptor(extra, "__proto__")?.value
      assert.deepStrictEqual(own, { polluted: true })
      assert.deepStrictEqual(Object.entries(extra ?? {}).slice(1), [
        ["long", "<201 characters>"],
        ["opaque", "<redacted>"],
        ["mail", "<redacted>"],
        ["sessionId", "<redacted>"],
        ["near", { deep: { deeper: "<object>", list: "<2 values>" } }]
      ])
      const many = JSON.stringify({ error: "no", list: Array.from({ length: 1000 }, (_, i) => i), last: 1 })
      const { list, ...rest } = (yield* extraOf(many)) ?? {}
      assert.lengthOf(Array.isArray(list) ? list : [], 49)
      assert.deepStrictEqual(rest, {})
    })
  )

  it.effect("contains the first line of a stack trace (register-submit.taken)", () =>
    Effect.gen(function* () {
      const reason = yield* reasonOf(register, always("game/register-submit.taken"))
      assertSame(reason, new Rejected({ detail: "User already exists", status: 200 }))
    })
  )

  it.effect("is the reason for status 400 with text (auth-signin.missing-fields)", () =>
    Effect.gen(function* () {
      const name = "game/auth-signin.missing-fields"
      assertSame(
        yield* reasonOf(recordedRequest(recording(name)), always(name)),
        new Rejected({ detail: "Bad Request", status: 400 })
      )
    })
  )

  it.effect("contains the first line of an HTML page with status 413 (body-too-large)", () =>
    Effect.gen(function* () {
      const reason = yield* reasonOf(upload, always("game/body-too-large"))
      assertSame(
        reason,
        new Rejected({ detail: "PayloadTooLargeError: request entity too large", status: 413 })
      )
    })
  )

  it.effect("is the reason for other statuses from 400 to 499, with or without JSON", () =>
    Effect.gen(function* () {
      const reason = yield* reasonOf(
        User.worldStatus(),
        always({ error: "Error: too long\nat x" }, { status: 422 })
      )
      assertSame(reason, new Rejected({ detail: "too long", status: 422 }))
      assertSame(
        yield* reasonOf(User.worldStatus(), text("No such user", { status: 404 })),
        new Rejected({ detail: "No such user", status: 404 })
      )
      assertSame(
        yield* reasonOf(User.worldStatus(), text("", { status: 409 })),
        new Rejected({ detail: "", status: 409 })
      )
      assertSame(
        yield* reasonOf(User.worldStatus(), always({ error: "blocked" }, { status: 403 })),
        new Rejected({ detail: "blocked", status: 403 })
      )
    })
  )
})

describe("ServerFault", () => {
  it.effect("is the reason for a TypeError with status 200 (code-post.no-modules)", () =>
    Effect.gen(function* () {
      const fault = "TypeError: Cannot read properties of undefined (reading 'length')"
      assertSame(
        yield* reasonOf(upload, always("user/code-post.no-modules")),
        new ServerFault({ detail: fault, status: 200 })
      )
    })
  )

  it.effect("is the reason for every kind of JavaScript error, with any status", () =>
    Effect.gen(function* () {
      for (const fault of [
        "ReferenceError: x is not defined",
        "RangeError: Invalid array length",
        "SyntaxError: x"
      ]) {
        assertSame(
          yield* reasonOf(upload, always({ error: fault })),
          new ServerFault({ detail: fault, status: 200 })
        )
        assertSame(
          yield* reasonOf(upload, always({ error: fault }, { status: 400 })),
          new ServerFault({ detail: fault, status: 400 })
        )
      }
    })
  )

  it.effect("contains the first line of an HTML page with status 500 (register-submit.no-username)", () =>
    Effect.gen(function* () {
      const reason = yield* reasonOf(register, always("game/register-submit.no-username"))
      const fault = "TypeError: Cannot read properties of undefined (reading 'toLowerCase')"
      assertSame(reason, new ServerFault({ detail: fault, status: 500 }))
    })
  )

  it.effect("is the reason for statuses above 500, whatever the body", () =>
    Effect.gen(function* () {
      const page = "<html><head><title>502 Bad Gateway</title></head><body>nginx</body></html>"
      assertSame(
        yield* reasonOf(upload, html(page, 502)),
        new ServerFault({ detail: "502 Bad Gateway", status: 502 })
      )
      assertSame(
        yield* reasonOf(upload, always({ error: "busy" }, { status: 503 })),
        new ServerFault({ detail: "busy", status: 503 })
      )
      assertSame(
        yield* reasonOf(upload, text("", { status: 504 })),
        new ServerFault({ detail: "", status: 504 })
      )
    })
  )
})

describe("Unauthorized", () => {
  it.effect("is the reason for status 401 (auth-me.expired-token)", () =>
    Effect.gen(function* () {
      const reason = yield* reasonOf(Auth.me(), always("game/auth-me.expired-token"))
      assertSame(reason, new Unauthorized({ detail: "the API token was rejected" }))
    })
  )

  it.effect("is the reason for a rejected sign-in of the session (auth-signin.wrong-password)", () =>
    Effect.gen(function* () {
      const server = always("user/auth-signin.wrong-password")
      const error = yield* Effect.flip(run(Auth.me(), server, { credentials: asAlice }))
      assertSame(error.reason, new Unauthorized({ detail: "the name or the password is wrong" }))
      assert.strictEqual(error.operation, "POST /api/auth/signin")
    })
  )

  it.effect("is the reason for a rejected Auth.signIn (auth-signin.wrong-password)", () =>
    Effect.gen(function* () {
      const signIn = Auth.signIn({ email: "alice", password: Redacted.make("wrong") })
      assertSame(
        yield* reasonOf(signIn, always("user/auth-signin.wrong-password")),
        new Unauthorized({ detail: "Unauthorized" })
      )
    })
  )

  it.effect(
    "is the reason for a missing server password when a token was sent (server-password.bad-token)",
    () =>
      Effect.gen(function* () {
        const reason = yield* reasonOf(Auth.me(), always("user/server-password.bad-token"))
        assertSame(reason, new Unauthorized({ detail: "incorrect server password" }))
      })
  )

  it.effect(
    "is not the reason for a missing server password when no token was sent (server-password.missing-version)",
    () =>
      Effect.gen(function* () {
        const reason = yield* reasonOf(Game.version(), always("user/server-password.missing-version"), {
          credentials: asGuest
        })
        assertSame(reason, new Rejected({ detail: "incorrect server password", status: 200 }))
      })
  )
})

describe("Forbidden", () => {
  it.effect("is the reason for status 403 with forbidden, and names the missing scope", () =>
    Effect.gen(function* () {
      const server = always({ error: "forbidden" }, { status: 403 })
      assertSame(
        yield* reasonOf(User.worldStatus(), server),
        new Forbidden({ scope: "GET /api/user/world-status" })
      )
      assertSame(yield* reasonOf(upload, server), new Forbidden({ scope: "POST /api/user/code" }))
    })
  )

  it.effect("says what to do, and that the segment may be the cause", () =>
    Effect.gen(function* () {
      const server = always({ error: "Forbidden" }, { status: 403 })
      assert.strictEqual(
        (yield* reasonOf(Segments.get({ segment: 5 }), server)).message,
        "GET /api/user/memory-segment is outside the token's scope, or this segment is: " +
          "use one that allows it, or one with full access"
      )
    })
  )

  it.effect("comes from the server only, whatever is known about the token", () =>
    Effect.gen(function* () {
      const token = { token: "<token>", full: false, endpoints: ["GET /api/user/name"] }
      const server = byPath({
        "/api/auth/query-token": { ok: 1, token },
        "/api/user/world-status": { ok: 1, status: "normal" }
      })
      const query = Auth.queryToken({ token: Redacted.make("11111111-2222-3333-4444-555555555555") })
      yield* run(Effect.andThen(query, User.worldStatus()), server, official)
      assert.lengthOf(server.requests, 2)
    })
  )

  it.effect("is not the reason for a call without a token, which has no scope", () =>
    Effect.gen(function* () {
      const server = always({ error: "forbidden" }, { status: 403 })
      const reason = yield* reasonOf(Game.version(), server, { credentials: asGuest })
      assertSame(reason, new Rejected({ status: 403, detail: "forbidden" }))
    })
  )
})

describe("UnexpectedResponse", () => {
  it.effect("is the reason for a response that is not JSON", () =>
    Effect.gen(function* () {
      const reason = yield* reasonOf(Game.version(), html("<!DOCTYPE html><title>Welcome</title>", 200))
      assertSame(
        reason,
        new UnexpectedResponse({
          status: 200,
          detail: "expected JSON, got text/html; charset=utf-8: Welcome"
        })
      )
      assertSame(
        yield* reasonOf(Game.version(), html("<!DOCTYPE html><p>Welcome</p>", 200)),
        new UnexpectedResponse({ status: 200, detail: "expected JSON, got text/html; charset=utf-8" })
      )
      assertSame(
        yield* reasonOf(Game.version(), text("hello")),
        new UnexpectedResponse({ status: 200, detail: "expected JSON, got text: hello" })
      )
      assertSame(
        yield* reasonOf(Game.version(), text("")),
        new UnexpectedResponse({ status: 200, detail: "expected JSON, got an empty body" })
      )
    })
  )

  it.effect("names the path of a malformed value without its data", () =>
    Effect.gen(function* () {
      const reason = yield* reasonOf(
        Game.time({ shard: "shard3" }),
        always({ ok: 1, time: "secret" }),
        official
      )
      assert.strictEqual(reason._tag, "UnexpectedResponse")
      assert.strictEqual(reason.message, "200: time: expected number, found string")
      assert.notInclude(reason.message, "secret")
      assert.notInclude(reason.message, "\n")
    })
  )

  it.effect("is the reason for a response without ok 1", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* reasonOf(Game.time(), always({ time: 5 })))._tag, "UnexpectedResponse")
      assert.strictEqual(
        (yield* reasonOf(Game.time(), always({ ok: 0, time: 5 })))._tag,
        "UnexpectedResponse"
      )
    })
  )

  it.effect("is the reason for a redirect that the transport did not follow", () =>
    Effect.gen(function* () {
      const reason = yield* reasonOf(Game.version(), always({ moved: true }, { status: 302 }))
      assertSame(
        reason,
        new UnexpectedResponse({ status: 302, detail: "expected a response, got a redirect" })
      )
    })
  )

  it.effect("names the target of a redirect, without parameters, and the address to use instead", () =>
    Effect.gen(function* () {
      const targets = {
        "https://game.example/x/api/version?a=b": ": change the address to https://game.example/x",
        "https://bob:hush@game.example/api/version": ": change the address to https://game.example",
        "https://sso.example/login?token=hush":
          " to https://sso.example/login: change the address to that of the server",
        "/login": " to /login: check the address",
        "javascript:hush()": " to javascript:: change the address to that of the server",
        [`/${"x".repeat(5000)}`]: ` to /${"x".repeat(199)}: check the address`
      }
      for (const [location, rest] of Object.entries(targets)) {
        const moved = always({ moved: true }, { status: 301, headers: { location } })
        const { message } = yield* reasonOf(Game.version(), moved)
        assert.strictEqual(message, `301: expected a response, got a redirect${rest}`)
      }
    })
  )

  it.effect("says what to do when a server for https rejects http", () =>
    Effect.gen(function* () {
      const pages = [
        "<html><head><title>400 The plain HTTP request was sent to HTTPS port</title></head></html>",
        "Client sent an HTTP request to an HTTPS server.\n",
        "<p>Your browser sent a request.<br />Reason: You're speaking plain HTTP to an SSL-enabled server port.</p>"
      ]
      for (const page of pages) {
        const { _tag, message } = yield* reasonOf(Game.version(), text(page, { status: 400 }))
        assert.deepStrictEqual(
          [_tag, message],
          [
            "UnexpectedResponse",
            "400: the server uses https, not http: write https:// in the address, or secure: true in a credentials file"
          ]
        )
      }
    })
  )

  it.effect("is the reason for terrain with malformed digits", () =>
    Effect.gen(function* () {
      const reason = yield* reasonOf(
        Game.terrain({ room: "W1N8" }),
        always({ ok: 1, terrain: [{ room: "W1N8", terrain: "012" }] })
      )
      assertSame(
        reason,
        new UnexpectedResponse({ status: 200, detail: "terrain must have 2500 digits, not 3" })
      )
    })
  )
})
