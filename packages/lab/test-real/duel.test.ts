/** Duels on the game's own server. */
import { existsSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { basename, join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { inject } from "vitest"
import * as Lab from "../src/Lab.ts"
import { fighter, onNode, worker } from "./support.ts"

const folder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "lab-"))),
  (path) => Effect.sync(() => rmSync(path, { recursive: true }))
)

describe.skipIf(inject("whyNot") !== "")("a duel on the game's own server", () => {
  it.live("is won by the bot that destroys the other one's spawn, from both sides, and is recorded", () =>
    Effect.gen(function* () {
      const replay = join(yield* folder, "duel.html")
      const bots = { fighter: { code: { main: fighter } }, worker: { code: { main: worker } } }
      const result = yield* Lab.duel({ bots, limits: { ticks: 600 } }, { swap: true, replay })
      assert.strictEqual(result.winner, "fighter", JSON.stringify(result.games))
      assert.deepStrictEqual(
        result.games.map(({ reason, sides, winner }) => [winner, reason, sides]),
        [
          ["fighter", "worker has no spawn", ["fighter", "worker"]],
          ["fighter", "worker has no spawn", ["worker", "fighter"]]
        ]
      )
      for (const { scores } of result.games) assert.isAbove(scores["fighter"]?.kills ?? 0, 0)
      assert.deepStrictEqual(
        result.games.map(({ replays }) => replays.map((file) => basename(file)).toSorted()),
        [
          ["duel-W1N1.html", "duel-W2N1.html"],
          ["duel-swapped-W1N1.html", "duel-swapped-W2N1.html"]
        ]
      )
      for (const file of result.games.flatMap(({ replays }) => replays)) assert.isTrue(existsSync(file), file)
    }).pipe(onNode)
  )

  it.live("between equal bots is a draw at the limit", () =>
    Effect.gen(function* () {
      const bots = { a: { code: { main: worker } }, b: { code: { main: worker } } }
      const result = yield* Lab.duel({ bots, limits: { ticks: 60 } })
      const [game] = result.games
      assert.deepStrictEqual(
        [result.winner, game?.reason, game?.ticks],
        [undefined, "the scores are equal", 60]
      )
    }).pipe(onNode)
  )
})
