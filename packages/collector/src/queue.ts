/**
 * The ledger: which jobs exist, and how they ended. Open jobs are also elements of Effect's `PersistedQueue`, which hands them
 * out, one queue per server and kind; triggers keep both together (`schema.ts`). The queue may hand a job out twice, and does
 * when a runner dies: a result is stored in one transaction with the job's end, and a job ends once.
 */
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import type { Fragment } from "effect/sql/Statement"
import { type Fetched, isKind, type Job, type JobKey, type Kind, kinds, type NewJob } from "./job.ts"
import {
  inParts,
  inSteps,
  isPostgres,
  records,
  recordsPerStatement,
  secondsAgo,
  text,
  type Whole,
  withNow
} from "./sql.ts"

type Sql<A> = Effect.Effect<A, SqlError, SqlClient.SqlClient>

/** Returns the name of a queue. */
export const nameOf = (server: string, kind: Kind): string => `${server} ${kind}`

/** Adds jobs that do not exist, as open ones or as holes, for periods in which nothing ran. */
export const enqueue = (server: string, jobs: ReadonlyArray<NewJob>, missed?: "missed"): Sql<void> => {
  const [state, error] =
    missed === undefined ? ["open", null] : ["hole", "no runner was running, or the database was unavailable"]
  const columns = { kind: "TEXT", shard: "TEXT", target: "TEXT", slot: "BIGINT", deadline: "BIGINT" } as const
  return Effect.flatMap(SqlClient.SqlClient, (sql) =>
    inParts(
      jobs,
      (part) => {
        const given = part.map(({ deadline, kind, shard, slot, target }) => ({
          kind,
          shard,
          target: text(target),
          slot,
          deadline
        }))
        return sql`INSERT INTO collector_jobs (server, kind, shard, target, slot, deadline, state, last_error)
        SELECT CAST(${server} AS TEXT), kind, shard, target, slot, deadline, CAST(${state} AS TEXT),
          CAST(${error} AS TEXT)
        FROM ${records(sql, given, columns)} WHERE true ON CONFLICT DO NOTHING`
      },
      recordsPerStatement
    )
  )
}

/** Returns why the last attempt of a job failed; `null` if none did. */
export const lastError = (id: Job["id"]): Sql<string | null> =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.map(
      sql<{ readonly last_error: string | null }>`SELECT last_error FROM collector_jobs WHERE id = ${id}`,
      ([row]) => row?.last_error ?? null
    )
  )

/** Stores a result and ends the job; returns `false`, and stores nothing, if it has ended before. */
export const finish = (job: Job, { isAbsent = false, next, rows, store }: Fetched): Sql<boolean> =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    sql.withTransaction(
      Effect.gen(function* () {
        const state = isAbsent ? "absent" : "done"
        const mine =
          job.kind === "history" && !isAbsent
            ? // A chunk of a range without a job is collected.
              yield* sql`DELETE FROM collector_jobs WHERE id = ${job.id} AND state = 'open' RETURNING id`
            : yield* sql`UPDATE collector_jobs SET state = ${state}, attempts = ${job.attempts},
                last_error = ${isAbsent ? "the server has not recorded it, or no longer has it" : null}
              WHERE id = ${job.id} AND state = 'open' RETURNING id`
        if (mine.length === 0) return false
        yield* store
        yield* enqueue(job.server, next)
        yield* sql`INSERT INTO collector_counts (server, kind, state, jobs, stored)
          VALUES (${job.server}, ${job.kind}, ${state}, 1, ${rows})`
        return true
      })
    )
  )

/**
 * Records a failed attempt; returns whether there is a further one, in `wait` milliseconds. Without a wait, the failure is
 * final, and with one that ends after the deadline, the job is a hole.
 */
