/** Wraps expressions in console lines that mark their results, to match each result to its line. */
import * as ConsoleText from "@screeps-effect/schema/ConsoleText"

/** Begins a marked result; the ampersand arrives escaped from servers that escape results. */
const prefix = "@run&"

/** The characters that mark the kind of a result. */
const signs = { value: "=", thrown: "!" } as const

/** The form of the result: the value as text, as the console writes it, or as JSON. */
export type Form = "text" | "json"

/** Writes a template literal, which needs no escapes for quotes: each escape makes the line longer. */
const literal = (text: string) => `\`${text.replaceAll(/[\\`]|\$(?=\{)/g, "\\$&")}\``

/** Returns the line to send, with the expression as a string inside: it cannot break out, and syntax errors are caught. */
export const write = (id: string, expression: string, form: Form): string => {
  const value =
    form === "json" ? `JSON.stringify(eval(${literal(expression)}))` : `eval(${literal(expression)})`
  const answer = (sign: string, text: string) => `"${prefix}${id}${sign}"+${text}`
  const thrown = `try{${answer(signs.thrown, "String(e&&e.stack||e)")}}catch(f){${answer(signs.thrown, '""')}}`
  return `try{${answer(signs.value, value)}}catch(e){${thrown}}`
}

/** The marked result of a line. */
export interface Answer {
  readonly id: string
  readonly isThrown: boolean
  readonly text: string
}

/** Parses a result of the console; `undefined` for results without a marker. */
export const read = (result: string): Answer | undefined => {
  const [whole, ampersand, id, sign] = /^@run(&|&#x26;)([0-9a-z]+)([=!])/.exec(result) ?? []
  if (whole === undefined || id === undefined) return undefined
  const text = result.slice(whole.length)
  return {
    id,
    isThrown: sign === signs.thrown,
    text: ampersand === "&#x26;" ? ConsoleText.decodeResult(text) : text
  }
}
