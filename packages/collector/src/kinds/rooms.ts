/** Owners, levels, signs and minerals of an area, each hour. */
import * as Game from "@screeps-effect/api/Game"
import * as Effect from "effect/Effect"
import { type KindDefinition, onShard } from "../job.ts"
import { textOrNull, upsert } from "../sql.ts"
import { storeUsers } from "../users.ts"
import { areaOf } from "./area.ts"

export const rooms: KindDefinition = {
  limitKey: "POST /api/game/map-stats",
  canWait: false,
  fetch: (job) =>
    Effect.gen(function* () {
      const { server, shard, slot, target } = job
      const requested = yield* areaOf(Game.mapStats.name, target)
      const { stats, users } = yield* Game.mapStats({ ...onShard(job), rooms: requested, statName: "owner0" })
      const rows = requested.flatMap((room) => {
        const stat = Object.hasOwn(stats, room) ? stats[room] : undefined
        if (stat === undefined || stat.status === "out of borders") return []
        return {
          server,
          shard,
          room,
          slot,
          owner: textOrNull(stat.own?.user),
          level: stat.own?.level ?? null,
          status: textOrNull(stat.status, 50),
          safe_mode: stat.safeMode === true,
          signed_by: textOrNull(stat.sign?.user),
          sign: textOrNull(stat.sign?.text),
          mineral: textOrNull(stat.minerals0?.type, 50),
          density: stat.minerals0?.density ?? null
        }
      })
      return {
        rows: rows.length,
        next: [],
        store: Effect.andThen(
          upsert("collected_rooms", ["server", "shard", "room", "slot"], rows),
          storeUsers(server, users)
        )
      }
    })
}
