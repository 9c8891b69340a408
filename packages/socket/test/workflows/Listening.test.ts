/** Listeners that begin before a request is sent. */
import type { Channel } from "@screeps-effect/socket/Channel"
import * as Channels from "@screeps-effect/socket/Channels"
import { ScreepsSocket } from "@screeps-effect/socket/ScreepsSocket"
import type { Signal } from "@screeps-effect/socket/Channel"
import * as Listening from "@screeps-effect/socket/workflows/Listening"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { alice, asGuest, type Connection, type Options } from "../support/fakeServer.ts"
import { short, withSocket } from "../support/listen.ts"
import { pass, settle } from "@screeps-effect/fixtures/time"

const consoleName = `user:${alice}/console`
const event = { messages: { log: ["a line"], results: [] } }

/** Begins to listen in the background; `received` has the signals for which the function was called. */
const begin = <A>(socket: ScreepsSocket["Service"], channel: Channel<A>, options?: Listening.Options) =>
  Effect.gen(function* () {
    const received: Array<Signal<A>> = []
    const fiber = yield* Listening.start(
      channel,
      (signal) => {
        received.push(signal)
        return signal._tag !== "Payload"
      },
      options
    ).pipe(Effect.provideService(ScreepsSocket, socket), Effect.forkScoped)
    yield* settle
    return { fiber, received }
  })

/** A server that responds to the first sign-in of a connection; the test handles later ones. */
const manual = (later: (connection: Connection, n: number) => void): Options => {
  const signIns = new Map<Connection, number>()
  return {
    auth: (connection) => {
      const before = signIns.get(connection) ?? 0
      signIns.set(connection, before + 1)
      if (before === 0) connection.sendFrames("auth ok a-token")
      else later(connection, signIns.size)
    }
  }
}

describe("start", () => {
  it.effect("returns once the server has the subscription, and calls the function from then on", () =>
    withSocket(
      (socket, server) =>
        Effect.gen(function* () {
          const { fiber, received } = yield* begin(socket, Channels.console())
          server.current().sendEvent(consoleName, event)
          yield* pass("2 seconds")
          assert.isUndefined(fiber.pollUnsafe())
          server.current().sendFrames("auth ok another")
          const { ended, isEstablished } = yield* Fiber.join(fiber)
          assert.isTrue(isEstablished)
          assert.isEmpty(received)
          server.current().sendEvent(consoleName, event)
          yield* ended
          assert.deepStrictEqual(short(received), [event])
          server.current().sendEvent(consoleName, event)
          yield* settle
          assert.lengthOf(received, 1)
        }),
      manual(() => {})
    )
  )

  it.effect("begins on the next connection when the present one is lost meanwhile", () =>
    withSocket(
      (socket, server) =>
        Effect.gen(function* () {
          const { fiber } = yield* begin(socket, Channels.console())
          yield* pass("2 seconds")
          assert.isTrue((yield* Fiber.join(fiber)).isEstablished)
          assert.lengthOf(server.connections, 2)
        }),
      manual((connection, n) => (n === 1 ? connection.drop() : connection.sendFrames("auth ok another")))
    )
  )

  it.effect("gives up certainty after two connections that end at the second sign-in", () =>
    withSocket(
      (socket, server) =>
        Effect.gen(function* () {
          const { fiber, received } = yield* begin(socket, Channels.console())
          yield* pass("5 seconds")
          const { ended, isEstablished } = yield* Fiber.join(fiber)
          assert.isFalse(isEstablished)
          assert.lengthOf(server.connections, 3)
          server.current().sendEvent(consoleName, event)
          yield* ended
          assert.deepStrictEqual(short(received), [event])
        }),
      manual((connection) => connection.drop(1000))
    )
  )

  it.effect("gives up certainty when the server responds to everything else", () =>
    withSocket(
      (socket, server) =>
        Effect.gen(function* () {
          const { fiber } = yield* begin(socket, Channels.console())
          yield* pass("4 seconds")
          server.current().sendFrames("time 1")
          assert.isUndefined(fiber.pollUnsafe())
          yield* pass("1100 millis")
          assert.isFalse((yield* Fiber.join(fiber)).isEstablished)
          const short = yield* begin(socket, Channels.console(), { within: "2 seconds" })
          server.current().sendFrames("time 2")
          yield* pass("1100 millis")
          assert.isFalse((yield* Fiber.join(short.fiber)).isEstablished)
          assert.lengthOf(server.connections, 1)
        }),
      manual(() => {})
    )
  )

  it.effect("returns at once for guests, who have no token to sign in with", () =>
    withSocket(
      (socket) =>
        Effect.gen(function* () {
          const { fiber } = yield* begin(socket, Channels.serverMessage())
          assert.isFalse((yield* Fiber.join(fiber)).isEstablished)
        }),
      { credentials: asGuest }
    )
  )

  it.effect("fails when there is no connection that responds in time, and with the socket's end", () =>
    withSocket(
      (socket, server) =>
        Effect.gen(function* () {
          server.current().freeze()
          yield* pass("6 seconds")
          const { fiber } = yield* begin(socket, Channels.console(), { within: "3 seconds" })
          yield* pass("3 seconds")
          const error = yield* Effect.flip(Fiber.join(fiber))
          assert.strictEqual(error.reason._tag, "TimedOut")
        }),
      manual(() => {})
    )
  )
})
