/**
 * Flags, which players place on squares.
 *
 * **Details**
 *
 * Flags are not room objects: the room channel sends the subscriber's flags as one text, with flags separated by `|`
 * and the five parts of a flag separated by `~`.
 *
 * **Source** recorded from a server 4.3.0.
 */

/** A flag in a room. */
export interface Flag {
  readonly name: string
  /** Primary colour, 1 to 10; `FlagColor.colors` has its name. */
  readonly color: number
  /** Secondary colour, 1 to 10; `FlagColor.colors` has its name. */
  readonly secondaryColor: number
  /** Column of its square in the room, from 0 (west) to 49 (east). */
  readonly x: number
  /** Row of its square in the room, from 0 (north) to 49 (south). */
  readonly y: number
}

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
 * Parses the flags of a room; returns an empty list for `null`, `undefined` and an empty text.
 *
 * **Details**
 *
 * Flags that do not consist of a name and four whole numbers are ignored.
 *
 * **Gotchas**
 *
 * A name that contains the text `$VLINE$` or `$TILDE$` cannot be distinguished from one that contains `|` or `~`.
 */
export const parse = (text: string | null | undefined): ReadonlyArray<Flag> =>
  (text ?? "").split("|").flatMap(read)

/** Formats flags as servers do. */
export const format = (flags: ReadonlyArray<Flag>): string =>
  flags
    .map(({ color, name, secondaryColor, x, y }) => [escape(name), color, secondaryColor, x, y].join("~"))
    .join("|")
