import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Replay from "../src/run/replay.ts"
import * as World from "../src/run/world.ts"
import * as Scenario from "../src/scenario/scenario.ts"
import { onNode } from "./support/node.ts"
import { controller, sampleOf } from "./support/samples.ts"

const folder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "replay-"))),
  (path) => Effect.sync(() => rmSync(path, { recursive: true }))
)

const worldOf = (rooms: NonNullable<Scenario.Input["rooms"]>) => {
  const scenario = Scenario.make({ bots: { player: { code: { main: "" } } }, rooms })
  return Result.getOrThrow(World.make(Result.getOrThrow(scenario), 1))
}
const world = worldOf({ W1N1: {} })

/** Records more ticks than wait for being written. */
const record = (file: string, of = world) =>
  Effect.gen(function* () {
    const { add, end } = yield* Replay.record(file, of)
    for (let tick = 1; tick <= 100; tick++) yield* add(sampleOf(tick, [controller(1, tick)]))
    return yield* end
  }).pipe(onNode)

describe("a replay", () => {
  it.live("is one complete page", () =>
    Effect.gen(function* () {
      const file = join(yield* folder, "pages", "replay.html")
      assert.deepStrictEqual(yield* record(file), [file])
      assert.include(readFileSync(file, "utf8"), "</html>")
    })
  )

  it.live("is a page for each room, whose names it returns", () =>
    Effect.gen(function* () {
      const path = yield* folder
      const two = worldOf({ W1N1: {}, W2N1: {} })
      const files = yield* record(join(path, "lab.html"), two)
      assert.deepStrictEqual(files, [join(path, "lab-W1N1.html"), join(path, "lab-W2N1.html")])
      for (const file of files) assert.include(readFileSync(file, "utf8"), "</html>")
    })
  )

  it.live("keeps an earlier page when the run ends early, and leaves no part of a page", () =>
    Effect.gen(function* () {
      const path = yield* folder
      const file = join(path, "replay.html")
      writeFileSync(file, "an earlier page")
      const aborted = Effect.gen(function* () {
        const { add } = yield* Replay.record(file, world)
        for (let tick = 1; tick <= 100; tick++) yield* add(sampleOf(tick, [controller(1, tick)]))
        return yield* Effect.fail("the server is gone")
      })
      assert.strictEqual(yield* onNode(Effect.flip(Effect.scoped(aborted))), "the server is gone")
      assert.deepStrictEqual(readdirSync(path), ["replay.html"])
      assert.strictEqual(readFileSync(file, "utf8"), "an earlier page")
    })
  )

  it.live("that cannot be written does not stop the run, and fails at its end", () =>
    Effect.gen(function* () {
      const path = yield* folder
      writeFileSync(join(path, "file"), "")
      const error = yield* Effect.flip(record(join(path, "file", "replay.html")))
      assert.include(error.message, "replay.html cannot be written: a part of the path is not a folder")
    })
  )
})
