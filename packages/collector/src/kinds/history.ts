/** A chunk of a room's history, compressed. */
import * as History from "@screeps-effect/api/History"
import { InvalidInput, ScreepsError } from "@screeps-effect/api/ScreepsError"
import * as RoomHistory from "@screeps-effect/schema/RoomHistory"
import * as RoomName from "@screeps-effect/schema/RoomName"
import * as Effect from "effect/Effect"
import { compress } from "../gzip.ts"
import { type KindDefinition, onShard } from "../job.ts"
import { now, upsert } from "../sql.ts"
import { isLongOver } from "../time.ts"

const roomOf = (target: string) =>
  Effect.mapError(
    Effect.fromResult(RoomName.parse(target)),
    ({ message }) =>
      new ScreepsError({
        operation: History.officialChunk.name,
        reason: new InvalidInput({ field: "room", detail: message })
      })
  )

export const history: KindDefinition = {
  limitKey: "GET /room-history/{shard}/{room}/{tick}.json",
  canWait: true,
  fetch: (job, known) =>
    Effect.gen(function* () {
      const { server, shard, slot: base } = job
      const room = yield* roomOf(job.target)
      const chunk = yield* History.chunkAt({ ...onShard(job), room, base })
      const row = {
        server,
        shard,
        room,
        base,
        ticks: RoomHistory.ticks(chunk).length,
        chunk: yield* compress(JSON.stringify(chunk))
      }
      return {
        rows: 1,
        next: [],
        // The database's time, which has a partition.
        store: Effect.flatMap(now, (collected_at) =>
          upsert(
            "collected_histories",
            ["server", "shard", "room", "base", "collected_at"],
            [{ ...row, collected_at }]
          )
        )
      }
    }).pipe(
      Effect.catchReason("ScreepsError", "HistoryNotFound", (_, error) =>
        // The first time, the server may be about to write it. Attempts of killed runners had no response.
        job.lastError !== error.message
          ? Effect.fail(error)
          : Effect.flatMap(isLongOver(known, job.shard, job.slot), (isOver) =>
              // Servers record only rooms in which something happens.
              isOver
                ? Effect.succeed({ rows: 0, next: [], store: Effect.void, isAbsent: true })
                : Effect.fail(error)
            )
      )
    )
}
