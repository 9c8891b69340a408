/** Fields that the drawings of rooms and of the map share. */
import * as Schema from "effect/Schema"
import { nullish } from "../values/Record.ts"

/**
 * The style of a drawing: colours, widths, opacity and other properties, as the script wrote them.
 *
 * **Details**
 *
 * Recorded: `radius`, `fill`, `opacity`, `stroke`, `strokeWidth`, `lineStyle`, `color`, `font`. Servers forward
 * whatever the script wrote.
 */
export const VisualStyle: Schema.Codec<VisualStyle> = Schema.Record(Schema.String, Schema.Unknown).annotate({
  identifier: "VisualStyle"
})

/** The style of a drawing, as the script wrote it. */
export type VisualStyle = { readonly [property: string]: unknown }

/** The field by which drawings are distinguished. @internal */
export const drawing = <const T extends string>(type: T) =>
  ({
    /** Kind of drawing: `c` circle, `l` line, `r` rectangle, `p` polyline, `t` text. */
    t: Schema.Literal(type)
  }) as const

/** The style of drawings. @internal */
export const styled = {
  /** Style properties, such as `fill`, `stroke` and `opacity`. */
  s: nullish(VisualStyle)
} as const

/** The size of rectangles. @internal */
export const extent = {
  /** Width in squares. */
  w: Schema.Finite,
  /** Height in squares. */
  h: Schema.Finite
} as const

/** The text of drawings. @internal */
export const writing = {
  /** Text to draw. */
  text: Schema.String
} as const
