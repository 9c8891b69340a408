/**
 * What a player's script draws into rooms.
 *
 * **Details**
 *
 * Visuals travel as text, one JSON object per line; coordinates are squares from the north-west corner and
 * may have fractions. Only one's own visuals are sent: those of all rooms first, then those of this room.
 *
 * **Source** recorded from a server 4.3.0.
 */
import * as Schema from "effect/Schema"
import * as Decoder from "../wire/Decoder.ts"
import { formatLines, parseLines, type UnknownVisual } from "./visualLines.ts"
import { nullish } from "../values/Nullish.ts"

/**
 * How something is drawn: colours, widths, opacity and the like, as the script named them.
 *
 * **Details**
 *
 * Recorded: `radius`, `fill`, `opacity`, `stroke`, `strokeWidth`, `lineStyle`, `color`, `font`. Servers pass on
 * whatever the script wrote.
 */
export const VisualStyle: Schema.Codec<VisualStyle> = Schema.Record(Schema.String, Schema.Unknown).annotate({
  identifier: "VisualStyle"
})

/** How something is drawn, as the script named it. */
export type VisualStyle = { readonly [property: string]: unknown }

const at = { x: Schema.Finite, y: Schema.Finite, s: nullish(VisualStyle) }

/** A circle in a room, by its middle. */
export class RoomVisualCircle extends Schema.Opaque<RoomVisualCircle>()(
  Schema.Struct({ t: Schema.Literal("c"), ...at }).annotate({ identifier: "RoomVisualCircle" })
) {}

/** A line in a room, by its two ends. */
export class RoomVisualLine extends Schema.Opaque<RoomVisualLine>()(
  Schema.Struct({
    t: Schema.Literal("l"),
    x1: Schema.Finite,
    y1: Schema.Finite,
    x2: Schema.Finite,
    y2: Schema.Finite,
    s: nullish(VisualStyle)
  }).annotate({ identifier: "RoomVisualLine" })
) {}

/** A rectangle in a room, by a corner, and its width and height in squares. */
export class RoomVisualRect extends Schema.Opaque<RoomVisualRect>()(
  Schema.Struct({ t: Schema.Literal("r"), ...at, w: Schema.Finite, h: Schema.Finite }).annotate({
    identifier: "RoomVisualRect"
  })
) {}

/** Lines from point to point in a room; points are pairs of x and y. */
export class RoomVisualPolyline extends Schema.Opaque<RoomVisualPolyline>()(
  Schema.Struct({
    t: Schema.Literal("p"),
    points: Schema.Array(Schema.Tuple([Schema.Finite, Schema.Finite])),
    s: nullish(VisualStyle)
  }).annotate({ identifier: "RoomVisualPolyline" })
) {}

/** A text in a room. */
export class RoomVisualText extends Schema.Opaque<RoomVisualText>()(
  Schema.Struct({ t: Schema.Literal("t"), text: Schema.String, ...at }).annotate({
    identifier: "RoomVisualText"
  })
) {}

/** Something that a script draws into a room, distinguished by `t`. */
export const RoomVisualItem = Schema.Union([
  RoomVisualCircle,
  RoomVisualLine,
  RoomVisualRect,
  RoomVisualPolyline,
  RoomVisualText
]).annotate({ identifier: "RoomVisualItem" })

/** Something that a script draws into a room, distinguished by `t`. */
export type RoomVisualItem = typeof RoomVisualItem.Type

export { UnknownVisual } from "./visualLines.ts"

/** What a script drew into a room, in the order of drawing. */
export type RoomVisual = ReadonlyArray<RoomVisualItem | UnknownVisual>

const is = Decoder.guard(RoomVisualItem)

/** Reads what was drawn; empty lines are passed over, `null` and absent mean that nothing was. */
export const parse = (text: string | null | undefined): RoomVisual => parseLines(text ?? "", is)

/** Writes what is drawn as servers do, every line ended by a line feed. */
export const format = (visual: RoomVisual): string => formatLines(visual)
