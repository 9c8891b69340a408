import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect } from "effect"
import { elsewhere, output, sentence, start } from "./support/example.ts"

const file = "20_watch-a-room.ts"
const usage = "Usage: node examples/src/20_watch-a-room.ts [room] [--ticks <number>]"

describe("the example that watches a room", () => {
  it.live("tells each state in a line when nobody looks, the whole first", () =>
    Effect.gen(function* () {
      const lines = (yield* output(file, ["--ticks", "3"])).trimEnd().split("\n")
      assert.lengthOf(lines, 3)
      assert.match(
        lines[0] ?? "",
        /^W7N3 {2}tick \? {2}\d creeps {2}\d\d new, 0 changed, 0 gone {2}\(1 states, 0 gaps\)$/
      )
      const [second, third] = lines.slice(1).map((line) => Number(/tick (\d+)/.exec(line)?.[1]))
      assert.strictEqual(third, (second ?? 0) + 1)
    })
  )

  it.live("shows a gap when the connection is lost, and goes on by itself", () =>
    Effect.gen(function* () {
      const { controls, env } = yield* elsewhere()
      const { ended, interrupt, says } = yield* start(file, ["W7N3"], { env })
      yield* says(/\(3 states, 0 gaps\)/)
      yield* controls.drop()
      yield* says(/nothing is heard: disconnected {2}\(\d+ states, 1 gaps\)/)
      yield* says(/gone {2}\(\d+ states, 1 gaps\)/)
      yield* interrupt
      assert.strictEqual((yield* ended).code, 130)
    })
  )

  it.live("closes its connection and ends at once on Ctrl-C", () =>
    Effect.gen(function* () {
      const { controls, env } = yield* elsewhere()
      const { ended, interrupt, says } = yield* start(file, [], { env })
      yield* says(/states/)
      assert.lengthOf(yield* controls.connections, 1)
      const before = yield* Clock.currentTimeMillis
      yield* interrupt
      const { code, err } = yield* ended
      assert.deepStrictEqual({ code, err }, { code: 130, err: "" })
      assert.isBelow((yield* Clock.currentTimeMillis) - before, 2000)
      yield* Effect.repeat(controls.connections, { until: (left) => left.length === 0 })
    })
  )

  it.live("says how it is used", () =>
    Effect.gen(function* () {
      for (const args of [["--ticks", "x"], ["kitchen"], ["--nope"]])
        assert.strictEqual(yield* sentence(file, args), usage)
    })
  )
})
