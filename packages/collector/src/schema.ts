/** Tables, views, partitions and retention. */
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as PersistedQueue from "effect/persistence/PersistedQueue"
import * as References from "effect/References"
import * as Migrator from "effect/sql/Migrator"
import * as SqlClient from "effect/sql/SqlClient"
import { isSqlError, type SqlError } from "effect/sql/SqlError"
import type { Fragment } from "effect/sql/Statement"
import { inSteps, isPostgres, now } from "./sql.ts"

const day = 86_400_000

/** Attempts after which the queue would give up, which is never. */
export const maxAttempts = 2_147_483_647

/** Fails with the error of the database; the layer of the queue dies with it. */
const failing = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.catchDefect(effect, (defect): Effect.Effect<never, Migrator.MigrationError | SqlError> =>
    isSqlError(defect) || defect instanceof Migrator.MigrationError ? Effect.fail(defect) : Effect.die(defect)
  )

/** Leases of jobs, in milliseconds, and how often runners look for due ones. */
export interface QueueOptions {
  readonly lease: number
  readonly poll: number
}

/** Builds the store of the queues. Its loops log each failure of the database; `outage.ts` reports those. */
export const makeStore = ({ lease, poll }: QueueOptions) =>
  Layer.build(
    PersistedQueue.layerStoreSql({
      tableName: "collector_queue",
      pollInterval: poll,
      lockRefreshInterval: lease / 3,
      lockExpiration: lease
    })
  ).pipe(Effect.provideService(References.MinimumLogLevel, "None"), failing)

/**
 * Keeps the ledger and the queue together, whatever statement changes the ledger: an open job has an element in the queue, and
 * no other job has one. Effect's `offer` adds one element; the ledger opens many with one statement.
 */
const triggers = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [object, now] = isPostgres(sql)
    ? [sql.literal("json_build_object"), sql.literal("clock_timestamp()")]
    : [sql.literal("json_object"), sql.literal("CURRENT_TIMESTAMP")]
  const addFrom = (source: string) => sql`INSERT INTO collector_queue
      (id, queue_name, element, state, attempts, visible_at, created_at, updated_at)
    SELECT CAST(id AS TEXT), server || ' ' || kind, ${object}('kind', kind, 'shard', shard, 'target', target,
      'slot', slot, 'deadline', deadline), 'pending', 0, ${now}, ${now}, ${now}
    FROM ${sql.literal(source)} AS job WHERE state = 'open';`
  const columns = ["id", "server", "kind", "shard", "target", "slot", "deadline", "state"]
  const add = addFrom(`(SELECT ${columns.map((one) => `NEW.${one} AS ${one}`).join(", ")})`)
  const remove = sql`DELETE FROM collector_queue WHERE OLD.state = 'open' AND id = CAST(OLD.id AS TEXT)
    AND queue_name = OLD.server || ' ' || OLD.kind;`
  // Jobs that are done count for ever. Each change adds a row: transactions that change one row run one after another.
  const count = sql`INSERT INTO collector_counts (server, kind, state, jobs, stored)`
  const more = sql`${count} SELECT NEW.server, NEW.kind, NEW.state, 1, 0 WHERE NEW.state NOT IN ('done', 'absent');`
  const fewer = (when: Fragment) => sql`${count} SELECT OLD.server, OLD.kind, OLD.state, -1, 0 WHERE ${when};`
  const isCounted = sql`OLD.state NOT IN ('done', 'absent')`
  // A state of its own for the counts.
  const failing = (row: "OLD" | "NEW", jobs: 1 | -1) => {
    const of = (column: string) => sql.literal(`${row}.${column}`)
    return sql`${count} SELECT ${of("server")}, ${of("kind")}, 'failing', ${sql.literal(String(jobs))}, 0
      WHERE ${of("state")} = 'open' AND ${of("last_error")} IS NOT NULL;`
  }
  const isOpened = sql`(OLD.state <> 'done' AND NEW.state = 'open')`
  const all: ReadonlyArray<readonly [name: string, event: string, body: ReadonlyArray<Fragment>]> = [
    // One statement adds thousands of jobs: on Postgres, their elements are one statement, too.
    isPostgres(sql)
      ? [
          "added",
          "AFTER INSERT ON collector_jobs REFERENCING NEW TABLE AS added FOR EACH STATEMENT",
          [
            addFrom("added"),
            sql`${count} SELECT server, kind, state, count(*), 0 FROM added GROUP BY server, kind, state;`
          ]
        ]
      : ["added", "AFTER INSERT ON collector_jobs FOR EACH ROW", [add, more]],
    [
      "changed",
      "AFTER UPDATE OF state ON collector_jobs FOR EACH ROW WHEN (OLD.state <> NEW.state)",
      [remove, add, fewer(sql`${isCounted} OR ${isOpened}`), more]
    ],
    [
      "failing",
      `AFTER UPDATE OF state, last_error ON collector_jobs FOR EACH ROW
        WHEN ((OLD.state = 'open' AND OLD.last_error IS NOT NULL) <> (NEW.state = 'open' AND NEW.last_error IS NOT NULL))`,
      [failing("OLD", -1), failing("NEW", 1)]
    ],
    ["deleted", "AFTER DELETE ON collector_jobs FOR EACH ROW", [remove, fewer(isCounted), failing("OLD", -1)]]
  ]
  for (const [name, event, body] of all) {
    const [trigger, statements] = [sql.literal(`collector_${name}`), sql.join(" ", false)(body)]
    if (isPostgres(sql)) {
      yield* sql`CREATE FUNCTION ${trigger}() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN ${statements} RETURN NULL; END $$`
      yield* sql`CREATE TRIGGER ${trigger} ${sql.literal(event)} EXECUTE FUNCTION ${trigger}()`
    } else yield* sql`CREATE TRIGGER ${trigger} ${sql.literal(event)} BEGIN ${statements} END`
  }
})

