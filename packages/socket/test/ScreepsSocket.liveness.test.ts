/** Connections whose server does not respond: noticed regularly, and on demand. */
import * as Channels from "@screeps-effect/socket/Channels"
import * as Session from "@screeps-effect/api/Session"
import type * as ScreepsSocket from "@screeps-effect/socket/ScreepsSocket"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"
import { alice, asGuest } from "./support/fakeServer.ts"
import { listen, short, withSocket } from "./support/listen.ts"
import { pass, settle, withTimePassing } from "@screeps-effect/fixtures/time"

const doubling = Schedule.exponential("1 second")

const consoleName = `user:${alice}/console`

describe("a silent server", () => {
  it.effect("is given up after ten seconds without an open connection", () =>
    withSocket(
      (socket, server) =>
        Effect.gen(function* () {
          yield* pass("9900 millis")
          assert.strictEqual((yield* socket.state)._tag, "Connecting")
          yield* pass("200 millis")
          const state = yield* socket.state
          assert.strictEqual(state._tag === "Backoff" && state.error.reason._tag, "TimedOut")
          assert.strictEqual(server.current().closedWith, 1000)
        }),
      { dial: () => "never" }
    )
  )

  it.effect("is given up after ten seconds without a response to the sign-in", () =>
    withSocket(
      (socket, server) =>
        Effect.gen(function* () {
          yield* pass("9900 millis")
          assert.strictEqual((yield* socket.state)._tag, "Authenticating")
          yield* pass("200 millis")
          assert.strictEqual((yield* socket.state)._tag, "Backoff")
          assert.strictEqual(server.current().closedWith, 1000)
        }),
      { auth: "silent" }
    )
  )

  it.effect("is checked after half a minute, and left when it does not respond", () =>
    withSocket(
      (socket, server) =>
        Effect.gen(function* () {
          const emitted = yield* listen(socket.signals(Channels.console()))
          const [first] = server.connections
          first?.freeze()
          yield* pass("29 seconds")
          assert.lengthOf(first?.sent ?? [], 2)
          yield* pass("2 seconds")
          assert.lengthOf(first?.sent ?? [], 3)
          yield* pass("12 seconds")
          assert.lengthOf(server.connections, 2)
          assert.strictEqual(first?.closedWith, 1000)
          assert.deepStrictEqual(short(emitted.emitted), ["Connected", "Gap disconnected", "Resumed"])
        }),
      { backoff: doubling }
    )
  )

  it.effect("is kept when it responds to the check, also to an expired token", () =>
    withSocket((socket, server) =>
      Effect.gen(function* () {
        const emitted = yield* listen(socket.signals(Channels.console()))
        yield* pass("5 minutes")
        assert.lengthOf(server.connections, 1)
        assert.isAbove(server.current().sent.length, 8)
        server.expireTokens()
        yield* pass("5 minutes")
        assert.lengthOf(server.connections, 1)
        assert.deepStrictEqual(short(emitted.emitted), ["Connected"])
        assert.deepStrictEqual(server.current().commands, [`subscribe ${consoleName}`])
      })
    )
  )

  it.effect("is not left while there is no token for the check", () => {
    let isDown = false
    return withSocket(
      (socket, server) =>
        Effect.gen(function* () {
          const session = yield* Session.Session
          const emitted = yield* listen(socket.signals(Channels.serverMessage()))
          yield* pass("20 seconds")
          isDown = true
          yield* Effect.flip(session.onTokenRejected(yield* session.acquire))
          yield* pass("10 minutes")
          server.current().sendEvent("server-message", "still here")
          yield* settle
          assert.deepStrictEqual(server.current().sent, ["auth token-1", "subscribe server-message"])
          assert.lengthOf(server.connections, 1)
          assert.deepStrictEqual(short(emitted.emitted), ["Connected", "still here"])
          isDown = false
          yield* session.acquire
          const [first] = server.connections
          first?.freeze()
          yield* pass("2 minutes")
          assert.lengthOf(first?.sent ?? [], 3)
          assert.deepStrictEqual(short(emitted.emitted).slice(2), ["Gap disconnected", "Resumed"])
        }),
      { backoff: doubling, http: () => (isDown ? 503 : undefined) }
    )
  })

  it.effect("is checked and replaced also while there are no listeners", () =>
    withSocket(
      (socket, server) =>
        Effect.gen(function* () {
          yield* pass("31 seconds")
          assert.lengthOf(server.current().sent, 2)
          server.current().freeze()
          yield* pass("42 seconds")
          assert.lengthOf(server.connections, 2)
          assert.strictEqual((yield* socket.state)._tag, "Ready")
        }),
      { backoff: doubling }
    )
  )

  it.effect("is not checked while frames arrive", () =>
    withSocket((socket, server) =>
      Effect.gen(function* () {
        const lines = yield* listen(socket.subscribe(Channels.serverMessage()))
        for (let n = 0; n < 10; n++) {
          server.current().sendEvent("server-message", "still here")
          yield* pass("20 seconds")
        }
        assert.deepStrictEqual(server.current().sent, ["auth token-1", "subscribe server-message"])
        assert.lengthOf(lines.emitted, 10)
      })
    )
  )
})

