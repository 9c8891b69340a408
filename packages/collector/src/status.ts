/** How many jobs are in which state, and which runners are running. */
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import type { Fragment } from "effect/sql/Statement"
import { kinds, type Kind } from "./job.ts"
import { isDue, nameOf } from "./queue.ts"
import { isPostgres, secondsAgo, type Whole, withNow } from "./sql.ts"

type Sql<A> = Effect.Effect<A, SqlError, SqlClient.SqlClient>

/** How many jobs of a kind are in which state. */
export interface KindStatus {
  readonly kind: Kind
  readonly open: number
  /** Open jobs that a runner could do now. */
  readonly due: number
  /** Open jobs whose last attempt failed. */
  readonly failing: number
  /** Why the last attempt of one of these failed. */
  readonly lastError?: string | undefined
  /** Open jobs that a runner is doing. */
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

/** The state of all jobs of a server. */
export interface Status {
  readonly server: string
  readonly kinds: ReadonlyArray<KindStatus>
  /** Runners at work, seen within half a minute. */
  readonly runners: number
}

/** How long a runner counts as running after it was seen, in milliseconds. */
const seenFor = 30_000

/** Records that a runner is running. */
export const seen = (server: string, runner: string): Sql<void> =>
  Effect.asVoid(
    withNow(
      (
        sql,
        now
      ) => sql`INSERT INTO collector_runners (server, runner, seen_at) VALUES (${server}, ${runner}, ${now})
        ON CONFLICT (server, runner) DO UPDATE SET seen_at = excluded.seen_at`
    )
  )

/** Records that a runner has ended. */
export const left = (server: string, runner: string): Sql<void> =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.asVoid(sql`DELETE FROM collector_runners WHERE server = ${server} AND runner = ${runner}`)
  )

/** What the queue knows of a kind's open jobs, and why one of them has failed. */
const queued = Effect.fnUntraced(function* (
  server: string,
  kind: Kind
): Effect.fn.Return<
  {
    readonly running: number
    readonly waiting: number
    readonly lag: number
    readonly lastError: string | undefined
  },
  SqlError,
  SqlClient.SqlClient
> {
  const sql = yield* SqlClient.SqlClient
  const [now, since] = [secondsAgo(sql, 0), secondsAgo(sql, seenFor / 1000)]
  const age = isPostgres(sql)
    ? sql`extract(epoch FROM ${now}::timestamp - visible_at)`
    : sql`(julianday(${now}) - julianday(visible_at)) * 86400`
  const name = nameOf(server, kind)
  const count = (where: Fragment) => sql<{ readonly n: Whole }>`SELECT count(*) AS n FROM collector_queue
    WHERE queue_name = ${name} AND ${where}`
  const [running] = yield* count(sql`acquired_by IS NOT NULL AND acquired_at >= ${since}`)
  const [waiting] = yield* count(sql`state = 'pending' AND visible_at > ${now} AND acquired_by IS NULL`)
  const [oldest] = yield* sql<{ readonly age: number | string }>`SELECT ${age} AS age FROM collector_queue
    WHERE queue_name = ${name} AND ${isDue(sql, seenFor)} ORDER BY visible_at LIMIT 1`
  const [failed] = yield* sql<{ readonly last_error: string }>`SELECT last_error FROM collector_jobs
    WHERE server = ${server} AND kind = ${kind} AND state = 'open' AND last_error IS NOT NULL LIMIT 1`
  return {
    lastError: failed?.last_error,
    running: Number(running?.n ?? 0),
    waiting: Number(waiting?.n ?? 0),
    lag: Math.max(0, Math.round(1000 * Number(oldest?.age ?? 0)))
  }
})

/** Returns the state of all jobs, by server, from sums and the front of indexes. */
export const status: Sql<ReadonlyArray<Status>> = withNow((sql, now) =>
  Effect.gen(function* () {
    const counts = yield* sql<{
      readonly server: string
      readonly kind: string
      readonly state: string
      readonly jobs: Whole
      readonly stored: Whole
    }>`SELECT server, kind, state, sum(jobs) AS jobs, sum(stored) AS stored
      FROM collector_counts GROUP BY server, kind, state`
    const runners = yield* sql<{ readonly server: string; readonly n: Whole }>`SELECT server, count(*) AS n
      FROM collector_runners WHERE seen_at >= ${now} - ${sql.literal(String(seenFor))} GROUP BY server`
    const all: Array<Status> = []
    for (const server of [...new Set(counts.map((row) => row.server))].toSorted()) {
      const found: Array<KindStatus> = []
      for (const kind of kinds.toSorted()) {
        const ofKind = counts.filter((row) => row.server === server && row.kind === kind)
        if (ofKind.length === 0) continue
        const jobs = (state: string) => Number(ofKind.find((row) => row.state === state)?.jobs ?? 0)
        const open = jobs("open")
        const { lag, lastError, running, waiting } =
          open === 0 ? { running: 0, waiting: 0, lag: 0, lastError: undefined } : yield* queued(server, kind)
        found.push({
          kind,
          open,
          due: Math.max(0, open - running - waiting),
          failing: jobs("failing"),
          ...(lastError === undefined ? {} : { lastError }),
          running,
          done: jobs("done"),
          holes: jobs("hole"),
          failed: jobs("failed"),
          absent: jobs("absent"),
          lag,
          rows: Number(ofKind.find((row) => row.state === "done")?.stored ?? 0)
        })
      }
      const seen = runners.find((row) => row.server === server)
      all.push({ server, kinds: found, runners: Number(seen?.n ?? 0) })
    }
    return all
  })
)
