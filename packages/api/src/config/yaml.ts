/** The one door to Effect's YAML parser: text becomes data, or the line at which it is no YAML. */
import * as Result from "effect/Result"
import * as Yaml from "effect/encoding/Yaml"

/** Where and why a text is no YAML, in words of our own: the parser's may quote the text, which may hold a secret. */
export interface Fault {
  /** The first line is 1; `undefined` when the parser does not tell. */
  readonly line: number | undefined
  readonly detail: string | undefined
}

const reasons: ReadonlyArray<readonly [told: string, why: string]> = [
  ["Tabs cannot be used", "tabs cannot indent"],
  ["Duplicate key", "the same key stands twice"],
  ["Multiple YAML documents", "one document is read only"],
  ["Unterminated", "a quote is not closed"],
  ["Unexpected content after quoted", "something follows a closed quote"],
  ["Invalid colon in plain scalar", "text with a colon needs quotes"],
  ["Unexpected indentation", "the indentation does not fit"],
  ["Expected indentation", "the indentation does not fit"]
]

/** Reads YAML text. @internal */
export const parse = (text: string): Result.Result<unknown, Fault> => {
  try {
    return Result.succeed(Yaml.parse(text))
  } catch (error) {
    const told = error instanceof Error ? error.message : ""
    const line = / at line (\d+)$/.exec(told)?.[1]
    return Result.fail({
      line: line === undefined ? undefined : Number(line),
      detail: reasons.find(([start]) => told.startsWith(start))?.[1]
    })
  }
}
