import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Cli from "../src/administration/cli.ts"
import { speak } from "./support/commandLine.ts"
import { at, message } from "./support/commands.ts"

const names = {
  storage: { find: () => Promise.resolve([{ name: "a" }]), nothing: () => Promise.resolve(undefined) },
  long: "x".repeat(50_000)
}

const evaluate = (expression: string) => at(speak(names))(Cli.evaluate(expression))

describe("the command line of a server", () => {
  it.effect("returns the value of an expression as JSON", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* evaluate("1 + 1"), "2")
      assert.strictEqual(yield* evaluate("({ a: [1] })"), '{"a":[1]}')
    })
  )

  it.effect("returns a string unchanged, whatever its length and content", () =>
    Effect.gen(function* () {
      const text = "quotes ' \" ` and\nlines\u2028of\\all kinds"
      assert.strictEqual(yield* evaluate(JSON.stringify(text)), text)
      assert.lengthOf(yield* evaluate("long"), 50_000)
    })
  )

  it.effect("awaits a promise, also one of `undefined`, for which the server itself does not respond", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* evaluate("storage.find()"), '[{"name":"a"}]')
      assert.strictEqual(yield* evaluate("storage.nothing()"), "undefined")
    })
  )

  it.effect("accepts several lines and statements", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* evaluate("var room = 'W1N1'\nroom + '!'"), "W1N1!")
    })
  )

  it.effect("fails with the message of the exception", () =>
    Effect.gen(function* () {
      const rejected = (detail: string) => `cli: rejected by the server: ${detail}`
      assert.strictEqual(yield* message(evaluate("creep")), rejected("creep is not defined"))
      assert.strictEqual(yield* message(evaluate("Promise.reject('no job')")), rejected("no job"))
      assert.match(yield* message(evaluate("1 +")), /Unexpected/)
    })
  )
})
