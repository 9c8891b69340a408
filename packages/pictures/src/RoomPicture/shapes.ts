/** The vocabulary of drawings: paths and texts. One unit is one square of the room. */

/**
 * A step of a path, as in SVG: move, line, quadratic curve, close; `A` is an arc around a centre, between two angles in
 * radians, clockwise.
 */
export type Step =
  | readonly ["M", x: number, y: number]
  | readonly ["L", x: number, y: number]
  | readonly ["Q", cx: number, cy: number, x: number, y: number]
  | readonly ["A", cx: number, cy: number, radius: number, from: number, to: number]
  | readonly ["Z"]

/** A path that is filled (by the non-zero rule), stroked, or both: first filled, then stroked. */
export interface Path {
  readonly kind: "path"
  readonly steps: ReadonlyArray<Step>
  /** Colour, such as `#4fd6be`. */
  readonly fill?: string | undefined
  /** Colour of the line; its ends and corners are round. */
  readonly stroke?: string | undefined
  /** Width of the line. */
  readonly width?: number | undefined
  /** Lengths of dashes and gaps. */
  readonly dash?: ReadonlyArray<number> | undefined
  /** 0 to 1; default: 1. */
  readonly opacity?: number | undefined
}

/** A text, centred at a point. It may be a player's: renderers escape it. */
export interface Text {
  readonly kind: "text"
  readonly text: string
  readonly x: number
  readonly y: number
  /** Height of the font. */
  readonly size: number
  /** Colour. */
  readonly fill: string
}

/** A part of a drawing. */
export type Shape = Path | Text

/** How a path is painted. */
export type Paint = Omit<Path, "kind" | "steps">

export const turn = Math.PI * 2

export const path = (steps: ReadonlyArray<Step>, paint: Paint): Path => ({ kind: "path", steps, ...paint })

export const disc = (radius: number, fill: string, opacity?: number): Path =>
  path([["A", 0, 0, radius, 0, turn], ["Z"]], { fill, opacity })

export const ring = (radius: number, width: number, stroke: string, dash?: ReadonlyArray<number>): Path =>
  path([["A", 0, 0, radius, 0, turn], ["Z"]], { stroke, width, dash })

export const arc = (radius: number, from: number, to: number, width: number, stroke: string): Path =>
  path([["A", 0, 0, radius, from, to]], { stroke, width })

/** Steps of a rectangle; corners are rounded by a radius each, from the upper left one clockwise. */
export const rectangle = (
  x: number,
  y: number,
  width: number,
  height: number,
  [a, b, c, d]: readonly [number, number, number, number]
): ReadonlyArray<Step> => [
  ["M", x + a, y],
  ["L", x + width - b, y],
  ...(b > 0 ? [["Q", x + width, y, x + width, y + b] as const] : []),
  ["L", x + width, y + height - c],
  ...(c > 0 ? [["Q", x + width, y + height, x + width - c, y + height] as const] : []),
  ["L", x + d, y + height],
  ...(d > 0 ? [["Q", x, y + height, x, y + height - d] as const] : []),
  ["L", x, y + a],
  ...(a > 0 ? [["Q", x, y, x + a, y] as const] : []),
  ["Z"]
]

/** A box around the middle. */
export const box = (width: number, height: number, radius: number, paint: Paint): Path =>
  path(rectangle(-width / 2, -height / 2, width, height, [radius, radius, radius, radius]), paint)

/** A closed line through points. */
export const polygon = (points: ReadonlyArray<readonly [x: number, y: number]>, paint: Paint): Path =>
  path([...points.map(([x, y], i) => [i === 0 ? "M" : "L", x, y] as const), ["Z"]], paint)

/** A polygon with equal sides around the middle. */
export const corners = (count: number, radius: number, offset: number, paint: Paint): Path =>
  polygon(
    Array.from({ length: count }, (_, i) => {
      const angle = (i / count) * turn + offset
      return [Math.cos(angle) * radius, Math.sin(angle) * radius] as const
    }),
    paint
  )

/** Points rotated around the middle. */
export const rotated = (
  points: ReadonlyArray<readonly [x: number, y: number]>,
  angle: number
): ReadonlyArray<readonly [x: number, y: number]> => {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  return points.map(([x, y]) => [x * cos - y * sin, x * sin + y * cos] as const)
}
