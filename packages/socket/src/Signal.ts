/** Signals of a channel: its payloads, and what happened between them. */
import type { Millis } from "@screeps-effect/schema/Millis"

/**
 * The channel is subscribed to: the first signal of every listener.
 *
 * **Details**
 *
 * Emitted once the subscription was sent. A request over HTTP may reach the server before it: to receive what a request
 * causes, use `Listening.start`. The next payload of a room holds the whole room, even where it looks like a patch: start from an empty state.
 *
 * **Gotchas**
 *
 * When a room is subscribed to again on a server that does not mark whole rooms, patches of the previous subscription may
 * still arrive before the whole room; on other servers they are dropped. `RoomState.fold` ignores patches of unknown
 * objects, and a message without `gameTime` replaces the whole state.
 */
export interface Connected {
  readonly _tag: "Connected"
}

/** A decoded payload of the channel. */
export interface Payload<out A> {
  readonly _tag: "Payload"
  readonly payload: A
}

/**
 * Why payloads may be missing.
 *
 * **Details**
 *
 * - `disconnected`: the connection was lost.
 * - `behind`: more payloads were waiting for this listener than its capacity or `ScreepsSocket.Limits` allows.
 * - `resubscribed`: a room was subscribed to again for another listener, which was late or fell behind.
 * - `damaged`: a compressed frame could not be inflated.
 * - `unexpected`: a payload of a room, or the patch of one object in it, did not match its schema.
 */
export type GapReason = "disconnected" | "behind" | "resubscribed" | "damaged" | "unexpected"

/** From here on payloads may be missing; missed payloads are never delivered later. */
export interface Gap {
  readonly _tag: "Gap"
  /** When the gap began, by the program's clock, in milliseconds since 1970. */
  readonly since: Millis
  readonly reason: GapReason
}

/**
 * The gap is over.
 *
 * **Details**
 *
 * The next payload of a room holds the whole room, as after `Connected`. Its `gameTime` may be lower than before the
 * gap, since a server may go back when it restarts.
 */
export interface Resumed {
  readonly _tag: "Resumed"
  /** When the gap began, by the program's clock, in milliseconds since 1970. */
  readonly since: Millis
}

/**
 * The server responded with the channel's error (`err@…`) this time; the subscription stays.
 *
 * **Details**
 *
 * Seen for rooms only: more than two at once per account, `subscribe limit reached`.
 */
export interface Refused {
  readonly _tag: "Refused"
  /** The server's error text. */
  readonly text: string
}

/** A payload did not match the channel's schema and was left out. */
export interface DecodeFailure {
  readonly _tag: "DecodeFailure"
  /** What was expected and where; never the payload itself. */
  readonly detail: string
}

/** A payload of a channel, or what happened between two. */
export type Signal<A> = Connected | Payload<A> | Gap | Resumed | Refused | DecodeFailure
