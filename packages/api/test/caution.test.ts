/** Where secrets must not travel, and whose name an error carries. */
import { assert, describe, it } from "@effect/vitest"
import * as Account from "@screeps-effect/api/Account"
import * as Auth from "@screeps-effect/api/Auth"
import * as Credentials from "@screeps-effect/api/Credentials"
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
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import * as Stream from "effect/Stream"
import * as Tracer from "effect/Tracer"
import {
  always,
  asAlice,
  asGuest,
  ask,
  asToken,
  fake,
  lines,
  privateServer,
  retries
} from "./support/fake.ts"
import { pass } from "./support/time.ts"

describe("a redirection", () => {
  it.effect("is not followed, so that no token reaches another host", () =>
    Effect.gen(function* () {
      const seen: Array<RequestInit | undefined> = []
      const moved = () => new Response(null, { status: 302, headers: { location: "https://evil.example/" } })
      const layer = ScreepsClient.layer.pipe(
        Layer.provide([asToken, Server.layer(privateServer), FetchHttpClient.layer]),
        Layer.provide(
          Layer.succeed(FetchHttpClient.Fetch, (_, init) => {
            seen.push(init)
            return Promise.resolve(moved())
          })
        )
      )
      const own = { cache: "no-store" } as const
      const error = yield* Effect.flip(Auth.me()).pipe(
        Effect.provide(layer),
        Effect.provideService(FetchHttpClient.RequestInit, own)
      )
      assert.strictEqual(
        error.message,
        "GET /api/auth/me: UnexpectedResponse (302: expected a response, got a redirect)"
      )
      assert.deepStrictEqual(
        seen.map((init) => [init?.redirect, init?.cache]),
        [["manual", "no-store"]]
      )
    })
  )
})

describe("an official server", () => {
  it("is not reached without https", () => {
    const read = Server.parse("http://screeps.com/season")
    assert.strictEqual(Result.isFailure(read) && read.failure.detail, "official servers require https")
  })

  it.effect("is never sent a password", () =>
    Effect.gen(function* () {
      const server = always({ ok: 1 })
      const error = yield* Effect.flip(ask(Auth.me(), server, { server: Server.official(), who: asAlice }))
      assert.strictEqual(error.reason._tag, "Unauthorized")
      assert.include(error.message, "use an API token")
      assert.deepStrictEqual(lines(server), [])
    })
  )
})

/** Signs everybody in with the next token, and gives the answers to the password route one by one, the last for ever. */
const changing = (...answers: ReadonlyArray<() => Response>) => {
  let signIns = 0
  let changes = 0
  return fake(({ url }) => {
    if (url.pathname === "/api/auth/signin") return Response.json({ ok: 1, token: `token-${++signIns}` })
    const answer = answers[Math.min(changes++, answers.length - 1)]
    return answer === undefined ? Effect.die("no answer") : answer()
  })
}

const deadToken = () => toResponse(recording("user/password.noauth"))
const wrongOldPassword = () => toResponse(recording("user/password.wrong-old"))
const changed = () => Response.json({ ok: 1 })
const change = Account.changePassword({
  oldPassword: Redacted.make("old-secret-1"),
  password: Redacted.make("new-secret-2"),
  acknowledge: "a wrong old password ends the server"
})
const signedIn = "POST /api/auth/signin"
const sent = "POST /api/user/password"

