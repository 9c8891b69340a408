/** Sends an HTTP request and waits until the socket confirms it. */
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { Channel } from "../../Channel.ts"
import type { ScreepsSocket } from "../../ScreepsSocket.ts"
import type { SocketError } from "../../SocketError.ts"
import { listenFor } from "../listenFor.ts"

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
 * subscribed to by the deadline; a connection that is lost after sending confirms nothing.
 *
 * @internal
 */
export const within = (deadline: Duration.Input): Confirm<SocketError, ScreepsSocket> => ({
  send: Effect.fnUntraced(function* (channel, matches, request) {
    const confirmed = yield* listenFor(channel, matches, deadline)
    yield* request
    return Option.getOrElse(yield* Effect.timeoutOption(confirmed, deadline), () => false)
  }, Effect.scoped)
})
