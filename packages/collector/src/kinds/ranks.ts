/** A page of a leaderboard, each day. */
import * as Leaderboard from "@screeps-effect/api/Leaderboard"
import { InvalidInput, ScreepsError } from "@screeps-effect/api/ScreepsError"
import * as Effect from "effect/Effect"
import type { KindDefinition } from "../job.ts"
import { text, upsert } from "../sql.ts"
import { storeUsers } from "../users.ts"

/** Ranks per request. */
const pageSize = 20

/** Returns the target of a page: the leaderboard, its first rank, and how many ranks are collected in all. */
export const pageOf = (mode: "world" | "power", offset: number, top: number): string =>
  `${mode}:${offset}/${top}`

const parse = (target: string) => {
  const [, mode, offset, top] = /^(world|power):(\d{1,7})\/(\d{1,7})$/.exec(target) ?? []
  return mode === "world" || mode === "power"
    ? Effect.succeed({ mode, offset: Number(offset), top: Number(top) } as const)
    : Effect.fail(
        new ScreepsError({
          operation: Leaderboard.list.name,
          reason: new InvalidInput({ field: "target", detail: "expected a page such as world:0/100" })
        })
      )
}

export const ranks: KindDefinition = {
  limitKey: "GET /api/leaderboard/list",
  canWait: false,
  fetch: (job) =>
    Effect.gen(function* () {
      const { deadline, kind, server, shard, slot } = job
      const { mode, offset, top } = yield* parse(job.target)
      const season = Leaderboard.month(slot)
      const limit = Math.min(pageSize, top - offset)
      const { count, list, users } = yield* Leaderboard.list({ mode, offset, limit, season })
      const rows = list.map(({ rank, score, user }) => ({
        server,
        mode,
        slot,
        user_id: text(user),
        season,
        place: rank + 1,
        score: score ?? null
      }))
      const following = offset + list.length
      const isLast = list.length === 0 || following >= Math.min(top, count ?? Infinity)
      return {
        rows: rows.length,
        next: isLast ? [] : [{ kind, shard, slot, deadline, target: pageOf(mode, following, top) }],
        store: Effect.andThen(
          upsert("collected_ranks", ["server", "mode", "slot", "user_id"], rows),
          storeUsers(server, users)
        )
      }
    })
}
