/**
 * What the collector's steps take in a table of many done jobs, on SQLite and Postgres:
 * `COLLECTOR_DONE=1000000 npx vitest run test/collector.size.test.ts` prints the milliseconds of each step.
 */
import { describe, it } from "@effect/vitest"
import { Collector } from "@screeps-effect/collector"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import * as Queue from "../src/queue.ts"
import { maintain } from "../src/schema.ts"
import { Databases, onDatabase, servers } from "./support/databases.ts"

const count = Number(process.env["COLLECTOR_DONE"] ?? 0)
const day = 86_400_000
const now = Date.now()

/** Adds done jobs of 10,000 followed rooms, and 1000 due ones. */
const fill = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* Collector.migrate
  const numbers = sql.onDialectOrElse({
    pg: () => sql`SELECT generate_series(0, ${sql.literal(String(count - 1))}) AS i`,
    orElse: () =>
      sql`WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < ${count - 1}) SELECT i FROM n`
  })
  yield* sql`INSERT INTO collector_jobs
      (server, shard, kind, target, slot, state, attempts, not_before, deadline, done_at, row_count)
    SELECT 's', 'shard3', 'history', 'W' || (i % 100) || 'N' || (i / 100 % 100), 20 * (i / 10000), 'done', 1,
      ${sql.literal(String(now))}, ${sql.literal(String(now + day))}, ${sql.literal(String(now))}, 1
    FROM (${numbers}) AS numbers`
  yield* Queue.enqueue(
    "s",
    Array.from({ length: 1000 }, (_, i) => {
      const deadline = now + day
      return { kind: "history", shard: "shard3", target: "W1N1", slot: 10_000_000 + 20 * i, deadline }
    })
  )
  yield* sql`ANALYZE`
})

describe.skipIf(count === 0)(`Collector with ${count} done jobs`, { concurrent: false }, () => {
  for (const { isMissing, layer, name } of servers)
    describe.skipIf(isMissing)(name, () => {
      it.layer(layer, { timeout: "1 minute", excludeTestServices: true })((it) => {
        it.effect(
          "does each step in milliseconds",
          () =>
            Effect.gen(function* () {
              const { isPostgres } = yield* Databases
              yield* fill
              const lease = { server: "s", runner: "r", length: 6000 }
              const retention = { rooms: 90 * day, histories: 90 * day, daily: 730 * day }
              const next = (at: number) =>
                Array.from({ length: 100 }, (_, i) => {
                  const deadline = now + day
                  return { kind: "history", shard: "shard3", target: `W${i}N0`, slot: at, deadline } as const
                })
              const steps: Record<
                string,
                (i: number) => Effect.Effect<unknown, unknown, SqlClient.SqlClient>
              > = {
                "claim of 8": () => Queue.claim(lease, "history", 8),
                status: () => Collector.status,
                "status of open jobs and holes": () => Queue.backlog("s"),
                "100 rooms: last chunk": () =>
                  Effect.forEach(next(0), ({ target }) => Queue.planned("s", "history", "shard3", target)),
                "last chunk of an unknown room": () => Queue.planned("s", "history", "shard3", "E1S1"),
                "100 rooms: next chunk": (i) => Queue.enqueue("s", next(20_000_000 + 20 * i)),
                "100 rooms: chunk that exists": () => Queue.enqueue("s", next(0)),
                maintenance: () => maintain(retention)
              }
              for (const [step, run] of Object.entries(steps)) {
                const times: Array<number> = []
                for (let i = 0; i < 7; i++) {
                  const start = performance.now()
                  yield* Effect.orDie(run(i))
                  times.push(performance.now() - start)
                }
                const median = times.toSorted((a, b) => a - b)[3] ?? Number.NaN
                console.log(`| ${isPostgres ? "Postgres" : "SQLite"} | ${step} | ${median.toFixed(1)} |`)
              }
            }).pipe(onDatabase),
          600_000
        )
      })
    })
})
