import { assert, describe, it } from "@effect/vitest"
import * as Cause from "effect/Cause"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as TestConsole from "effect/testing/TestConsole"
import * as Log from "../src/output/log.ts"
import { provide, Typing } from "../src/output/typing.ts"

const logged = Effect.gen(function* () {
  yield* Effect.logInfo("Connected.")
  yield* Effect.logWarning("It does not respond", new Error("refused"))
  yield* Effect.logError("A defect", Cause.die(new Error("broken\u001b[2J\nline")))
  yield* Effect.logWarning({ a: 1 })
  return yield* TestConsole.errorLines
}).pipe(Effect.provide(TestConsole.layer))

describe("the log of the command", () => {
  it.effect("has one sentence for each entry, on standard error", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* Effect.provide(logged, Log.layer(false)), [
        "Connected.",
        "Warning: It does not respond: refused",
        "Error: A defect: broken\\x1b[2J line",
        'Warning: {"a":1}'
      ])
    })
  )

  it.effect("has one line about parts of responses that could not be read", () =>
    Effect.gen(function* () {
      const drift = (line: string) =>
        Effect.annotateLogs(Effect.logWarning(line), "drift", "GET /api/game/time")
      yield* Effect.gen(function* () {
        yield* drift("first")
        yield* drift("second")
        yield* Effect.logWarning("another warning")
        yield* drift("third")
      }).pipe(Effect.provide(Log.layer(false)))
      assert.deepStrictEqual(yield* TestConsole.errorLines, ["Warning: first", "Warning: another warning"])
    }).pipe(Effect.provide(TestConsole.layer))
  )

  it.effect("has one JSON value for each entry with --json", () =>
    Effect.gen(function* () {
      const lines = yield* Effect.provide(logged, Log.layer(true))
      assert.deepStrictEqual<unknown>(
        lines.map((line) => JSON.parse(String(line))),
        [
          { info: "Connected." },
          { warning: "It does not respond: refused" },
          { error: "A defect: broken\u001b[2J\nline" },
          { warning: '{"a":1}' }
        ]
      )
    })
  )
})

describe("a line that is being typed", () => {
  it.effect("is hidden around all that is printed meanwhile, also by fibers that began before it", () =>
    Effect.gen(function* () {
      const events: Array<string> = []
      yield* provide(
        Effect.gen(function* () {
          const typing = yield* Typing
          yield* Console.log("before")
          typing.around = (print) => {
            events.push("hide")
            print()
            events.push("show")
          }
          yield* Effect.all([Console.log("output"), Console.error("note"), Effect.logWarning("log")])
          typing.around = undefined
          yield* Console.log("after")
        })
      ).pipe(Effect.provide(Log.layer(false)))
      assert.deepStrictEqual(events, ["hide", "show", "hide", "show", "hide", "show"])
      assert.deepStrictEqual(yield* TestConsole.logLines, ["before", "output", "after"])
      assert.deepStrictEqual(yield* TestConsole.errorLines, ["note", "Warning: log"])
    }).pipe(Effect.provide(TestConsole.layer))
  )
})
