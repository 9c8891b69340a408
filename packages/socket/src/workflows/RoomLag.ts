/**
 * How late the states of a room are.
 *
 * **Details**
 *
 * A slow connection delivers messages late, but as quickly as before: the `age` of a state is small, its lag is not.
 */
import * as Game from "@screeps-effect/api/Game"
import type { ScreepsClient } from "@screeps-effect/api/ScreepsClient"
import type { ScreepsError } from "@screeps-effect/api/ScreepsError"
import * as Effect from "effect/Effect"
import type { RoomView } from "../rooms/room.ts"

/**
 * Returns how many ticks a state is behind the server's present tick, which it requests over HTTP; `undefined` for a
 * state without a tick (the first one of a subscription).
 *
 * **Details**
 *
 * ```ts
 * import { RoomFeed } from "@screeps-effect/socket"
 * import { RoomLag } from "@screeps-effect/socket/workflows"
 * import * as Effect from "effect/Effect"
 * import * as Stream from "effect/Stream"
 *
 * const behind = RoomFeed.states("W7N3").pipe(
 *   Stream.drop(1), // the first state has no tick
 *   Stream.mapEffect(RoomLag.ticks),
 *   Stream.take(1),
 *   Stream.runForEach((ticks) => Effect.log(`${ticks ?? "?"} ticks behind`))
 * )
 * ```
 *
 * **Gotchas**
 *
 * Each call is one request: measure from time to time, not at every state. A state that has just arrived may be a tick
 * behind, because the server has run another one meanwhile.
 *
 * **Errors** those of `Game.time`.
 *
 * **Source** `GET /api/game/time`, recorded from a server 4.3.0.
 */
export const ticks = (view: RoomView): Effect.Effect<number | undefined, ScreepsError, ScreepsClient> => {
  const { shard, tick } = view
  return tick === undefined
    ? Effect.undefined
    : Effect.map(Game.time({ shard }), ({ time }) => Math.max(0, time - tick))
}
