/** What `ScreepsSocket.signals` tells: the payloads of a channel, and what happened between them. */
import type { Millis } from "@screeps-effect/schema/Millis"

/**
 * The channel was subscribed to for the first time that this listener knows of.
 *
 * **Details**
 *
 * Told once the subscription was sent, so that what a program then asks for over HTTP is heard. The next payload of a
 * room holds the whole room, even where it looks like a patch: begin anew with it.
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
 * Why something may be missing: the connection was lost, the listener fell behind, a frame was damaged, or a payload was
 * not of the promised shape.
 */
export type GapReason = "disconnected" | "behind" | "damaged" | "unexpected"

/** From here on something may be missing; nothing is ever told later. */
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
 * The next payload of a room holds the whole room, even where it looks like a patch: begin anew with it. Its `gameTime`
 * may lie before those of before the gap, since a server may go back when it restarts.
 */
export interface Resumed {
  readonly _tag: "Resumed"
  /** When the gap began, by the clock of the program. */
  readonly since: Millis
}

/**
 * The server answered on the channel's error (`err@…`) this time; the subscription goes on.
 *
 * **Details**
 *
 * Seen for rooms only: more than two at once per account, `subscribe limit reached`.
 */
export interface Refused {
  readonly _tag: "Refused"
  readonly text: string
}

/** A payload was not of the promised shape and left out. */
export interface DecodeFailure {
  readonly _tag: "DecodeFailure"
  /** What was expected and where; never the data itself. */
  readonly detail: string
}

/** A payload of a channel, or what happened between two. */
export type Signal<A> = Connected | Payload<A> | Gap | Resumed | Refused | DecodeFailure
