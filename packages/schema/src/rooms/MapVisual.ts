/**
 * What a player's script draws onto the world map.
 *
 * **Details**
 *
 * Map visuals travel as text, one JSON object per line; coordinates are squares of a room, which every point names
 * (`n`). What was drawn in one tick is sent in the next. `s` is there always, empty when no style was given.
 *
 * **Source** recorded from a server 4.3.0 (circle, line, text) and read in its source (rectangle, polyline).
 */
import * as Schema from "effect/Schema"
import * as Decoder from "../wire/Decoder.ts"
import { formatLines, parseLines, type UnknownVisual } from "./visualLines.ts"
import { nullish } from "../values/Nullish.ts"
import { VisualStyle } from "./RoomVisual.ts"

/** A place on the map: x and y in squares of room `n`. */
export class MapVisualPoint extends Schema.Opaque<MapVisualPoint>()(
  Schema.Struct({ x: Schema.Finite, y: Schema.Finite, n: Schema.String }).annotate({
    identifier: "MapVisualPoint"
  })
) {}

const at = { x: Schema.Finite, y: Schema.Finite, n: Schema.String, s: nullish(VisualStyle) }

/** A circle on the map, by its middle. */
export class MapVisualCircle extends Schema.Opaque<MapVisualCircle>()(
  Schema.Struct({ t: Schema.Literal("c"), ...at }).annotate({ identifier: "MapVisualCircle" })
) {}

/** A line on the map, by its two ends, which may lie in different rooms. */
export class MapVisualLine extends Schema.Opaque<MapVisualLine>()(
  Schema.Struct({
    t: Schema.Literal("l"),
    x1: Schema.Finite,
    y1: Schema.Finite,
    n1: Schema.String,
    x2: Schema.Finite,
    y2: Schema.Finite,
    n2: Schema.String,
    s: nullish(VisualStyle)
  }).annotate({ identifier: "MapVisualLine" })
) {}

/** A rectangle on the map, by a corner, and its width and height in squares. */
export class MapVisualRect extends Schema.Opaque<MapVisualRect>()(
  Schema.Struct({ t: Schema.Literal("r"), ...at, w: Schema.Finite, h: Schema.Finite }).annotate({
    identifier: "MapVisualRect"
  })
) {}

/** Lines from point to point on the map. */
export class MapVisualPolyline extends Schema.Opaque<MapVisualPolyline>()(
  Schema.Struct({
    t: Schema.Literal("p"),
    points: Schema.Array(MapVisualPoint),
    s: nullish(VisualStyle)
  }).annotate({ identifier: "MapVisualPolyline" })
) {}

/** A text on the map. */
export class MapVisualText extends Schema.Opaque<MapVisualText>()(
  Schema.Struct({ t: Schema.Literal("t"), text: Schema.String, ...at }).annotate({
    identifier: "MapVisualText"
  })
) {}

/** Something that a script draws onto the map, distinguished by `t`. */
export const MapVisualItem = Schema.Union([
  MapVisualCircle,
  MapVisualLine,
  MapVisualRect,
  MapVisualPolyline,
  MapVisualText
]).annotate({ identifier: "MapVisualItem" })

/** Something that a script draws onto the map, distinguished by `t`. */
export type MapVisualItem = typeof MapVisualItem.Type

/** What a script drew onto the map, in the order of drawing. */
export type MapVisual = ReadonlyArray<MapVisualItem | UnknownVisual>

const is = Decoder.guard(MapVisualItem)

/** Reads what was drawn; empty lines are passed over, `null` and absent mean that nothing was. */
export const parse = (text: string | null | undefined): MapVisual => parseLines(text ?? "", is)

/** Writes what is drawn as servers do, every line ended by a line feed. */
export const format = (visual: MapVisual): string => formatLines(visual)
