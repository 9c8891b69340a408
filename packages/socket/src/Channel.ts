/**
 * One family of the socket's events as one value: its name on the wire, the shape of its payloads, and how they are
 * delivered.
 *
 * **Details**
 *
 * `Channels` makes those that the game has; `make` makes others, such as those of a mod.
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
 * How payloads reach a listener that is slower than the server.
 *
 * **Details**
 *
 * - `latest`: each payload tells everything, so a slow listener gets the newest one and those before are left out.
 * - `every`: each payload counts; a listener that falls behind its bound fails with `TooSlow`.
 * - `patches`: each payload builds on the one before; a listener that falls behind is given a gap and the whole, folded,
 *   in place of what was waiting.
 *
 * Nobody who is slow holds anybody else up.
 */
export type Delivery = "every" | "latest" | "patches"

/**
 * Who may listen: everybody, guests included; whoever is signed in; or only the user whom the channel belongs to.
 */
export type Access = "public" | "authenticated" | "owner"

/** What a listener who comes late must be told first: the payloads so far, put together. */
export interface Digest<in out A> {
  /** Takes a payload in. */
  readonly add: (payload: A) => void
  /** All payloads so far as one, as a server would tell it to a new subscriber; `undefined` when there is none. */
  readonly read: () => A | undefined
}

/** Where a channel's name is written: for which user, on which server. */
export interface Place {
  /** Who is signed in; only channels with the audience `owner` need it. */
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
  /** Begins to put payloads together, for one subscription. */
  readonly digest: () => Digest<A>
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

/** Remembers nothing: for events. */
export const nothing = (): Digest<unknown> => ({ add: () => {}, read: () => undefined })

/** Remembers the payload that came last: for snapshots. */
export const newest = <A>(): Digest<A> => {
  let last: A | undefined
  return {
    add: (payload) => {
      last = payload
    },
    read: () => last
  }
}

/**
 * Makes a family of channels; its decoder is shared by all members and compiled at the first payload.
 *
 * **Details**
 *
 * Without `digest`, `latest` remembers the newest payload and `every` remembers nothing.
 */
export const family = <A>(
  declaration: Pick<Channel<A>, "topic" | "access" | "schema"> &
    (
      | { readonly delivery: "every" | "latest"; readonly digest?: undefined }
      | { readonly delivery: "patches"; readonly digest: () => Digest<A> }
    )
): Family<A> => ({
  ...declaration,
  decode: Decoder.make(declaration.schema),
  digest:
    declaration.digest ??
    (declaration.delivery === "latest" ? newest<A> : () => ({ add: () => {}, read: () => undefined }))
})

/** Makes one channel of a family. */
export const make = <A>(family: Family<A>, name: Channel<A>["name"]): Channel<A> => ({ ...family, name })
