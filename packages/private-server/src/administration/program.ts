/**
 * The text that is sent to a server's command line, and the reader of its responses.
 *
 * The command line evaluates one line of JavaScript after another. It prints results as Node's `util.inspect` writes
 * them, does not print falsy results of promises, and mixes them with everything else that is printed. So a program
 * writes its results as JSON between two marks, by the hook with which an object replaces its output of `util.inspect`.
 */
import { randomBytes } from "node:crypto"

/** A function on the server, and its argument. */
export interface Call {
  /** The text of a JavaScript function that takes one argument. */
  readonly code: string
  /** The argument, as JSON text. */
  readonly input: string
}

/** The result of a program. */
export type Outcome =
  | { readonly _tag: "Results"; readonly json: string }
  | { readonly _tag: "Rejected"; readonly index: number; readonly detail: string }
  | { readonly _tag: "TooLarge"; readonly length: number }
  | { readonly _tag: "Malformed" }

/** Creates a mark, which no text contains by chance. */
export const makeMark = (): string => randomBytes(16).toString("hex")

/** Writes a text as a JavaScript literal in ASCII, on one line. */
const literal = (text: string) =>
  JSON.stringify(text).replaceAll(
    /[^ -~]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`
  )

// Runs on the server, which may be Node 10: only ES2018.
// The mark is sent in two parts, since the server's message about an error may repeat the program.
const evaluate = literal(`(async (head, tail, id, limit, calls) => {
  let index = 0, text
  try {
    const results = []
    for (const [code, input] of JSON.parse(calls)) {
      results.push(await (0, eval)("(" + code + "\\n)")(JSON.parse(input)))
      index++
    }
    const json = JSON.stringify(results)
    text = json.length > limit ? "large " + json.length : "ok " + json
  } catch (error) {
    const detail = String(error && error.message || error).slice(0, 2000)
    text = "no " + JSON.stringify([index, detail])
  }
  const escape = (c) => "\\\\u" + ("000" + c.charCodeAt(0).toString(16)).slice(-4)
  const marked = head + tail + id + " " + text.replace(/[^ -~]/g, escape) + head + tail
  return { [Symbol.for("nodejs.util.inspect.custom")]: () => marked }
})`)

/** Returns the line that calls functions one after another and writes their results between marks. */
export const source = (
  calls: ReadonlyArray<Call>,
  { id, limit, mark }: { readonly mark: string; readonly id: number; readonly limit: number }
): string => {
  const half = mark.length / 2
  const list = JSON.stringify(calls.map(({ code, input }) => [code, input]))
  return `(0,eval)(${evaluate})("${mark.slice(0, half)}","${mark.slice(half)}",${id},${limit},${literal(list)})`
}

/** The longest part of a message that is not JSON of results. */
const overhead = 16_384

/** Finds the texts between marks in a stream of text. */
export interface Reader {
  /** Returns the marked texts that a chunk completes; `undefined` when one is longer than the limit. */
  readonly push: (chunk: string) => ReadonlyArray<string> | undefined
  /** Returns the beginning of the text before the first mark. */
  readonly greeting: () => string
}

/** Creates a reader; it keeps only marked texts and the beginning of the stream. */
export const makeReader = (mark: string, limit: number): Reader => {
  let rest = ""
  let greeting = ""
  let inside: Array<string> | undefined
  let length = 0

  const keep = (text: string) => {
    if (inside === undefined) {
      if (greeting.length < 200) greeting += text.slice(0, 200)
      return
    }
    inside.push(text)
    length += text.length
  }

  return {
    greeting: () => greeting.slice(0, 200),
    push: (chunk) => {
      const complete: Array<string> = []
      let text = rest + chunk
      for (;;) {
        const at = text.indexOf(mark)
        // The last characters may be the beginning of a mark.
        keep(text.slice(0, at < 0 ? Math.max(0, text.length - mark.length + 1) : at))
        if (length > limit + overhead) return undefined
        if (at < 0) {
          rest = text.slice(Math.max(0, text.length - mark.length + 1))
          return complete
        }
        text = text.slice(at + mark.length)
        if (inside === undefined) inside = []
        else {
          complete.push(inside.join(""))
          inside = undefined
          length = 0
        }
      }
    }
  }
}

const malformed: Outcome = { _tag: "Malformed" }

/** Parses a marked text: the program's id and its outcome. */
export const parse = (text: string): { readonly id: number; readonly outcome: Outcome } | undefined => {
  const [, digits, kind] = /^(\d{1,15}) (ok|no|large) /.exec(text.slice(0, 32)) ?? []
  if (digits === undefined || kind === undefined) return undefined
  const id = Number(digits)
  const body = text.slice(digits.length + kind.length + 2)
  if (kind === "ok") return { id, outcome: { _tag: "Results", json: body } }
  if (kind === "large") {
    return { id, outcome: /^\d{1,15}$/.test(body) ? { _tag: "TooLarge", length: Number(body) } : malformed }
  }
  try {
    const pair: unknown = JSON.parse(body)
    if (!Array.isArray(pair)) return { id, outcome: malformed }
    const [index, detail]: ReadonlyArray<unknown> = pair
    if (typeof index !== "number" || typeof detail !== "string") return { id, outcome: malformed }
    return { id, outcome: { _tag: "Rejected", index, detail } }
  } catch {
    return { id, outcome: malformed }
  }
}
