import * as Auth from "@screeps-effect/api/Auth"
import * as Game from "@screeps-effect/api/Game"
import { Session } from "@screeps-effect/api/Session"
import * as User from "@screeps-effect/api/User"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Redacted from "effect/Redacted"
import * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"
import {
  always,
  apiToken,
  asAlice,
  run,
  asGuest,
  asToken,
  clientLayer,
  fake,
  text,
  reasonOf
} from "./support/fake.ts"
import { serverWithTokens } from "./support/session.ts"
import { pass, within } from "@screeps-effect/fixtures/time"

const alice = { credentials: asAlice }
const status = User.worldStatus()
const hundred = Array.from({ length: 100 }, () => status)

describe("signing in", () => {
  it.effect("happens once for a hundred concurrent calls", () =>
    Effect.gen(function* () {
      const server = serverWithTokens()
      const responses = yield* run(within(Effect.all(hundred, { concurrency: "unbounded" })), server, alice)
      assert.lengthOf(responses, 100)
      assert.strictEqual(server.signIns(), 1)
      assert.deepStrictEqual(server.requests[0]?.body, { email: "alice", password: "correct-password" })
    })
  )

  it.effect(
    "happens once more for a hundred concurrent calls with an expired token, none of which fails",
    () =>
      Effect.gen(function* () {
        const server = serverWithTokens()
        const program = Effect.gen(function* () {
          yield* within(status)
          yield* pass("2 minutes")
          return yield* within(Effect.all(hundred, { concurrency: "unbounded" }))
        })
        assert.lengthOf(yield* run(program, server, alice), 100)
        assert.strictEqual(server.signIns(), 2)
      })
  )

  it.effect("is not repeated while responses renew the token every minute", () =>
    Effect.gen(function* () {
      const server = serverWithTokens()
      const minute = Effect.andThen(within(status), pass("50 seconds"))
      yield* run(Effect.replicateEffect(minute, 10), server, alice)
      assert.strictEqual(server.signIns(), 1)
      assert.lengthOf(new Set(server.tokens()), 10)
    })
  )

  it.effect("continues when the caller that started it is interrupted", () =>
    Effect.gen(function* () {
      const server = serverWithTokens()
      const program = Effect.gen(function* () {
        const first = yield* Effect.forkChild(status)
        yield* pass(50)
        const second = yield* Effect.forkChild(status)
        yield* pass(1)
        yield* Fiber.interrupt(first)
        assert.isFalse(server.requests[0]?.signal.aborted)
        yield* pass("1 second")
        return yield* Fiber.join(second)
      })
      assert.deepStrictEqual(yield* run(program, server, alice), { ok: 1, status: "normal" })
      assert.strictEqual(server.signIns(), 1)
    })
  )

  it.effect("is aborted when the session ends", () =>
    Effect.gen(function* () {
      const server = serverWithTokens()
      const program = Effect.gen(function* () {
        const fiber = yield* Effect.forkChild(status)
        yield* pass(50)
        yield* Fiber.interrupt(fiber)
      })
      yield* run(program, server, alice)
      assert.isTrue(server.requests[0]?.signal.aborted)
    })
  )

  const wrong = () =>
    fake(() =>
      Effect.delay(
        Effect.sync(() => new Response("Unauthorized", { status: 401 })),
        "200 millis"
      )
    )

  it.effect("fails for all waiting calls together, and is tried again by the next call", () =>
    Effect.gen(function* () {
      const server = wrong()
      const failingCall = Effect.flip(status)
      const program = Effect.gen(function* () {
        const first = yield* within(Effect.all(hundred.map(Effect.flip), { concurrency: "unbounded" }))
        assert.lengthOf(server.requests, 1)
        return [...first, yield* within(failingCall)]
      })
      const errors = yield* run(program, server, alice)
      assert.lengthOf(server.requests, 2)
      assert.deepStrictEqual(
        [...new Set(errors.map(({ message }) => message))],
        ["POST /api/auth/signin: Unauthorized (the name or the password is wrong)"]
      )
    })
  )

  it.effect("fails with EndpointNotFound, ServerFault or UnexpectedResponse as any other call", () =>
    Effect.gen(function* () {
      const none = yield* reasonOf(status, always("game/no-auth-mod.signin"), alice)
      assert.strictEqual(
        none.message,
        "/api/auth/signin was not found on this server; available on private servers with the mod screepsmod-auth: install it, or check the address"
      )
      assert.strictEqual((yield* reasonOf(status, text("busy", { status: 503 }), alice))._tag, "ServerFault")
      const malformed = yield* reasonOf(status, always({ ok: 1, token: 5, secret: "hush" }), alice)
      assert.strictEqual(malformed._tag, "UnexpectedResponse")
      assert.notInclude(malformed.message, "hush")
    })
  )

  it.effect("fails with TimedOut after 30 seconds", () =>
    Effect.gen(function* () {
      const server = fake(() => Effect.never)
      const reason = yield* within(reasonOf(status, server, alice), 1000)
      assert.strictEqual(reason._tag, "TimedOut")
    })
  )
})

