/** Where secrets must not travel, and whose name an error carries. */
import { assert, describe, it } from "@effect/vitest"
import * as Account from "@screeps-effect/api/Account"
import * as Auth from "@screeps-effect/api/Auth"
import * as Game from "@screeps-effect/api/Game"
import * as ScreepsClient from "@screeps-effect/api/ScreepsClient"
import * as Server from "@screeps-effect/api/Server"
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import * as Tracer from "effect/Tracer"
import { always, asAlice, asGuest, ask, asToken, fake, lines, privateServer } from "./support/fake.ts"

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
        "GET /api/auth/me: Unexpected (302: expected an answer, got a redirection)"
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
    assert.strictEqual(
      Result.isFailure(read) && read.failure.why,
      "official servers are reached by https only"
    )
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
})

describe("an error", () => {
  it.effect("names the call that a guest made, and nothing was sent", () =>
    Effect.gen(function* () {
      const server = always({ ok: 1 })
      const error = yield* Effect.flip(ask(Auth.me(), server, { who: asGuest }))
      assert.strictEqual(
        error.message,
        "GET /api/auth/me: Unauthorized (guests have no account: provide Credentials)"
      )
      assert.deepStrictEqual(lines(server), [])
    })
  )

  it.effect("names the call whose API token was refused", () =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(ask(Auth.me(), always("game/auth-me.no-token")))
      assert.strictEqual(error.message, "GET /api/auth/me: Unauthorized (the API token was refused)")
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