export const fail = (job: Job, error: string, wait: number | undefined): Sql<boolean> =>
  withNow((sql, now) =>
    Effect.map(
      sql<{ readonly state: string }>`UPDATE collector_jobs SET last_error = ${text(error)},
          attempts = ${job.attempts}, state = ${
            wait === undefined
              ? "failed"
              : sql`CASE WHEN ${now} + ${sql.literal(String(wait))} >= deadline THEN 'hole' ELSE 'open' END`
          }
        WHERE id = ${job.id} AND state = 'open' RETURNING state`,
      ([row]) => row?.state === "open"
    )
  )

/**
 * Makes holes of jobs whose deadline has passed and that nobody is doing: none that was handed out, or extended, less than
 * `lease` milliseconds ago. Returns how many.
 */
export const expire = (server: string, lease: number): Sql<number> =>
  withNow((sql, now) => {
    const skipLocked = sql.literal(isPostgres(sql) ? "FOR UPDATE SKIP LOCKED" : "")
    return inSteps(
      (limit) => sql`UPDATE collector_jobs SET state = 'hole',
          last_error = coalesce(last_error, 'not requested before the deadline: too few tokens, or no runner')
        WHERE id IN (
          SELECT id FROM collector_jobs AS j
          WHERE server = ${server} AND state = 'open' AND deadline <= ${now} AND NOT EXISTS (
            SELECT 1 FROM collector_queue AS q WHERE q.id = CAST(j.id AS TEXT)
              AND q.queue_name = j.server || ' ' || j.kind AND q.acquired_at >= ${secondsAgo(sql, lease / 1000)}
          )
          ORDER BY deadline LIMIT ${limit} ${skipLocked}
        ) RETURNING id`
    )
  })

/** Jobs that a runner could do now: those that wait for nothing, and that nobody is doing or whose lease has lapsed. */
export const isDue = (sql: SqlClient.SqlClient, lease: number): Fragment =>
  sql`state = 'pending' AND visible_at <= ${secondsAgo(sql, 0)}
    AND (acquired_at IS NULL OR acquired_at < ${secondsAgo(sql, lease / 1000)})`

/** Returns how many jobs of each kind are due, up to a limit. */
export const due = (server: string, lease: number, limit: number): Sql<ReadonlyMap<Kind, number>> =>
  Effect.flatMap(SqlClient.SqlClient, (sql) => {
    const counts = kinds.map(
      (kind) => sql`(SELECT count(*) FROM (SELECT 1 AS one FROM collector_queue
        WHERE queue_name = ${nameOf(server, kind)} AND ${isDue(sql, lease)}
        ORDER BY visible_at LIMIT ${sql.literal(String(limit))}) AS found) AS ${sql(kind)}`
    )
    return Effect.map(
      sql<Record<Kind, Whole>>`SELECT ${sql.join(", ", false)(counts)}`,
      ([row]) => new Map(kinds.map((kind) => [kind, Number(row?.[kind] ?? 0)]))
    )
  })

/** Returns whether the server has open jobs. */
export const hasOpen = (server: string): Sql<boolean> =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.map(
      sql`SELECT 1 AS one FROM collector_jobs WHERE server = ${server} AND state = 'open' LIMIT 1`,
      (rows) => rows.length > 0
    )
  )

/** A period of a kind of jobs, or a chunk of the histories of a plan. */
interface Period {
  readonly kind: string
  readonly shard: string
  readonly slot: number
}

/** Returns the last period of a kind that was planned; `undefined` before the first. */
export const planned = (server: string, kind: string, shard: string): Sql<number | undefined> =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.map(
      sql<{ readonly slot: Whole }>`SELECT slot FROM collector_planned
        WHERE server = ${server} AND kind = ${kind} AND shard = ${shard}`,
      ([row]) => (row === undefined ? undefined : Number(row.slot))
    )
  )

