/** Texts that are safe to print: the only ones that the output accepts. */
import { styleText } from "node:util"
import * as ConsoleText from "@screeps-effect/schema/ConsoleText"
import type { Branded } from "effect/Brand"
import * as CliOutput from "effect/cli/CliOutput"

/**
 * A text without control characters, except line feeds, tabs and the colours of this program, and without invisible
 * characters that change the order of text. Only the functions of this module create one.
 */
export type PlainText = Branded<string, "@screeps-effect/cli/PlainText">

/** Not exported: each use is a text without foreign parts, or consists of plain texts. */
const trusted = (text: string): PlainText => text as PlainText

/** Makes a text of any origin plain, in one line or several; do not pass coloured text, whose colours would be shown. */
export const plain = (text: string): PlainText => trusted(ConsoleText.printable(text))

/** Makes a text of any origin plain and a single line. */
export const oneLine = (text: string): PlainText => trusted(ConsoleText.printableLine(text))

/** Creates a text from a template of this program and plain texts. */
export const format = (
  strings: TemplateStringsArray,
  ...values: ReadonlyArray<PlainText | number>
): PlainText => trusted(String.raw({ raw: strings }, ...values))

/** Joins texts. */
export const join = (
  texts: ReadonlyArray<PlainText>,
  separator: "" | " " | "  " | ", " | "\n" = ""
): PlainText => trusted(texts.join(separator))

/** Half of a character, which cannot be written as UTF-8: scripts may store such texts. */
const loneSurrogate = /\p{Cs}/u

/** Returns whether a text can be written as UTF-8 and read again. */
export const isUnicode = (text: string): boolean => !loneSurrogate.test(text)

/** A colour or style. */
export type Style = Extract<Parameters<typeof styleText>[0], string>

/** Colours a text. */
export const styled = (style: Style | ReadonlyArray<Style>, text: PlainText): PlainText =>
  trusted(styleText([style].flat(), text, { validateStream: false }))

/** Makes a drawing plain: its colours stay, all other control characters are shown. */
export const drawing = (row: string): PlainText =>
  join(
    // oxlint-disable-next-line no-control-regex
    row.split(/(\x1b\[[\d;]*m)/).map((part, i) => (i % 2 === 1 ? trusted(part) : plain(part)))
  )

/** Returns a number of spaces. */
export const spaces = (count: number): PlainText => trusted(" ".repeat(Math.max(count, 0)))

/** Adds spaces up to a width. */
export const padEnd = (text: PlainText, width: number): PlainText =>
  format`${text}${spaces(width - CliOutput.displayWidth(text))}`

const graphemes = new Intl.Segmenter(undefined, { granularity: "grapheme" })

/** Cuts a text without colours at a width; no letter keeps any number of marks above and below it. */
export const cut = (text: PlainText, width: number): PlainText => {
  if (!Number.isFinite(width)) return text
  const most = 8 * width
  let kept = ""
  let used = 0
  // Where the text ends if there is more than fits.
  let end = 0
  for (const { segment } of graphemes.segment(text.slice(0, 2 * most))) {
    used += CliOutput.displayWidth(segment)
    if (used > width || kept.length + segment.length > most) return trusted(`${kept.slice(0, end)}…`)
    kept += segment
    if (used <= width - 1) end = kept.length
  }
  return kept.length === text.length ? text : trusted(`${kept.slice(0, end)}…`)
}

/** Formats a value as one line of JSON, in which unsafe characters are escaped; `Redacted` values stay redacted. */
export const toJson = (value: unknown): PlainText =>
  trusted(ConsoleText.printableJson(JSON.stringify(value) ?? "null"))

/** Formats a value as indented and coloured JSON. */
export const toIndentedJson = (
  value: unknown,
  paint: (style: Style, text: PlainText) => PlainText
): PlainText => {
  const write = (one: unknown, indent: string): PlainText => {
    if (typeof one === "string") return paint("green", toJson(one))
    if (typeof one === "number") return paint("yellow", toJson(one))
    if (typeof one !== "object" || one === null) return paint("magenta", toJson(one))
    const inner = `${indent}  `
    const isList = Array.isArray(one)
    const parts = isList
      ? one.map((entry: unknown) => write(entry, inner))
      : Object.entries(one).map(
          ([key, entry]) => format`${paint("cyan", toJson(key))}: ${write(entry, inner)}`
        )
    const [open, close] = isList ? "[]" : "{}"
    if (parts.length === 0) return trusted(`${open}${close}`)
    return trusted(`${open}\n${parts.map((part) => `${inner}${part}`).join(",\n")}\n${indent}${close}`)
  }
  // Once through JSON, so that the values are those that `toJson` writes.
  return write(JSON.parse(JSON.stringify(value) ?? "null"), "")
}

/** Breaks a text into lines at spaces; all lines but the first one begin with `indent`. */
export const wrap = (text: string, width: number, indent = ""): ReadonlyArray<string> => {
  if (!Number.isFinite(width)) return [text]
  const lines: Array<string> = []
  for (const word of text.split(" ")) {
    const last = lines.at(-1)
    const longer = last === undefined ? word : `${last} ${word}`
    if (last !== undefined && CliOutput.displayWidth(longer) > width) lines.push(`${indent}${word}`)
    else lines.splice(-1, 1, longer)
  }
  return lines
}
