/**
 * One family of the socket's events as one value: its name on the wire, the shape of its payloads, and how they are
 * delivered.
 *
 * **Details**
 *
 * `Channels` has those of the game; `make` creates others, such as those of a mod.
 */
import type { InvalidInput, ShardRequired } from "@screeps-effect/api/ScreepsError"
import type { Description } from "@screeps-effect/api/Server"
import type { ChannelName } from "@screeps-effect/schema/ChannelName"
import * as Decoder from "@screeps-effect/schema/Decoder"
import type { UserId } from "@screeps-effect/schema/UserId"
import type * as Result from "effect/Result"
import type * as Schema from "effect/Schema"

/**
 * What a channel is about: the tag of its name; `Unknown` for channels that the game itself does not have.
 */
export type Topic = Exclude<ChannelName["_tag"], "Error">

/**
 * What a late listener gets first, and what a listener gets that is slower than the server.
 *
 * **Details**
 *
 * - `latest`: each payload is complete. A late listener gets the last payload first; a slow one skips to the last payload.
 * - `every`: each payload counts. A late listener gets those that follow; a slow one fails with `TooSlow` when more than
 *   its capacity wait.
 * - `patches`: each payload builds on the one before. A late listener makes the socket subscribe again, so that the
 *   server sends the whole; the others get a `Gap` (`resubscribed`) and `Resumed`. A slow listener with more than its
 *   capacity waiting gets a `Gap` (`behind`) in place of them, and nothing more until it has taken that; then it
 *   continues like a late one, with `Resumed`.
 *
 * Slow listeners never block others.
 */
export type Delivery = "every" | "latest" | "patches"

/** Who may listen: everyone, guests included; signed-in users; or only the user whom the channel belongs to. */
export type Access = "public" | "authenticated" | "owner"

/** What a channel's name depends on. */
export interface Place {
  /** The signed-in user; only channels with the access `owner` need it. */
  readonly user: UserId | undefined
  readonly server: Description
}

/** A family of events of the socket, or one member of it: a room, a watched path. */
export interface Channel<in out A> {
  readonly topic: Topic
  readonly delivery: Delivery
  readonly access: Access
  /** The shape of payloads. */
  readonly schema: Schema.ConstraintCodec<A, unknown>
  /** The compiled decoder of the shape, made at the first payload. */
  readonly decode: Decoder.Decoder<A>
  /** The channel's name, or why it has none; `ChannelName.format` writes it. */
  readonly name: (place: Place) => Result.Result<ChannelName, InvalidInput | ShardRequired>
}

/** Any channel, as data: for tables and tests. */
export interface AnyChannel {
  readonly topic: Topic
  readonly delivery: Delivery
  readonly access: Access
  readonly schema: Schema.Constraint
  readonly name: (place: Place) => Result.Result<ChannelName, InvalidInput | ShardRequired>
}

/** What all channels of a family have in common. */
export type Family<A> = Omit<Channel<A>, "name">

/** Creates a family of channels; its decoder is shared by all members and compiled at the first payload. */
export const family = <A>(
  declaration: Pick<Channel<A>, "topic" | "access" | "schema" | "delivery">
): Family<A> => ({ ...declaration, decode: Decoder.make(declaration.schema) })

/** Creates one channel of a family. */
export const make = <A>(family: Family<A>, name: Channel<A>["name"]): Channel<A> => ({ ...family, name })
