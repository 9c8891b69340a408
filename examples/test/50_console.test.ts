import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { elsewhere, output, sentence } from "./support/example.ts"

const file = "50_console.ts"

describe("the example with a console", () => {
  it.live("runs each line of its input, and shows what the script logs and throws", () =>
    Effect.gen(function* () {
      const input = "Game.time >= 1000\nconsole.log('built'); 6 * 7\n\nnope.x\nMemory.settings.reserve\n"
      const lines = (yield* output(file, [], { input })).split("\n")
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

  it.live("ends with its input", () =>
    Effect.gen(function* () {
      const { controls, env } = yield* elsewhere()
      assert.match(yield* output(file, [], { env }), /^the console of bob: .*\n$/)
      yield* Effect.repeat(controls.connections, { until: (left) => left.length === 0 })
    })
  )

  it.live("says in one sentence why it is not let in, and shows no password", () =>
    Effect.gen(function* () {
      const { env } = yield* elsewhere()
      const said = yield* sentence(file, [], { env: { ...env, SCREEPS_PASSWORD: "hush, hush" } })
      assert.match(said, /Unauthorized/)
      assert.notInclude(said, "hush")
    })
  )
})
