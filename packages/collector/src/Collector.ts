/**
 * Keeps a whole world: owners and levels of all rooms each hour, histories, leaderboards and markets, in Postgres with any
 * number of runners, or in an SQLite file.
 *
 * **Details**
 *
 * Each request is a job in the database, which Effect's `PersistedQueue` hands out to one of the runners, and after a few seconds
 * to another one if that runner dies. A result is stored in one transaction with the job's end, so that nothing is stored twice.
 * Only jobs with invalid input end without a result. All others (maintenance pages, rejected tokens, chunks that are not
 * written yet) are requested again until their deadline; then they are holes, which `holes` lists and `requeue` opens again.
 *
 * ```ts
 * import { ScreepsClient } from "@screeps-effect/api"
 * import { Collector } from "@screeps-effect/collector"
 * import * as NodeSqlite from "@screeps-effect/collector/NodeSqlite"
 * import * as Effect from "effect/Effect"
 *
 * const program = Collector.run({
 *   accounts: [ScreepsClient.layer({ token: "one" }), ScreepsClient.layer({ token: "two" })],
 *   plan: { shards: [{ shard: "shard3", rooms: "all", orders: true }], ranks: 100 }
 * })
 *
 * Effect.runPromise(Effect.provide(program, NodeSqlite.layer("world.sqlite")))
 * ```
 */
import * as Duration from "effect/Duration"
import type * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import { kinds } from "./job.ts"
import { definitions } from "./kinds/index.ts"
import * as Queue from "./queue.ts"

export type { Services } from "./accounts.ts"
export { awaitLayer } from "./outage.ts"
export { type JobKey, type Kind, kinds } from "./job.ts"
export type { HistoryPlan, Plan, ShardPlan } from "./plan.ts"
export {
  type Candle,
  DamagedRow,
  type HistoryRange,
  histories,
  historySpan,
  type OnDamaged,
  type OwnerChange,
  ownerChanges,
  priceCandles,
  terrain,
  username,
  type Where
} from "./queries.ts"
export { type Filter, type Hole, holes } from "./queue.ts"
export { drain, type Failure, type Options, run } from "./runner.ts"
export { migrate } from "./schema.ts"
export { type KindStatus, type Status, status } from "./status.ts"

/**
 * Opens holes again, with a new deadline in 6 hours by default; returns how many.
 *
 * **Gotchas**
 *
 * The owners of rooms, orders and ranks of a past period cannot be requested again: the server has only those of now.
 */
export const requeue = (
  filter: Queue.Filter = {},
  deadline: Duration.Input = "6 hours"
): Effect.Effect<number, SqlError, SqlClient.SqlClient> =>
  Queue.requeue(
    filter,
    kinds.filter((kind) => definitions[kind].canWait),
    Duration.toMillis(Duration.fromInputUnsafe(deadline))
  )
