/** Waiting for something in a room: its states over the socket, and requests while there are none. */
import type { ScreepsClient } from "@screeps-effect/api/ScreepsClient"
import type { ScreepsError } from "@screeps-effect/api/ScreepsError"
import * as Millis from "@screeps-effect/schema/Millis"
import type { RoomName } from "@screeps-effect/schema/RoomName"
import type { ShardName } from "@screeps-effect/schema/ShardName"
import { RoomFeed, type RoomView } from "@screeps-effect/socket/RoomFeed"
import type { SocketError } from "@screeps-effect/socket/SocketError"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { done, notYet, poll, type See } from "./wait.ts"

/** How long the first state may take before the room is requested, in milliseconds. */
const firstState = 10_000

/** What to look for in a room; both functions have `undefined` if it is not there. */
export interface Wanted<A> {
  readonly room: RoomName
  readonly shard: ShardName | undefined
  /** How often the room is requested while its states do not arrive. */
  readonly every: Duration.Input
  /** Looks in a state. */
  readonly inState: (view: RoomView) => A | undefined
  /** Looks in what the server returns now. */
  readonly request: Effect.Effect<A | undefined, ScreepsError, ScreepsClient>
}

/**
 * Waits until something is in a room. States that were received before the wait began do not count: they may be old, for
 * example from before a lost connection.
 */
export const inRoom = Effect.fnUntraced(function* <A extends object>(
  { every, inState, request, room, shard }: Wanted<A>,
  see: See
): Effect.fn.Return<A, ScreepsError | SocketError, ScreepsClient | RoomFeed> {
  const begun = yield* Millis.monotonic
  const interval = Duration.toMillis(Duration.fromInputUnsafe(every))
  let requestAt = begun + firstState
  let failure: SocketError | undefined
  let found: A | undefined

  const feed = yield* RoomFeed
  const watching = Stream.runForEachWhile(feed.signals(room, shard), (signal) =>
    Effect.sync(() => {
      if (signal._tag !== "State" || signal.view.monotonicAt < begun) return true
      requestAt = signal.view.monotonicAt + interval
      found = inState(signal.view)
      return found === undefined
    })
  ).pipe(
    Effect.catch((error) =>
      Effect.sync(() => {
        failure = error
        see(error.message)
      })
    ),
    Effect.flatMap(() => (found === undefined ? Effect.never : Effect.succeed(found)))
  )

  const requesting = poll(
    see,
    every,
    Effect.gen(function* () {
      const at = yield* Millis.monotonic
      if (at < requestAt) return notYet(requestAt - at)
      requestAt = at + interval
      const result = yield* Effect.catchReason(request, "ScreepsError", "EndpointNotFound", (_, error) =>
        // The server has no such endpoint, so that only the socket is left.
        Effect.andThen(
          Effect.sync(() => see(error.message)),
          failure === undefined ? Effect.undefined : Effect.fail(failure)
        )
      )
      return result === undefined ? notYet(every) : done(result)
    })
  )
  return yield* Effect.raceFirst(watching, requesting)
})
