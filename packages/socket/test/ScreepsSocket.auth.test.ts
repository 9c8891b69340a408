import * as Channels from "@screeps-effect/socket/Channels"
import { Unauthorized } from "@screeps-effect/api/ScreepsError"
import * as Server from "@screeps-effect/api/Server"
import * as Session from "@screeps-effect/api/Session"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Stream from "effect/Stream"
import { alice, apiToken, asToken } from "./support/fakeServer.ts"
import { listen, withSocket } from "./support/listen.ts"
import { pass, settle } from "@screeps-effect/fixtures/time"

describe("a sign-in", () => {
  it.effect("fails all streams with AuthRefused when rejected twice, without another attempt", () =>
    withSocket(
      (socket, server) =>
        Effect.gen(function* () {
          const lines = yield* listen(socket.subscribe(Channels.serverMessage()))
          yield* settle
          assert.strictEqual(lines.failure()?._tag, "AuthRefused")
          const state = yield* socket.state
          assert.strictEqual(state._tag === "Closed" && state.error.reason._tag, "AuthRefused")
          yield* pass("1 hour")
          assert.lengthOf(server.connections, 1)
          assert.strictEqual(server.current().closedWith, 1000)
          assert.lengthOf(server.current().sent, 2)
          assert.strictEqual(server.signIns(), 2)
          assert.strictEqual(
            (yield* listen(socket.subscribe(Channels.room("W7N3")))).failure()?._tag,
            "AuthRefused"
          )
        }),
      { auth: "refused" }
    )
  )

  it.effect(
    "is repeated with a fresh token when both the old and the session's newer token have expired",
    () => {
      let interfere = () => {}
      return withSocket(
        (socket, server) =>
          Effect.gen(function* () {
            const session = yield* Session.Session
            const lines = yield* listen(socket.subscribe(Channels.serverMessage()))
            const lease = yield* session.acquire
            interfere = () =>
              void Effect.runFork(session.onTokenReceived(lease, Redacted.make("a-dead-token")))
            server.expireTokens()
            server.current().drop()
            yield* pass("2 seconds")
            assert.strictEqual((yield* socket.state)._tag, "Ready")
            assert.isUndefined(lines.failure())
            assert.deepStrictEqual(server.current().sent.slice(0, 3), [
              "auth token-2",
              "auth a-dead-token",
              "auth token-3"
            ])
            assert.strictEqual(server.signIns(), 2)
          }),
        {
          beforeAuth: (token) => {
            if (token === "token-2") interfere()
          }
        }
      )
    }
  )

  it.effect("with an API token is tried once, since no other token exists", () =>
    withSocket(
      (socket, server) =>
        Effect.gen(function* () {
          const events = yield* listen(socket.events)
          assert.strictEqual(events.failure()?._tag, "AuthRefused")
          assert.deepStrictEqual(server.current().sent, [`auth ${apiToken}`])
          assert.isEmpty(server.requestedPaths)
        }),
      { auth: "refused", credentials: asToken }
    )
  )

  for (const [kind, isSignedIn, server] of [
    ["an official", true, Server.official({ shard: "shard3" })],
    ["a private", false, undefined]
  ] as const)
    it.effect(
      `with an API token that ${kind} server rejects leaves ${isSignedIn ? "a" : "no"} valid token`,
      () =>
        withSocket(
          (socket) =>
            Effect.gen(function* () {
              yield* listen(socket.events)
              const session = yield* Session.Session
              const [token] = yield* Stream.runCollect(Stream.take(session.changes, 1))
              assert.strictEqual(token !== undefined, isSignedIn)
            }),
          { auth: "refused", credentials: asToken, ...(server === undefined ? {} : { server }) }
        )
    )

  it.effect("makes an API token valid for the session, whose rejections over HTTP are Forbidden then", () =>
    withSocket(
      (socket) =>
        Effect.gen(function* () {
          yield* listen(socket.events)
          const session = yield* Session.Session
          const reason = new Unauthorized({ detail: "the API token was rejected" })
          const refused = yield* session.onTokenRefused(yield* session.acquire, "GET /api/auth/me", reason)
          assert.strictEqual(refused._tag, "Forbidden")
        }),
      { credentials: asToken, server: Server.official({ shard: "shard3" }) }
    )
  )

  it.effect("fails all streams when HTTP rejects it", () =>
    withSocket(
      (socket, server) =>
        Effect.gen(function* () {
          yield* listen(socket.events)
          const state = yield* socket.state
          assert.strictEqual(state._tag === "Closed" && state.error.reason._tag, "AuthRefused")
          assert.isEmpty(server.current().sent)
          assert.strictEqual(server.current().closedWith, 1000)
        }),
      { http: () => 401 }
    )
  )

  it.effect("fails with SignInFailed when the HTTP response cannot be decoded", () =>
    withSocket(
      (socket) =>
        Effect.gen(function* () {
          yield* settle
          const state = yield* socket.state
          assert.strictEqual(state._tag === "Closed" && state.error.reason._tag, "SignInFailed")
        }),
      { http: () => 200 }
    )
  )

  it.effect("is retried later after a transient HTTP failure", () => {
    let isDown = true
    return withSocket(
      (socket) =>
        Effect.gen(function* () {
          assert.strictEqual((yield* socket.state)._tag, "Backoff")
          isDown = false
          yield* pass("2 seconds")
          assert.strictEqual((yield* socket.state)._tag, "Ready")
        }),
      { http: () => (isDown ? 503 : undefined) }
    )
  })

  it.effect("passes its new token to the session, which HTTP shares", () =>
    withSocket((_, server) =>
      Effect.gen(function* () {
        const session = yield* Session.Session
        assert.deepStrictEqual(server.current().sent, ["auth token-1"])
        assert.strictEqual(Redacted.value((yield* session.acquire).token), "token-2")
      })
    )
  )

  it.effect("keeps an API token unchanged", () =>
    withSocket(
      () =>
        Effect.gen(function* () {
          const session = yield* Session.Session
          assert.strictEqual(Redacted.value((yield* session.acquire).token), apiToken)
        }),
      { credentials: asToken }
    )
  )

  it.effect("does not end a signed-in connection when it fails later", () =>
    withSocket((socket, server) =>
      Effect.gen(function* () {
        const emitted = yield* listen(socket.subscribe(Channels.console()))
        server.current().sendFrames("auth failed")
        server.current().sendEvent(`user:${alice}/console`, { messages: { log: [], results: ["1"] } })
        yield* settle
        assert.strictEqual((yield* socket.state)._tag, "Ready")
        assert.lengthOf(emitted.emitted, 1)
      })
    )
  )
})
