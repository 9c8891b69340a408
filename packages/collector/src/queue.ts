/**
 * The jobs in the database. A claim is a lease: `leased_by` names the runner, `leased_until` is when others may claim the
 * job, and the runner extends it. Only the runner that holds the lease stores a result, in one transaction with the job's
 * end. A claim leaves `not_before` as it is: the job of a dead runner keeps its place before those that became due later.
 */
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import { type Fetched, type Job, type JobKey, kinds, type Kind, type NewJob } from "./job.ts"
import { inParts, text, type Whole, withNow } from "./sql.ts"

type Sql<A> = Effect.Effect<A, SqlError, SqlClient.SqlClient>

const isKind = (text: string): text is Kind => kinds.some((kind) => kind === text)

/** Adds jobs that do not exist, as open ones or as holes, for periods in which nothing ran. */
export const enqueue = (server: string, jobs: ReadonlyArray<NewJob>, missed?: "missed"): Sql<void> => {
  const [state, error] =
    missed === undefined ? ["open", null] : ["hole", "no runner was running, or the database was unavailable"]
  return withNow((sql, now) =>
    inParts(jobs, (part) => {
      const values = part.map(
        ({ deadline, kind, shard, slot, target }) =>
          sql`(${server}, ${shard}, ${kind}, ${text(target)}, ${slot}, ${state}, ${now}, ${deadline}, ${error})`
      )
      return sql`INSERT INTO collector_jobs
        (server, shard, kind, target, slot, state, not_before, deadline, last_error)
        VALUES ${sql.join(",", false)(values)} ON CONFLICT DO NOTHING`
    })
  )
}

/** Who claims, and for how long. */
export interface Lease {
  readonly server: string
  readonly runner: string
  /** In milliseconds. */
  readonly length: number
}

interface JobRow {
  readonly id: Whole
  readonly shard: string
  readonly kind: string
  readonly target: string
  readonly slot: Whole
  readonly deadline: Whole
  readonly attempts: number
  readonly last_error: string | null
}

/**
 * Claims up to `limit` jobs of a kind that are due, the oldest first; none whose deadline has passed: the result would be
 * stored as that of a period that has ended.
 */
export const claim = (lease: Lease, kind: Kind, limit: number): Sql<ReadonlyArray<Job>> =>
  withNow((sql, now) => {
    const skipLocked = sql.onDialectOrElse({
      pg: () => sql.literal("FOR UPDATE SKIP LOCKED"),
      orElse: () => sql.literal("")
    })
    // Materialized: the planner of Postgres could otherwise lock more rows than the limit.
    return Effect.map(
      sql<JobRow>`WITH due AS MATERIALIZED (
          SELECT id FROM collector_jobs
          WHERE server = ${lease.server} AND kind = ${kind} AND state = 'open'
            AND not_before <= ${now} AND leased_until <= ${now} AND deadline > ${now}
          ORDER BY not_before LIMIT ${limit} ${skipLocked}
        )
        UPDATE collector_jobs SET leased_by = ${lease.runner}, leased_until = ${now} + ${lease.length},
          attempts = attempts + 1
        WHERE id IN (SELECT id FROM due)
        RETURNING id, shard, kind, target, slot, deadline, attempts, last_error`,
      (rows) =>
        rows.flatMap(({ deadline, kind, last_error: lastError, slot, ...row }) =>
          isKind(kind)
            ? [
                {
                  ...row,
                  lastError,
                  kind,
                  server: lease.server,
                  slot: Number(slot),
                  deadline: Number(deadline)
                }
              ]
            : []
        )
    )
  })

/**
 * Extends the leases of jobs. They have to be named: a claim whose response was lost, or a job whose end could not be
 * stored, has nobody who works on it.
 */
export const extend = (lease: Lease, jobs: ReadonlyArray<Job["id"]>): Sql<void> =>
  jobs.length === 0
    ? Effect.void
    : withNow(
        (sql, now) =>
          sql`UPDATE collector_jobs SET leased_until = ${now} + ${lease.length}
            WHERE id IN ${sql.in(jobs)} AND leased_by = ${lease.runner} AND state = 'open'`
      ).pipe(Effect.asVoid)

/** Stores a result and ends the job; returns `false`, and stores nothing, if the lease was lost. */
export const finish = (
  lease: Lease,
  job: Job,
  { isAbsent = false, next, rows, store }: Fetched
): Sql<boolean> =>
  withNow((sql, now) =>
    sql.withTransaction(
      Effect.gen(function* () {
        const mine =
          yield* sql`UPDATE collector_jobs SET state = ${isAbsent ? "absent" : "done"}, leased_by = NULL,
            last_error = ${isAbsent ? "the server has not recorded it, or no longer has it" : null}, done_at = ${now}, row_count = ${rows}
          WHERE id = ${job.id} AND leased_by = ${lease.runner} AND state = 'open' RETURNING id`
        if (mine.length === 0) return false
        yield* store
        yield* enqueue(lease.server, next)
        return true
      })
    )
  )

