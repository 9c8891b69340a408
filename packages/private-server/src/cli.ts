import { randomUUID } from "node:crypto"
import { connect } from "node:net"
import * as Effect from "effect/Effect"
import type { PrivateServerError } from "./PrivateServerError.ts"
import { CliFailed } from "./PrivateServerError.ts"
import { fail } from "./fail.ts"

/** Writes a text as a JavaScript literal on one line; the server also breaks lines at the two Unicode separators. */
const literal = (text: string) =>
  JSON.stringify(text).replaceAll("\u2028", "\\u2028").replaceAll("\u2029", "\\u2029")

/**
 * Returns the line to send for an expression.
 *
 * If an expression is sent as it is, the server does not respond when its promise resolves to a falsy value
 * (`undefined`, `0`, `""`), and an error looks like a string. So the line evaluates the expression, awaits it, and
 * writes the result between two marks. The server prints results with `util.inspect`; the inspect hook makes it print
 * the text unchanged.
 */
const line = (expression: string, mark: string) => {
  const hook = `[Symbol.for("nodejs.util.inspect.custom")]: (depth, options, inspect)`
  const result = `typeof value === "string" ? value : inspect(value, { depth: 8, maxArrayLength: null, maxStringLength: null })`
  const message = `error && error.message || String(error)`
  return (
    `(async () => (0, eval)(${literal(expression)}))()` +
    `.then((value) => ({ ${hook} => "${mark} ok " + (${result}) + " ${mark}" }),` +
    ` (error) => ({ ${hook} => "${mark} no " + (${message}) + " ${mark}" }))\r\n`
  )
}

/** Returns the result between the marks; `undefined` until all of it was received. */
const parse = (received: string, mark: string): { ok: boolean; text: string } | undefined => {
  const begin = received.indexOf(`< ${mark} `)
  if (begin < 0) return undefined
  const body = received.slice(begin + mark.length + 3)
  const end = body.indexOf(` ${mark}`)
  return end < 0 ? undefined : { ok: body.startsWith("ok "), text: body.slice(3, end) }
}

/**
 * Evaluates an expression on the command line at a loopback port, with a separate connection. The timeout is in real
 * time, not by Effect's clock.
 */
export const evaluate = (
  port: number,
  expression: string,
  timeoutMillis: number
): Effect.Effect<string, PrivateServerError> =>
  Effect.callback((resume) => {
    const mark = randomUUID()
    const socket = connect(port, "127.0.0.1")
    const timer = setTimeout(() => failWith(`no result within ${timeoutMillis} ms`), timeoutMillis)
    const end = () => {
      clearTimeout(timer)
      socket.destroy()
    }
    const failWith = (detail: string) => {
      end()
      resume(Effect.fail(fail(new CliFailed({ expression, detail }))))
    }
    let received = ""
    socket.setEncoding("utf8")
    socket.on("connect", () => socket.write(line(expression, mark)))
    socket.on("data", (data: string) => {
      received += data
      const found = parse(received, mark)
      if (found === undefined) return
      if (!found.ok) return failWith(found.text)
      end()
      resume(Effect.succeed(found.text))
    })
    socket.on("error", (error) => failWith(error.message))
    socket.on("end", () => failWith("the connection was closed without a result"))
    return Effect.sync(end)
  })
