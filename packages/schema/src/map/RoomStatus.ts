/** Status of rooms: open or closed, and protection of new players. */
import * as Schema from "effect/Schema"
import { nullish, record } from "../values/Record.ts"
import { protection } from "./protectionFields.ts"

/**
 * The known statuses of rooms, as servers send them.
 *
 * **Source** recorded from a server 4.3.0.
 */
export const statuses = ["normal", "out of borders"] as const

/** The status of a room as a server sends it; unknown values are accepted. */
export type Status = (typeof statuses)[number] | (string & {})

const statusText: Schema.Codec<Status, string> = Schema.String

/**
 * The status of a room.
 *
 * **Details**
 *
 * For an unknown room, private servers return no fields, official ones `null` (reported). `kind` returns whether a
 * room is in a novice or respawn area or closed, which follows from the times.
 *
 * **Source** recorded from a server 4.3.0; `openTime` as text reported for official servers.
 */
export class RoomStatus extends record<RoomStatus>("RoomStatus")({
  /** Name of the room; absent on private servers. */
  _id: nullish(Schema.String),
  /** `normal` or `out of borders`; absent for unknown rooms. */
  status: nullish(statusText),
  ...protection
}) {}

/** What `kind` returns: the statuses of a room in the terms of players. */
const kinds = ["normal", "closed", "novice", "respawn", "unknown"] as const

/** The status of a room in the terms of players. */
export type Kind = (typeof kinds)[number]

const later = (moment: number | string | null | undefined, now: number) =>
  moment !== null && moment !== undefined && Number(moment) > now

/**
 * Returns the status of a room at `now` (milliseconds since 1970): closed, in a novice or respawn area, or normal;
 * `unknown` for rooms that do not exist.
 */
export const kind = (room: RoomStatus | null, now: number): Kind => {
  if (room?.status === undefined || room.status === null) return "unknown"
  if (room.status === "out of borders" || later(room.openTime, now)) return "closed"
  if (later(room.novice, now)) return "novice"
  return later(room.respawnArea, now) ? "respawn" : "normal"
}
