/** Runs programs with a socket to a fake server, and collects what its streams emit. */
import * as ScreepsSocket from "@screeps-effect/socket/ScreepsSocket"
import type { Signal } from "@screeps-effect/socket/Channel"
import type { SocketError } from "@screeps-effect/socket/SocketError"
import type * as Server from "@screeps-effect/api/Server"
import type * as Session from "@screeps-effect/api/Session"
import { assert } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"
import { type FakeServer, fakeServer, type Options } from "./fakeServer.ts"
import { settle } from "@screeps-effect/fixtures/time"

export interface Listening<A> {
  /** The stream's elements so far. */
  readonly emitted: ReadonlyArray<A>
  /** Stops listening. */
  readonly stop: Effect.Effect<void>
  /** The reason with which the stream failed; `undefined` while it runs. */
  readonly failure: () => SocketError["reason"] | undefined
}

/** Listens to a stream in the background of the test's scope. */
export const listen = <A>(
  stream: Stream.Stream<A, SocketError>
): Effect.Effect<Listening<A>, never, Scope.Scope> =>
  Effect.gen(function* () {
    const emitted: Array<A> = []
    let failure: SocketError["reason"] | undefined
    const fiber = yield* Effect.forkScoped(
      Stream.runForEach(stream, (item) => Effect.sync(() => emitted.push(item))).pipe(
        Effect.tapError((error) =>
          Effect.sync(() => {
            failure = error.reason
          })
        ),
        Effect.exit
      )
    )
    yield* settle
    return { emitted, stop: Fiber.interrupt(fiber), failure: () => failure }
  })

/** Summarizes signals: payloads unchanged, the others by their tags. */
export const short = (signals: ReadonlyArray<Signal<unknown>>): ReadonlyArray<unknown> =>
  signals.map((signal) => {
    switch (signal._tag) {
      case "Payload":
        return signal.payload
      case "Gap":
        return `Gap ${signal.reason}`
      case "Refused":
        return `Refused ${signal.text}`
      default:
        return signal._tag
    }
  })

export type Program<A, E> = (
  socket: ScreepsSocket.ScreepsSocket["Service"],
  server: FakeServer
) => Effect.Effect<A, E, Scope.Scope | Session.Session | Server.Server>

/** Runs a program with a socket; afterwards checks that every connection is closed and no listener is left. */
export const withSocket = <A, E>(
  program: Program<A, E>,
  options: Options & ScreepsSocket.Options = {}
): Effect.Effect<A, E> =>
  Effect.gen(function* () {
    const server = yield* fakeServer(options)
    const { counters, exit } = yield* Effect.gen(function* () {
      const socket = yield* ScreepsSocket.ScreepsSocket
      yield* socket.state // connects
      yield* settle
      const exit = yield* Effect.exit(Effect.scoped(program(socket, server)))
      return { exit, counters: socket.counters }
    }).pipe(Effect.provide(Layer.provideMerge(ScreepsSocket.layer(options), server.layer)))
    if (Exit.isSuccess(exit)) {
      const { listeners, subscribed } = yield* counters
      assert.deepStrictEqual({ listeners, subscribed }, { listeners: 0, subscribed: 0 })
      assert.isTrue(server.connections.every(({ readyState }) => readyState === 3))
    }
    return yield* exit
  }).pipe(Effect.scoped)
