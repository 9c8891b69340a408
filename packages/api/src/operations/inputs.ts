/** Input fields that several operations share. */
import { Coordinate } from "@screeps-effect/schema/RoomPosition"

/** A square of a room. */
export const square = {
  /** Column of the square, from 0 (west) to 49 (east). */
  x: Coordinate,
  /** Row of the square, from 0 (north) to 49 (south). */
  y: Coordinate
} as const
