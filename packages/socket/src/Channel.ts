/**
 * Socket channels as data: a channel's name on the wire, the schema of its payloads, and how payloads are delivered; and
 * the signals of a channel: its payloads, and what happened between them.
 *
 * **Details**
 *
 * `Channels` has the game's own channels; `make` creates others, such as those of a mod.
 */
import type { InvalidInput, ShardRequired } from "@screeps-effect/api/ScreepsError"
import type { Description } from "@screeps-effect/api/Server"
import type { ChannelName } from "@screeps-effect/schema/ChannelName"
import * as Decoder from "@screeps-effect/schema/Decoder"
import type { Millis } from "@screeps-effect/schema/Millis"
import type { UserId } from "@screeps-effect/schema/UserId"
import type * as Result from "effect/Result"
import type * as Schema from "effect/Schema"

/** The kind of a channel: the tag of its name; `Unknown` for channels that the game itself does not have. */
export type Kind = Exclude<ChannelName["_tag"], "Error">

/**
 * How payloads are delivered to listeners that start late or are slower than the server.
 *
 * **Details**
 *
 * - `latest`: each payload is complete. A late listener gets the last payload first; a slow one skips to the last
 *   payload.
 * - `every`: each payload counts. A late listener gets later payloads only; a slow one fails with `TooSlow` when more
 *   payloads are waiting for it than its capacity.
 * - `patches`: each payload builds on the one before. A late listener makes the socket subscribe again, so that the
 *   server sends the complete state; the other listeners get a `Gap` (`resubscribed`) and `Resumed`. When more payloads
 *   are waiting for a slow listener than its capacity, a `Gap` (`behind`) replaces them. After taking the gap, the
 *   listener continues like a late one, with `Resumed`.
 *
 * Slow listeners never block others.
 */
export type Delivery = "every" | "latest" | "patches"

/** Which users may listen: everyone including guests, signed-in users, or only the user that the channel belongs to. */
export type Access = "public" | "authenticated" | "owner"

/** The account and server that a channel's name depends on. */
export interface Place {
  /** The signed-in user; only channels with the access `owner` need it. */
  readonly user: UserId | undefined
  readonly server: Description
}

/** One channel of the socket, such as the console, one room, or one Memory path. */
export interface Channel<in out A> {
  readonly kind: Kind
  /** How payloads are delivered to late and slow listeners. */
  readonly delivery: Delivery
  /** Which users may listen. */
  readonly access: Access
  /** The schema of payloads. */
  readonly schema: Schema.ConstraintCodec<A, unknown>
  /** The decoder of payloads, compiled at the first payload. */
  readonly decode: Decoder.Tolerant<A>
  /** Returns the channel's name, or why there is no such channel; `ChannelName.format` writes it. */
  readonly name: (place: Place) => Result.Result<ChannelName, InvalidInput | ShardRequired>
}

/** The properties that all channels of a family share. */
export type Family<A> = Omit<Channel<A>, "name">

/** Creates a family of channels; its decoder is shared by all members and compiled at the first payload. */
export const family = <A>(
  declaration: Pick<Channel<A>, "kind" | "access" | "schema" | "delivery">
): Family<A> => ({ ...declaration, decode: Decoder.tolerant(declaration.schema) })

/** Creates one channel of a family. */
export const make = <A>(family: Family<A>, name: Channel<A>["name"]): Channel<A> => ({ ...family, name })

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
