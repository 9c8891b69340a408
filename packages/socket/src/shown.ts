/** The most characters of a server's text that a message shows. */
const most = 200

/** Characters that could move a terminal's cursor, break a line, or change the direction of the text after them. */
const unsafe = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu

/** Makes a text of a server fit for a message: one line of at most 200 characters, without control characters. */
export const shown = (text: string): string => {
  const start = text.slice(0, most)
  const safe = start
    .replaceAll(/\s+/g, " ")
    .replaceAll(unsafe, (one) => `\\u{${one.codePointAt(0)?.toString(16) ?? ""}}`)
  return start.length < text.length ? `${safe}…` : safe
}
