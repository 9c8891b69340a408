/** Markup in console texts: scripts write it for the game's web page, such as `<font color="red">`. */
import * as ConsoleText from "@screeps-effect/schema/ConsoleText"
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

const tag = /<(\/?)([a-z][a-z\d]{0,9})(\s[^<>]{0,2000})?\/?>/gi

/** Elements whose contents stand on lines of their own. */
const blocks = new Set([
  "br",
  "caption",
  "center",
  "details",
  "div",
  "dl",
  "dd",
  "dt",
  "h1",
  "h2",
  "h3",
  "h4",
  "h5",
  "h6"
])
for (const name of ["hr", "li", "ol", "p", "pre", "summary", "table", "tbody", "thead", "tr", "ul"])
  blocks.add(name)

/** Elements that are removed and separate what is beside them. */
const cells = new Set(["td", "th"])

/** Elements that are valid without an end. */
const endless = new Set(["br", "font", "hr", "img", "input", "li", "p", "span", "td", "th", "tr"])

const bold = new Set(["b", "h1", "h2", "h3", "h4", "h5", "h6", "strong", "th"])

/** Elements whose contents are not shown. */
const hidden = new Set(["script", "style", "title"])

/** The most elements inside each other whose colours are kept. */
const deepest = 32

interface Tag {
  readonly element: string
  readonly isEnd: boolean
  readonly attributes: string
  readonly from: number
  readonly to: number
  /** The tag at the other end of the element; `undefined` if there is none. */
  other?: Tag
}

/** Finds the tags of a text, and which of them belong together. */
const tagsOf = (text: string): ReadonlyArray<Tag> => {
  const open = new Map<string, Array<Tag>>()
  const tags: Array<Tag> = []
  for (const { 0: whole, 1: slash, 2: name = "", 3: attributes = "", index } of text.matchAll(tag)) {
    const element = name.toLowerCase()
    const one: Tag = { element, isEnd: slash === "/", attributes, from: index, to: index + whole.length }
    tags.push(one)
    const waiting = open.get(element) ?? []
    if (!one.isEnd) open.set(element, [...waiting.slice(1 - deepest), one])
    else {
      const other = waiting.pop()
      if (other === undefined) continue
      one.other = other
      other.other = one
    }
  }
  return tags
}

/** Whether a tag is markup: `List<A>` and `a <b` are not, since an element without an end means nothing. */
const isMarkup = ({ attributes, element, isEnd, other }: Tag) =>
  other !== undefined || endless.has(element) || (!isEnd && colorOf(attributes) !== undefined)

/** Reads the references that the game's page shows as characters. */
const decode = (text: string) => ConsoleText.decodeLog(text.replaceAll("&nbsp;", " "))

/**
 * Makes a console text plain as the game's page shows it: colours become those of the terminal, other markup is removed,
 * rows and blocks become lines, styles and scripts are left out. What only resembles markup stays text.
 */
export const withColors = (text: string, paint: Paint, base?: Style): PlainText => {
  const parts: Array<PlainText> = []
  const open: Array<{ readonly element: string; readonly style: Style | undefined }> = []
  let from = 0
  let pending = ""
  /** What comes between the text so far and further text. */
  let gap = ""
  const add = (piece: string) => {
    if (piece === "") return
    if (pending !== "" || parts.length > 0) pending += gap
    pending += decode(piece)
    gap = ""
  }
  const end = () => {
    const style = open.at(-1)?.style ?? base
    if (pending !== "") parts.push(style === undefined ? plain(pending) : paint(style, plain(pending)))
    pending = ""
  }
  for (const one of tagsOf(text)) {
    if (one.from < from || !isMarkup(one)) continue
    const { attributes, element, isEnd, other, to } = one
    add(text.slice(from, one.from))
    from = hidden.has(element) && other !== undefined ? other.to : to
    if (element === "br") gap += "\n"
    else if (blocks.has(element)) gap ||= "\n"
    else if (cells.has(element) && !isEnd) gap ||= "  "
    if (isEnd) {
      const at = open.findLastIndex((known) => known.element === element)
      if (at >= 0) end()
      if (at >= 0) open.length = at
    } else if (open.length < deepest) {
      const style = colorOf(attributes) ?? open.at(-1)?.style ?? (bold.has(element) ? "bold" : undefined)
      end()
      open.push({ element, style })
    }
  }
  add(text.slice(from))
  end()
  return join(parts)
}
