/**
 * What the collector's steps take in a ledger of many open jobs and rooms, on SQLite and Postgres:
 * `COLLECTOR_OPEN=1000000 COLLECTOR_ROOMS=100000 npx vitest run test/size.test.ts` prints, for each step, milliseconds of time, the
 * processor time of the runner and of Postgres (of Linux's /proc), and the runner's memory.
 */
import { describe, it } from "@effect/vitest"
import { Collector } from "@screeps-effect/collector"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import * as Queue from "../src/queue.ts"
import { addUp, maintain } from "../src/schema.ts"
import { isPostgres } from "../src/sql.ts"
import { cpuOf } from "./support/cpu.ts"
import { onDatabase, servers } from "./support/databases.ts"

const open = Number(process.env["COLLECTOR_OPEN"] ?? 0)
const rooms = Number(process.env["COLLECTOR_ROOMS"] ?? 100_000)
/** Jobs that have ended since the counts were added up: a runner adds them up every 10 seconds. */
const ended = Number(process.env["COLLECTOR_ENDED"] ?? 20_000)
const day = 86_400_000
const now = Date.now()

/** Adds open jobs of other rooms than those that are planned, and counts of ended jobs. */
const fill = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* Collector.migrate
  const numbers = (count: number) =>
    isPostgres(sql)
      ? sql`SELECT generate_series(0, ${sql.literal(String(count - 1))}) AS i`
      : sql`WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < ${count - 1}) SELECT i FROM n`
  yield* sql`INSERT INTO collector_jobs (server, shard, kind, target, slot, state, deadline)
    SELECT 's', 'shard0', 'history', 'W' || (i % 100) || 'N' || (i / 100 % 100), 20 * (i / 10000), 'open',
      ${sql.literal(String(now + day))}
    FROM (${numbers(open)}) AS numbers`
  yield* addUp
  yield* sql`INSERT INTO collector_counts SELECT 's', 'history', 'done', 1, 1 FROM (${numbers(ended)}) AS numbers`
  yield* isPostgres(sql) ? sql`VACUUM ANALYZE` : sql`ANALYZE`
})

const chunksOf = (last: number) =>
  Array.from({ length: rooms }, (_, i) => ({
    room: `W${i % 500}N${Math.floor(i / 500)}`,
    first: 1000,
    last,
    continues: true
  }))

/** The processor time of Postgres, in seconds; 0 on SQLite, whose statements are part of the runner. */
const postgresTime = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  if (!isPostgres(sql)) return 0
  const backends = yield* sql<{ readonly pid: number }>`SELECT pid FROM pg_stat_activity`
  return backends.reduce((sum, { pid }) => sum + cpuOf(pid), 0)
})

const steps: Record<string, (i: number) => Effect.Effect<unknown, unknown, SqlClient.SqlClient>> = {
  "status with counts of ended jobs": () => Collector.status,
  "sum of the counts of ended jobs": () => addUp,
  status: () => Collector.status,
  "deadlines of open jobs": () => Queue.expire("s", 6000),
  "plan of the first chunk of all rooms": () => {
    const at = { server: "s", shard: "shard1", deadline: now + day }
    return Queue.planChunks(at, 20, chunksOf(1000))
  },
  "plan of the next chunk of all rooms": (i) => {
    const at = { server: "s", shard: "shard1", deadline: now + day }
    return Queue.planChunks(at, 20, chunksOf(1020 + 20 * i))
  },
  "plan of chunks that another runner has planned": () => {
    const at = { server: "s", shard: "shard1", deadline: now + day }
    return Queue.planChunks(at, 20, chunksOf(1020))
  },
  maintenance: () => maintain({ rooms: 90 * day, histories: 90 * day, daily: 730 * day })
}

describe.skipIf(open === 0)(`Collector with ${open} open jobs`, { concurrent: false }, () => {
  for (const { isMissing, layer, name } of servers)
    describe.skipIf(isMissing)(name, () => {
      it.layer(layer, { timeout: "1 minute", excludeTestServices: true })((it) => {
        it.effect(
          "does each step in a time that does not depend on the jobs before",
          () =>
            Effect.gen(function* () {
              yield* fill
              for (const [step, run] of Object.entries(steps)) {
                const [start, cpu, postgres] = [performance.now(), process.cpuUsage(), yield* postgresTime]
                yield* Effect.orDie(run(0))
                const { system, user } = process.cpuUsage(cpu)
                const cells = [
                  name,
                  step,
                  `${(performance.now() - start).toFixed(1)} ms`,
                  `runner ${((user + system) / 1000).toFixed(0)} ms`,
                  `Postgres ${(1000 * ((yield* postgresTime) - postgres)).toFixed(0)} ms`,
                  `${Math.round(process.memoryUsage().rss / 1e6)} MB`
                ]
                console.log(`| ${cells.join(" | ")} |`)
              }
            }).pipe(onDatabase),
          600_000
        )
      })
    })
})