const tables = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const isPg = isPostgres(sql)
  // Ids are never used again: a runner may still work on a job that was deleted.
  const id = sql.literal(
    isPg ? "BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY" : "INTEGER PRIMARY KEY AUTOINCREMENT"
  )
  const bytes = sql.literal(isPg ? "BYTEA" : "BLOB")
  const real = sql.literal(isPg ? "DOUBLE PRECISION" : "REAL")
  const partitionBy = (column: string) => sql.literal(isPg ? `PARTITION BY RANGE (${column})` : "")

  // Times are milliseconds since 1970. In the keys of large tables, columns that differ most come first: most comparisons end there.
  yield* sql`CREATE TABLE collector_jobs (
    id ${id},
    server TEXT NOT NULL, shard TEXT NOT NULL, kind TEXT NOT NULL, target TEXT NOT NULL, slot BIGINT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('open', 'done', 'absent', 'hole', 'failed')),
    attempts INTEGER NOT NULL DEFAULT 0, deadline BIGINT NOT NULL, last_error TEXT,
    UNIQUE (slot, target, shard, kind, server)
  )`
  yield* sql`CREATE INDEX collector_jobs_open ON collector_jobs (server, deadline) WHERE state = 'open'`
  yield* sql`CREATE INDEX collector_jobs_failing ON collector_jobs (server, kind)
    WHERE state = 'open' AND last_error IS NOT NULL`
  yield* sql`CREATE INDEX collector_jobs_ended ON collector_jobs (state, deadline) WHERE state <> 'open'`
  yield* sql`CREATE TABLE collector_counts (
    server TEXT NOT NULL, kind TEXT NOT NULL, state TEXT NOT NULL, jobs BIGINT NOT NULL, stored BIGINT NOT NULL
  )`
  // The last period that was planned.
  yield* sql`CREATE TABLE collector_planned (
    server TEXT NOT NULL, kind TEXT NOT NULL, shard TEXT NOT NULL, slot BIGINT NOT NULL,
    PRIMARY KEY (server, kind, shard)
  )`
  // Chunks from the first to the last are collected, but for those that have a job.
  yield* sql`CREATE TABLE collector_ranges (
    server TEXT NOT NULL, shard TEXT NOT NULL, room TEXT NOT NULL, first BIGINT NOT NULL, last BIGINT NOT NULL,
    PRIMARY KEY (room, shard, server, first)
  )`
  yield* sql`CREATE TABLE collector_runners (
    server TEXT NOT NULL, runner TEXT NOT NULL, seen_at BIGINT NOT NULL, PRIMARY KEY (server, runner)
  )`
  yield* triggers
  yield* sql`CREATE INDEX collector_queue_running ON collector_queue (queue_name, acquired_at)
    WHERE acquired_by IS NOT NULL`
  // The queue looks for elements without further attempts every few seconds; here there are none.
  yield* isPg
    ? sql`CREATE INDEX collector_queue_exhausted ON collector_queue (queue_name)
        WHERE state = 'pending' AND attempts >= ${sql.literal(String(maxAttempts))}`
    : sql`CREATE INDEX collector_queue_exhausted ON collector_queue (queue_name, attempts)
        WHERE state = 'pending'`

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

  // What is older than the retention is found without reading the rest; on Postgres, most of it is partitions.
  yield* sql`CREATE INDEX collected_ranks_slot ON collected_ranks (slot)`
  yield* sql`CREATE INDEX collected_prices_day ON collected_prices (day)`
  if (!isPg)
    for (const { table, time } of partitioned)
      yield* sql`CREATE INDEX ${sql(`${table}_${time}`)} ON ${sql(table)} (${sql(time)})`

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
  Effect.andThen(
    // Its tables come first: triggers use them.
    Effect.scoped(makeStore({ lease: 6000, poll: 1000 })),
    Migrator.make({})({
      loader: Effect.succeed([[1, "tables", Effect.succeed(tables)]]),
      table: "collector_migrations"
    })
  ).pipe(Effect.asVoid)

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

