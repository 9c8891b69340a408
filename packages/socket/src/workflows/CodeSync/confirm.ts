/** Sends an HTTP request and waits until the socket confirms it. */
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Latch from "effect/Latch"
import * as Option from "effect/Option"
import type { Channel } from "../../Channel.ts"
import { ScreepsSocket } from "../../ScreepsSocket.ts"
import type { SocketError } from "../../SocketError.ts"
import { timedOut } from "../timedOut.ts"

/** A way of confirming requests. @internal */
export interface Confirm<E, R> {
  /** Sends; returns whether the channel emitted a matching payload, `undefined` when that is not checked. */
  readonly send: <A, E2, R2>(
    channel: Channel<A>,
    matches: (payload: A) => boolean,
    request: Effect.Effect<unknown, E2, R2>
  ) => Effect.Effect<boolean | undefined, E | E2, R | R2>
}

/** Sends without confirmation. @internal */
export const not: Confirm<never, never> = {
  send: (_channel, _matches, request) => Effect.as(request, undefined)
}

/**
 * Confirms requests: subscribes before sending and listens until the deadline. Nothing is sent when the channel is not
 * subscribed to by the deadline; a socket that fails after sending confirms nothing.
 *
 * @internal
 */
export const within = (deadline: Duration.Input): Confirm<SocketError, ScreepsSocket> => ({
  send: Effect.fnUntraced(function* (channel, matches, request) {
    const socket = yield* ScreepsSocket
    const ready = Latch.makeUnsafe(false)
    const listening = yield* socket
      .runForEachWhile(channel, (signal) => {
        if (signal._tag === "Connected") ready.openUnsafe()
        return signal._tag !== "Payload" || !matches(signal.payload)
      })
      .pipe(Effect.forkScoped)
    yield* Effect.raceFirst(ready.await, Fiber.join(listening)).pipe(
      Effect.timeoutOrElse({ duration: deadline, orElse: () => timedOut(socket, deadline) })
    )
    yield* request
    return yield* Fiber.join(listening).pipe(
      Effect.timeoutOption(deadline),
      Effect.map(Option.isSome),
      Effect.catch(() => Effect.succeed(false))
    )
  }, Effect.scoped)
})
