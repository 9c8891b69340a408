/** Estimates tokens, and cuts texts to a number of them. */
const least = 200

/** Three letters, two digits, or three equal signs (pictures have long rows of them) count as one token. */
const pieces = /[A-Za-z]{1,3}|[0-9]{1,2}|([^A-Za-z0-9])\1{0,2}/gu

const weigh = (piece: string): number => {
  const code = piece.codePointAt(0) ?? 0
  return code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4
}

/** Estimates the number of tokens of a text. */
export const estimate = (text: string): number => {
  let count = 0
  for (const [piece] of text.matchAll(pieces)) {
    // A space before a word is part of the word's token.
    if (piece !== " ") count += weigh(piece)
  }
  return count
}

/** Cuts a text to a number of tokens; the text itself when it fits. */
export const cut = (text: string, tokens: number): string => {
  let count = 0
  for (const { 0: piece, index } of text.matchAll(pieces)) {
    if (piece !== " ") count += weigh(piece)
    if (count > tokens) return text.slice(0, index)
  }
  return text
}

/** A part of a list that fits, and where the next part begins. */
export interface Page {
  readonly text: string
  /** Index of the first line that is not part of the page; `undefined` on the last page. */
  readonly next: number | undefined
}

/** Returns as many lines as fit, beginning with an index; a single line that does not fit is cut. */
export const page = (lines: ReadonlyArray<string>, from: number, tokens: number): Page => {
  const shown: Array<string> = []
  let rest = tokens
  for (let i = from; i < lines.length; i++) {
    const line = lines[i] ?? ""
    const cost = estimate(line) + 1
    if (cost > rest) {
      if (shown.length > 0) return { text: shown.join("\n"), next: i }
      return { text: `${cut(line, rest - 2)}…`, next: i + 1 < lines.length ? i + 1 : undefined }
    }
    rest -= cost
    shown.push(line)
  }
  return { text: shown.join("\n"), next: undefined }
}

/** Returns the budget, which is never below the least. */
export const bounded = (budget: number): number => Math.max(least, Number.isFinite(budget) ? budget : least)
