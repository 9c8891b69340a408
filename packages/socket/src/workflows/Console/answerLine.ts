/**
 * Console lines whose result says which line it belongs to: the user's expression is evaluated inside a line of ours, which writes
 * a marker before what it gives or throws.
 */

const prefix = "@run:"

/** How an answer ends: a value, or something that was thrown. */
const signs = { value: "=", thrown: "!" } as const

/** What the line gives: the value as text, as the console itself writes it, or as JSON. */
export type Form = "text" | "json"

/** As a template literal, which leaves quotes alone: every escape counts against the line's length. */
const literal = (text: string) => `\`${text.replaceAll(/[\\`]|\$(?=\{)/g, "\\$&")}\``

/**
 * The line to send. What the expression is, is text inside it: it cannot break out, and errors of syntax are caught.
 */
export const write = (id: string, expression: string, form: Form): string => {
  const value =
    form === "json" ? `JSON.stringify(eval(${literal(expression)}))` : `eval(${literal(expression)})`
  const answer = (sign: string, text: string) => `"${prefix}${id}${sign}"+${text}`
  const thrown = `try{${answer(signs.thrown, "String(e&&e.stack||e)")}}catch(f){${answer(signs.thrown, '""')}}`
  return `try{${answer(signs.value, value)}}catch(e){${thrown}}`
}

/** An answer: whose, and what. */
export interface Answer {
  readonly id: string
  readonly isThrown: boolean
  readonly text: string
}

/** Parses a result of the console; `undefined` for results without a marker. */
export const read = (result: string): Answer | undefined => {
  const [whole, id, sign] = /^@run:([0-9a-z]+)([=!])/.exec(result) ?? []
  return whole === undefined || id === undefined
    ? undefined
    : { id, isThrown: sign === signs.thrown, text: result.slice(whole.length) }
}
