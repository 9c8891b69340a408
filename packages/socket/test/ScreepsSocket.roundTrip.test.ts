/** Round trips: what the response to a socket's own sign-in shows. */
import * as Channels from "@screeps-effect/socket/Channels"
import type * as ScreepsSocket from "@screeps-effect/socket/ScreepsSocket"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { alice, asGuest, type Connection, type Options } from "./support/fakeServer.ts"
import { listen, withSocket } from "./support/listen.ts"
import { pass, settle } from "@screeps-effect/fixtures/time"

const consoleName = `user:${alice}/console`

/** Starts a round trip; returns what it has shown so far. */
const begun = (socket: ScreepsSocket.ScreepsSocket["Service"]) =>
  Effect.gen(function* () {
    let shown: string | undefined
    yield* Effect.forkScoped(
      Effect.exit(socket.roundTrip).pipe(
        Effect.map((exit) => {
          shown = Exit.isSuccess(exit) ? exit.value : "failed"
        })
      )
    )
    yield* settle
    return () => shown
  })

/** A server that responds to the first sign-in of a connection, and to later ones as the test wants. */
const manual = (later: (connection: Connection) => void = () => {}): Options => {
  const known = new Set<Connection>()
  return {
    auth: (connection) => {
      if (known.has(connection)) return later(connection)
      known.add(connection)
      connection.sendFrames("auth ok a-token")
    }
  }
}

describe("a round trip", () => {
  it.effect("is complete with the response to a sign-in sent after the subscription", () =>
    withSocket(
      (socket, server) =>
        Effect.gen(function* () {
          yield* listen(socket.signals(Channels.console()))
          const trip = yield* begun(socket)
          const words = server.current().sent.map((text) => text.replace(/^auth .*/, "auth"))
          assert.deepStrictEqual(words, ["auth", `subscribe ${consoleName}`, "auth"])
          server.current().sendEvent(consoleName, { messages: { log: [], results: [] } })
          yield* pass("2 seconds")
          assert.isUndefined(trip())
          server.current().sendFrames("auth ok another")
          yield* settle
          assert.strictEqual(trip(), "complete")
        }),
      manual()
    )
  )

  it.effect("is shared by those who begin at the same time, not by those who begin later", () =>
    withSocket((socket, server) =>
      Effect.gen(function* () {
        const sent = server.current().sent.length
        const shown = yield* Effect.all(
          Array.from({ length: 20 }, () => socket.roundTrip),
          {
            concurrency: "unbounded"
          }
        )
        assert.deepStrictEqual([...new Set(shown)], ["complete"])
        assert.lengthOf(server.current().sent, sent + 1)
        assert.strictEqual(yield* socket.roundTrip, "complete")
        assert.lengthOf(server.current().sent, sent + 2)
      })
    )
  )

  it.effect("begins after the one in progress", () =>
    withSocket(
      (socket, server) =>
        Effect.gen(function* () {
          const first = yield* begun(socket)
          const second = yield* begun(socket)
          assert.lengthOf(server.current().sent, 2)
          server.current().sendFrames("auth ok another")
          yield* settle
          assert.deepStrictEqual([first(), second()], ["complete", undefined])
          assert.lengthOf(server.current().sent, 3)
          server.current().sendFrames("auth ok another")
          yield* settle
          assert.strictEqual(second(), "complete")
        }),
      manual()
    )
  )

  it.effect("is not completed by the response to an earlier check of the connection", () =>
    withSocket(
      (socket, server) =>
        Effect.gen(function* () {
          yield* pass("31 seconds")
          assert.lengthOf(server.current().sent, 2)
          const trip = yield* begun(socket)
          server.current().sendFrames("auth ok another")
          yield* settle
          assert.isUndefined(trip())
          assert.lengthOf(server.current().sent, 3)
          server.current().sendFrames("auth ok another")
          yield* settle
          assert.strictEqual(trip(), "complete")
        }),
      manual()
    )
  )

  it.effect("is complete when the server rejects an expired token, and needs no sign-in over HTTP", () =>
    withSocket((socket, server) =>
      Effect.gen(function* () {
        yield* pass("2 minutes")
        server.expireTokens()
        assert.strictEqual(yield* socket.roundTrip, "complete")
        assert.strictEqual(server.signIns(), 1)
        assert.lengthOf(server.connections, 1)
      })
    )
  )

  it.effect("shows only what the server has received when frames may be compressed", () =>
    withSocket((socket) => Effect.map(socket.roundTrip, (shown) => assert.strictEqual(shown, "received")), {
      gzip: true
    })
  )

  it.effect("shows nothing to guests, at once", () =>
    withSocket(
      (socket, server) =>
        Effect.gen(function* () {
          assert.strictEqual(yield* socket.roundTrip, "unknown")
          assert.isEmpty(server.current().sent)
        }),
      { credentials: asGuest }
    )
  )

  it.effect("shows nothing when the connection ends at the second sign-in, which is not repeated", () =>
    withSocket(
      (socket, server) =>
        Effect.gen(function* () {
          const trip = yield* begun(socket)
          assert.strictEqual(trip(), "unknown")
          yield* pass("20 seconds")
          assert.lengthOf(server.connections, 2)
        }),
      manual((connection) => connection.drop(1000))
    )
  )

  it.effect("shows nothing after ten seconds when the server sends other frames only", () =>
    withSocket(
      (socket, server) =>
        Effect.gen(function* () {
          const trip = yield* begun(socket)
          yield* pass("9 seconds")
          server.current().sendFrames("time 1")
          assert.isUndefined(trip())
          yield* pass("2 seconds")
          assert.strictEqual(trip(), "unknown")
          assert.lengthOf(server.connections, 1)
        }),
      manual()
    )
  )

  it.effect("replaces a connection on which nothing arrives for ten seconds", () =>
    withSocket(
      (socket, server) =>
        Effect.gen(function* () {
          const trip = yield* begun(socket)
          server.current().freeze()
          yield* pass("9900 millis")
          assert.isUndefined(trip())
          yield* pass("2 seconds")
          assert.strictEqual(trip(), "unknown")
          assert.lengthOf(server.connections, 2)
        }),
      manual()
    )
  )

  it.effect("waits for the next connection while there is none", () =>
    withSocket((socket, server) =>
      Effect.gen(function* () {
        server.current().drop()
        yield* settle
        const trip = yield* begun(socket)
        assert.isUndefined(trip())
        yield* pass("1 second")
        assert.strictEqual(trip(), "complete")
        assert.lengthOf(server.connections, 2)
      })
    )
  )
})
