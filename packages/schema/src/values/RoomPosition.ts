/** Positions inside rooms. */
import * as Schema from "effect/Schema"
import { RoomName } from "./RoomName.ts"
import { record } from "./Record.ts"

/** A coordinate inside a room: a whole number, 0–49; x counts from the west, y from the north. */
export const Coordinate: Schema.Codec<number> = Schema.Int.check(
  Schema.isBetween({ minimum: 0, maximum: 49 }, { expected: "a whole number from 0 to 49" })
).annotate({ identifier: "Coordinate" })

/** A square of a room; x and y are 0–49, counted from the north-west corner. */
export class RoomPosition extends record<RoomPosition>("RoomPosition")({
  /** Name of the room. */
  room: RoomName,
  /** Column of the square, from 0 (west) to 49 (east). */
  x: Coordinate,
  /** Row of the square, from 0 (north) to 49 (south). */
  y: Coordinate
}) {}
