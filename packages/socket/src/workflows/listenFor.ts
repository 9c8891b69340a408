/** Listens for the effect of a request: from before it is sent until the payload arrives, or may have been missed. */
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Latch from "effect/Latch"
import type * as Scope from "effect/Scope"
import type { Channel } from "../Channel.ts"
import { ScreepsSocket } from "../ScreepsSocket.ts"
import type { SocketError } from "../SocketError.ts"
import { timedOut } from "./timedOut.ts"

/**
 * Subscribes to a channel and makes sure that the server responds; nothing may be sent before this returns, and the
 * request must be sent at once. The returned effect completes with `true` at the first payload that matches, and with
 * `false` as soon as payloads may be missing. Fails when the channel is not subscribed to within the given time.
 *
 * @internal
 */
export const listenFor = Effect.fnUntraced(function* <A>(
  channel: Channel<A>,
  matches: (payload: A) => boolean,
  within: Duration.Input
): Effect.fn.Return<Effect.Effect<boolean>, SocketError, ScreepsSocket | Scope.Scope> {
  const socket = yield* ScreepsSocket
  const ready = Latch.makeUnsafe(false)
  let isSent = false
  let isFound = false
  const listening = yield* socket
    .runForEachWhile(channel, (signal) => {
      switch (signal._tag) {
        case "Connected":
        case "Resumed":
          ready.openUnsafe()
          return true
        case "Gap":
          ready.closeUnsafe()
          return !isSent
        case "Payload":
          isFound = isSent && matches(signal.payload)
          return !isFound
        default:
          return true
      }
    })
    .pipe(Effect.forkScoped)
  // A new connection subscribes after the server has responded on it.
  yield* ready.await.pipe(
    Effect.andThen(socket.responds),
    Effect.andThen(ready.await),
    Effect.raceFirst(Fiber.join(listening)),
    Effect.timeoutOrElse({ duration: within, orElse: () => timedOut(socket, within) })
  )
  isSent = true
  // A connection that dies while the payload is awaited is noticed early.
  yield* Effect.delay(socket.responds, "5 seconds").pipe(Effect.forever, Effect.ignore, Effect.forkScoped)
  return Fiber.join(listening).pipe(
    Effect.ignore,
    Effect.map(() => isFound)
  )
})
