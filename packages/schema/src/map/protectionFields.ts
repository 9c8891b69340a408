/** The protection of a room, in several records. */
import * as Schema from "effect/Schema"
import { nullish } from "../values/Record.ts"

/** A point in time as `room-status` sends it: milliseconds since 1970, as a number or as digits in text. */
const Moment: Schema.Codec<number | string> = Schema.Union([Schema.Finite, Schema.String]).annotate({
  identifier: "Moment"
})

/** The times that decide whether a room is protected or closed. @internal */
export const protection = {
  /** When the room stops being in a novice area, in milliseconds since 1970; may be past. */
  novice: nullish(Moment),
  /** When the room stops being in a respawn area, in milliseconds since 1970; may be past. */
  respawnArea: nullish(Moment),
  /** When the room opens, in milliseconds since 1970; may be past. */
  openTime: nullish(Moment)
} as const
