/** Whether a room can be played, and under which protection. */
import * as Schema from "effect/Schema"
import { nullish } from "../values/Nullish.ts"

/** A moment as `room-status` writes it: milliseconds since 1970, as a number or as digits in text. */
export const Moment: Schema.Codec<number | string> = Schema.Union([Schema.Finite, Schema.String]).annotate({
  identifier: "Moment"
})

/**
 * A room's status: `normal` or `out of borders`, and the ends of its protections in milliseconds since 1970.
 *
 * **Details**
 *
 * An unknown room returns no fields at all on private servers, with `null` on official ones (reported).
 * Whether a room is a novice or respawn area, or closed, follows from the moments: see `kind`.
 *
 * **Source** recorded from a server 4.3.0; `openTime` as text reported for official servers.
 */
export class RoomStatus extends Schema.Opaque<RoomStatus>()(
  Schema.Struct({
    _id: nullish(Schema.String),
    status: nullish(Schema.String),
    novice: nullish(Moment),
    respawnArea: nullish(Moment),
    openTime: nullish(Moment)
  }).annotate({ identifier: "RoomStatus" })
) {}

/** What players call the status of a room. */
export type Kind = "normal" | "closed" | "novice" | "respawn" | "unknown"

const later = (moment: number | string | null | undefined, now: number) =>
  moment !== null && moment !== undefined && Number(moment) > now

/**
 * What players call the status of a room at `now` (milliseconds since 1970): closed, a novice or respawn area, or
 * normal; `unknown` for rooms that do not exist.
 */
export const kind = (room: RoomStatus | null, now: number): Kind => {
  if (room?.status === undefined || room.status === null) return "unknown"
  if (room.status === "out of borders" || later(room.openTime, now)) return "closed"
  if (later(room.novice, now)) return "novice"
  return later(room.respawnArea, now) ? "respawn" : "normal"
}
