import * as Channels from "@screeps-effect/socket/Channels"
import * as Session from "@screeps-effect/api/Session"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { alice, apiToken, asToken } from "./support/fakeServer.ts"
import { listen, withSocket } from "./support/listen.ts"
import { pass, settle } from "./support/time.ts"

describe("a sign-in", () => {
  it.effect("that is refused twice ends everything with its reason, and nothing is tried again", () =>
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
          assert.strictEqual(server.now().closedWith, 1000)
          assert.lengthOf(server.now().sent, 2)
          assert.strictEqual(server.signIns(), 2)
          assert.strictEqual(
            (yield* listen(socket.subscribe(Channels.room("W7N3")))).failure()?._tag,
            "AuthRefused"
          )
        }),
      { auth: "refused" }
    )
  )

  it.effect("is made anew when HTTP has learnt a newer token meanwhile, and that is dead, too", () => {
    let interfere = () => {}
    return withSocket(
      (socket, server) =>
        Effect.gen(function* () {
          const session = yield* Session.Session
          const lines = yield* listen(socket.subscribe(Channels.serverMessage()))
          const loan = yield* session.acquire
          interfere = () => void Effect.runFork(session.onTokenReceived(loan, Redacted.make("a-dead-token")))
          server.forget()
          server.now().drop()
          yield* pass("2 seconds")
          assert.strictEqual((yield* socket.state)._tag, "Ready")
          assert.isUndefined(lines.failure())
          assert.deepStrictEqual(server.now().sent.slice(0, 3), [
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
  })

  it.effect("with an API token is tried once: nothing could replace it", () =>
    withSocket(
      (socket, server) =>
        Effect.gen(function* () {
          const events = yield* listen(socket.events)
          assert.strictEqual(events.failure()?._tag, "AuthRefused")
          assert.deepStrictEqual(server.now().sent, [`auth ${apiToken}`])
          assert.isEmpty(server.asked)
        }),
      { auth: "refused", who: asToken }
    )
  )

  it.effect("that HTTP refuses ends everything, too", () =>
    withSocket(
      (socket, server) =>
        Effect.gen(function* () {
          yield* listen(socket.events)
          const state = yield* socket.state
          assert.strictEqual(state._tag === "Closed" && state.error.reason._tag, "AuthRefused")
          assert.isEmpty(server.now().sent)
          assert.strictEqual(server.now().closedWith, 1000)
        }),
      { http: () => 401 }
    )
  )

  it.effect("that HTTP cannot make sense of ends with SignInFailed", () =>
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

  it.effect("that HTTP cannot make just now is made later", () => {
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

  it.effect("hands its new token to the session, which HTTP shares", () =>
    withSocket((_, server) =>
      Effect.gen(function* () {
        const session = yield* Session.Session
        assert.deepStrictEqual(server.now().sent, ["auth token-1"])
        assert.strictEqual(Redacted.value((yield* session.acquire).token), "token-2")
      })
    )
  )

  it.effect("leaves an API token as it is", () =>
    withSocket(
      () =>
        Effect.gen(function* () {
          const session = yield* Session.Session
          assert.strictEqual(Redacted.value((yield* session.acquire).token), apiToken)
        }),
      { who: asToken }
    )
  )

  it.effect("that fails later does not end a connection that is signed in", () =>
    withSocket((socket, server) =>
      Effect.gen(function* () {
        const told = yield* listen(socket.subscribe(Channels.console()))
        server.now().say("auth failed")
        server.now().tell(`user:${alice}/console`, { messages: { log: [], results: ["1"] } })
        yield* settle
        assert.strictEqual((yield* socket.state)._tag, "Ready")
        assert.lengthOf(told.told, 1)
      })
    )
  )
})
