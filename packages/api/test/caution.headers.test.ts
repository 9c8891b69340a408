/** Secrets that cannot be sent in a header, and the span of a call. */
import { assert, describe, it } from "@effect/vitest"
import * as Auth from "@screeps-effect/api/Auth"
import * as Credentials from "@screeps-effect/api/Credentials"
import * as Game from "@screeps-effect/api/Game"
import * as ScreepsClient from "@screeps-effect/api/ScreepsClient"
import * as Server from "@screeps-effect/api/Server"
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Tracer from "effect/Tracer"
import { always, asAlice, run, privateServer } from "./support/fake.ts"

/** Header values that fetch refuses to send, or that no server understands. */
const impossible: ReadonlyArray<string> = [
  "pass-\u2603-word",
  "pass\nword",
  "pass\rword",
  "pass\0word",
  "pass\u007fword",
  "\u2603"
]

const accented = "p\u00e4ss-w\u00f6rd"

describe("a secret that cannot be sent in a header", () => {
  /** A client with default settings and a recorded fetch. */
  const clientWithSecret = (secret: string, sentRequests: Array<RequestInit | undefined>, isToken: boolean) =>
    ScreepsClient.layerNoDeps().pipe(
      Layer.provide(isToken ? Credentials.layerToken(Redacted.make(secret)) : asAlice),
      Layer.provide(
        Server.layer(
          Server.privateServer(privateServer.url, isToken ? {} : { password: Redacted.make(secret) })
        )
      ),
      Layer.provide(FetchHttpClient.layer),
      Layer.provide(
        Layer.succeed(FetchHttpClient.Fetch, (_, init) => {
          sentRequests.push(init)
          return Promise.resolve(Response.json({ ok: 1, token: "token-1", time: 5 }))
        })
      )
    )

  for (const secret of impossible) {
    it.effect(`fails at once without being shown, as a token: ${JSON.stringify(secret)}`, () =>
      Effect.gen(function* () {
        const sentRequests: Array<RequestInit | undefined> = []
        const error = yield* Effect.flip(
          Effect.provide(Auth.me(), clientWithSecret(secret, sentRequests, true))
        )
        assert.strictEqual(
          error.message,
          "GET /api/auth/me: Unauthorized (the token contains characters that are not allowed in a header)"
        )
        assert.isEmpty(sentRequests)
      })
    )

    it.effect(`fails at once without being shown, as a server password: ${JSON.stringify(secret)}`, () =>
      Effect.gen(function* () {
        const sentRequests: Array<RequestInit | undefined> = []
        const error = yield* Effect.flip(
          Effect.provide(Auth.me(), clientWithSecret(secret, sentRequests, false))
        )
        assert.strictEqual(
          error.message,
          "POST /api/auth/signin: Unauthorized (the server's password contains characters that are not allowed in a header)"
        )
        assert.isEmpty(sentRequests)
      })
    )
  }

  it.effect("is not a password with accents or a token followed by a line break", () =>
    Effect.gen(function* () {
      const sentRequests: Array<RequestInit | undefined> = []
      yield* Effect.provide(
        Auth.signIn({ email: "alice", password: Redacted.make("x") }),
        clientWithSecret(accented, sentRequests, false)
      )
      yield* Effect.provide(Game.time(), clientWithSecret("token-5\n", sentRequests, true))
      assert.deepStrictEqual(
        sentRequests.map((init) => {
          const headers = new Headers(init?.headers)
          return headers.get("x-server-password") ?? headers.get("x-token")
        }),
        [accented, "token-5"]
      )
    })
  )

  it.effect("is also redacted without the line break that followed it", () =>
    Effect.gen(function* () {
      const server = always({ error: "no such token: secret-5" }, { status: 400 })
      const credentials = Credentials.layerToken(Redacted.make("secret-5\n"))
      const error = yield* Effect.flip(run(Auth.me(), server, { credentials }))
      assert.strictEqual(error.message, "GET /api/auth/me: Rejected (no such token: <redacted>)")
    })
  )
})

describe("the spans of a call", () => {
  it.effect("do not contain the response", () =>
    Effect.gen(function* () {
      const ended: Array<unknown> = []
      class RecordingSpan extends Tracer.NativeSpan {
        override end(...[time, exit]: Parameters<Tracer.Span["end"]>) {
          ended.push(exit)
          super.end(time, exit)
        }
      }
      const tracer = Tracer.make({
        span: (options) => new RecordingSpan({ ...options, parent: Option.none() })
      })
      const response = { ok: 1, _id: "1", cpu: 100, money: 0, email: "alice@example.com" }
      const me = yield* Effect.withTracer(run(Auth.me(), always(response)), tracer)
      assert.strictEqual(me.email, "alice@example.com")
      assert.strictEqual(ended.length, 2)
      assert.notInclude(JSON.stringify(ended), "alice")
    })
  )
})
