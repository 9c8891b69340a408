import type { Millis } from "@screeps-effect/schema/Millis"
import type { RoomName } from "@screeps-effect/schema/RoomName"
import type * as RoomState from "@screeps-effect/schema/RoomState"
import type { ShardName } from "@screeps-effect/schema/ShardName"
import type * as Signal from "../Signal.ts"

/** The state of a room after the last message. */
export interface RoomView extends RoomState.RoomState {
  readonly room: RoomName
  /** The shard as given by the listener; `undefined` for the server's default shard. */
  readonly shard: ShardName | undefined
  /** When the state was received, by the program's clock, in milliseconds since 1970. */
  readonly receivedAt: Millis
  /** The same moment in `Millis.monotonic`, from which `age` is computed: not affected when the system's clock is set. */
  readonly monotonicAt: number
  /** Whether changes between this listener's previous state and this one may be missing from both. */
  readonly afterGap: boolean
}

/** A new state of the room. */
export interface RoomUpdate {
  readonly _tag: "State"
  readonly view: RoomView
}

/**
 * From here on changes of the room are not seen, until the next state.
 *
 * **Details**
 *
 * - `turn`: other rooms are watched now; this room waits for its next turn.
 * - `mismatch`: a message changed an unknown object; the room is subscribed to again.
 * - any other: see `Signal.GapReason`.
 */
export interface RoomGap {
  readonly _tag: "Gap"
  readonly reason: Signal.GapReason | "turn" | "mismatch"
  /** When the gap began, by the program's clock, in milliseconds since 1970. */
  readonly since: Millis
}

/** A state of the room, a gap between states, or a tick in which the server refused the room. */
export type RoomSignal = RoomUpdate | RoomGap | Signal.Refused
