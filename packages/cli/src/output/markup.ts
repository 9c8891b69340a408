/** Colours in console texts: scripts write them for the game's web page, such as `<font color="red">`. */
import type { Paint } from "./output.ts"
import { join, plain, type PlainText, type Style } from "./text.ts"

/** The game's colours as those of the terminal, whose theme keeps them readable on its background. */
const styles = ["red", "yellow", "green", "cyan", "blue", "magenta"] as const

/** Names of CSS and their endings, by the colour of a terminal that they resemble. */
const names: ReadonlyArray<readonly [Style, RegExp]> = [
  ["red", /(?:red|crimson|tomato|maroon|salmon|coral|brick|brown)$/],
  ["yellow", /(?:yellow|gold|orange|olive|khaki|goldenrod)$/],
  ["green", /(?:green|lime)$/],
  ["cyan", /(?:cyan|aqua|teal|turquoise|aquamarine)$/],
  ["blue", /(?:blue|navy)$/],
  ["magenta", /(?:magenta|fuchsia|purple|violet|pink|orchid|indigo|plum)$/],
  ["gray", /(?:gray|grey|silver)$/]
]

/** Returns the colour of a hue in degrees. */
const ofHue = (hue: number): Style => styles[Math.round((((hue % 360) + 360) % 360) / 60) % 6] ?? "red"

/** Returns the nearest colour; none for black and white, which may be the terminal's background. */
const ofRgb = ([red = 0, green = 0, blue = 0]: ReadonlyArray<number>): Style | undefined => {
  const most = Math.max(red, green, blue)
  const spread = most - Math.min(red, green, blue)
  if (spread <= most / 5) return most > 64 && most < 224 ? "gray" : undefined
  const hue =
    most === red
      ? (green - blue) / spread
      : most === green
        ? 2 + (blue - red) / spread
        : 4 + (red - green) / spread
  return ofHue(60 * hue)
}

/** Returns the colour of a CSS value such as `red`, `#f00`, `rgb(255, 0, 0)` or `hsl(0, 100%, 50%)`. */
const styleOf = (value: string): Style | undefined => {
  const text = value.trim().toLowerCase()
  const hex = /^#?([\da-f]{6}|[\da-f]{3})(?:[\da-f]{2}|[\da-f])?$/.exec(text)?.[1]
  if (hex !== undefined) {
    const width = hex.length / 3
    return ofRgb(
      [0, 1, 2].map((i) => Number.parseInt(hex.slice(i * width, (i + 1) * width).repeat(3 - width), 16))
    )
  }
  const [, kind, ...numbers] = /^(rgb|hsl)a?\( *(\d{1,3})[ ,]+(\d{1,3})%?[ ,]+(\d{1,3})%?/.exec(text) ?? []
  if (kind === "hsl") return ofHue(Number(numbers[0]))
  return kind === "rgb" ? ofRgb(numbers.map(Number)) : names.find(([, name]) => name.test(text))?.[0]
}

const colorOf = (attributes: string): Style | undefined => {
  const value =
    /[\s"';]color\s?:([^;"'<>]{1,40})/i.exec(attributes) ??
    /\scolor\s?=\s?["']?([^"'<>]{1,40})/i.exec(attributes)
  return styleOf(value?.[1] ?? "")
}

const tag = /<(\/?)([a-z][a-z\d]{0,9})(\s[^<>]{0,300})?>/gi

/** Elements without a meaning of their own: they are removed even if they have no colour. */
const isNeutral = (element: string) => element === "font" || element === "span"

/** The most elements inside each other whose colours are kept. */
const deepest = 32

interface Open {
  readonly element: string
  readonly style: Style | undefined
}

/**
 * Makes a console text plain and replaces the markup of its colours by those of the terminal. Everything else that looks
 * like markup stays text.
 *
 * @internal
 */
export const withColors = (text: string, paint: Paint, base?: Style): PlainText => {
  const parts: Array<PlainText> = []
  const open: Array<Open> = []
  let from = 0
  let pending = ""
  const end = () => {
    const style = open.at(-1)?.style ?? base
    if (pending !== "") parts.push(style === undefined ? plain(pending) : paint(style, plain(pending)))
    pending = ""
  }
  for (const { 0: whole, 1: slash, 2: name = "", 3: attributes = "", index } of text.matchAll(tag)) {
    pending += text.slice(from, index)
    from = index + whole.length
    const element = name.toLowerCase()
    if (slash === "/") {
      const at = open.findLastIndex((one) => one.element === element)
      if (at >= 0) end()
      else pending += whole
      if (at >= 0) open.length = at
      continue
    }
    const style = colorOf(attributes)
    if ((style === undefined && !isNeutral(element)) || open.length >= deepest) {
      pending += whole
      continue
    }
    end()
    open.push({ element, style: style ?? open.at(-1)?.style })
  }
  pending += text.slice(from)
  end()
  return join(parts)
}
