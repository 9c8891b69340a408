/** Input fields that several operations share. */
import { RoomName } from "@screeps-effect/schema/RoomName"
import { Coordinate } from "@screeps-effect/schema/RoomPosition"
import * as Schema from "effect/Schema"

/** A room. */
export const inRoom = {
  /** Name of the room, such as `W7N3`. */
  room: RoomName
} as const

/** The response of a captcha that a person solved on a page of official servers. */
export const recaptcha = Schema.RedactedFromValue(Schema.NonEmptyString)

/** A square of a room. */
export const square = {
  /** Column of the square, from 0 (west) to 49 (east). */
  x: Coordinate,
  /** Row of the square, from 0 (north) to 49 (south). */
  y: Coordinate
} as const
