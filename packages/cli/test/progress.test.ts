/** What commands report of work that takes minutes. */
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import * as NodeSqlite from "@screeps-effect/collector/NodeSqlite"
import { temporaryFolder } from "@screeps-effect/fixtures/process"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Terminal from "effect/Terminal"
import * as TestClock from "effect/testing/TestClock"
import * as TestConsole from "effect/testing/TestConsole"
import * as Show from "../src/commands/collect/show.ts"
import * as Output from "../src/output/output.ts"
import { format } from "../src/output/text.ts"
import { makeWorld, screeps, url } from "./support/inside.ts"

const unexpected = Effect.die("not expected")

const terminal = Terminal.make({
  columns: unexpected,
  rows: unexpected,
  size: unexpected,
  readInput: unexpected,
  readLine: unexpected,
  display: () => unexpected
})

/** Provides an output of this kind. */
const to = (kind: "pipe" | "terminal" | "json") =>
  Effect.provideService(
    Output.Output,
    Output.Output.of({
      isJson: kind === "json",
      isTerminal: kind === "terminal",
      columns: 80,
      paint: (_, text) => text,
      line: () => Effect.void,
      verbatim: () => Effect.void,
      note: () => Effect.void
    })
  )

const reported = Effect.map(TestConsole.errorLines, (lines) => lines.map(String))

describe("progress", () => {
  it.effect("of an installation is printed at its beginning and every half a minute, also into a pipe", () =>
    Effect.gen(function* () {
      const working = Output.during(format`Installing`, Effect.as(Effect.sleep("70 seconds"), "done"))
      const fiber = yield* Effect.forkChild(to("pipe")(working))
      yield* TestClock.adjust("1 second")
      assert.deepStrictEqual(yield* reported, ["Installing…"])
      yield* TestClock.adjust("69 seconds")
      assert.strictEqual(yield* Fiber.join(fiber), "done")
      const all = ["Installing…", "Installing: 30s so far…", "Installing: 1m so far…"]
      assert.deepStrictEqual(yield* reported, all)
      const silent = yield* Effect.forkChild(to("json")(working))
      yield* TestClock.adjust("70 seconds")
      yield* Fiber.join(silent)
      assert.deepStrictEqual(yield* reported, all)
    })
  )

  it.effect("of many steps is printed at most every half a minute, and only into a pipe", () =>
    Effect.gen(function* () {
      for (const kind of ["pipe", "terminal", "json"] as const) {
        const report = yield* to(kind)(Output.makeReport)
        for (let step = 1; step <= 70; step++) {
          yield* TestClock.adjust("1 second")
          yield* report(() => format`${step} of 70`)
        }
      }
      assert.deepStrictEqual(yield* reported, ["30 of 70", "60 of 70"])
    })
  )

  it.effect("of a collector is a line each minute in a pipe", () =>
    Effect.gen(function* () {
      const file = join(yield* temporaryFolder("progress"), "world.sqlite")
      const collecting = screeps(makeWorld())([
        "collect",
        "--once",
        "--terrain",
        "--rooms",
        "W1N1",
        "--database",
        file
      ])
      assert.strictEqual((yield* TestClock.withLive(collecting)).status, 0)
      const watching = Show.watch(url, []).pipe(
        to("pipe"),
        Effect.provide(NodeSqlite.layer(file)),
        Effect.provideService(Terminal.Terminal, terminal)
      )
      yield* Effect.forkChild(watching)
      yield* TestClock.adjust("59 seconds")
      assert.deepStrictEqual(yield* reported, [])
      yield* TestClock.adjust("1 second")
      yield* TestClock.adjust("1 minute")
      const lines = yield* reported
      assert.lengthOf(lines, 2)
      assert.match(lines[0] ?? "", /^0 holes, lag 0 s, 2 done, 0 due, 0 running, /)
    }).pipe(Effect.scoped)
  )
})
