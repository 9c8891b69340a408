/**
 * Texts of the console, for terminals.
 *
 * **Details**
 *
 * Servers write the console for a web page. What `console.log` wrote has its markup characters, tabs and everything
 * that is not ASCII turned into character references; errors have only `<` replaced; results and `console.logUnsafe`
 * come raw, in the same list as the others.
 *
 * **Gotchas**
 *
 * None of these texts may be put into a web page as it is, and a decoded one may hold anything: `printable` makes it
 * safe for a terminal. A raw text that holds a character reference cannot be distinguished from an escaped one.
 *
 * **Source** recorded from a server 4.3.0; `&lt;` and `&amp;` in log lines reported of xxscreeps.
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
 * What is no such reference stays as it is.
 */
export const decodeLog = (text: string): string =>
  text.replaceAll(/&(?:#[xX]([0-9a-fA-F]{1,8})|#(\d{1,8})|(amp|apos|gt|lt|quot));/g, character)

/** Decodes an error: `&lt;` only, which is all that servers replace there. */
export const decodeError = (text: string): string => text.replaceAll("&lt;", "<")

/**
 * Writes a line of the log as a server does: `< > & " ' \``, tabs and everything that is not ASCII as hexadecimal
 * character references.
 *
 * **Gotchas**
 *
 * Control characters other than tab and line feed were never recorded; here they stay as they are.
 */
export const encodeLog = (text: string): string =>
  text.replaceAll(
    /[<>&"'`\t]|[^\0-\x7f]/gu,
    (character) => `&#x${character.codePointAt(0)?.toString(16).toUpperCase()};`
  )

/**
 * Makes a text safe to print: control characters other than tab and line feed, which could move a terminal's cursor or
 * change its settings, are shown as `\xHH`.
 */
export const printable = (text: string): string =>
  text.replaceAll(
    // eslint-disable-next-line no-control-regex
    /[\0-\x08\x0b-\x1f\x7f-\x9f]/g,
    (control) => `\\x${control.charCodeAt(0).toString(16).padStart(2, "0")}`
  )
