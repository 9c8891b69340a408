import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { serveSample, output, errorLine } from "./support/example.ts"

const file = "50_console.ts"

describe("50_console", () => {
  it.live("runs each line of its input, and prints the results, logs and errors", () =>
    Effect.gen(function* () {
      const input = "Game.time >= 1000\nconsole.log('built'); 6 * 7\n\nnope.x\nMemory.settings.reserve\n"
      const lines = (yield* output(file, [], { input, source: true })).split("\n")
      const [greeting, ...rest] = lines
      assert.include(greeting, "the console of bob")
      const shown = rest.filter((line) => !/^tick \d+: all is well$|^ {4}at |^$/.test(line))
      assert.deepStrictEqual(shown, [
        "= true",
        "built",
        "= 42",
        "ReferenceError: nope is not defined",
        "= 20000"
      ])
    })
  )

  it.live("closes its connection and ends at the end of its input", () =>
    Effect.gen(function* () {
      const { controls, env } = yield* serveSample()
      assert.match(yield* output(file, [], { env }), /^the console of bob: .*\n$/)
      yield* Effect.repeat(controls.connections, { until: (left) => left.length === 0 })
    })
  )

  it.live("fails with one sentence without the password after a failed sign-in", () =>
    Effect.gen(function* () {
      const { env } = yield* serveSample()
      const message = yield* errorLine(file, [], { env: { ...env, SCREEPS_PASSWORD: "hush, hush" } })
      assert.match(message, /Unauthorized/)
      assert.notInclude(message, "hush")
    })
  )
})
