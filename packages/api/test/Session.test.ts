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
import { always, apiToken, asAlice, ask, asGuest, asToken, door, fake, text, why } from "./support/fake.ts"
import { livingServer } from "./support/session.ts"
import { pass, within } from "./support/time.ts"

const alice = { who: asAlice }
const status = User.worldStatus()
const hundred = Array.from({ length: 100 }, () => status)

describe("signing in", () => {
  it.effect("happens once for a hundred calls at once", () =>
    Effect.gen(function* () {
      const server = livingServer()
      const answers = yield* ask(within(Effect.all(hundred, { concurrency: "unbounded" })), server, alice)
      assert.lengthOf(answers, 100)
      assert.strictEqual(server.signIns(), 1)
      assert.deepStrictEqual(server.asked[0]?.body, { email: "alice", password: "correct-password" })
    })
  )

  it.effect("happens once more for a hundred calls with a dead token, of which nobody hears", () =>
    Effect.gen(function* () {
      const server = livingServer()
      const program = Effect.gen(function* () {
        yield* within(status)
        yield* pass("2 minutes")
        return yield* within(Effect.all(hundred, { concurrency: "unbounded" }))
      })
      assert.lengthOf(yield* ask(program, server, alice), 100)
      assert.strictEqual(server.signIns(), 2)
    })
  )

  it.effect("is not needed while every minute brings an answer", () =>
    Effect.gen(function* () {
      const server = livingServer()
      const minute = Effect.andThen(within(status), pass("50 seconds"))
      yield* ask(Effect.replicateEffect(minute, 10), server, alice)
      assert.strictEqual(server.signIns(), 1)
      assert.lengthOf(new Set(server.tokens()), 10)
    })
  )

  it.effect("goes on when the caller who began it is interrupted", () =>
    Effect.gen(function* () {
      const server = livingServer()
      const program = Effect.gen(function* () {
        const first = yield* Effect.forkChild(status)
        yield* pass(50)
        const second = yield* Effect.forkChild(status)
        yield* pass(1)
        yield* Fiber.interrupt(first)
        assert.isFalse(server.asked[0]?.signal.aborted)
        yield* pass("1 second")
        return yield* Fiber.join(second)
      })
      assert.deepStrictEqual(yield* ask(program, server, alice), { ok: 1, status: "normal" })
      assert.strictEqual(server.signIns(), 1)
    })
  )

  it.effect("ends with the session", () =>
    Effect.gen(function* () {
      const server = livingServer()
      const program = Effect.gen(function* () {
        const fiber = yield* Effect.forkChild(status)
        yield* pass(50)
        yield* Fiber.interrupt(fiber)
      })
      yield* ask(program, server, alice)
      assert.isTrue(server.asked[0]?.signal.aborted)
    })
  )

  const wrong = () =>
    fake(() =>
      Effect.delay(
        Effect.sync(() => new Response("Unauthorized", { status: 401 })),
        "200 millis"
      )
    )

  it.effect("that fails is shared by all who wait, and tried anew by the next", () =>
    Effect.gen(function* () {
      const server = wrong()
      const refused = Effect.flip(status)
      const program = Effect.gen(function* () {
        const told = yield* within(Effect.all(hundred.map(Effect.flip), { concurrency: "unbounded" }))
        assert.lengthOf(server.asked, 1)
        return [...told, yield* within(refused)]
      })
      const told = yield* ask(program, server, alice)
      assert.lengthOf(server.asked, 2)
      assert.deepStrictEqual(
        [...new Set(told.map(({ message }) => message))],
        ["POST /api/auth/signin: Unauthorized (the name or the password is wrong)"]
      )
    })
  )

  it.effect("fails with the reasons of any other call", () =>
    Effect.gen(function* () {
      const none = yield* why(status, always("game/no-auth-mod.signin"), alice)
      assert.strictEqual(none.message, "/api/auth/signin does not exist on this server")
      assert.strictEqual((yield* why(status, text("busy", { status: 503 }), alice))._tag, "ServerFault")
      const odd = yield* why(status, always({ ok: 1, token: 5, secret: "hush" }), alice)
      assert.strictEqual(odd._tag, "UnexpectedResponse")
      assert.notInclude(odd.message, "hush")
    })
  )

  it.effect("is given up after 30 seconds", () =>
    Effect.gen(function* () {
      const server = fake(() => Effect.never)
      const reason = yield* within(why(status, server, alice), 1000)
      assert.strictEqual(reason._tag, "TimedOut")
    })
  )
})

