import { assert, describe, it } from "@effect/vitest"
import * as ScriptErrors from "@screeps-effect/socket/workflows/ScriptErrors"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import * as TestClock from "effect/testing/TestClock"

/** The error of a script as the server sends it. */
const thrown = (message: string, ...frames: ReadonlyArray<string>) =>
  [
    message,
    ...frames.map((frame) => `    at ${frame}`),
    "    at __mainLoop:1:52",
    "    at exports.evalCode (<runtime>:15381:76)"
  ].join("\n")

const added = (...errors: ReadonlyArray<readonly [text: string, at: number]>) =>
  errors.reduce((all, [text, at]) => ScriptErrors.add(all, text, at), ScriptErrors.none)

describe("ScriptErrors.add", () => {
  it("counts errors with the same name and frames, whatever the numbers in their messages", () => {
    const errors = added(
      [thrown("TypeError: no energy in 5bbcac", "run (src/a.ts:1:2)"), 100],
      [thrown("TypeError: no energy in 9f01", "run (src/a.ts:1:2)"), 100],
      [thrown("TypeError: no energy in 77", "run (src/a.ts:1:2)"), 107]
    )
    assert.deepStrictEqual(ScriptErrors.list(errors), [
      {
        message: "TypeError: no energy in 5bbcac",
        frames: ["at run (src/a.ts:1:2)"],
        count: 3,
        ticks: 2,
        first: 100,
        last: 107,
        example: thrown("TypeError: no energy in 77", "run (src/a.ts:1:2)")
      }
    ])
  })

  it("keeps errors of another name or another place apart, the most frequent first", () => {
    const errors = added(
      [thrown("TypeError: x", "a (src/a.ts:1:2)"), 1],
      [thrown("RangeError: x", "a (src/a.ts:1:2)"), 1],
      [thrown("TypeError: x", "a (src/a.ts:9:2)"), 1],
      [thrown("TypeError: x", "a (src/a.ts:9:2)"), 2]
    )
    assert.deepStrictEqual(
      ScriptErrors.list(errors).map(({ count, frames, message }) => [message, frames[0], count]),
      [
        ["TypeError: x", "at a (src/a.ts:9:2)", 2],
        ["TypeError: x", "at a (src/a.ts:1:2)", 1],
        ["RangeError: x", "at a (src/a.ts:1:2)", 1]
      ]
    )
  })

  it("groups errors without frames by their first line, without numbers and ids", () => {
    const errors = added(
      ["Script of 5bbcac4a9099fc012e6332c7 stopped at tick 12", 1],
      ["Script of 5bbcac4a9099fc012e6332c8 stopped at tick 13", 2],
      ["Script execution timed out: CPU time limit reached", 3]
    )
    assert.deepStrictEqual(
      ScriptErrors.list(errors).map(({ count }) => count),
      [2, 1]
    )
  })

  it("keeps at most 100 groups and counts the other errors", () => {
    let errors = ScriptErrors.none
    for (let i = 0; i < 150; i++)
      errors = ScriptErrors.add(errors, thrown("Error: x", `f (src/a.ts:${i}:1)`), i)
    errors = ScriptErrors.add(errors, thrown("Error: x", "f (src/a.ts:0:1)"), 200)
    assert.deepStrictEqual([errors.groups.size, errors.others], [100, 50])
    assert.strictEqual(ScriptErrors.list(errors)[0]?.count, 2)
  })

  it("keeps at most 10,000 characters of an error", () => {
    const [group] = ScriptErrors.list(added(["x".repeat(1_000_000), 1]))
    assert.strictEqual(group?.example.length, 10_000)
  })
})

describe("ScriptErrors.collect", () => {
  it.effect("emits the groups after each error of a console, with its time", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(5000)
      const lines = Stream.fromIterable([
        { kind: "log", text: "Error: only logged" },
        { kind: "error", text: thrown("Error: x", "f (main:1:1)") },
        { kind: "result", text: "1" },
        { kind: "error", text: thrown("Error: y", "f (main:1:1)") }
      ] as const)
      const emitted = yield* Stream.runCollect(ScriptErrors.collect(lines))
      assert.deepStrictEqual(
        emitted.map((errors) => ScriptErrors.list(errors).map(({ count, last }) => [count, last])),
        [[[1, 5000]], [[2, 5000]]]
      )
    })
  )
})
