/** Messages of the socket's room channel. */
import * as Schema from "effect/Schema"
import { essentialIfPresent, nullish, record } from "../values/Record.ts"
import * as RoomPatch from "./RoomPatch.ts"
import { Tick } from "../values/Tick.ts"
import { profile } from "../account/userFields.ts"
import { UserId } from "../values/UserId.ts"

/**
 * General information about a room.
 *
 * **Source** recorded from a server 4.3.0.
 */
export class RoomInfo extends record<RoomInfo>("RoomInfo")({
  /** Kind of room; only `world` has been seen. */
  mode: nullish(Schema.String)
}) {}

/**
 * A user that a room message names. All fields other than these are dropped.
 *
 * **Source** recorded from a server 4.3.0, and from xxscreeps 0.0.9 without `_id`.
 */
export class RoomUser extends record<RoomUser>("RoomUser")({
  /** Id of the user; absent on xxscreeps, where only the key of the entry has it. */
  _id: nullish(UserId),
  ...profile
}) {}

/**
 * A message of the room channel: the whole room, or the changes since the message before.
 *
 * **Details**
 *
 * The first message of a subscription has every object as a whole document, and neither `gameTime` nor `visual`. Later
 * messages have patches (see `RoomPatch`). `RoomState.fold` combines the messages into the state of the room.
 *
 * **Gotchas**
 *
 * With more than two subscribed rooms, the first message of a room may contain the whole room and a `gameTime`: apply
 * it to an empty state (`RoomState.reset`). xxscreeps sends `gameTime` from the first message on, and may omit `objects`
 * when nothing changed. Private servers send whole user records, with e-mail address and password hash; decoding
 * removes everything except identifier, name and badge.
 *
 * **Source** recorded from a server 4.3.0 and from xxscreeps 0.0.9; `decorations` reported for official servers, too.
 */
export class RoomFrame extends record<RoomFrame>("RoomFrame")({
  /** Objects keyed by identifier: a whole document, the changed fields, or `null` for an object that is gone. */
  objects: essentialIfPresent(RoomPatch.patches),
  /** Users keyed by identifier that earlier messages did not contain: owners, reservers and signers of objects. */
  users: nullish(Schema.Record(Schema.String, RoomUser)),
  /** All flags of the subscriber, read by `Flag.parse`; `null` or empty without flags, absent when unchanged. */
  flags: nullish(Schema.String),
  /** General information about the room; absent for rooms that are not on the map. */
  info: nullish(RoomInfo),
  /** Tick in which scripts see this state; absent in the first message of a subscription. */
  gameTime: nullish(Tick),
  /** Drawings of the subscriber's script in the tick before, read by `RoomVisual.parse`; absent at first. */
  visual: nullish(Schema.String),
  /** Decorations of the room, in an unknown format; a list in the first message of xxscreeps, often empty. */
  decorations: Schema.optionalKey(Schema.Unknown)
}) {}

/**
 * Checks whether a message contains the whole room.
 *
 * **Gotchas**
 *
 * Servers other than the game's own may send the first message with a `gameTime`: see `RoomState.reset`.
 */
export const isFull = (frame: RoomFrame): boolean => (frame.gameTime ?? null) === null
