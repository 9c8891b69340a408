import type { Millis } from "@screeps-effect/schema/Millis"
import type { RoomName } from "@screeps-effect/schema/RoomName"
import type * as RoomState from "@screeps-effect/schema/RoomState"
import type { ShardName } from "@screeps-effect/schema/ShardName"
import type * as Signal from "../Signal.ts"

/** A room as it was after the last message. */
export interface RoomView extends RoomState.RoomState {
  readonly room: RoomName
  /** The shard that was asked for; `undefined` for the server's default one. */
  readonly shard: ShardName | undefined
  /** When the message that completed this state was received, by the clock of the program: see `age`. */
  readonly receivedAt: Millis
  /** Whether something may have happened between this listener's last state and this one that neither of them shows. */
  readonly afterGap: boolean
}

/** A state of the room. */
export interface RoomUpdate {
  readonly _tag: "State"
  readonly view: RoomView
}

/**
 * From here on the room may change unseen, until the next state.
 *
 * **Details**
 *
 * - `turn`: it is other rooms' turn; this one comes again.
 * - `mismatch`: a message changed an object that is not known; the room is subscribed to again.
 * - any other: see `Signal.GapReason`.
 */
export interface RoomGap {
  readonly _tag: "Gap"
  readonly reason: Signal.GapReason | "turn" | "mismatch"
  /** When it began, by the clock of the program. */
  readonly since: Millis
}

/** A state of the room, or what happened between two: a gap, or a tick in which the server refused the room. */
export type RoomSignal = RoomUpdate | RoomGap | Signal.Refused
