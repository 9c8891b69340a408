/**
 * Map visuals: drawings of a player's script on the world map.
 *
 * **Details**
 *
 * Map visuals are sent as text, one JSON object per line. Coordinates are squares of the room that each point names
 * (`n`). A drawing of one tick is sent in the next tick. `s` is always present, and empty without a style.
 *
 * **Source** recorded from a server 4.3.0 (circle, line, text) and read in its source (rectangle, polyline).
 */
import * as Schema from "effect/Schema"
import * as Decoder from "../wire/Decoder.ts"
import { parseLines, type UnknownVisual } from "./visualLines.ts"
import { drawing, extent, styled, writing } from "./visualFields.ts"
import { record } from "../values/Record.ts"

const point = {
  /** Column in squares of room `n`, counted from the west; may be a fraction. */
  x: Schema.Finite,
  /** Row in squares of room `n`, counted from the north; may be a fraction. */
  y: Schema.Finite,
  /** Name of the room that `x` and `y` refer to. */
  n: Schema.String
} as const

/** A point on the map. */
export class MapVisualPoint extends record<MapVisualPoint>("MapVisualPoint")(point) {}

/** A circle on the map, with its centre. */
export class MapVisualCircle extends record<MapVisualCircle>("MapVisualCircle")({
  ...drawing("c"),
  ...point,
  ...styled
}) {}

/** A line on the map between two points, which may be in different rooms. */
export class MapVisualLine extends record<MapVisualLine>("MapVisualLine")({
  ...drawing("l"),
  /** Column of the start, in squares of room `n1`. */
  x1: Schema.Finite,
  /** Row of the start, in squares of room `n1`. */
  y1: Schema.Finite,
  /** Name of the room of the start. */
  n1: Schema.String,
  /** Column of the end, in squares of room `n2`. */
  x2: Schema.Finite,
  /** Row of the end, in squares of room `n2`. */
  y2: Schema.Finite,
  /** Name of the room of the end. */
  n2: Schema.String,
  ...styled
}) {}

/** A rectangle on the map, with its north-west corner. */
export class MapVisualRect extends record<MapVisualRect>("MapVisualRect")({
  ...drawing("r"),
  ...point,
  ...extent,
  ...styled
}) {}

/** A polyline on the map. */
export class MapVisualPolyline extends record<MapVisualPolyline>("MapVisualPolyline")({
  ...drawing("p"),
  /** Points that the line connects, in order. */
  points: Schema.Array(MapVisualPoint),
  ...styled
}) {}

/** A text on the map. */
export class MapVisualText extends record<MapVisualText>("MapVisualText")({
  ...drawing("t"),
  ...writing,
  ...point,
  ...styled
}) {}

/** A drawing on the map, distinguished by `t`. */
export const MapVisualItem = Schema.Union([
  MapVisualCircle,
  MapVisualLine,
  MapVisualRect,
  MapVisualPolyline,
  MapVisualText
]).annotate({ identifier: "MapVisualItem" })

/** A drawing on the map, distinguished by `t`. */
export type MapVisualItem = typeof MapVisualItem.Type

/** The drawings of a script on the map, in the order in which they were drawn. */
export type MapVisual = ReadonlyArray<MapVisualItem | UnknownVisual>

const is = Decoder.guard(MapVisualItem)

/** Parses map visuals; empty lines are ignored, and `null` and `undefined` give an empty list. */
export const parse = (text: string | null | undefined): MapVisual => parseLines(text ?? "", is)
