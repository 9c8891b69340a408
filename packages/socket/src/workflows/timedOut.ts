import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type { ScreepsSocket } from "../ScreepsSocket.ts"
import { SocketError, TimedOut } from "../SocketError.ts"

/** Fails with the error that keeps the socket from connecting, or with `TimedOut` when it is connected. @internal */
export const timedOut = (
  socket: ScreepsSocket["Service"],
  after: Duration.Input
): Effect.Effect<never, SocketError> =>
  Effect.flatMap(socket.state, (state) =>
    state._tag === "Backoff" || state._tag === "Closed"
      ? Effect.fail(state.error)
      : Effect.fail(new SocketError({ reason: new TimedOut({ after: Duration.fromInputUnsafe(after) }) }))
  )