describe("responds", () => {
  /** Starts to wait for a response; returns whether it came. */
  const waiting = (socket: ScreepsSocket.ScreepsSocket["Service"]) =>
    Effect.gen(function* () {
      let outcome: string | undefined
      yield* Effect.forkScoped(
        Effect.exit(socket.responds).pipe(
          Effect.map(({ _tag }) => {
            outcome = _tag
          })
        )
      )
      yield* settle
      return () => outcome
    })

  it.effect("completes at once when the server has just sent something, without a request", () =>
    withSocket((socket, server) =>
      Effect.gen(function* () {
        yield* pass("20 seconds")
        server.current().sendEvent("server-message", "here")
        yield* pass("4 seconds")
        assert.strictEqual((yield* waiting(socket))(), "Success")
        assert.lengthOf(server.current().sent, 1)
      })
    )
  )

  it.effect("completes after one round trip for all callers when the server was silent for seconds", () =>
    withSocket((socket, server) =>
      Effect.gen(function* () {
        yield* pass("6 seconds")
        const both = [yield* waiting(socket), yield* waiting(socket)]
        yield* settle
        assert.deepStrictEqual(
          both.map((outcome) => outcome()),
          ["Success", "Success"]
        )
        assert.lengthOf(server.current().sent, 2)
      })
    )
  )

  it.effect.each([2, 4, 8])("keeps a quiet connection when %i callers wait and time passes", (callers) =>
    withSocket((socket, server) =>
      Effect.gen(function* () {
        for (let round = 0; round < 3; round++) {
          yield* pass("6 seconds")
          yield* Effect.all(
            Array.from({ length: callers }, () => socket.responds),
            { concurrency: "unbounded" }
          )
          yield* settle
        }
        assert.lengthOf(server.connections, 1)
        // One sign-in, and one check in each round.
        assert.lengthOf(server.current().sent, 4)
      })
    ).pipe(withTimePassing)
  )

  it.effect("replaces a connection that died while it was idle, and waits for the next one", () =>
    withSocket(
      (socket, server) =>
        Effect.gen(function* () {
          yield* pass("20 seconds")
          server.current().freeze()
          const outcome = yield* waiting(socket)
          yield* pass("9900 millis")
          assert.isUndefined(outcome())
          assert.lengthOf(server.connections, 1)
          yield* pass("1200 millis")
          assert.strictEqual(outcome(), "Success")
          assert.lengthOf(server.connections, 2)
        }),
      { backoff: doubling }
    )
  )

  it.effect("checks on demand also without a regular check", () =>
    withSocket(
      (socket, server) =>
        Effect.gen(function* () {
          yield* pass("20 minutes")
          assert.lengthOf(server.current().sent, 1)
          assert.strictEqual((yield* waiting(socket))(), "Success")
          assert.lengthOf(server.current().sent, 2)
        }),
      { liveness: "Infinity" }
    )
  )

  it.effect("waits for a connection only, for guests", () =>
    withSocket(
      (socket, server) =>
        Effect.gen(function* () {
          yield* pass("20 seconds")
          assert.strictEqual((yield* waiting(socket))(), "Success")
          assert.lengthOf(server.current().sent, 0)
        }),
      { credentials: asGuest }
    )
  )

  it.effect("fails when the socket gives up", () =>
    withSocket(
      (socket) =>
        Effect.gen(function* () {
          const outcome = yield* waiting(socket)
          assert.isUndefined(outcome())
          yield* pass("2 seconds")
          assert.strictEqual(outcome(), "Failure")
        }),
      { dial: () => "refused", backoff: Schedule.upTo(Schedule.spaced("1 second"), { times: 1 }) }
    )
  )
})
