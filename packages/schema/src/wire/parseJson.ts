/** Parses JSON texts of servers within bounds. */
import * as Result from "effect/Result"

/** The most values that are parsed: millions of empty lists fit in a text that is only some megabytes long. */
const maxValues = 2 * 1024 * 1024

const comma = 44
const openList = 91
const openObject = 123

/** Returns whether a text may have too many values; only texts that are long enough are searched. */
const hasTooManyValues = (text: string): boolean => {
  if (text.length <= maxValues) return false
  let values = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if ((code === comma || code === openList || code === openObject) && ++values > maxValues) return true
  }
  return false
}

/** Parses a JSON text; fails when it is not JSON (`syntax`), or has more than two million values (`size`). @internal */
export const readJson = (text: string): Result.Result<unknown, "syntax" | "size"> => {
  if (hasTooManyValues(text)) return Result.fail("size")
  try {
    return Result.succeed(JSON.parse(text))
  } catch {
    return Result.fail("syntax")
  }
}

/** Returns the value of a JSON text; `undefined` for any other text. @internal */
export const parseJson = (text: string): unknown => Result.getOrUndefined(readJson(text))