describe("an API token", () => {
  it.effect("is never replaced by a token that the server sends", () =>
    Effect.gen(function* () {
      const server = fake(() =>
        Response.json({ ok: 1, status: "normal" }, { headers: { "x-token": "another" } })
      )
      yield* run(Effect.replicateEffect(status, 3), server, { credentials: asToken })
      assert.deepStrictEqual(
        server.requests.map(({ headers }) => headers["x-token"]),
        [apiToken, apiToken, apiToken]
      )
    })
  )

  it.effect("that is rejected fails after one request, without a sign-in", () =>
    Effect.gen(function* () {
      const server = always("game/auth-me.no-token")
      const reason = yield* reasonOf(Auth.me(), server, { credentials: asToken })
      assert.strictEqual(reason._tag, "Unauthorized")
      assert.lengthOf(server.requests, 1)
    })
  )
})

describe("a guest", () => {
  it.effect("fails with Unauthorized without a request when the call needs an account", () =>
    Effect.gen(function* () {
      const server = serverWithTokens()
      const reason = yield* reasonOf(status, server, { credentials: asGuest })
      assert.strictEqual(reason._tag, "Unauthorized")
      assert.strictEqual(
        reason.message,
        "an account is required: pass a token, or a user name and a password"
      )
      assert.isEmpty(server.requests)
    })
  )

  it.effect("calls public endpoints without a token", () =>
    Effect.gen(function* () {
      const server = serverWithTokens()
      yield* within(run(Game.version(), server, { credentials: asGuest }))
      assert.deepStrictEqual(server.tokens(), [undefined])
      assert.doesNotHaveAnyKeys(server.requests[0]?.headers, ["x-token", "x-username"])
    })
  )
})

describe("a call", () => {
  it.effect("sends the token in both headers", () =>
    Effect.gen(function* () {
      const server = always({ ok: 1, status: "normal" })
      yield* run(status, server, { credentials: asToken })
      assert.strictEqual(server.requests[0]?.headers["x-token"], apiToken)
      assert.strictEqual(server.requests[0]?.headers["x-username"], apiToken)
    })
  )

  it.effect("with auth never sends no token", () =>
    Effect.gen(function* () {
      const server = serverWithTokens()
      yield* run(Effect.andThen(within(status), within(Auth.authmod())), server, alice)
      assert.deepStrictEqual(server.tokens(), ["token-1", undefined])
    })
  )

  it.effect("with optional auth sends the current token, but does not sign in", () =>
    Effect.gen(function* () {
      const server = serverWithTokens()
      const program = Effect.gen(function* () {
        yield* within(Game.version())
        assert.strictEqual(server.signIns(), 0)
        yield* within(status)
        yield* within(Game.version())
      })
      yield* run(program, server, alice)
      assert.deepStrictEqual(server.tokens(), [undefined, "token-1", "token-2"])
    })
  )
})

