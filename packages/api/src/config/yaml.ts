/** Parses YAML with Effect's parser; the only module that imports it. */
import * as Result from "effect/Result"
import * as Yaml from "effect/encoding/Yaml"

/** A syntax error with a message of our own: the parser's message may quote the text, which may contain a secret. */
export interface Fault {
  /** Number of the line, starting at 1; `undefined` in a very long text. */
  readonly line: number | undefined
  /** Number of the character in the line, starting at 1, at which the text stops being valid. */
  readonly column: number | undefined
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
  ["Expected indentation", "wrong indentation"],
  ["Invalid quoted scalar indentation", "wrong indentation"],
  ["Unknown YAML alias", "unknown alias"],
  ["Unknown alias", "unknown alias"],
  ["Invalid YAML escape", "invalid escape in quotes"],
  ["Invalid unicode escape", "invalid escape in quotes"],
  ["Expected ',' at flow", "expected a comma or a closing bracket"],
  ["Expected ':' at flow", "expected a colon"],
  ["Compact nested block", "lists inside lists need a line of their own"],
  ["Maximum call stack", "it is nested too deeply"]
]

/** Returns the parser's message; `undefined` for valid text. */
const failure = (text: string): string | undefined => {
  try {
    Yaml.parse(text)
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : ""
  }
}

/** Returns the smallest number from 1 to a limit for which a condition holds, if it holds for all greater ones. */
const smallest = (limit: number, holds: (value: number) => boolean): number => {
  let [low, high] = [1, Math.max(limit, 1)]
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    if (holds(middle)) high = middle
    else low = middle + 1
  }
  return low
}

/** The longest text in which an error is located, since that parses it some thirty times. */
const mostLocated = 256 * 1024

/** Finds where a text stops being valid: the parser reports some lines, no columns, and fails the same way up to there. */
const locate = (whole: string): Pick<Fault, "line" | "column"> => {
  if (whole.length > mostLocated) return { line: undefined, column: undefined }
  // What stays open to the end of the text ends at its last character.
  const trimmed = whole.trimEnd()
  const text = failure(trimmed) === undefined ? whole : trimmed
  const message = failure(text) ?? ""
  const lines = text.replaceAll(/\r\n?/g, "\n").split("\n")
  const upTo = (count: number) => lines.slice(0, count).join("\n")
  const reported = / at line (\d+)$/.exec(message)?.[1]
  const line =
    reported === undefined
      ? smallest(lines.length, (count) => failure(upTo(count)) === message)
      : Number(reported)
  const before = line === 1 ? "" : `${upTo(line - 1)}\n`
  const own = lines[line - 1] ?? ""
  const column = smallest(own.length, (count) => failure(before + own.slice(0, count)) === message)
  return { line, column }
}

/** A tag such as `!!str` where a value begins; the parser would return it as a part of the text. */
const tag = /^(?:-[ \t]+|[^:]*:[ \t]+)?!/

/** The beginning of a collection in brackets, and a tag in one. */
const collection = /^(?:-[ \t]+|[^:]*:[ \t]+)?[[{]/
const tagInside = /(?:[,[{][ \t]*|:[ \t]+)!/

/** Finds the first tag outside of quotes, comments and blocks of text. */
const findTag = (text: string): Fault | undefined => {
  if (!text.includes("!")) return undefined
  let block = Infinity
  for (const [i, line] of text.split(/\r\n?|\n/).entries()) {
    const indent = line.search(/[^ ]/)
    if (indent < 0 || indent > block) continue
    const [code = ""] = line.split(/[ \t]#/, 1)
    block = /[:-][ \t]+[|>][-+\d]*$/.test(code.trimEnd()) ? indent : Infinity
    // Text after a quote or a comment is not searched.
    const end = line.search(/["']|(?:^|[ \t])#/)
    const searched = line.slice(indent, end < 0 ? undefined : end)
    const found = (collection.test(searched) ? tagInside : tag).exec(searched)
    if (found !== null) {
      const column = indent + found.index + found[0].length
      return { line: i + 1, column, detail: "tags such as !!str are not supported: put text in quotes" }
    }
  }
  return undefined
}

/** Parses YAML text. @internal */
export const parse = (text: string): Result.Result<unknown, Fault> => {
  const tagged = findTag(text)
  if (tagged !== undefined) return Result.fail(tagged)
  try {
    return Result.succeed(Yaml.parse(text))
  } catch (error) {
    const message = error instanceof Error ? error.message : ""
    const detail = messages.find(([start]) => message.startsWith(start))?.[1]
    return Result.fail({ ...locate(text), detail })
  }
}
