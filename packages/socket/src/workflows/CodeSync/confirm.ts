/** Waiting for the socket to tell of what was sent over HTTP. */
import * as Deferred from "effect/Deferred"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import type { Channel } from "../../Channel.ts"
import * as ScreepsSocket from "../../ScreepsSocket.ts"
import type { SocketError } from "../../SocketError.ts"
import { timedOut } from "../timedOut.ts"

/** How it is made sure that something sent has arrived. @internal */
export interface Confirm<E, R> {
  /** Sends, and tells whether the channel told of it; `undefined` when nobody listens. */
  readonly around: <A, E2, R2>(
    channel: Channel<A>,
    isIt: (payload: A) => boolean,
    send: Effect.Effect<unknown, E2, R2>
  ) => Effect.Effect<boolean | undefined, E | E2, R | R2>
}

/** Nobody listens. @internal */
export const not: Confirm<never, never> = { around: (_channel, _isIt, send) => Effect.as(send, undefined) }

/**
 * Listens before sending and until the deadline. Nothing is sent when the channel is not heard by the deadline; what
 * happens to the socket after sending leaves the matter open.
 *
 * @internal
 */
export const within = (deadline: Duration.Input): Confirm<SocketError, ScreepsSocket.ScreepsSocket> => ({
  around: Effect.fnUntraced(function* (channel, isIt, send) {
    const socket = yield* ScreepsSocket.ScreepsSocket
    const ready = yield* Deferred.make<void>()
    const listening = yield* socket.signals(channel).pipe(
      Stream.tap(({ _tag }) => (_tag === "Connected" ? Deferred.succeed(ready, undefined) : Effect.void)),
      Stream.filter((signal) => signal._tag === "Payload" && isIt(signal.payload)),
      Stream.runHead,
      Effect.forkScoped
    )
    yield* Effect.raceFirst(Deferred.await(ready), Fiber.join(listening)).pipe(
      Effect.timeoutOrElse({
        duration: deadline,
        orElse: () => timedOut(socket, deadline)
      })
    )
    yield* send
    return yield* Fiber.join(listening).pipe(
      Effect.timeoutOption(deadline),
      Effect.map(Option.isSome),
      Effect.catch(() => Effect.succeed(false))
    )
  }, Effect.scoped)
})