describe("Session.changes", () => {
  it.effect("emits the current token and every change", () =>
    Effect.gen(function* () {
      const server = serverWithTokens()
      const program = Effect.gen(function* () {
        const session = yield* Session
        const emitted: Array<string | undefined> = []
        yield* Effect.forkChild(
          Stream.runForEach(session.changes, (token) =>
            Effect.sync(() => emitted.push(token === undefined ? undefined : Redacted.value(token)))
          )
        )
        yield* pass(1)
        yield* within(status)
        server.restart()
        yield* within(status)
        return emitted
      })
      const emitted = yield* run(program, server, alice)
      assert.deepStrictEqual(emitted, [undefined, "token-1", "token-2", undefined, "token-3", "token-4"])
    })
  )

  it.effect("emits a token once to a listener that another listener adds when it receives it", () =>
    Effect.gen(function* () {
      const emitted: Array<string | undefined> = []
      const program = Effect.gen(function* () {
        const session = yield* Session
        const collect = Stream.runForEach(session.changes, (token) =>
          Effect.sync(() => emitted.push(token && Redacted.value(token)))
        )
        const first = Stream.take(Stream.drop(session.changes, 1), 1)
        yield* Effect.forkChild(Effect.andThen(Stream.runDrain(first), collect))
        yield* pass(1)
        yield* within(status)
        return emitted
      })
      yield* run(program, serverWithTokens({ renews: false }), alice)
      assert.deepStrictEqual(emitted, ["token-1"])
    })
  )

  it.effect("emits only the token itself for an API token", () =>
    Effect.gen(function* () {
      const scope = yield* Scope.make()
      const server = fake(() =>
        Response.json({ ok: 1, status: "normal" }, { headers: { "x-token": "another" } })
      )
      const emitted: Array<string | undefined> = []
      const program = Effect.gen(function* () {
        const session = yield* Session
        yield* Effect.forkIn(
          Stream.runForEach(session.changes, (token) =>
            Effect.sync(() => emitted.push(token && Redacted.value(token)))
          ),
          scope
        )
        yield* pass(1)
        yield* status
        yield* pass(1)
      })
      yield* Effect.provide(program, clientLayer(server, { credentials: asToken }))
      yield* Scope.close(scope, Exit.void)
      assert.deepStrictEqual(emitted, [apiToken])
    })
  )
})

describe("Session.redact", () => {
  it.effect("replaces the password and all recent tokens, however they are written", () =>
    Effect.gen(function* () {
      const server = serverWithTokens()
      const program = Effect.gen(function* () {
        const { redact } = yield* Session
        yield* within(Effect.replicateEffect(status, 300))
        return {
          tokens: server.tokens().filter((token) => redact(`shard ${token ?? ""}!`) !== "shard <redacted>!"),
          password: [
            redact("a correct-password b"),
            redact(Array.from("correct-password", (c) => `%${c.charCodeAt(0).toString(16)}`).join("")),
            redact(btoa("xcorrect-passwordy"))
          ],
          words: redact("stats.rooms.*.energyAvailable"),
          shapes: redact(`${"5ec4e7".repeat(7)} 11111111-2222-3333-4444-555555555555`)
        }
      })
      const found = yield* run(program, server, alice)
      assert.deepStrictEqual(found.tokens, [])
      for (const text of found.password) {
        assert.include(text, "<redacted>")
        assert.notInclude(text, "correct-password")
      }
      assert.strictEqual(found.words, "stats.rooms.*.energyAvailable")
      assert.strictEqual(found.shapes, "<redacted> <redacted>")
    })
  )

  it.effect("replaces only secrets with redactSecrets, wherever they are in a long text", () =>
    Effect.gen(function* () {
      const server = serverWithTokens()
      const program = Effect.gen(function* () {
        const { redactSecrets } = yield* Session
        yield* within(Effect.replicateEffect(status, 300))
        const token = server.tokens().at(-1) ?? ""
        const code = "const id = '5bbcac3c9099fc012e6352e1' // a@example.com\n".repeat(20_000)
        assert.strictEqual(redactSecrets(code), code)
        assert.isAbove(code.length, 1_000_000)
        return [
          redactSecrets(`${code}${token}${code}correct-password`) === `${code}<redacted>${code}<redacted>`,
          redactSecrets(`${"5ec4e7".repeat(7)} 11111111-2222-3333-4444-555555555555`)
        ]
      })
      assert.deepStrictEqual(yield* run(program, server, alice), [
        true,
        `${"5ec4e7".repeat(7)} 11111111-2222-3333-4444-555555555555`
      ])
    })
  )

  it.effect("replaces an API token", () =>
    Effect.gen(function* () {
      const { redact } = yield* Effect.provide(
        Session,
        clientLayer(
          fake(() => Response.json({ ok: 1 })),
          { credentials: asToken }
        )
      )
      assert.strictEqual(redact(`token ${apiToken.toUpperCase()}`), "token <redacted>")
    })
  )
})
