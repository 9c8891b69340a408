/** Tables, views, partitions and retention. */
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Migrator from "effect/sql/Migrator"
import * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import type { Fragment } from "effect/sql/Statement"
import { now, type Whole } from "./sql.ts"

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
    state TEXT NOT NULL CHECK (state IN ('open', 'done', 'absent', 'hole', 'failed')),
    attempts INTEGER NOT NULL DEFAULT 0, not_before BIGINT NOT NULL, deadline BIGINT NOT NULL,
    leased_by TEXT, leased_until BIGINT NOT NULL DEFAULT 0, last_error TEXT, done_at BIGINT, row_count INTEGER,
    UNIQUE (server, kind, shard, slot, target)
  )`
  yield* sql`CREATE INDEX collector_jobs_open ON collector_jobs (server, kind, not_before) WHERE state = 'open'`
  yield* sql`CREATE INDEX collector_jobs_holes ON collector_jobs (server, kind, state) WHERE state IN ('hole', 'failed')`
  yield* sql`CREATE INDEX collector_jobs_done ON collector_jobs (done_at) WHERE done_at IS NOT NULL`
  // The last slot that was planned; of a history, also the last one that was deleted with its chunk.
  yield* sql`CREATE TABLE collector_planned (
    server TEXT NOT NULL, kind TEXT NOT NULL, shard TEXT NOT NULL, target TEXT NOT NULL,
    slot BIGINT NOT NULL, deleted BIGINT, PRIMARY KEY (server, kind, shard, target)
  )`
  // How many jobs are done, or absent: the server never recorded their data. Each adds a row, since transactions that change one row run one after another; maintenance adds
  // the rows up.
  yield* sql`CREATE TABLE collector_done (
    server TEXT NOT NULL, kind TEXT NOT NULL, jobs BIGINT NOT NULL, stored BIGINT NOT NULL,
    absent BIGINT NOT NULL
  )`
  const count = sql`INSERT INTO collector_done (server, kind, jobs, stored, absent) VALUES (NEW.server, NEW.kind,
    CASE WHEN NEW.state = 'done' THEN 1 ELSE 0 END,
    CASE WHEN NEW.state = 'done' THEN coalesce(NEW.row_count, 0) ELSE 0 END,
    CASE WHEN NEW.state = 'absent' THEN 1 WHEN OLD.state = 'absent' THEN -1 ELSE 0 END);`
  if (isPostgres)
    yield* sql`CREATE FUNCTION collector_count() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN ${count} RETURN NULL; END $$`
  yield* sql`CREATE TRIGGER collector_count AFTER UPDATE OF state ON collector_jobs FOR EACH ROW
    WHEN (NEW.state <> OLD.state AND (NEW.state IN ('done', 'absent') OR OLD.state = 'absent'))
    ${isPostgres ? sql.literal("EXECUTE FUNCTION collector_count()") : sql`BEGIN ${count} END`}`

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

const dateOf = (at: number) => DateTime.formatIsoDateUtc(DateTime.makeUnsafe(at))

const partition = (table: string, at: number) => `${table}_${dateOf(at).replaceAll("-", "")}`

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

/** Adds up the counts of done jobs. */
const addUpDone = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  sql.withTransaction(
    Effect.gen(function* () {
      const counts = yield* sql<{
        readonly server: string
        readonly kind: string
        readonly jobs: Whole
        readonly stored: Whole
        readonly absent: Whole
      }>`DELETE FROM collector_done RETURNING server, kind, jobs, stored, absent`
      const sums = new Map<
        string,
        { server: string; kind: string; jobs: number; stored: number; absent: number }
      >()
      for (const { absent, jobs, kind, server, stored } of counts) {
        const key = JSON.stringify([server, kind])
        const sum = sums.get(key) ?? { server, kind, jobs: 0, stored: 0, absent: 0 }
        sums.set(key, {
          ...sum,
          jobs: sum.jobs + Number(jobs),
          stored: sum.stored + Number(stored),
          absent: sum.absent + Number(absent)
        })
      }
      for (const sum of sums.values()) yield* sql`INSERT INTO collector_done ${sql.insert(sum)}`
    })
  )
)

/**
 * Deletes jobs that have ended. A chunk's job is kept as long as the chunk, which may be a day longer than the retention: the
 * key of the job keeps the chunk from being stored twice. Terrain is collected once.
 */
const deleteJobs = (at: number, { histories, rooms }: Retention) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) => {
    // Each condition has an index; SQLite would use none for both together.
    const ended = (before: number) => [
      sql`done_at < ${before}`,
      sql`state IN ('hole', 'failed') AND deadline < ${before}`
    ]
    // By the target first: SQLite would otherwise read all jobs in the order of their key.
    const deleteChunks = (where: Fragment) =>
      sql.withTransaction(
        Effect.andThen(
          sql`INSERT INTO collector_planned (server, kind, shard, target, slot, deleted)
            SELECT server, kind, shard, target, max(slot), max(slot) FROM collector_jobs
            WHERE kind = 'history' AND ${where}
            GROUP BY target, server, kind, shard ORDER BY target, server, kind, shard
            ON CONFLICT (server, kind, shard, target) DO UPDATE SET
              deleted = CASE WHEN collector_planned.deleted > excluded.deleted
                THEN collector_planned.deleted ELSE excluded.deleted END`,
          sql`DELETE FROM collector_jobs WHERE kind = 'history' AND ${where}`
        )
      )
    const deleteOthers = (where: Fragment) =>
      sql`DELETE FROM collector_jobs WHERE kind NOT IN ('history', 'terrain') AND ${where}`
    return Effect.andThen(
      Effect.forEach(ended(at - histories - day), deleteChunks, { discard: true }),
      Effect.forEach(ended(Math.min(at - rooms, at - 7 * day)), deleteOthers, { discard: true })
    )
  })

/**
 * Creates the partitions of today and tomorrow, and deletes results that are older than the retention, and done jobs that
 * are not needed to continue.
 */
export const maintain = Effect.fnUntraced(function* (
  retention: Retention
): Effect.fn.Return<void, SqlError, SqlClient.SqlClient> {
  const sql = yield* SqlClient.SqlClient
  const at = yield* now
  yield* createPartitions(at)
  yield* createPartitions(at + day)
  for (const { keep, table, time } of partitioned) {
    const oldest = at - retention[keep]
    yield* sql.onDialectOrElse({
      pg: Effect.fnUntraced(function* () {
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
  yield* sql`DELETE FROM collected_prices WHERE day < ${dateOf(oldestDaily)}`
  yield* addUpDone
  yield* deleteJobs(at, retention)
})