/** Plans a period, and remembers it as the last that was planned. */
export const plan = <E, R>(
  server: string,
  { kind, shard, slot }: Period,
  step: Effect.Effect<void, E, R>
): Effect.Effect<void, E | SqlError, R | SqlClient.SqlClient> =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    sql.withTransaction(
      Effect.andThen(
        step,
        sql`INSERT INTO collector_planned (server, kind, shard, slot)
          VALUES (${server}, ${kind}, ${shard}, ${slot})
          ON CONFLICT (server, kind, shard) DO UPDATE SET slot = excluded.slot
          WHERE collector_planned.slot < excluded.slot`
      )
    )
  )

/**
 * Plans a period, unless another runner has planned it; without a slot, plans in any case. Returns `false`, and plans nothing,
 * while another runner plans the shard: runners divide the shards.
 */
export const planOnce = (
  server: string,
  { kind, shard, slot }: Omit<Period, "slot"> & { readonly slot: number | undefined },
  step: Sql<void>
): Sql<boolean> =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.gen(function* () {
      if (isPostgres(sql)) {
        const lock = sql`pg_try_advisory_xact_lock(hashtext(${`${server} ${shard}`}))`
        const [row] = yield* sql<{ readonly isMine: boolean }>`SELECT ${lock} AS "isMine"`
        if (row?.isMine !== true) return false
      }
      const last = (yield* planned(server, kind, shard)) ?? -1
      if (slot === undefined) yield* step
      else if (last < slot) yield* plan(server, { kind, shard, slot }, step)
      return true
    }).pipe(sql.withTransaction)
  )

/** The chunks of a room that are wanted. */
export interface Chunks {
  readonly room: string
  /** First tick of the first chunk. */
  readonly first: number
  /** First tick of the last chunk. */
  readonly last: number
  /** Whether to continue after the chunks that were planned before, if there are any. */
  readonly continues: boolean
}

/** Adds the jobs of chunks that were not planned before: one statement for thousands of rooms, however many are planned. */
export const planChunks = (
  { deadline, server, shard }: Pick<NewJob, "deadline" | "shard"> & { readonly server: string },
  length: number,
  list: ReadonlyArray<Chunks>
): Sql<void> =>
  Effect.flatMap(SqlClient.SqlClient, (sql) => {
    const size = sql.literal(String(length))
    const ofShard = sql`r.server = ${server} AND r.shard = ${shard}`
    const columns = { room: "TEXT", first: "BIGINT", last: "BIGINT", continues: "BIGINT" } as const
    const planPart = (part: ReadonlyArray<Chunks>) => {
      const given = part.map((one) => ({ ...one, continues: one.continues ? 1 : 0 }))
      // Otherwise Postgres would search for the ranges of a room once for each use of `first`.
      const wanted = sql`wanted AS MATERIALIZED (
        SELECT room, last, continues, CASE WHEN continues = 0 THEN first ELSE coalesce(
          (SELECT max(r.last) + ${size} FROM collector_ranges AS r WHERE ${ofShard} AND r.room = given.room), first
        ) END AS first FROM ${records(sql, given, columns)}
      )`
      return Effect.gen(function* () {
        yield* sql`WITH RECURSIVE ${wanted}, chunks AS (
            SELECT room, first AS base, last, continues FROM wanted WHERE first <= last
            UNION ALL SELECT room, base + ${size}, last, continues FROM chunks WHERE base + ${size} <= last
          )
          INSERT INTO collector_jobs (server, kind, shard, target, slot, deadline, state)
          SELECT CAST(${server} AS TEXT), 'history', CAST(${shard} AS TEXT), room, base,
            CAST(${deadline} AS BIGINT), 'open'
          FROM chunks WHERE continues = 1 OR NOT EXISTS (
            SELECT 1 FROM collector_ranges AS r
            WHERE ${ofShard} AND r.room = chunks.room AND r.first <= base AND r.last >= base
          ) ON CONFLICT DO NOTHING`
        // The end of the range that the chunks continue moves, or they are a range of their own.
        yield* sql`WITH ${wanted}, starts AS (
            SELECT room, last, coalesce((
              SELECT max(r.first) FROM collector_ranges AS r WHERE ${ofShard} AND r.room = wanted.room
                AND r.first <= wanted.first AND r.last + ${size} >= wanted.first
            ), first) AS first FROM wanted WHERE first <= last
          )
          INSERT INTO collector_ranges (server, shard, room, first, last)
          SELECT CAST(${server} AS TEXT), CAST(${shard} AS TEXT), room, first, max(last) FROM starts
          WHERE true GROUP BY room, first
          ON CONFLICT (server, shard, room, first) DO UPDATE SET last = excluded.last
          WHERE collector_ranges.last < excluded.last`
      })
    }
    return inParts(list, planPart, recordsPerStatement)
  })