describe("a change of the password", () => {
  it.effect("is sent once, since a second wrong old password would end the server a second time", () =>
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
      const error = yield* Effect.flip(ask(change, server, { who: asAlice }))
      assert.strictEqual(error.reason._tag, "Unauthorized")
      assert.deepStrictEqual(lines(server), ["POST /api/auth/signin", "POST /api/user/password"])
    })
  )

  it.effect("is sent once when the server says with a fresh token that the old password is wrong", () =>
    Effect.gen(function* () {
      const server = changing(wrongOldPassword, changed)
      const error = yield* Effect.flip(ask(change, server, { who: asAlice, ...retries }))
      assert.strictEqual(error.message, "POST /api/user/password: Unauthorized (Unauthorized)")
      assert.deepStrictEqual(lines(server), [signedIn, sent])
    })
  )

  it.effect("goes through after a fresh sign-in when its token has died, of which the server says so", () =>
    Effect.gen(function* () {
      const server = changing(deadToken, changed)
      assert.deepStrictEqual(yield* ask(change, server, { who: asAlice }), { ok: 1 })
      assert.deepStrictEqual(lines(server), [signedIn, sent, signedIn, sent])
      assert.deepStrictEqual(
        server.asked.map(({ headers }) => headers["x-token"]),
        [undefined, "token-1", undefined, "token-2"]
      )
    })
  )

  it.effect("signs in even where another call has learnt a newer token: it has one repeat only", () =>
    Effect.gen(function* () {
      let signIns = 0
      const server = fake(({ headers, url }) => {
        if (url.pathname === "/api/auth/signin") return Response.json({ ok: 1, token: `fresh-${++signIns}` })
        if (url.pathname === "/api/user/world-status") {
          return Response.json({ ok: 1, status: "normal" }, { headers: { "x-token": "learnt" } })
        }
        return Effect.delay(Effect.sync(headers["x-token"] === "fresh-2" ? changed : deadToken), "1 second")
      })
      const program = Effect.gen(function* () {
        const fiber = yield* Effect.forkChild(change)
        yield* pass(1)
        yield* User.worldStatus()
        yield* pass("5 seconds")
        return yield* Fiber.join(fiber)
      })
      assert.deepStrictEqual(yield* ask(program, server, { who: asAlice }), { ok: 1 })
      assert.deepStrictEqual(
        server.asked
          .filter(({ url }) => url.pathname === "/api/user/password")
          .map(({ headers }) => headers["x-token"]),
        ["fresh-1", "fresh-2"]
      )
    })
  )

  it.effect("is not sent a third time when the old password turns out to be wrong after all", () =>
    Effect.gen(function* () {
      const server = changing(deadToken, wrongOldPassword, changed)
      const error = yield* Effect.flip(ask(change, server, { who: asAlice, ...retries }))
      assert.strictEqual(error.message, "POST /api/user/password: Unauthorized (Unauthorized)")
      assert.deepStrictEqual(lines(server), [signedIn, sent, signedIn, sent])
    })
  )

  it.effect("is not sent a third time when the server says 401 to a fresh token, too", () =>
    Effect.gen(function* () {
      const server = changing(deadToken)
      const error = yield* Effect.flip(ask(change, server, { who: asAlice, ...retries }))
      assert.strictEqual(error.message, "POST /api/user/password: Unauthorized (unauthorized)")
      assert.deepStrictEqual(lines(server), [signedIn, sent, signedIn, sent])
    })
  )

  it.effect("is sent twice at most, whatever a session of one's own lends", () =>
    Effect.gen(function* () {
      const server = changing(deadToken)
      const loan = { token: Redacted.make("always-the-same"), generation: 1, sequence: 1 }
      const session = Session.Session.of({
        method: "Password",
        acquire: Effect.succeed(loan),
        current: Effect.succeed(loan),
        onTokenReceived: () => Effect.void,
        onTokenRejected: () => Effect.succeed(loan),
        user: Effect.die("nobody asks"),
        changes: Stream.empty
      })
      const layer = Layer.effect(ScreepsClient.ScreepsClient, ScreepsClient.make).pipe(
        Layer.provide(RateLimits.layer),
        Layer.provide([Layer.succeed(Session.Session, session), asAlice, Server.layer(privateServer)]),
        Layer.provide(Layer.succeed(HttpClient.HttpClient, server.http))
      )
      const error = yield* Effect.flip(Effect.provide(change, layer))
      assert.strictEqual(error.message, "POST /api/user/password: Unauthorized (unauthorized)")
      assert.deepStrictEqual(lines(server), [sent, sent])
    })
  )

  it.effect("with a refused API token says so, and is not repeated", () =>
    Effect.gen(function* () {
      const server = changing(deadToken)
      const error = yield* Effect.flip(ask(change, server))
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
    "with a blank": json({ error: "unauthorized " }),
    "on two lines": json({ error: "unauthorized\nat the password" }),
    "as an error's text": json({ error: "Error: unauthorized" }),
    "as bare text": () => new Response("unauthorized", { status: 401 }),
    "as JSON text": json("unauthorized"),
    "as null": json(null),
    "as a page": () => new Response("<pre>unauthorized</pre>", { status: 401 }),
    "without a word": () => new Response("", { status: 401 }),
    "with the next token, so that this one was known": json({ error: "unauthorized" }, 401, {
      "x-token": "next"
    }),
    "with status 200": json({ error: "unauthorized" }, 200),
    "with status 403": json({ error: "unauthorized" }, 403),
    "as the server's password": json({ error: "incorrect server password" }, 200)
  }
  for (const [how, answer] of Object.entries(others)) {
    it.effect(`is sent once when refused otherwise than for its token: ${how}`, () =>
      Effect.gen(function* () {
        const server = changing(answer, changed)
        yield* Effect.flip(ask(change, server, { who: asAlice, ...retries }))
        assert.deepStrictEqual(lines(server), [signedIn, sent])
      })
    )
  }
})

