import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Cli from "../src/cli.ts"
import { listen, speak } from "./support/commandLine.ts"

const names = {
  storage: { find: () => Promise.resolve([{ name: "a" }]), nothing: () => Promise.resolve(undefined) },
  long: "x".repeat(50_000)
}

const evaluate = (expression: string) =>
  Effect.gen(function* () {
    const { port } = yield* listen(speak(names))
    return yield* Cli.evaluate(port, expression, 5_000)
  })

const why = (effect: ReturnType<typeof evaluate>) =>
  Effect.map(Effect.flip(effect), ({ reason }) => (reason._tag === "CliFailed" ? reason.detail : reason._tag))

describe("the command line", () => {
  it.effect("returns the value of an expression", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* evaluate("1 + 1"), "2")
      assert.strictEqual(yield* evaluate("({ a: [1] })"), "{ a: [ 1 ] }")
    })
  )

  it.effect("returns a string unchanged, whatever its length and content", () =>
    Effect.gen(function* () {
      const text = "quotes ' \" ` and\nlines\u2028of\\all kinds"
      assert.strictEqual(yield* evaluate(JSON.stringify(text)), text)
      assert.lengthOf(yield* evaluate("long"), 50_000)
    })
  )

  it.effect("awaits a promise", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* evaluate("storage.find()"), "[ { name: 'a' } ]")
    })
  )

  it.effect("returns the falsy value of a promise, for which the server itself does not respond", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* evaluate("storage.nothing()"), "undefined")
    })
  )

  it.effect("accepts several lines and statements", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* evaluate("var room = 'W1N1'\nroom + '!'"), "W1N1!")
    })
  )

  it.effect("does not mistake printed output for the result", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* evaluate("print('< 5'), 6"), "6")
    })
  )

  it.effect("fails with the message of the exception", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* why(evaluate("creep")), "creep is not defined")
      assert.strictEqual(yield* why(evaluate("Promise.reject('no such cron job')")), "no such cron job")
      assert.match(yield* why(evaluate("1 +")), /Unexpected/)
    })
  )

  it.effect("fails when no server listens", () =>
    Effect.gen(function* () {
      const { close, port } = yield* listen(speak(names))
      close()
      assert.match(yield* why(Cli.evaluate(port, "1", 5_000)), /ECONNREFUSED/)
    })
  )

  it.effect("fails when the server closes the connection without a result", () =>
    Effect.gen(function* () {
      const { port } = yield* listen((socket) => socket.end("< \r\n"))
      assert.strictEqual(
        yield* why(Cli.evaluate(port, "1", 5_000)),
        "the connection was closed without a result"
      )
    })
  )

  it.effect("fails when there is no result in time", () =>
    Effect.gen(function* () {
      const { port } = yield* listen(speak(names))
      assert.strictEqual(
        yield* why(Cli.evaluate(port, "new Promise(() => {})", 20)),
        "no result within 20 ms"
      )
    })
  )
})