/** Gives a job back without an attempt: no quota was left for it. */
export const release = (lease: Lease, job: Job): Sql<void> =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql`UPDATE collector_jobs SET leased_by = NULL, leased_until = 0, attempts = attempts - 1
      WHERE id = ${job.id} AND leased_by = ${lease.runner} AND state = 'open'`
  ).pipe(Effect.asVoid)

/** Plans the next attempt after a failure, in `wait` milliseconds; without a wait, the failure is final. */
export const fail = (lease: Lease, job: Job, error: string, wait: number | undefined): Sql<void> =>
  withNow((sql, now) =>
    wait === undefined
      ? sql`UPDATE collector_jobs SET state = 'failed', leased_by = NULL, last_error = ${text(error)}
          WHERE id = ${job.id} AND leased_by = ${lease.runner} AND state = 'open'`
      : sql`UPDATE collector_jobs SET leased_by = NULL, leased_until = 0, last_error = ${text(error)}, not_before = ${now} + ${wait},
            state = CASE WHEN ${now} + ${wait} >= deadline THEN 'hole' ELSE 'open' END
          WHERE id = ${job.id} AND leased_by = ${lease.runner} AND state = 'open'`
  ).pipe(Effect.asVoid)

/** Makes holes of jobs whose deadline has passed and that nobody is doing; returns how many. */
export const expire = (server: string): Sql<number> =>
  Effect.map(
    withNow(
      (sql, now) =>
        sql`UPDATE collector_jobs SET state = 'hole', leased_by = NULL,
            last_error = coalesce(last_error, 'not requested before the deadline: too few tokens, or no runner')
          WHERE server = ${server} AND state = 'open' AND deadline <= ${now}
            AND leased_until <= ${now} RETURNING id`
    ),
    (rows) => rows.length
  )

/** Returns whether the server has open jobs. */
export const hasOpen = (server: string): Sql<boolean> =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.map(
      sql`SELECT 1 AS one FROM collector_jobs WHERE server = ${server} AND state = 'open' LIMIT 1`,
      (rows) => rows.length > 0
    )
  )

/** What was planned of a kind, or of one target. */
export interface Planned {
  /** The last slot; `undefined` before the first. */
  readonly last: number | undefined
  /** Up to which slot jobs were deleted, since the retention of their results has passed. */
  readonly deleted: number
}

/** Returns what was planned; `target` is empty for all targets of a kind. */
export const planned = (server: string, kind: Kind, shard: string, target: string): Sql<Planned> =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.map(
      sql<{
        readonly slot: Whole
        readonly deleted: Whole | null
      }>`SELECT slot, deleted FROM collector_planned
        WHERE server = ${server} AND kind = ${kind} AND shard = ${shard} AND target = ${target}`,
      ([row]) =>
        row === undefined
          ? { last: undefined, deleted: -Infinity }
          : { last: Number(row.slot), deleted: row.deleted === null ? -Infinity : Number(row.deleted) }
    )
  )

/** Adds jobs of one kind, and remembers `slot` as the last that was planned. */
export const plan = (
  server: string,
  { kind, shard, slot, target }: JobKey,
  jobs: ReadonlyArray<NewJob>
): Sql<void> =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    sql.withTransaction(
      Effect.andThen(
        enqueue(server, jobs),
        sql`INSERT INTO collector_planned (server, kind, shard, target, slot)
          VALUES (${server}, ${kind}, ${shard}, ${target}, ${slot})
          ON CONFLICT (server, kind, shard, target) DO UPDATE SET slot = excluded.slot
          WHERE collector_planned.slot < excluded.slot`
      )
    )
  )

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
  /** Whether to include jobs whose data the server does not have, which are no holes; `false` by default. */
  readonly absent?: boolean | undefined
}

