import type * as Decoder from "../wire/Decoder.ts"
import { parseJson } from "../wire/parseJson.ts"

/** A line that is nothing known: scripts may add lines of their own. */
export class UnknownVisual {
  /** A literal that no server sends, so that `switch (item.t)` narrows soundly. */
  readonly t = "unknown"
  /** The line as it came. */
  readonly line: string

  constructor(line: string) {
    this.line = line
  }
}

/** Reads a visual's items, one per line; empty lines are passed over. @internal */
export const parseLines = <A>(text: string, is: Decoder.Guard<A>): ReadonlyArray<A | UnknownVisual> =>
  text.split("\n").flatMap((line) => {
    if (line === "") return []
    const data = parseJson(line)
    return [is(data) ? data : new UnknownVisual(line)]
  })

/** Writes a visual's items, every line ended by a line feed. @internal */
export const formatLines = (items: ReadonlyArray<object>): string =>
  items.map((item) => `${item instanceof UnknownVisual ? item.line : JSON.stringify(item)}\n`).join("")