describe("an API token", () => {
  it.effect("is never overwritten, whatever the server hands out", () =>
    Effect.gen(function* () {
      const server = fake(() =>
        Response.json({ ok: 1, status: "normal" }, { headers: { "x-token": "another" } })
      )
      yield* ask(Effect.replicateEffect(status, 3), server, { who: asToken })
      assert.deepStrictEqual(
        server.asked.map(({ headers }) => headers["x-token"]),
        [apiToken, apiToken, apiToken]
      )
    })
  )

  it.effect("that is refused is refused at once: one request, no sign-in", () =>
    Effect.gen(function* () {
      const server = always("game/auth-me.no-token")
      const reason = yield* why(Auth.me(), server, { who: asToken })
      assert.strictEqual(reason._tag, "Unauthorized")
      assert.lengthOf(server.asked, 1)
    })
  )
})

describe("a guest", () => {
  it.effect("is refused before anything is sent", () =>
    Effect.gen(function* () {
      const server = livingServer()
      const reason = yield* why(status, server, { who: asGuest })
      assert.strictEqual(reason._tag, "Unauthorized")
      assert.strictEqual(reason.message, "an account is required: provide Credentials")
      assert.isEmpty(server.asked)
    })
  )

  it.effect("is told what servers tell everyone, and sends no token", () =>
    Effect.gen(function* () {
      const server = livingServer()
      yield* within(ask(Game.version(), server, { who: asGuest }))
      assert.deepStrictEqual(server.tokens(), [undefined])
      assert.doesNotHaveAnyKeys(server.asked[0]?.headers, ["x-token", "x-username"])
    })
  )
})

describe("a call", () => {
  it.effect("carries the token in both headers", () =>
    Effect.gen(function* () {
      const server = always({ ok: 1, status: "normal" })
      yield* ask(status, server, { who: asToken })
      assert.strictEqual(server.asked[0]?.headers["x-token"], apiToken)
      assert.strictEqual(server.asked[0]?.headers["x-username"], apiToken)
    })
  )

  it.effect("that needs no account never carries a token", () =>
    Effect.gen(function* () {
      const server = livingServer()
      yield* ask(Effect.andThen(within(status), within(Auth.authmod())), server, alice)
      assert.deepStrictEqual(server.tokens(), ["token-1", undefined])
    })
  )

  it.effect("to which an account is optional carries a token when there is one, and signs in for none", () =>
    Effect.gen(function* () {
      const server = livingServer()
      const program = Effect.gen(function* () {
        yield* within(Game.version())
        assert.strictEqual(server.signIns(), 0)
        yield* within(status)
        yield* within(Game.version())
      })
      yield* ask(program, server, alice)
      assert.deepStrictEqual(server.tokens(), [undefined, "token-1", "token-2"])
    })
  )
})

describe("changes", () => {
  it.effect("tell the token now and whenever it changes", () =>
    Effect.gen(function* () {
      const server = livingServer()
      const program = Effect.gen(function* () {
        const session = yield* Session
        const seen: Array<string | undefined> = []
        yield* Effect.forkChild(
          Stream.runForEach(session.changes, (token) =>
            Effect.sync(() => seen.push(token === undefined ? undefined : Redacted.value(token)))
          )
        )
        yield* pass(1)
        yield* within(status)
        server.restart()
        yield* within(status)
        return seen
      })
      const seen = yield* ask(program, server, alice)
      assert.deepStrictEqual(seen, [undefined, "token-1", "token-2", undefined, "token-3", "token-4"])
    })
  )

  it.effect("of an API token are none", () =>
    Effect.gen(function* () {
      const scope = yield* Scope.make()
      const server = fake(() =>
        Response.json({ ok: 1, status: "normal" }, { headers: { "x-token": "another" } })
      )
      const seen: Array<string | undefined> = []
      const program = Effect.gen(function* () {
        const session = yield* Session
        yield* Effect.forkIn(
          Stream.runForEach(session.changes, (token) =>
            Effect.sync(() => seen.push(token && Redacted.value(token)))
          ),
          scope
        )
        yield* pass(1)
        yield* status
        yield* pass(1)
      })
      yield* Effect.provide(program, door(server, { who: asToken }))
      yield* Scope.close(scope, Exit.void)
      assert.deepStrictEqual(seen, [apiToken])
    })
  )
})