/** Adds up the counts of jobs. */
export const addUp: Effect.Effect<void, SqlError, SqlClient.SqlClient> = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const sums = sql`INSERT INTO collector_counts (server, kind, state, jobs, stored)
    SELECT server, kind, state, sum(jobs), sum(stored)`
  const onPostgres = sql`WITH gone AS (
      DELETE FROM collector_counts WHERE ctid = ANY (ARRAY(
        SELECT ctid FROM collector_counts LIMIT 100000 FOR UPDATE SKIP LOCKED
      )) RETURNING server, kind, state, jobs, stored
    ) ${sums} FROM gone GROUP BY server, kind, state`
  const onSqlite = Effect.gen(function* () {
    const [last] = yield* sql<{ readonly id: number | null }>`SELECT max(rowid) AS id FROM collector_counts`
    yield* sql`${sums} FROM collector_counts GROUP BY server, kind, state`
    yield* sql`DELETE FROM collector_counts WHERE rowid <= ${last?.id ?? 0}`
  })
  yield* isPostgres(sql) ? onPostgres : sql.withTransaction(onSqlite)
})

/** Deletes the rows of a table, a few thousand at a time. */
const deleteRows = (table: string, where: Fragment) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) => {
    // Postgres would read the whole table for "ctid IN".
    const found = (key: string, limit: Fragment) =>
      sql`SELECT ${sql.literal(key)} FROM ${sql(table)} WHERE ${where} LIMIT ${limit}`
    return inSteps((limit) =>
      isPostgres(sql)
        ? sql`DELETE FROM ${sql(table)} WHERE ctid = ANY (ARRAY(${found("ctid", limit)})) RETURNING 1 AS one`
        : sql`DELETE FROM ${sql(table)} WHERE rowid IN (${found("rowid", limit)}) RETURNING 1 AS one`
    )
  })

/**
 * Deletes jobs that have ended: done ones after their period, whose end is their deadline, others with the results of
 * that time. Terrain is collected once.
 */
const deleteJobs = (at: number, { histories, rooms }: Retention) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const ended = (state: string, isKind: Fragment, before: number) =>
      deleteRows(
        "collector_jobs",
        sql`state <> 'open' AND state = ${state} AND deadline < ${before} AND ${isKind}`
      )
    yield* ended("done", sql`kind <> 'terrain'`, at - day)
    for (const state of ["hole", "failed", "absent"]) {
      yield* ended(state, sql`kind = 'history'`, at - histories - day)
      yield* ended(state, sql`kind NOT IN ('history', 'terrain')`, Math.min(at - rooms, at - 7 * day))
    }
  })

/**
 * Creates the partitions of today and tomorrow, and deletes results that are older than the retention, and jobs that are
 * not needed to continue.
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
      orElse: () => deleteRows(table, sql`${sql(time)} < ${oldest}`)
    })
  }
  const oldestDaily = at - retention.daily
  yield* deleteRows("collected_ranks", sql`slot < ${oldestDaily}`)
  yield* deleteRows("collected_prices", sql`day < ${dateOf(oldestDaily)}`)
  yield* sql`DELETE FROM collector_runners WHERE seen_at < ${at - day}`
  yield* deleteJobs(at, retention)
})
