import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { serveSample, output, errorLine, start } from "./support/example.ts"

const file = "20_watch-a-room.ts"
const usage = "Usage: node examples/src/20_watch-a-room.ts [room] [--ticks <number>]"

describe("20_watch-a-room", () => {
  it.live("prints one line per state if its output is not a terminal, the whole room first", () =>
    Effect.gen(function* () {
      const lines = (yield* output(file, ["--ticks", "3"], { source: true })).trimEnd().split("\n")
      assert.lengthOf(lines, 3)
      assert.match(
        lines[0] ?? "",
        /^W7N3 {2}tick \? {2}\d creeps {2}\d\d new, 0 changed, 0 gone {2}\(1 states, 0 gaps\)$/
      )
      const [second, third] = lines.slice(1).map((line) => Number(/tick (\d+)/.exec(line)?.[1]))
      assert.strictEqual(third, (second ?? 0) + 1)
    })
  )

  it.live("shows a gap when the connection is lost, then continues", () =>
    Effect.gen(function* () {
      const { controls, env } = yield* serveSample()
      const { ended, interrupt, untilPrinted } = yield* start(file, ["W7N3"], { env })
      yield* untilPrinted(/\(3 states, 0 gaps\)/)
      yield* controls.drop()
      yield* untilPrinted(/gap: disconnected {2}\(\d+ states, 1 gaps\)/)
      yield* untilPrinted(/gone {2}\(\d+ states, 1 gaps\)/)
      yield* interrupt
      assert.strictEqual((yield* ended).code, 130)
    })
  )

  it.live("closes its connection and ends on Ctrl-C", () =>
    Effect.gen(function* () {
      const { controls, env } = yield* serveSample()
      const { ended, interrupt, untilPrinted } = yield* start(file, [], { env })
      yield* untilPrinted(/states/)
      assert.lengthOf(yield* controls.connections, 1)
      yield* interrupt
      const { code, err } = yield* ended
      assert.deepStrictEqual({ code, err }, { code: 130, err: "" })
      yield* Effect.repeat(controls.connections, { until: (left) => left.length === 0 })
    })
  )

  it.live("prints its usage for wrong arguments", () =>
    Effect.gen(function* () {
      for (const args of [["--ticks", "x"], ["kitchen"], ["--nope"]])
        assert.strictEqual(yield* errorLine(file, args), usage)
    })
  )
})
