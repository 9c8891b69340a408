import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect } from "effect"
import { elsewhere, output, sentence, start } from "./support/example.ts"

const file = "70_history-replay.ts"
const usage =
  "Usage: node examples/src/70_history-replay.ts [room] [from tick] [to tick] [--speed 10] [--cache folder] [--live]"

const folder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "history-"))),
  (path) => Effect.sync(() => rmSync(path, { recursive: true }))
)

const ticksIn = (out: string) =>
  [...out.matchAll(/^W7N3 {2}tick (\d+) {2}\d creeps$/gm)].map(([, tick]) => Number(tick))

describe("the example that replays a room's past", () => {
  it.live("shows how far it is, then each tick once; the second time it asks for nothing", () =>
    Effect.gen(function* () {
      const cwd = yield* folder
      const args = ["W7N3", "1210", "1269", "--speed", "1000"]
      const first = yield* output(file, args, { cwd })
      assert.match(first, /^█{8}░{22} 1\/4 chunks$/m)
      assert.match(first, /^█{30} 4\/4 chunks$/m)
      assert.include(first, "4 asked for, 0 from the cache, 0 missing")
      assert.deepStrictEqual(
        ticksIn(first),
        Array.from({ length: 60 }, (_, i) => 1210 + i)
      )
      const second = yield* output(file, args, { cwd })
      assert.include(second, "0 asked for, 4 from the cache, 0 missing")
      assert.deepStrictEqual(ticksIn(second), ticksIn(first))
    }).pipe(Effect.scoped)
  )

  it.live("plays at the speed that is asked for", () =>
    Effect.gen(function* () {
      const { ended, says } = yield* start(file, ["W7N3", "1220", "1244", "--speed", "25"], {
        cwd: yield* folder
      })
      yield* says(/tick 1220/)
      const before = yield* Clock.currentTimeMillis
      const { code, out } = yield* ended
      const took = (yield* Clock.currentTimeMillis) - before
      assert.strictEqual(code, 0)
      assert.lengthOf(ticksIn(out), 25)
      // 24 shares of 40 ms, and the end of the process.
      assert.isAtLeast(took, 900)
    }).pipe(Effect.scoped)
  )

  it.live("draws the present in the same way, and ends at once on Ctrl-C", () =>
    Effect.gen(function* () {
      const { env } = yield* elsewhere()
      const { ended, interrupt, says } = yield* start(file, ["--live"], { env })
      yield* says(/^W7N3 {2}tick \d+ {2}\d creeps$/m)
      yield* interrupt
      const { code, err } = yield* ended
      assert.deepStrictEqual({ code, err }, { code: 130, err: "" })
    }).pipe(Effect.scoped)
  )

  it.live("says how it is used, and what is wrong", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* sentence(file, ["kitchen"]), usage)
      assert.strictEqual(yield* sentence(file, ["--speed", "0"]), usage)
      assert.match(yield* sentence(file, ["W7N3", "1300", "1200"]), /a tick that is not before the first one/)
    })
  )
})