/** Which jobs to list or to requeue; all that is left out is not restricted. */
export interface Filter {
  /** Address of the server. */
  readonly server?: string | undefined
  readonly kind?: Kind | undefined
  readonly shard?: string | undefined
  readonly target?: string | undefined
  /** First slot: milliseconds since 1970, or a tick with the kind `history`. */
  readonly from?: number | undefined
  /** Last slot. */
  readonly to?: number | undefined
  /** Whether to include jobs whose data the server does not have, which are not holes; `false` by default. */
  readonly absent?: boolean | undefined
}

const where = (sql: SqlClient.SqlClient, { absent = false, from, kind, server, shard, target, to }: Filter) =>
  sql.and([
    // The condition of an index.
    "state <> 'open'",
    absent ? "state IN ('absent', 'hole', 'failed')" : "state IN ('hole', 'failed')",
    ...(server === undefined ? [] : [sql`server = ${server}`]),
    ...(kind === undefined ? [] : [sql`kind = ${kind}`]),
    ...(shard === undefined ? [] : [sql`shard = ${shard}`]),
    ...(target === undefined ? [] : [sql`target = ${target}`]),
    ...(from === undefined ? [] : [sql`slot >= ${from}`]),
    ...(to === undefined ? [] : [sql`slot <= ${to}`])
  ])

/** A job without a result, which is not requested any more. */
export interface Hole extends JobKey {
  readonly server: string
  /** `hole`: no result before the deadline; `failed`: the input is invalid; `absent`: the server does not have it. */
  readonly state: "hole" | "failed" | "absent"
  readonly attempts: number
  /** Why the last attempt failed. */
  readonly lastError: string
}

/** Lists holes, the newest first. */
export const holes = (filter: Filter = {}, limit = 1000): Sql<ReadonlyArray<Hole>> =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.map(
      sql<{
        readonly server: string
        readonly shard: string
        readonly kind: string
        readonly target: string
        readonly slot: Whole
        readonly state: string
        readonly attempts: number
        readonly last_error: string | null
      }>`
        SELECT server, shard, kind, target, slot, state, attempts, last_error FROM collector_jobs
        WHERE ${where(sql, filter)} ORDER BY slot DESC, kind, shard, target LIMIT ${limit}`,
      (rows) =>
        rows.flatMap(({ attempts, kind, last_error, server, shard, slot, state, target }) =>
          isKind(kind)
            ? [
                {
                  server,
                  shard,
                  kind,
                  target,
                  slot: Number(slot),
                  state: state === "failed" || state === "absent" ? state : ("hole" as const),
                  attempts,
                  lastError: last_error ?? ""
                }
              ]
            : []
        )
    )
  )

/** Opens holes of the kinds that the server still has, with a new deadline; returns how many. */
export const requeue = (filter: Filter, fillable: ReadonlyArray<Kind>, deadlineIn: number): Sql<number> =>
  Effect.map(
    withNow(
      (sql, now) =>
        sql`UPDATE collector_jobs SET state = 'open', attempts = 0, last_error = NULL,
            deadline = ${now} + ${sql.literal(String(deadlineIn))}
          WHERE ${where(sql, filter)} AND kind IN ${sql.in(fillable)} RETURNING id`
    ),
    (rows) => rows.length
  )
