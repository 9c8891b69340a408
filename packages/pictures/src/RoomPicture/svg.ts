/** Writes drawings as SVG. */
import { size } from "@screeps-effect/schema/Terrain"
import { printable } from "@screeps-effect/schema/ConsoleText"
import type { Sprite } from "./scene.ts"
import type { Shape, Step } from "./shapes.ts"

/** Options of an SVG image. */
export interface SvgOptions {
  /** Width and height in pixels; default: 800. */
  readonly size?: number | undefined
  /** Title of the image, such as the room's name; default: none. */
  readonly title?: string | undefined
}

/** Longer texts are cut. */
const longest = 200

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;"
}

/** Also without the characters that XML does not allow, which are not printable. */
const escape = (text: string): string =>
  printable(text, longest).replaceAll(/[&<>"']/g, (character) => entities[character] ?? "")

/** Servers' numbers are numbers, but may be huge: an image has no place for them. */
const number = (value: number): string =>
  String(Number.isFinite(value) ? Math.round(Math.min(1e6, Math.max(-1e6, value)) * 1000) / 1000 : 0)

const numbers = (values: ReadonlyArray<number>): string => values.map(number).join(" ")

const on = (cx: number, cy: number, radius: number, angle: number) =>
  numbers([cx + Math.cos(angle) * radius, cy + Math.sin(angle) * radius])

const step = (one: Step, i: number): string => {
  switch (one[0]) {
    case "M":
    case "L":
    case "Q":
      return `${one[0]}${numbers(one.slice(1).map(Number))}`
    case "A": {
      const [, cx, cy, radius, from, to] = one
      // An arc of SVG is at most a half circle here: a whole one would begin and end at the same point.
      const middle = (from + to) / 2
      const half = (end: number) => `A${numbers([radius, radius])} 0 0 1 ${on(cx, cy, radius, end)}`
      return `${i === 0 ? "M" : "L"}${on(cx, cy, radius, from)}${half(middle)}${half(to)}`
    }
    case "Z":
      return "Z"
  }
}

const attributes = (all: Readonly<Record<string, string | undefined>>): string =>
  Object.entries(all)
    .flatMap(([name, value]) => (value === undefined ? [] : [` ${name}="${escape(value)}"`]))
    .join("")

const optional = (value: number | undefined) => (value === undefined ? undefined : number(value))

const shape = (one: Shape): string => {
  if (one.kind === "text") {
    const place = { x: number(one.x), y: number(one.y + one.size * 0.35), "font-size": number(one.size) }
    return `<text${attributes({ ...place, fill: one.fill })}>${escape(one.text)}</text>`
  }
  const paint = {
    fill: one.fill,
    stroke: one.stroke,
    "stroke-width": optional(one.width),
    "stroke-dasharray": one.dash === undefined ? undefined : numbers(one.dash),
    opacity: optional(one.opacity)
  }
  return `<path d="${one.steps.map(step).join("")}"${attributes(paint)}/>`
}

const group = ({ name, shapes, x, y }: Sprite): string => {
  const title = name === undefined ? "" : `<title>${escape(name)}</title>`
  const at = x === 0 && y === 0 ? "" : ` transform="translate(${numbers([x, y])})"`
  return `<g${at}>${title}${shapes.map(shape).join("")}</g>`
}

/**
 * Writes a drawing as an SVG image, for files and pages.
 *
 * **Details**
 *
 * Names of players and texts of creeps are cut and escaped: the result contains no other elements and attributes than
 * those of the drawing. Each object is a group with its name as a title, which browsers show under the pointer.
 */
export const toSvg = (sprites: Iterable<Sprite>, options: SvgOptions = {}): string => {
  const side = number(options.size ?? 800)
  const title = options.title === undefined ? "" : `<title>${escape(options.title)}</title>`
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" width="${side}" height="${side}" fill="none"` +
    ` stroke-linecap="round" stroke-linejoin="round" text-anchor="middle" font-family="sans-serif" font-weight="600">` +
    `${title}${[...sprites].map(group).join("")}</svg>`
  )
}
