/**
 * Flags: marks that players set on squares.
 *
 * **Details**
 *
 * Flags are no room objects: a room sends one's own flags as one text, records of five parts joined by `|`, parts
 * joined by `~`.
 *
 * **Source** recorded from a server 4.3.0.
 */
import { type ColorName, colors, name } from "./FlagColor.ts"
import { oneOf } from "../values/family.ts"

/**
 * A flag: its name, its two colours (1–10, see `colorName`) and its square (0–49, from the north-west corner).
 */
export interface Flag {
  readonly name: string
  readonly color: number
  readonly secondaryColor: number
  readonly x: number
  readonly y: number
}

const isColor = oneOf(Object.values(colors))

/** The name of a flag's colour, `undefined` for numbers other than 1 to 10. */
export const colorName = (color: number): ColorName | undefined => (isColor(color) ? name(color) : undefined)

const escape = (name: string) => name.replaceAll("|", "$VLINE$").replaceAll("~", "$TILDE$")
const unescape = (name: string) => name.replaceAll("$VLINE$", "|").replaceAll("$TILDE$", "~")

const isWhole = (part: string) => /^\d+$/.test(part)

const read = (record: string): ReadonlyArray<Flag> => {
  const [name, ...numbers] = record.split("~")
  if (name === undefined || !numbers.every(isWhole)) return []
  const [color, secondaryColor, x, y, ...more] = numbers.map(Number)
  return color === undefined ||
    secondaryColor === undefined ||
    x === undefined ||
    y === undefined ||
    more.length > 0
    ? []
    : [{ name: unescape(name), color, secondaryColor, x, y }]
}

/**
 * Reads the flags of a room; `null`, absent and empty text mean that there are none.
 *
 * **Details**
 *
 * Records that have not five parts, a name and four whole numbers, are passed over.
 *
 * **Gotchas**
 *
 * A name that really holds `$VLINE$` or `$TILDE$` cannot be distinguished from one that holds `|` or `~`.
 */
export const parse = (text: string | null | undefined): ReadonlyArray<Flag> =>
  (text ?? "").split("|").flatMap(read)

/** Writes flags as servers do. */
export const format = (flags: ReadonlyArray<Flag>): string =>
  flags
    .map(({ color, name, secondaryColor, x, y }) => [escape(name), color, secondaryColor, x, y].join("~"))
    .join("|")
