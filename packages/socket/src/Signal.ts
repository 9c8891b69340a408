/** What `ScreepsSocket.signals` emits: the payloads of a channel, and what happened between them. */
import type { Millis } from "@screeps-effect/schema/Millis"

/**
 * The channel is subscribed to: the first signal of every listener.
 *
 * **Details**
 *
 * Emitted once the subscription was sent: what a program then requests over HTTP is received. The next payload of a room
 * holds the whole room, even where it looks like a patch: begin with an empty state.
 *
 * **Gotchas**
 *
 * When a room is subscribed to again, patches of the subscription before may still arrive ahead of the whole room.
 * `RoomState.fold` passes over patches of objects that it does not know, and a message without `gameTime` replaces all.
 */
export interface Connected {
  readonly _tag: "Connected"
}

/** A payload of the channel, checked. */
export interface Payload<out A> {
  readonly _tag: "Payload"
  readonly payload: A
}

/**
 * Why something may be missing.
 *
 * **Details**
 *
 * - `disconnected`: the connection was lost.
 * - `behind`: more was waiting for this listener than its capacity.
 * - `resubscribed`: a room was subscribed to again for another listener, which was late or fell behind.
 * - `damaged`: a compressed frame could not be inflated.
 * - `unexpected`: a payload of a room had not the expected shape.
 */
export type GapReason = "disconnected" | "behind" | "resubscribed" | "damaged" | "unexpected"

/** From here on something may be missing; it is never delivered later. */
export interface Gap {
  readonly _tag: "Gap"
  /** When it began, by the clock of the program. */
  readonly since: Millis
  readonly reason: GapReason
}

/**
 * The gap is over.
 *
 * **Details**
 *
 * The next payload of a room holds the whole room, as after `Connected`. Its `gameTime` may be lower than before the gap,
 * since a server may go back when it restarts.
 */
export interface Resumed {
  readonly _tag: "Resumed"
  /** When the gap began, by the clock of the program. */
  readonly since: Millis
}

/**
 * The server responded with the channel's error (`err@…`) this time; the subscription goes on.
 *
 * **Details**
 *
 * Seen for rooms only: more than two at once per account, `subscribe limit reached`.
 */
export interface Refused {
  readonly _tag: "Refused"
  readonly text: string
}

/** A payload had not the expected shape and was left out. */
export interface DecodeFailure {
  readonly _tag: "DecodeFailure"
  /** What was expected and where; never the data itself. */
  readonly detail: string
}

/** A payload of a channel, or what happened between two. */
export type Signal<A> = Connected | Payload<A> | Gap | Resumed | Refused | DecodeFailure
