import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Replay from "../src/run/replay.ts"
import * as World from "../src/run/world.ts"
import * as Scenario from "../src/Scenario.ts"
import { controller, sampleOf } from "./support/samples.ts"

const folder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "replay-"))),
  (path) => Effect.sync(() => rmSync(path, { recursive: true }))
)

const world = Result.getOrThrow(
  World.make(Result.getOrThrow(Scenario.make({ bots: { player: { code: { main: "" } } } })), new Map(), 1)
)

/** Records more ticks than wait for being written. */
const record = (file: string) =>
  Effect.gen(function* () {
    const { add, end } = yield* Replay.record(file, world)
    for (let tick = 1; tick <= 100; tick++) yield* add(sampleOf(tick, [controller(1, tick)]))
    yield* end
  })

describe("a replay", () => {
  it.live("is one complete page", () =>
    Effect.gen(function* () {
      const file = join(yield* folder, "pages", "replay.html")
      yield* record(file)
      assert.include(readFileSync(file, "utf8"), "</html>")
    })
  )

  it.live("that cannot be written does not stop the run, and fails at its end", () =>
    Effect.gen(function* () {
      const path = yield* folder
      writeFileSync(join(path, "file"), "")
      const error = yield* Effect.flip(record(join(path, "file", "replay.html")))
      assert.strictEqual(error._tag, "PlatformError")
    })
  )
})
