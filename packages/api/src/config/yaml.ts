/** Parses YAML with Effect's parser; the only module that imports it. */
import * as Result from "effect/Result"
import * as Yaml from "effect/encoding/Yaml"

/** A syntax error with a message of our own: the parser's message may quote the text, which may contain a secret. */
export interface Fault {
  /** Number of the line, starting at 1; `undefined` when the parser does not report it. */
  readonly line: number | undefined
  /** What is wrong; `undefined` when unknown. */
  readonly detail: string | undefined
}

/** Beginnings of the parser's messages, and our own messages for them. */
const messages: ReadonlyArray<readonly [start: string, detail: string]> = [
  ["Tabs cannot be used", "tabs cannot be used for indentation"],
  ["Duplicate key", "duplicate key"],
  ["Multiple YAML documents", "multiple documents are not supported"],
  ["Unterminated", "unterminated quote"],
  ["Unexpected content after quoted", "unexpected text after a closing quote"],
  ["Invalid colon in plain scalar", "text with a colon needs quotes"],
  ["Unexpected indentation", "wrong indentation"],
  ["Expected indentation", "wrong indentation"]
]

/** Parses YAML text. @internal */
export const parse = (text: string): Result.Result<unknown, Fault> => {
  try {
    return Result.succeed(Yaml.parse(text))
  } catch (error) {
    const message = error instanceof Error ? error.message : ""
    const line = / at line (\d+)$/.exec(message)?.[1]
    return Result.fail({
      line: line === undefined ? undefined : Number(line),
      detail: messages.find(([start]) => message.startsWith(start))?.[1]
    })
  }
}
