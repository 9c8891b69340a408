/** What the room channel of the socket sends. */
import * as Schema from "effect/Schema"
import { nullish } from "../values/Nullish.ts"
import { RoomPatch } from "./RoomPatch.ts"
import { Tick } from "../values/Tick.ts"
import { UserBrief } from "../account/UserBrief.ts"

/**
 * What kind of room it is; only `world` has been seen.
 *
 * **Source** recorded from a server 4.3.0.
 */
export class RoomInfo extends Schema.Opaque<RoomInfo>()(
  Schema.Struct({ mode: nullish(Schema.String) }).annotate({ identifier: "RoomInfo" })
) {}

/**
 * One message of the room channel: everything that stands in the room, or what changed since the message before.
 *
 * **Details**
 *
 * The first message of a subscription holds every object whole and names neither `gameTime` nor `visual`; later ones
 * hold patches by id (see `RoomPatch`). `gameTime` is the tick in which scripts see this state; `visual` was drawn in
 * the tick before. `users` holds the owners that were not sent before. `flags` is the complete text of one's own
 * flags (see `Flag`): when the key is absent nothing is said about them, `null` and `""` mean that there are none.
 *
 * **Gotchas**
 *
 * Above two rooms at once the first message served may hold everything and still have a `gameTime`: it is right on an
 * empty state. xxscreeps sends `gameTime` from the first message on and leaves `objects` out when nothing changed.
 * Private servers send whole user records, with mail address and password hash; decoding drops all but id, name and
 * badge.
 *
 * **Source** recorded from a server 4.3.0; `decorations` reported for official servers.
 */
export class RoomFrame extends Schema.Opaque<RoomFrame>()(
  Schema.Struct({
    objects: nullish(Schema.Record(Schema.String, RoomPatch)),
    users: nullish(Schema.Record(Schema.String, UserBrief)),
    flags: nullish(Schema.String),
    info: nullish(RoomInfo),
    gameTime: nullish(Tick),
    visual: nullish(Schema.String),
    decorations: Schema.optionalKey(Schema.Unknown)
  }).annotate({ identifier: "RoomFrame" })
) {}

/**
 * Checks whether a message holds everything that stands in the room.
 *
 * **Gotchas**
 *
 * Servers other than the game's own may send the first message with a `gameTime`: see `RoomState.reset`.
 */
export const isFull = (frame: RoomFrame): boolean => (frame.gameTime ?? null) === null
