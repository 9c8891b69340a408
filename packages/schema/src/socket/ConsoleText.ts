/**
 * Decoding and encoding of console texts.
 *
 * **Details**
 *
 * Servers write console texts for a web page. In lines of `console.log`, markup characters, tabs and all characters
 * other than ASCII are character references. In errors only `<` is replaced. Results and lines of `console.logUnsafe`
 * are raw; those lines are in the same list as other lines. xxscreeps replaces only `<` and `&`, by `&#x3c;` and
 * `&#x26;`, in lines, errors and results alike, and colours values with markup (`<span style=…>`), which decoding keeps.
 *
 * **Gotchas**
 *
 * Do not put any of these texts into a web page without escaping it. A decoded text may contain any characters:
 * `printable` makes it safe for a terminal. A raw text that contains a character reference cannot be distinguished from
 * an escaped one.
 *
 * **Source** recorded from a server 4.3.0 and from xxscreeps 0.0.9.
 */

const named: ReadonlyMap<string, string> = new Map([
  ["amp", "&"],
  ["apos", "'"],
  ["gt", ">"],
  ["lt", "<"],
  ["quot", '"']
])

const character = (reference: string, hex: string | undefined, decimal: string | undefined, name = "") => {
  const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
  return code <= 0x10ffff ? String.fromCodePoint(code) : (named.get(name) ?? reference)
}

/**
 * Decodes a line of the log: hexadecimal and decimal character references and `&lt; &gt; &amp; &quot; &apos;`, once.
 *
 * **Details**
 *
 * All other text stays unchanged.
 */
export const decodeLog = (text: string): string =>
  text.replaceAll(/&(?:#[xX]([0-9a-fA-F]{1,8})|#(\d{1,8})|(amp|apos|gt|lt|quot));/g, character)

/** An ampersand that xxscreeps would have escaped. */
const rawAmpersand = /&(?!#x(?:3c|26);)/

/**
 * Decodes the result of a command, once: `&#x3c;` and `&#x26;` of xxscreeps. Results of other servers are raw; those
 * with any other `&` are not changed, since xxscreeps escapes each one.
 *
 * **Gotchas**
 *
 * A raw result whose only ampersands are in these two texts cannot be distinguished from an escaped one.
 */
export const decodeResult = (text: string): string =>
  rawAmpersand.test(text) ? text : text.replaceAll("&#x3c;", "<").replaceAll("&#x26;", "&")

/** Decodes an error: `&lt;` of a server 4.3.0, which replaces nothing else there, or else like `decodeResult`. */
export const decodeError = (text: string): string =>
  text.includes("&lt;") ? text.replaceAll("&lt;", "<") : decodeResult(text)

/**
 * Everything that is not shown as itself: controls, unassigned and private characters, lone surrogates, line separators,
 * what Unicode calls default-ignorable (variation selectors, fillers, tags, marks that reorder text), and characters
 * whose glyph is empty. A joiner stays between two characters that it may join: in words of some scripts, and in emoji.
 */
const unprintable =
  /(?![\t\n]|(?<=[\p{L}\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}])(?<!\p{Script=Latin})[\u200c\u200d](?=[\p{L}\p{Extended_Pictographic}])(?!\p{Script=Latin}))(?:\u{16fe4}|[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800\u{1d159}])/gu

/** The selector that asks for the colours of an emoji: without it, the emoji is the same. */
const emojiSelector = /(?<=\p{Extended_Pictographic}|[#*\d](?=\ufe0f\u20e3))\ufe0f/gu

const visible = (character: string): string => {
  const hex = (character.codePointAt(0) ?? 0).toString(16)
  if (hex.length <= 2) return `\\x${hex.padStart(2, "0")}`
  return hex.length <= 4 ? `\\u${hex.padStart(4, "0")}` : `\\u{${hex}}`
}

/** Cuts a text before patterns see it, never within a character of two units. */
const cut = (text: string, limit: number): string =>
  text.length <= limit ? text : `${text.slice(0, limit).replace(/[\ud800-\udbff]$/, "")}…`

/**
 * Makes a text safe to print: control characters other than tab and line feed, which could move a terminal's cursor or
 * change its settings, become `\xHH`.
 *
 * **Details**
 *
 * Invisible characters, which change the order of the text (such as U+202E), separate lines, or hide a message or a part of
 * a name, become `\uHHHH` or `\u{HHHHH}`; so do private and unassigned characters and lone surrogates. Joiners stay
 * where emoji and some languages need them; the selector U+FE0F after an emoji is left out. A text with more than `limit`
 * UTF-16 units (default: no limit) is cut first and ends with `…`.
 */
export const printable = (text: string, limit = Infinity): string =>
  cut(text, limit).replaceAll(emojiSelector, "").replaceAll(unprintable, visible)

/** Makes a text safe to print and a single line: line breaks and tabs become a space; otherwise like `printable`. */
export const printableLine = (text: string, limit = Infinity): string =>
  printable(cut(text, limit).replaceAll(/[\t\r\n][\t\r\n ]*/g, " "))

/**
 * Escapes the characters that `printable` shows, in JSON: the value stays the same.
 *
 * **Gotchas**
 *
 * The text must be JSON.
 */
export const printableJson = (json: string): string =>
  json.replaceAll(unprintable, (character) =>
    // A character outside of the basic plane is two escapes.
    Array.from(
      { length: character.length },
      (_, i) => `\\u${character.charCodeAt(i).toString(16).padStart(4, "0")}`
    ).join("")
  )
