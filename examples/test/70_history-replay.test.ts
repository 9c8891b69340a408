import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { serveSample, output, errorLine, start } from "./support/example.ts"

const file = "70_history-replay.ts"
const usage =
  "Usage: node examples/src/70_history-replay.ts [room] [from tick] [to tick] [--speed 10] [--cache folder] [--live]"

const folder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "history-"))),
  (path) => Effect.sync(() => rmSync(path, { recursive: true }))
)

const ticksIn = (out: string) =>
  [...out.matchAll(/^W7N3 {2}tick (\d+) {2}\d creeps$/gm)].map(([, tick]) => Number(tick))

describe("70_history-replay", () => {
  it.live("shows its progress, then each tick once; a second run reads all chunks from the cache", () =>
    Effect.gen(function* () {
      const cwd = yield* folder
      const args = ["W7N3", "1210", "1269", "--speed", "1000"]
      const first = yield* output(file, args, { cwd, source: true })
      assert.match(first, /^█{8}░{22} 1\/4 chunks$/m)
      assert.match(first, /^█{30} 4\/4 chunks$/m)
      assert.include(first, "4 requested, 0 from the cache, 0 missing")
      assert.deepStrictEqual(
        ticksIn(first),
        Array.from({ length: 60 }, (_, i) => 1210 + i)
      )
      const second = yield* output(file, args, { cwd })
      assert.include(second, "0 requested, 4 from the cache, 0 missing")
      assert.deepStrictEqual(ticksIn(second), ticksIn(first))
    }).pipe(Effect.scoped)
  )

  it.live("plays at the given speed", () =>
    Effect.gen(function* () {
      const cwd = yield* folder
      // A tick per quarter of an hour: the second one is not printed while the test runs.
      const slow = yield* start(file, ["W7N3", "1220", "1244", "--speed", "0.001"], { cwd })
      yield* slow.untilPrinted(/tick 1220/)
      // The same program, which needs as long to start, prints all ticks meanwhile.
      const fast = yield* output(file, ["W7N3", "1220", "1244", "--speed", "1000"], { cwd })
      assert.lengthOf(ticksIn(fast), 25)
      yield* slow.interrupt
      assert.deepStrictEqual(ticksIn((yield* slow.ended).out), [1220])
    }).pipe(Effect.scoped)
  )

  it.live("draws the present in the same way with --live, and ends on Ctrl-C", () =>
    Effect.gen(function* () {
      const { env } = yield* serveSample()
      const { ended, interrupt, untilPrinted } = yield* start(file, ["--live"], { env })
      yield* untilPrinted(/^W7N3 {2}tick \d+ {2}\d creeps$/m)
      yield* interrupt
      const { code, err } = yield* ended
      assert.deepStrictEqual({ code, err }, { code: 130, err: "" })
    }).pipe(Effect.scoped)
  )

  it.live("prints its usage for wrong arguments, and one sentence for ticks in the wrong order", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* errorLine(file, ["kitchen"]), usage)
      assert.strictEqual(yield* errorLine(file, ["--speed", "0"]), usage)
      assert.match(
        yield* errorLine(file, ["W7N3", "1300", "1200"]),
        /a tick that is not before the first one/
      )
    })
  )
})
