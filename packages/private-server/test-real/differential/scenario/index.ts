/** The scenario, from the first account to the last tick. */
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { clearings } from "../land.ts"
import type { Stage } from "../stage.ts"
import type { Dump } from "../worlds.ts"
import { accounts } from "./accounts.ts"
import { building } from "./building.ts"
import { code } from "./code.ts"
import { late, unusual } from "./edges.ts"
import { market } from "./market.ts"
import { messages } from "./messages.ts"
import { nature } from "./nature.ts"
import { powerCreeps } from "./powerCreeps.ts"
import { history, scripts } from "./scripts.ts"
import { leaving, settling } from "./settling.ts"
import { world } from "./world.ts"

/** Plays all scenes. */
export const play = (stage: Stage, land: Dump): Effect.Effect<void, never, Scope.Scope> => {
  const home = (room: string) => ({ room, squares: clearings(land, room) })
  const [anns, bobs, eves] = [home("W7N3"), home("W8N3"), home("W6N3")]
  // The first complete chunk of twenty ticks that begins after all spawns were placed.
  const base = (Math.floor(land.time / 20) + 1) * 20
  const scenes = [
    accounts,
    world,
    unusual,
    code,
    messages,
    powerCreeps,
    settling(anns, bobs),
    building(anns),
    nature(anns),
    scripts(anns),
    market,
    history(anns, base),
    leaving(bobs),
    late(eves)
  ]
  return Effect.forEach(scenes, (scene) => scene(stage), { discard: true })
}
