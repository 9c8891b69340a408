import { createServer, type AddressInfo, type Socket } from "node:net"
import { createInterface } from "node:readline"
import { inspect } from "node:util"
import { createContext, runInContext } from "node:vm"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Cli from "../src/cli.ts"

/** Speaks the command line as the game's server does, quirks included: an empty result of a promise stays unsaid. */
const speak = (socket: Socket) => {
  const say = (text: string) => socket.write(`< ${text}\r\n`)
  const context = createContext({
    storage: { find: () => Promise.resolve([{ name: "a" }]), nothing: () => Promise.resolve(undefined) },
    print: (text: string) => socket.write(`${inspect(text)}\r\n`),
    long: "x".repeat(50_000)
  })
  socket.on("error", () => {})
  socket.write("Screeps server v4.3.0 running on port 21025.\r\n< \r\n")
  createInterface({ input: socket, output: socket }).on("line", (line) => {
    try {
      const result: unknown = runInContext(line, context)
      void Promise.resolve(result).then((data) => data && say(inspect(data)))
    } catch (error) {
      say(String(error))
    }
  })
}

const listen = (connection: (socket: Socket) => void) =>
  Effect.acquireRelease(
    Effect.callback<{ readonly port: number; readonly close: () => void }>((resume) => {
      const sockets = new Set<Socket>()
      const server = createServer((socket) => {
        sockets.add(socket)
        connection(socket)
      })
      const close = () => {
        for (const socket of sockets) socket.destroy()
        server.close()
      }
      server.listen(0, "127.0.0.1", () => {
        const { port } = server.address() as AddressInfo
        resume(Effect.succeed({ port, close }))
      })
    }),
    ({ close }) => Effect.sync(close)
  )

const evaluate = (expression: string) =>
  Effect.gen(function* () {
    const { port } = yield* listen(speak)
    return yield* Cli.evaluate(port, expression, 5_000)
  })

const why = (effect: ReturnType<typeof evaluate>) =>
  Effect.map(Effect.flip(effect), ({ reason }) => (reason._tag === "CliFailed" ? reason.detail : reason._tag))

describe("the command line", () => {
  it.effect("answers an expression with what it is worth", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* evaluate("1 + 1"), "2")
      assert.strictEqual(yield* evaluate("({ a: [1] })"), "{ a: [ 1 ] }")
    })
  )

  it.effect("gives a text as it is, however long and whatever is in it", () =>
    Effect.gen(function* () {
      const text = "quotes ' \" ` and\nlines\u2028of\\all kinds"
      assert.strictEqual(yield* evaluate(JSON.stringify(text)), text)
      assert.lengthOf(yield* evaluate("long"), 50_000)
    })
  )

  it.effect("waits for a promise", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* evaluate("storage.find()"), "[ { name: 'a' } ]")
    })
  )

  it.effect("answers also when a promise holds nothing, which the server itself leaves unsaid", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* evaluate("storage.nothing()"), "undefined")
    })
  )

  it.effect("takes an expression of several lines, and statements", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* evaluate("var room = 'W1N1'\nroom + '!'"), "W1N1!")
    })
  )

  it.effect("does not mistake what is printed for the answer", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* evaluate("print('< 5'), 6"), "6")
    })
  )

  it.effect("fails with the text of what the expression throws", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* why(evaluate("creep")), "creep is not defined")
      assert.strictEqual(yield* why(evaluate("Promise.reject('no such cron job')")), "no such cron job")
      assert.match(yield* why(evaluate("1 +")), /Unexpected/)
    })
  )

  it.effect("fails when nobody listens", () =>
    Effect.gen(function* () {
      const { close, port } = yield* listen(speak)
      close()
      assert.match(yield* why(Cli.evaluate(port, "1", 5_000)), /ECONNREFUSED/)
    })
  )

  it.effect("fails when the server hangs up without an answer", () =>
    Effect.gen(function* () {
      const { port } = yield* listen((socket) => socket.end("< \r\n"))
      assert.strictEqual(
        yield* why(Cli.evaluate(port, "1", 5_000)),
        "the connection was closed without an answer"
      )
    })
  )

  it.effect("fails when no answer comes in time", () =>
    Effect.gen(function* () {
      const { port } = yield* listen(speak)
      assert.strictEqual(
        yield* why(Cli.evaluate(port, "new Promise(() => {})", 20)),
        "no answer within 20 ms"
      )
    })
  )
})
