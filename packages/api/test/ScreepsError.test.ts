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
import { always, asAlice, ask, asGuest, html, requestOf, text, why } from "./support/fake.ts"
import { byPath } from "./support/asking.ts"
import { assertSame } from "./support/reasons.ts"

const spawn = Game.placeSpawn({ room: "W1N8", x: 20, y: 20 })
const upload = Code.set({ modules: { main: "" } })
const register = Register.submit({ username: "alice", password: Redacted.make("correct-password") })
const official = { server: Server.official({ shard: "shard3" }) }

describe("Rejected", () => {
  it.effect("is a status 200 with an error (game-place-spawn.no-cpu)", () =>
    Effect.gen(function* () {
      assertSame(
        yield* why(spawn, always("game/game-place-spawn.no-cpu")),
        new Rejected({ detail: "no cpu", status: 200 })
      )
    })
  )

  it.effect("is an error beside ok 0, or beside ok 1", () =>
    Effect.gen(function* () {
      const expected = new Rejected({ detail: "invalid params", status: 200 })
      assertSame(yield* why(User.worldStatus(), always({ ok: 0, error: "invalid params" })), expected)
      assertSame(
        yield* why(User.worldStatus(), always({ ok: 1, status: "normal", error: "invalid params" })),
        expected
      )
    })
  )

  it.effect("tells the first line of a stack trace (register-submit.taken)", () =>
    Effect.gen(function* () {
      const told = yield* why(register, always("game/register-submit.taken"))
      assertSame(told, new Rejected({ detail: "User already exists", status: 200 }))
    })
  )

  it.effect("is a status 400 with a text (auth-signin.missing-fields)", () =>
    Effect.gen(function* () {
      const name = "game/auth-signin.missing-fields"
      assertSame(
        yield* why(requestOf(recording(name)), always(name)),
        new Rejected({ detail: "Bad Request", status: 400 })
      )
    })
  )

  it.effect("is a status 413 with a page, of which the first line is told (body-too-large)", () =>
    Effect.gen(function* () {
      const told = yield* why(upload, always("game/body-too-large"))
      assertSame(
        told,
        new Rejected({ detail: "PayloadTooLargeError: request entity too large", status: 413 })
      )
    })
  )

  it.effect("is any other status of the four hundreds, with or without JSON", () =>
    Effect.gen(function* () {
      const told = yield* why(User.worldStatus(), always({ error: "Error: too long\nat x" }, { status: 422 }))
      assertSame(told, new Rejected({ detail: "too long", status: 422 }))
      assertSame(
        yield* why(User.worldStatus(), text("Not Found", { status: 404 })),
        new Rejected({ detail: "Not Found", status: 404 })
      )
      assertSame(
        yield* why(User.worldStatus(), text("", { status: 409 })),
        new Rejected({ detail: "", status: 409 })
      )
      assertSame(
        yield* why(User.worldStatus(), always({ error: "blocked" }, { status: 403 })),
        new Rejected({ detail: "blocked", status: 403 })
      )
    })
  )
})

describe("ServerFault", () => {
  it.effect("is a fault of the server's code told with status 200 (code-post.no-modules)", () =>
    Effect.gen(function* () {
      const fault = "TypeError: Cannot read properties of undefined (reading 'length')"
      assertSame(
        yield* why(upload, always("user/code-post.no-modules")),
        new ServerFault({ detail: fault, status: 200 })
      )
    })
  )

  it.effect("is each kind of fault, with any status", () =>
    Effect.gen(function* () {
      for (const fault of [
        "ReferenceError: x is not defined",
        "RangeError: Invalid array length",
        "SyntaxError: x"
      ]) {
        assertSame(
          yield* why(upload, always({ error: fault })),
          new ServerFault({ detail: fault, status: 200 })
        )
        assertSame(
          yield* why(upload, always({ error: fault }, { status: 400 })),
          new ServerFault({ detail: fault, status: 400 })
        )
      }
    })
  )

  it.effect(
    "is a status 500 with a page, of which the first line is told (register-submit.no-username)",
    () =>
      Effect.gen(function* () {
        const told = yield* why(register, always("game/register-submit.no-username"))
        const fault = "TypeError: Cannot read properties of undefined (reading 'toLowerCase')"
        assertSame(told, new ServerFault({ detail: fault, status: 500 }))
      })
  )

  it.effect("is a status above 500, whatever the body", () =>
    Effect.gen(function* () {
      const page = "<html><head><title>502 Bad Gateway</title></head><body>nginx</body></html>"
      assertSame(
        yield* why(upload, html(page, 502)),
        new ServerFault({ detail: "502 Bad Gateway", status: 502 })
      )
      assertSame(
        yield* why(upload, always({ error: "busy" }, { status: 503 })),
        new ServerFault({ detail: "busy", status: 503 })
      )
      assertSame(yield* why(upload, text("", { status: 504 })), new ServerFault({ detail: "", status: 504 }))
    })
  )
})

