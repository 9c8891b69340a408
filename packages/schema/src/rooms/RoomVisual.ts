/**
 * Room visuals: drawings of a player's script in rooms.
 *
 * **Details**
 *
 * Room visuals are sent as text, one JSON object per line. Coordinates are squares from the north-west corner and may
 * be fractions. A subscriber receives only the drawings of its own script: those for all rooms first, then those for
 * this room.
 *
 * **Source** recorded from a server 4.3.0.
 */
import * as Schema from "effect/Schema"
import * as Decoder from "../wire/Decoder.ts"
import { parseLines, type UnknownVisual } from "./visualLines.ts"
import { drawing, extent, styled, writing } from "./visualFields.ts"
import { record } from "../values/Record.ts"

export { VisualStyle } from "./visualFields.ts"

const point = {
  /** Column in squares, counted from the west; may be a fraction. */
  x: Schema.Finite,
  /** Row in squares, counted from the north; may be a fraction. */
  y: Schema.Finite
} as const

/** A circle in a room, with its centre. */
export class RoomVisualCircle extends record<RoomVisualCircle>("RoomVisualCircle")({
  ...drawing("c"),
  ...point,
  ...styled
}) {}

/** A line in a room between two points. */
export class RoomVisualLine extends record<RoomVisualLine>("RoomVisualLine")({
  ...drawing("l"),
  /** Column of the start, in squares. */
  x1: Schema.Finite,
  /** Row of the start, in squares. */
  y1: Schema.Finite,
  /** Column of the end, in squares. */
  x2: Schema.Finite,
  /** Row of the end, in squares. */
  y2: Schema.Finite,
  ...styled
}) {}

/** A rectangle in a room, with its north-west corner. */
export class RoomVisualRect extends record<RoomVisualRect>("RoomVisualRect")({
  ...drawing("r"),
  ...point,
  ...extent,
  ...styled
}) {}

/** A polyline in a room. */
export class RoomVisualPolyline extends record<RoomVisualPolyline>("RoomVisualPolyline")({
  ...drawing("p"),
  /** Points that the line connects, in order, each a pair of column and row. */
  points: Schema.Array(Schema.Tuple([Schema.Finite, Schema.Finite])),
  ...styled
}) {}

/** A text in a room. */
export class RoomVisualText extends record<RoomVisualText>("RoomVisualText")({
  ...drawing("t"),
  ...writing,
  ...point,
  ...styled
}) {}

/** A drawing in a room, distinguished by `t`. */
export const RoomVisualItem = Schema.Union([
  RoomVisualCircle,
  RoomVisualLine,
  RoomVisualRect,
  RoomVisualPolyline,
  RoomVisualText
]).annotate({ identifier: "RoomVisualItem" })

/** A drawing in a room, distinguished by `t`. */
export type RoomVisualItem = typeof RoomVisualItem.Type

export { UnknownVisual } from "./visualLines.ts"

/** The drawings of a script in a room, in the order in which they were drawn. */
export type RoomVisual = ReadonlyArray<RoomVisualItem | UnknownVisual>

const is = Decoder.guard(RoomVisualItem)

/** Parses room visuals; empty lines are ignored, and `null` and `undefined` give an empty list. */
export const parse = (text: string | null | undefined): RoomVisual => parseLines(text ?? "", is)
