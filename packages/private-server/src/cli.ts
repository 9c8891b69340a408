import { randomUUID } from "node:crypto"
import { connect } from "node:net"
import * as Effect from "effect/Effect"
import type { PrivateServerError } from "./PrivateServerError.ts"
import { CliFailed } from "./PrivateServerError.ts"
import { fail } from "./fail.ts"

/** Text as a JavaScript literal on one line; the server also breaks lines at the two Unicode separators. */
const literal = (text: string) =>
  JSON.stringify(text).replaceAll("\u2028", "\\u2028").replaceAll("\u2029", "\\u2029")

/**
 * Makes the one line that is sent for an expression.
 *
 * Sent as it is, an expression whose promise holds nothing (`undefined`, `0`, `""`) is never answered, and an error
 * looks like a text. So the line evaluates the expression itself, waits for it, and answers between two marks. The
 * server shows results by `util.inspect`; the inspect hook makes it show this answer as it stands.
 */
const line = (expression: string, mark: string) => {
  const hook = `[Symbol.for("nodejs.util.inspect.custom")]: (depth, options, inspect)`
  const shown = `typeof value === "string" ? value : inspect(value, { depth: 8, maxArrayLength: null, maxStringLength: null })`
  const why = `error && error.message || String(error)`
  return (
    `(async () => (0, eval)(${literal(expression)}))()` +
    `.then((value) => ({ ${hook} => "${mark} ok " + (${shown}) + " ${mark}" }),` +
    ` (error) => ({ ${hook} => "${mark} no " + (${why}) + " ${mark}" }))\r\n`
  )
}

/** Finds the answer between the marks, once it has arrived whole. */
const answer = (received: string, mark: string): { ok: boolean; text: string } | undefined => {
  const begin = received.indexOf(`< ${mark} `)
  if (begin < 0) return undefined
  const body = received.slice(begin + mark.length + 3)
  const end = body.indexOf(` ${mark}`)
  return end < 0 ? undefined : { ok: body.startsWith("ok "), text: body.slice(3, end) }
}

/** Asks the command line on a loopback port, on a connection of its own. Time spans are real, whatever clock runs. */
export const evaluate = (
  port: number,
  expression: string,
  timeoutMillis: number
): Effect.Effect<string, PrivateServerError> =>
  Effect.callback((resume) => {
    const mark = randomUUID()
    const socket = connect(port, "127.0.0.1")
    const timer = setTimeout(() => refuse(`no answer within ${timeoutMillis} ms`), timeoutMillis)
    const end = () => {
      clearTimeout(timer)
      socket.destroy()
    }
    const refuse = (why: string) => {
      end()
      resume(Effect.fail(fail(new CliFailed({ expression, detail: why }))))
    }
    let received = ""
    socket.setEncoding("utf8")
    socket.on("connect", () => socket.write(line(expression, mark)))
    socket.on("data", (data: string) => {
      received += data
      const found = answer(received, mark)
      if (found === undefined) return
      if (!found.ok) return refuse(found.text)
      end()
      resume(Effect.succeed(found.text))
    })
    socket.on("error", (error) => refuse(error.message))
    socket.on("end", () => refuse("the connection was closed without an answer"))
    return Effect.sync(end)
  })