describe("Unauthorized", () => {
  it.effect("is a status 401 (auth-me.expired-token)", () =>
    Effect.gen(function* () {
      const told = yield* why(Auth.me(), always("game/auth-me.expired-token"))
      assertSame(told, new Unauthorized({ detail: "the API token was rejected" }))
    })
  )

  it.effect("is a refused sign-in of the session (auth-signin.wrong-password)", () =>
    Effect.gen(function* () {
      const server = always("user/auth-signin.wrong-password")
      const error = yield* Effect.flip(ask(Auth.me(), server, { who: asAlice }))
      assertSame(error.reason, new Unauthorized({ detail: "the name or the password is wrong" }))
      assert.strictEqual(error.operation, "POST /api/auth/signin")
    })
  )

  it.effect("is a refused sign-in by hand (auth-signin.wrong-password)", () =>
    Effect.gen(function* () {
      const signIn = Auth.signIn({ email: "alice", password: Redacted.make("wrong") })
      assertSame(
        yield* why(signIn, always("user/auth-signin.wrong-password")),
        new Unauthorized({ detail: "Unauthorized" })
      )
    })
  )

  it.effect("is the server's password asked for although a token was sent (server-password.bad-token)", () =>
    Effect.gen(function* () {
      const told = yield* why(Auth.me(), always("user/server-password.bad-token"))
      assertSame(told, new Unauthorized({ detail: "incorrect server password" }))
    })
  )

  it.effect(
    "is not the server's password asked for when no token was sent (server-password.missing-version)",
    () =>
      Effect.gen(function* () {
        const told = yield* why(Game.version(), always("user/server-password.missing-version"), {
          who: asGuest
        })
        assertSame(told, new Rejected({ detail: "incorrect server password", status: 200 }))
      })
  )
})

describe("Forbidden", () => {
  it.effect("is a status 403 that says forbidden, and tells what the token would have to admit", () =>
    Effect.gen(function* () {
      const server = always({ error: "forbidden" }, { status: 403 })
      assertSame(
        yield* why(User.worldStatus(), server),
        new Forbidden({ scope: "GET /api/user/world-status" })
      )
      assertSame(yield* why(upload, server), new Forbidden({ scope: "POST /api/user/code" }))
    })
  )

  it.effect("says what to do, and that it may be the segment", () =>
    Effect.gen(function* () {
      const server = always({ error: "Forbidden" }, { status: 403 })
      assert.strictEqual(
        (yield* why(Segments.get({ segment: 5 }), server)).message,
        "the token does not allow GET /api/user/memory-segment, or not this segment: " +
          "use one that does, or one with full access"
      )
    })
  )

  it.effect("is told by nobody but the server, whatever was said of the token before", () =>
    Effect.gen(function* () {
      const token = { token: "<token>", full: false, endpoints: ["GET /api/user/name"] }
      const server = byPath({
        "/api/auth/query-token": { ok: 1, token },
        "/api/user/world-status": { ok: 1, status: "normal" }
      })
      const asked = Auth.queryToken({ token: Redacted.make("11111111-2222-3333-4444-555555555555") })
      yield* ask(Effect.andThen(asked, User.worldStatus()), server, official)
      assert.lengthOf(server.asked, 2)
    })
  )

  it.effect("is not told to somebody without a token, who has no scope", () =>
    Effect.gen(function* () {
      const server = always({ error: "forbidden" }, { status: 403 })
      const told = yield* why(Game.version(), server, { who: asGuest })
      assertSame(told, new Rejected({ status: 403, detail: "forbidden" }))
    })
  )
})

describe("UnexpectedResponse", () => {
  it.effect("is an answer that is not JSON", () =>
    Effect.gen(function* () {
      const told = yield* why(Game.version(), html("<!DOCTYPE html><title>Welcome</title>", 200))
      assertSame(
        told,
        new UnexpectedResponse({
          status: 200,
          detail: "expected JSON, got text/html; charset=utf-8: Welcome"
        })
      )
      assertSame(
        yield* why(Game.version(), text("hello")),
        new UnexpectedResponse({ status: 200, detail: "expected JSON, got text: hello" })
      )
      assertSame(
        yield* why(Game.version(), text("")),
        new UnexpectedResponse({ status: 200, detail: "expected JSON, got an empty body" })
      )
    })
  )

  it.effect("is an answer of another shape, told by place without the data", () =>
    Effect.gen(function* () {
      const told = yield* why(Game.time({ shard: "shard3" }), always({ ok: 1, time: "secret" }), official)
      assert.strictEqual(told._tag, "UnexpectedResponse")
      assert.match(told.message, /^200: Expected .*\["time"\]/)
      assert.notInclude(told.message, "secret")
      assert.notInclude(told.message, "\n")
    })
  )

  it.effect("is the right shape without the ok that the operation promises", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* why(Game.time(), always({ time: 5 })))._tag, "UnexpectedResponse")
      assert.strictEqual((yield* why(Game.time(), always({ ok: 0, time: 5 })))._tag, "UnexpectedResponse")
    })
  )

  it.effect("is a redirection that the transport did not follow", () =>
    Effect.gen(function* () {
      const told = yield* why(Game.version(), always({ moved: true }, { status: 302 }))
      assertSame(told, new UnexpectedResponse({ status: 302, detail: "expected a response, got a redirect" }))
    })
  )

  it.effect("is terrain with malformed digits", () =>
    Effect.gen(function* () {
      const told = yield* why(
        Game.terrain({ room: "W1N8" }),
        always({ ok: 1, terrain: [{ room: "W1N8", terrain: "012" }] })
      )
      assertSame(told, new UnexpectedResponse({ status: 200, detail: "terrain has 2500 digits, not 3" }))
    })
  )
})
