/**
 * SVG images of badges.
 *
 * **Details**
 *
 * The images equal those of `GET /api/user/badge-svg`, without a request: a disc in the first colour, and on it the
 * two layers of the shape in the second and the third.
 *
 * **Source** geometry and palette read in the server's source, and compared with images of a server 4.3.0.
 */
import * as Badges from "@screeps-effect/schema/Badge"
import { badgeShapes, type Layers } from "./BadgeSvg/badgeShapes.ts"

/** Options of `render`. */
export interface Options {
  /** Whether to draw a black ring around the disc; default `false`. */
  readonly border?: boolean | undefined
  /** Width and height in pixels; default 128. */
  readonly size?: number | undefined
}

const black = "#000000"
const namespace = "http://www.w3.org/2000/svg"

/** Converts hue (degrees), saturation and lightness (0 to 1) to `#rrggbb`. */
const hsl = (hue: number, saturation: number, lightness: number): string => {
  const chroma = saturation * Math.min(lightness, 1 - lightness)
  const channel = (offset: number) => {
    const k = (offset + hue / 30) % 12
    const part = lightness - chroma * Math.max(-1, Math.min(k - 3, 9 - k, 1))
    return Math.round(part * 255)
      .toString(16)
      .padStart(2, "0")
  }
  return `#${channel(0)}${channel(8)}${channel(4)}`
}

const rows: ReadonlyArray<readonly [saturation: number, lightness: number]> = [
  [0.6, 0.8],
  [0.7, 0.5],
  [0.4, 0.3],
  [0.5, 0.1]
]

/**
 * Returns a colour of the palette that old accounts use, by number from 0 to 79; `undefined` for other numbers.
 *
 * **Details**
 *
 * Four rows, each a grey and nineteen hues, from light to dark.
 *
 * **Source** read in the server's source.
 *
 * @internal
 */
export const paletteColor = (number: number): string | undefined => {
  const row = Number.isInteger(number) ? rows[Math.floor(number / 20)] : undefined
  if (row === undefined) return undefined
  const [saturation, lightness] = row
  const column = number % 20
  return column === 0 ? hsl(0, 0, lightness) : hsl(((column - 1) * 360) / 19, saturation, lightness)
}

/**
 * Returns a colour of a badge that is safe in markup: `#` with hex digits unchanged, numbers as colours of the old
 * palette, and black for anything else.
 *
 * **Gotchas**
 *
 * Colours come from other players, and servers check only their first characters. Colours of scripted bots sometimes
 * have fewer than six digits; viewers draw most of those black.
 *
 * @internal
 */
export const color = (value: string | number): string => {
  if (typeof value === "number") return paletteColor(value) ?? black
  return /^#[0-9a-f]{1,8}$/i.test(value) ? value : black
}

// Only characters of path data: any other could end the attribute that contains it.
const isPathData = (text: string) => /^[\sMZLHVCSQTA0-9eE.,+-]*$/i.test(text)

const isPaths = (type: Badges.Badge["type"]) => typeof type !== "number"

const layersOf = ({ param, type }: Badges.Badge): Layers => {
  if (isPaths(type)) return [type.path1, type.path2].every(isPathData) ? [type.path1, type.path2] : ["", ""]
  const bent = Math.max(-100, Math.min(100, param ?? 0))
  return badgeShapes[type]?.draw(bent) ?? ["", ""]
}

const turn = ({ flip, type }: Badges.Badge): number =>
  flip === true && !isPaths(type) ? (badgeShapes[type]?.turn ?? 0) : 0

/**
 * Returns a badge as the text of an SVG image; the image is empty if the badge is absent or malformed.
 *
 * **Details**
 *
 * `param` is limited to −100 to 100, and 0 by default. For an unknown shape or invalid paths, only the disc is drawn.
 * The result is safe to embed whatever the badge contains: no other elements, no links, no scripts.
 */
export const render = (json: Badges.BadgeJson | null | undefined, options: Options = {}): string => {
  const badge = Badges.parse(json)
  if (badge === undefined) return `<svg xmlns="${namespace}"></svg>`
  const side = options.size ?? 128
  const radius = options.border === true ? 48 : 52
  // Ids are shared by all images on a page: the same id always means the same circle.
  const clip = `badge-clip-${radius}`
  const layer = (data: string, fill: string | number) =>
    data === "" ? "" : `<path d="${data}" fill="${color(fill)}" clip-path="url(#${clip})"/>`
  const [first, second] = layersOf(badge)
  return [
    `<svg xmlns="${namespace}" width="${side}" height="${side}" viewBox="0 0 100 100"`,
    ` shape-rendering="geometricPrecision">`,
    `<defs><clipPath id="${clip}"><circle cx="50" cy="50" r="${radius}"/></clipPath></defs>`,
    `<g transform="rotate(${turn(badge)} 50 50)">`,
    `<rect x="0" y="0" width="100" height="100" fill="${color(badge.color1)}" clip-path="url(#${clip})"/>`,
    layer(first, badge.color2),
    layer(second, badge.color3),
    options.border === true
      ? `<circle cx="50" cy="50" r="47.5" fill="none" stroke="#000" stroke-width="5"/>`
      : "",
    "</g></svg>"
  ].join("")
}
