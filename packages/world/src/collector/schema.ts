/** Tables, views, partitions and retention. */
import * as Effect from "effect/Effect"
import * as Migrator from "effect/sql/Migrator"
import * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import { now } from "./sql.ts"

const day = 86_400_000

const tables = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const isPostgres = sql.onDialectOrElse({ pg: () => true, orElse: () => false })
  const id = sql.literal(
    isPostgres ? "BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY" : "INTEGER PRIMARY KEY"
  )
  const bytes = sql.literal(isPostgres ? "BYTEA" : "BLOB")
  const real = sql.literal(isPostgres ? "DOUBLE PRECISION" : "REAL")
  const partitionBy = (column: string) => sql.literal(isPostgres ? `PARTITION BY RANGE (${column})` : "")

  // Times are milliseconds since 1970. A claimed job is open, with a runner and the end of its lease.
  yield* sql`CREATE TABLE collector_jobs (
    id ${id},
    server TEXT NOT NULL, shard TEXT NOT NULL, kind TEXT NOT NULL, target TEXT NOT NULL, slot BIGINT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('open', 'done', 'hole', 'failed')),
    attempts INTEGER NOT NULL DEFAULT 0, not_before BIGINT NOT NULL, deadline BIGINT NOT NULL,
    leased_by TEXT, leased_until BIGINT NOT NULL DEFAULT 0, last_error TEXT, done_at BIGINT, row_count INTEGER,
    UNIQUE (server, kind, shard, slot, target)
  )`
  yield* sql`CREATE INDEX collector_jobs_open ON collector_jobs (server, kind, not_before) WHERE state = 'open'`
  yield* sql`CREATE INDEX collector_jobs_holes ON collector_jobs (server, kind) WHERE state IN ('hole', 'failed')`

  yield* sql`CREATE TABLE collected_users (
    server TEXT NOT NULL, id TEXT NOT NULL, username TEXT NOT NULL, seen_at BIGINT NOT NULL, PRIMARY KEY (server, id)
  )`
  yield* sql`CREATE TABLE collected_rooms (
    server TEXT NOT NULL, shard TEXT NOT NULL, room TEXT NOT NULL, slot BIGINT NOT NULL,
    owner TEXT, level INTEGER, status TEXT, safe_mode BOOLEAN NOT NULL, signed_by TEXT, sign TEXT,
    mineral TEXT, density INTEGER, PRIMARY KEY (server, shard, room, slot)
  ) ${partitionBy("slot")}`
  yield* sql`CREATE TABLE collected_terrain (
    server TEXT NOT NULL, shard TEXT NOT NULL, room TEXT NOT NULL, terrain TEXT NOT NULL,
    PRIMARY KEY (server, shard, room)
  )`
  yield* sql`CREATE TABLE collected_histories (
    server TEXT NOT NULL, shard TEXT NOT NULL, room TEXT NOT NULL, base BIGINT NOT NULL,
    ticks INTEGER NOT NULL, collected_at BIGINT NOT NULL, chunk ${bytes} NOT NULL,
    PRIMARY KEY (server, shard, room, base, collected_at)
  ) ${partitionBy("collected_at")}`
  yield* sql`CREATE TABLE collected_ranks (
    server TEXT NOT NULL, mode TEXT NOT NULL, season TEXT NOT NULL, slot BIGINT NOT NULL, user_id TEXT NOT NULL,
    place INTEGER NOT NULL, score ${real}, PRIMARY KEY (server, mode, slot, user_id)
  )`
  yield* sql`CREATE TABLE collected_orders (
    server TEXT NOT NULL, shard TEXT NOT NULL, resource TEXT NOT NULL, slot BIGINT NOT NULL,
    orders INTEGER, buying INTEGER, selling INTEGER, price ${real}, deviation ${real},
    PRIMARY KEY (server, shard, resource, slot)
  ) ${partitionBy("slot")}`
  yield* sql`CREATE TABLE collected_prices (
    server TEXT NOT NULL, shard TEXT NOT NULL, resource TEXT NOT NULL, day TEXT NOT NULL,
    deals ${real}, volume ${real}, price ${real} NOT NULL, deviation ${real},
    PRIMARY KEY (server, shard, resource, day)
  )`

  yield* sql`CREATE VIEW owner_changes AS
    SELECT server, shard, room, slot, owner_before, owner, level FROM (
      SELECT server, shard, room, slot, owner, level,
        lag(owner) OVER w AS owner_before, row_number() OVER w AS n
      FROM collected_rooms WINDOW w AS (PARTITION BY server, shard, room ORDER BY slot)
    ) AS x WHERE n > 1 AND owner_before IS DISTINCT FROM owner`
  yield* sql`CREATE VIEW room_growth AS
    SELECT server, shard, room, slot, owner, level_before, level FROM (
      SELECT server, shard, room, slot, owner, level,
        lag(level) OVER w AS level_before, lag(owner) OVER w AS owner_before
      FROM collected_rooms WINDOW w AS (PARTITION BY server, shard, room ORDER BY slot)
    ) AS x WHERE owner = owner_before AND level <> level_before`
  yield* sql`CREATE VIEW price_candles AS
    SELECT server, shard, resource, day, min(opened) AS opened, max(price) AS highest, min(price) AS lowest,
      min(closed) AS closed, count(*) AS readings FROM (
      SELECT server, shard, resource, slot - slot % 86400000 AS day, price,
        first_value(price) OVER w AS opened,
        last_value(price) OVER w AS closed
      FROM collected_orders WHERE price IS NOT NULL
      WINDOW w AS (PARTITION BY server, shard, resource, slot - slot % 86400000 ORDER BY slot
        ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING)
    ) AS x GROUP BY server, shard, resource, day`
})

