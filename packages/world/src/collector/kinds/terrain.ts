/** The terrain of an area, once: it never changes. */
import * as Game from "@screeps-effect/api/Game"
import * as Effect from "effect/Effect"
import { type KindDefinition, onShard } from "../job.ts"
import { text, upsert } from "../sql.ts"
import { areaOf } from "./area.ts"

export const terrain: KindDefinition = {
  limitKey: "POST /api/game/rooms",
  canWait: true,
  fetch: (job) =>
    Effect.gen(function* () {
      const { server, shard, target } = job
      const requested = yield* areaOf(Game.rooms.name, target)
      const { rooms } = yield* Game.rooms({ ...onShard(job), rooms: requested })
      const known = new Set<string>(requested)
      const rows = rooms
        .filter(({ room }) => known.has(room))
        .map(({ room, terrain }) => ({ server, shard, room, terrain: text(terrain, 2500) }))
      return {
        rows: rows.length,
        next: [],
        store: upsert("collected_terrain", ["server", "shard", "room"], rows)
      }
    })
}
