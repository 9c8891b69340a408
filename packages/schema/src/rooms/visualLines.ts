/** Visuals as text, one JSON object per line. */
import type * as Decoder from "../wire/Decoder.ts"
import { parseJson } from "../wire/parseJson.ts"

/** A line that is not a known drawing; scripts may add any lines. */
export class UnknownVisual {
  /** A literal that no server sends, so that `switch (item.t)` narrows soundly. */
  readonly t = "unknown"
  /** The line, as the server sent it. */
  readonly line: string

  constructor(line: string) {
    this.line = line
  }
}

/** Parses the items of a visual, one per line; empty lines are ignored. @internal */
export const parseLines = <A>(text: string, is: Decoder.Guard<A>): ReadonlyArray<A | UnknownVisual> =>
  text.split("\n").flatMap((line) => {
    if (line === "") return []
    // An exception for each of many thousand lines would take seconds.
    const data = line.trimStart().startsWith("{") ? parseJson(line) : undefined
    return [is(data) ? data : new UnknownVisual(line)]
  })
