/** Sends an HTTP request and makes sure that it had its effect. */
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type { Channel } from "../../Channel.ts"
import type { ScreepsSocket } from "../../ScreepsSocket.ts"
import type { SocketError } from "../../SocketError.ts"
import * as Listening from "../Listening.ts"

/** A request and its effect. @internal */
export interface Step<A, E, R> {
  /** The channel that reports the effect. */
  readonly channel: Channel<A>
  readonly matches: (payload: A) => boolean
  readonly request: Effect.Effect<unknown, E, R>
  /** Reads the effect over HTTP. */
  readonly readBack: Effect.Effect<boolean, unknown, R>
}

/** A way of confirming requests. @internal */
export interface Confirm<E, R> {
  /** Sends; returns whether the effect was confirmed, `undefined` when that is not checked. */
  readonly send: <A, E2, R2>(step: Step<A, E2, R2>) => Effect.Effect<boolean | undefined, E | E2, R | R2>
}

/** Sends without confirmation. @internal */
export const not: Confirm<never, never> = {
  send: ({ request }) => Effect.as(request, undefined)
}

/**
 * Confirms requests: listens from before sending until the deadline, and otherwise reads back, once. Nothing is sent when
 * the channel is not subscribed to by the deadline. A report that was certainly or possibly missed is not waited for.
 *
 * @internal
 */
export const within = (deadline: Duration.Input): Confirm<SocketError, ScreepsSocket> => ({
  send: Effect.fnUntraced(function* <A, E2, R2>({ channel, matches, readBack, request }: Step<A, E2, R2>) {
    let isReported = false
    const { ended, isEstablished } = yield* Listening.start(
      channel,
      (signal) => {
        if (signal._tag === "Payload" && matches(signal.payload)) isReported = true
        return !isReported && signal._tag !== "Gap"
      },
      { within: deadline }
    )
    yield* request
    if (isEstablished) yield* Effect.timeoutOption(Effect.ignore(ended), deadline)
    return isReported || (yield* Effect.orElseSucceed(readBack, () => false))
  }, Effect.scoped)
})
