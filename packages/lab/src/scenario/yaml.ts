/** Parses YAML and remembers where each value is written; the only module that imports the parser. */
import * as Result from "effect/Result"
import { isNode, LineCounter, parseDocument } from "yaml"

/** A parsed text. */
export interface Parsed {
  readonly value: unknown
  /** Returns the line of a value, or of the closest value around it; lines count from 1. */
  readonly lineOf: (path: ReadonlyArray<PropertyKey>) => number | undefined
}

/** A syntax error. */
export interface Fault {
  readonly line: number | undefined
  readonly detail: string
}

/** The most characters of a text. */
const maxLength = 1024 * 1024

/** Parses a text. */
export const parse = (text: string): Result.Result<Parsed, Fault> => {
  if (text.length > maxLength)
    return Result.fail({ line: undefined, detail: `longer than ${maxLength} characters` })
  const lineCounter = new LineCounter()
  const document = parseDocument(text, { lineCounter, prettyErrors: false, uniqueKeys: true })
  const [error] = document.errors
  if (error !== undefined) {
    return Result.fail({ line: lineCounter.linePos(error.pos[0]).line, detail: error.message })
  }
  const lineOf: Parsed["lineOf"] = (path) => {
    for (let length = path.length; length > 0; length--) {
      const node = document.getIn(path.slice(0, length), true)
      if (isNode(node) && node.range) return lineCounter.linePos(node.range[0]).line
    }
    return undefined
  }
  try {
    // Throws for aliases that multiply into very large values.
    return Result.succeed({ value: document.toJS(), lineOf })
  } catch (error) {
    return Result.fail({
      line: undefined,
      detail: error instanceof Error ? error.message : "invalid aliases"
    })
  }
}