describe("an error", () => {
  it.effect("names the call that a guest made, and nothing was sent", () =>
    Effect.gen(function* () {
      const server = always({ ok: 1 })
      const error = yield* Effect.flip(ask(Auth.me(), server, { who: asGuest }))
      assert.strictEqual(
        error.message,
        "GET /api/auth/me: Unauthorized (an account is required: provide Credentials)"
      )
      assert.deepStrictEqual(lines(server), [])
    })
  )

  it.effect("names the call whose API token was rejected", () =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(ask(Auth.me(), always("game/auth-me.no-token")))
      assert.strictEqual(error.message, "GET /api/auth/me: Unauthorized (the API token was rejected)")
    })
  )

  it.effect("does not blame the API token for a wrong password of the server", () =>
    Effect.gen(function* () {
      const server = always({ error: "incorrect server password" })
      const error = yield* Effect.flip(ask(Auth.me(), server))
      assert.strictEqual(error.message, "GET /api/auth/me: Unauthorized (incorrect server password)")
      assert.lengthOf(server.asked, 1)
    })
  )

  it.effect("is what an input that is no object gives", () =>
    Effect.gen(function* () {
      const untyped = Game.time as (input: unknown) => ReturnType<typeof Game.time>
      for (const input of [null, 5, "shard3"]) {
        const error = yield* Effect.flip(ask(untyped(input), always({ ok: 1, time: 1 })))
        assert.strictEqual(error.reason._tag, "InvalidInput")
      }
    })
  )
})

/** What fetch refuses to send, and what no server would understand. */
const impossible: ReadonlyArray<string> = [
  "pass-\u2603-word",
  "pass\nword",
  "pass\rword",
  "pass\0word",
  "pass\u007fword",
  "\u2603"
]

const accented = "p\u00e4ss-w\u00f6rd"

describe("a secret that no header can carry", () => {
  /** A client as it is by default, that sends by the runtime's own fetch. */
  const sending = (secret: string, seen: Array<RequestInit | undefined>, isToken: boolean) =>
    ScreepsClient.layer.pipe(
      Layer.provide(isToken ? Credentials.layerToken(Redacted.make(secret)) : asAlice),
      Layer.provide(
        Server.layer(
          Server.privateServer(privateServer.url, isToken ? {} : { password: Redacted.make(secret) })
        )
      ),
      Layer.provide(FetchHttpClient.layer),
      Layer.provide(
        Layer.succeed(FetchHttpClient.Fetch, (_, init) => {
          seen.push(init)
          return Promise.resolve(Response.json({ ok: 1, token: "token-1", time: 5 }))
        })
      )
    )

  for (const secret of impossible) {
    it.effect(`fails at once and is not told, as a token: ${JSON.stringify(secret)}`, () =>
      Effect.gen(function* () {
        const seen: Array<RequestInit | undefined> = []
        const error = yield* Effect.flip(Effect.provide(Auth.me(), sending(secret, seen, true)))
        assert.strictEqual(
          error.message,
          "GET /api/auth/me: Unauthorized (the token contains characters that are not allowed in a header)"
        )
        assert.isEmpty(seen)
      })
    )

    it.effect(`fails at once and is not told, as a server's password: ${JSON.stringify(secret)}`, () =>
      Effect.gen(function* () {
        const seen: Array<RequestInit | undefined> = []
        const error = yield* Effect.flip(Effect.provide(Auth.me(), sending(secret, seen, false)))
        assert.strictEqual(
          error.message,
          "POST /api/auth/signin: Unauthorized (the server's password contains characters that are not allowed in a header)"
        )
        assert.isEmpty(seen)
      })
    )
  }

  it.effect("is no password with accents, and no token with a line break behind it", () =>
    Effect.gen(function* () {
      const seen: Array<RequestInit | undefined> = []
      yield* Effect.provide(
        Auth.signIn({ email: "alice", password: Redacted.make("x") }),
        sending(accented, seen, false)
      )
      yield* Effect.provide(Game.time(), sending("token-5\n", seen, true))
      assert.deepStrictEqual(
        seen.map((init) => {
          const headers = new Headers(init?.headers)
          return headers.get("x-server-password") ?? headers.get("x-token")
        }),
        [accented, "token-5"]
      )
    })
  )

  it.effect("is hidden without the line break behind it, too", () =>
    Effect.gen(function* () {
      const server = always({ error: "no such token: secret-5" }, { status: 400 })
      const who = Credentials.layerToken(Redacted.make("secret-5\n"))
      const error = yield* Effect.flip(ask(Auth.me(), server, { who }))
      assert.strictEqual(error.message, "GET /api/auth/me: Rejected (no such token: <redacted>)")
    })
  )
})

describe("a span", () => {
  it.effect("ends without the answer", () =>
    Effect.gen(function* () {
      const ended: Array<unknown> = []
      class Kept extends Tracer.NativeSpan {
        override end(...[time, exit]: Parameters<Tracer.Span["end"]>) {
          ended.push(exit)
          super.end(time, exit)
        }
      }
      const tracer = Tracer.make({ span: (options) => new Kept({ ...options, parent: Option.none() }) })
      const answer = { ok: 1, _id: "1", cpu: 100, money: 0, email: "alice@example.com" }
      const me = yield* Effect.withTracer(ask(Auth.me(), always(answer)), tracer)
      assert.strictEqual(me.email, "alice@example.com")
      assert.strictEqual(ended.length, 1)
      assert.notInclude(JSON.stringify(ended), "alice")
    })
  )
})