const where = (sql: SqlClient.SqlClient, { absent = false, from, kind, server, shard, target, to }: Filter) =>
  sql.and([
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
      sql<JobRow & { readonly server: string; readonly state: string; readonly last_error: string | null }>`
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
        sql`UPDATE collector_jobs SET state = 'open', attempts = 0, leased_until = 0, not_before = ${now}, last_error = NULL,
            done_at = NULL, row_count = NULL, deadline = ${now} + ${deadlineIn}
          WHERE ${where(sql, filter)} AND kind IN ${sql.in(fillable)} RETURNING id`
    ),
    (rows) => rows.length
  )

/** How many jobs of a kind are in which state. */
export interface KindStatus {
  readonly kind: Kind
  readonly open: number
  /** Open jobs that could be claimed now. */
  readonly due: number
  /** Open jobs whose last attempt failed. */
  readonly failing: number
  /** Why the last attempt of one of these failed. */
  readonly lastError?: string | undefined
  /** Open jobs that a runner has claimed. */
  readonly running: number
  /** Jobs done since the first start. */
  readonly done: number
  readonly holes: number
  /** Jobs with invalid input. */
  readonly failed: number
  /** Jobs since the first start whose data the server has not recorded: chunks of rooms in which nothing happened. */
  readonly absent: number
  /** How long the oldest due job has been waiting, in milliseconds; 0 if none is due. */
  readonly lag: number
  /** Rows stored since the first start. */
  readonly rows: number
}

/** The jobs of a kind that are not done. */
export type Backlog = Pick<KindStatus, "kind" | "open" | "holes" | "lag">

/** Returns what is not done, from the indexes of open jobs and of holes: unlike `status`, it reads no done jobs. */
export const backlog = (server: string): Sql<ReadonlyArray<Backlog>> =>
  withNow((sql, now) =>
    Effect.gen(function* () {
      const open = yield* sql<{ readonly kind: string; readonly n: Whole; readonly lag: Whole | null }>`
        SELECT kind, count(*) AS n, max(CASE WHEN not_before <= ${now} AND leased_until <= ${now}
          THEN ${now} - not_before END) AS lag
        FROM collector_jobs WHERE server = ${server} AND state = 'open' GROUP BY kind`
      const holes = yield* sql<{ readonly kind: string; readonly n: Whole }>`SELECT kind,
          sum(CASE WHEN state = 'hole' THEN 1 ELSE 0 END) AS n
        FROM collector_jobs WHERE server = ${server} AND state IN ('hole', 'failed') GROUP BY kind`
      return kinds.map((kind) => {
        const due = open.find((row) => row.kind === kind)
        return {
          kind,
          open: Number(due?.n ?? 0),
          lag: Number(due?.lag ?? 0),
          holes: Number(holes.find((row) => row.kind === kind)?.n ?? 0)
        }
      })
    })
  )

/** The state of all jobs of a server. */
export interface Status {
  readonly server: string
  readonly kinds: ReadonlyArray<KindStatus>
  /** Runners with claimed jobs. */
  readonly runners: number
}

/** Returns the state of all jobs, by server, from the indexes of open jobs and of holes and the counts of done jobs. */
export const status: Sql<ReadonlyArray<Status>> = withNow((sql, now) =>
  Effect.gen(function* () {
    const open = yield* sql<{
      readonly server: string
      readonly kind: string
      readonly open: Whole
      readonly due: Whole
      readonly failing: Whole
      readonly last_error: string | null
      readonly running: Whole
      readonly lag: Whole | null
    }>`SELECT server, kind, count(*) AS open,
        sum(CASE WHEN not_before <= ${now} AND leased_until <= ${now} THEN 1 ELSE 0 END) AS due,
        sum(CASE WHEN last_error IS NOT NULL THEN 1 ELSE 0 END) AS failing,
        max(last_error) AS last_error,
        sum(CASE WHEN leased_until > ${now} THEN 1 ELSE 0 END) AS running,
        max(CASE WHEN not_before <= ${now} AND leased_until <= ${now} THEN ${now} - not_before END) AS lag
      FROM collector_jobs WHERE state = 'open' GROUP BY server, kind`
    const ended = yield* sql<{
      readonly server: string
      readonly kind: string
      readonly holes: Whole
      readonly failed: Whole
    }>`SELECT server, kind, sum(CASE WHEN state = 'hole' THEN 1 ELSE 0 END) AS holes,
        sum(CASE WHEN state = 'failed' THEN 1 ELSE 0 END) AS failed
      FROM collector_jobs WHERE state IN ('hole', 'failed') GROUP BY server, kind`
    const done = yield* sql<{
      readonly server: string
      readonly kind: string
      readonly jobs: Whole
      readonly stored: Whole
      readonly absent: Whole
    }>`SELECT server, kind, sum(jobs) AS jobs, sum(stored) AS stored, sum(absent) AS absent
      FROM collector_done GROUP BY server, kind`
    const runners = yield* sql<{ readonly server: string; readonly runners: Whole }>`SELECT server,
        count(DISTINCT leased_by) AS runners FROM collector_jobs
      WHERE state = 'open' AND leased_until > ${now} GROUP BY server`
    const servers = [...new Set([...open, ...ended, ...done].map(({ server }) => server))].toSorted()
    return servers.map((server) => {
      const of = <A extends { readonly server: string; readonly kind: string }>(
        rows: ReadonlyArray<A>,
        kind: Kind
      ) => rows.find((row) => row.server === server && row.kind === kind)
      const kindsOf = kinds.toSorted().flatMap((kind): ReadonlyArray<KindStatus> => {
        const [o, e, d] = [of(open, kind), of(ended, kind), of(done, kind)]
        if (o === undefined && e === undefined && d === undefined) return []
        return [
          {
            kind,
            open: Number(o?.open ?? 0),
            due: Number(o?.due ?? 0),
            failing: Number(o?.failing ?? 0),
            ...(typeof o?.last_error === "string" ? { lastError: o.last_error } : {}),
            running: Number(o?.running ?? 0),
            done: Number(d?.jobs ?? 0),
            holes: Number(e?.holes ?? 0),
            failed: Number(e?.failed ?? 0),
            absent: Number(d?.absent ?? 0),
            lag: Number(o?.lag ?? 0),
            rows: Number(d?.stored ?? 0)
          }
        ]
      })
      return {
        server,
        kinds: kindsOf,
        runners: Number(runners.find((one) => one.server === server)?.runners ?? 0)
      }
    })
  })
)
