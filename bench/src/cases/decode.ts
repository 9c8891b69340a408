/** Measures the cost of validation on top of `JSON.parse`. */
import type { Case } from "../harness.ts"
import { Game } from "@screeps-effect/api"
import { bodyText, recording } from "@screeps-effect/fixtures"
import * as Decoder from "@screeps-effect/schema/Decoder"
import * as Result from "effect/Result"

/** The terrain of a room as a list of squares: the largest recorded response. */
const terrain = bodyText(recording("game/game-room-terrain.unencoded"))
const decode = Decoder.make(Game.roomTerrain.output)

export const cases: ReadonlyArray<Case> = [
  {
    name: "decode room terrain",
    unit: `body of ${Math.round(terrain.length / 1024)} kB`,
    ours: () => Result.getOrThrow(decode(JSON.parse(terrain))),
    reference: () => JSON.parse(terrain),
    referenceName: "JSON.parse alone"
  }
]