/** Creates or updates the tables. Several runners may do it at the same time. */
export const migrate: Effect.Effect<void, Migrator.MigrationError | SqlError, SqlClient.SqlClient> =
  Effect.asVoid(
    Migrator.make({})({
      loader: Effect.succeed([[1, "tables", Effect.succeed(tables)]]),
      table: "collector_migrations"
    })
  )

/** Tables with a partition for each day on Postgres, where an old day is dropped as a whole, and their times. */
const partitioned = [
  { table: "collected_rooms", time: "slot", keep: "rooms" },
  { table: "collected_orders", time: "slot", keep: "rooms" },
  { table: "collected_histories", time: "collected_at", keep: "histories" }
] as const

const partition = (table: string, at: number) =>
  `${table}_${new Date(at).toISOString().slice(0, 10).replaceAll("-", "")}`

/** Creates the partitions of a day, on Postgres. */
export const createPartitions = (at: number): Effect.Effect<void, SqlError, SqlClient.SqlClient> =>
  Effect.flatMap(SqlClient.SqlClient, (sql) => {
    const start = at - (at % day)
    const create = Effect.gen(function* () {
      // "If not exists" alone fails when two runners create the same table.
      yield* sql`SELECT pg_advisory_xact_lock(hashtext('collector partitions'))`
      for (const { table } of partitioned)
        yield* sql`CREATE TABLE IF NOT EXISTS ${sql(partition(table, start))} PARTITION OF ${sql(table)}
          FOR VALUES FROM (${sql.literal(String(start))}) TO (${sql.literal(String(start + day))})`
    })
    return sql.onDialectOrElse({ pg: () => sql.withTransaction(create), orElse: () => Effect.void })
  })

/** How long results are kept, in milliseconds. */
export interface Retention {
  /** Rooms and orders. */
  readonly rooms: number
  readonly histories: number
  /** Ranks and prices. */
  readonly daily: number
}

/**
 * Creates the partitions of today and tomorrow, and deletes results that are older than the retention, and done jobs that
 * are not needed to continue.
 */
export const maintain = (retention: Retention): Effect.Effect<void, SqlError, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const at = yield* now
    yield* createPartitions(at)
    yield* createPartitions(at + day)
    for (const { keep, table, time } of partitioned) {
      const oldest = at - retention[keep]
      yield* sql.onDialectOrElse({
        pg: () =>
          Effect.gen(function* () {
            const found = yield* sql<{ readonly name: string }>`SELECT c.relname AS name FROM pg_inherits
              JOIN pg_class c ON c.oid = inhrelid WHERE inhparent = ${table}::regclass`
            const last = partition(table, oldest - day)
            for (const { name } of found) if (name <= last) yield* sql`DROP TABLE IF EXISTS ${sql(name)}`
          }),
        orElse: () => sql`DELETE FROM ${sql(table)} WHERE ${sql(time)} < ${oldest}`
      })
    }
    const oldestDaily = at - retention.daily
    yield* sql`DELETE FROM collected_ranks WHERE slot < ${oldestDaily}`
    yield* sql`DELETE FROM collected_prices WHERE day < ${new Date(oldestDaily).toISOString().slice(0, 10)}`
    // The latest slot of each kind shows which slots were missed; chunks and terrain are collected once.
    yield* sql`DELETE FROM collector_jobs WHERE kind NOT IN ('history', 'terrain') AND state <> 'open'
      AND slot < ${Math.min(at - retention.rooms, at - 7 * day)} AND slot < (SELECT max(slot) FROM collector_jobs AS newest
        WHERE newest.server = collector_jobs.server AND newest.shard = collector_jobs.shard
        AND newest.kind = collector_jobs.kind)`
  })
