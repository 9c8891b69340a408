/**
 * How many jobs one, two and three runners do, on Postgres and Redis, and the processor time of each process (of Linux's
 * /proc), the commits, and the memory of the largest runner: `COLLECTOR_LOAD=500 npx vitest run test/load.test.ts` does that many jobs of each kind per runner, and
 * prints a row for each number of runners. `COLLECTOR_DELAY` is how long the server takes to respond, in milliseconds. As many
 * jobs are done before and not counted: a process that has just started compiles its code, which costs about as much as 500 jobs.
 */
import { spawn } from "node:child_process"
import { once } from "node:events"
import { fileURLToPath } from "node:url"
import * as PgClient from "@effect/sql-pg/PgClient"
import { assert, describe, it } from "@effect/vitest"
import { isPostgresMissing, postgres } from "@screeps-effect/fixtures/postgres"
import { end } from "@screeps-effect/fixtures/process"
import { Server } from "@screeps-effect/api"
import type { Collector } from "@screeps-effect/collector"
import { RoomName } from "@screeps-effect/schema"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as SqlClient from "effect/sql/SqlClient"
import { ofRectangle } from "../src/areas.ts"
import type { NewJob } from "../src/job.ts"
import * as Queue from "../src/queue.ts"
import { cpuOf, memoryOf } from "./support/cpu.ts"
import { isRedisMissing, redis } from "./support/services.ts"

/** Milliseconds until a response. */
const delay = process.env["COLLECTOR_DELAY"] ?? "2000"
const jobs = Number(process.env["COLLECTOR_LOAD"] ?? 0)
const most = 3
/** Tokens with quotas for half as many jobs again: 60 requests of the map an hour, 120 requests a minute. */
const tokensFor = (kind: Collector.Kind) => Math.ceil((2 * jobs * most) / (kind === "rooms" ? 40 : 80))
/** Requests in flight per runner, unless there are more tokens. A token has at most 16 requests in flight. */
const inFlight = 190

const day = 86_400_000
const newJobs = (kind: Collector.Kind, count: number, part: number): ReadonlyArray<NewJob> => {
  const now = Date.now()
  const deadline = now + day
  if (kind === "history")
    return Array.from({ length: count }, (_, i) => {
      const target = RoomName.fromWorld({ x: -1 - (i % 50), y: -1 - part })
      return { kind, shard: "shard3", target, slot: 1000 + 20 * Math.floor(i / 50), deadline }
    })
  const areas = ofRectangle({ x: -100, y: -100 }, { x: 99, y: 99 }, 100)
  return Array.from({ length: count }, (_, i) => {
    const slot = now - (now % day) + 1000 * part + Math.floor(i / areas.length)
    return { kind, shard: "shard3", target: areas[i % areas.length] ?? "", slot, deadline }
  })
}

const start = (program: URL, env: NodeJS.ProcessEnv) =>
  Effect.acquireRelease(
    Effect.sync(() =>
      spawn(process.execPath, ["--disable-warning=ExperimentalWarning", fileURLToPath(program)], {
        stdio: ["ignore", "pipe", "inherit"],
        env: { PATH: process.env["PATH"], ...env }
      })
    ),
    (child) => end(child, "SIGKILL")
  )

/** Lets runners do jobs, and returns what that took. */
const measure = (kind: Collector.Kind, count: number, runners: number) =>
  Effect.gen(function* () {
    const [database, limits] = yield* Effect.all([postgres, redis])
    const generator = yield* start(new URL("./support/loadServer.ts", import.meta.url), { DELAY: delay })
    const address = yield* Effect.promise(async () => String(await once(generator.stdout, "data")).trim())
    const env = {
      DATABASE: database.url,
      REDIS: limits.url,
      URL: address,
      TOKENS: String(tokensFor(kind)),
      ROOMS: "0",
      CHUNKS: "0",
      CONCURRENCY: String(Math.min(Math.floor(16 / most), Math.ceil(inFlight / tokensFor(kind))))
    }
    const started = yield* Effect.all(
      Array.from({ length: runners }, () => start(new URL("./support/runner.ts", import.meta.url), env))
    )
    return yield* Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const until = <A>(read: Effect.Effect<A, unknown>, isDone: (value: A) => boolean) =>
        Effect.orDie(Effect.repeat(Effect.delay(read, "50 millis"), { until: isDone }))
      const connected = sql<{ readonly n: bigint }>`SELECT count(DISTINCT application_name) AS n
        FROM pg_stat_activity WHERE application_name LIKE 'runner %'`
      yield* until(connected, ([row]) => Number(row?.n) === runners)
      const isReady = sql<{ readonly name: string | null }>`
        SELECT to_regclass('collector_jobs')::text AS name WHERE EXISTS (
          SELECT 1 FROM pg_inherits WHERE inhparent = to_regclass('collected_histories'))`
      yield* until(isReady, ([row]) => typeof row?.name === "string")
      const cpu = Effect.gen(function* () {
        const backends = yield* sql<{ readonly pid: number }>`SELECT pid FROM pg_stat_activity`
        const parent = yield* database.pid
        const sum = (pids: ReadonlyArray<number | undefined>) =>
          pids.reduce<number>((all, pid) => all + (pid === undefined ? 0 : cpuOf(pid)), 0)
        return {
          runners: sum(started.map(({ pid }) => pid)),
          postgres: sum([parent, ...backends.map(({ pid }) => pid)]),
          redis: sum([yield* limits.pid]),
          generator: sum([generator.pid])
        }
      })
      const { url } = Server.official({ url: address })
      /** Adds jobs, and waits until they are done. */
      const run = (part: number) =>
        Effect.gen(function* () {
          yield* sql.withTransaction(Queue.enqueue(url, newJobs(kind, count, part)))
          const done = sql<{ readonly n: bigint; readonly r: bigint }>`SELECT coalesce(sum(jobs), 0) AS n,
            coalesce(sum(stored), 0) AS r FROM collector_counts WHERE state = 'done'`
          yield* until(done, ([row]) => Number(row?.n) > part * count)
          const first = Date.now()
          const [row] = yield* until(done, ([row]) => Number(row?.n) === (part + 1) * count)
          return { seconds: (Date.now() - first) / 1000, rows: Number(row?.r) / (part + 1) }
        })
      const commits = Effect.map(
        // Backends report their commits when they are idle.
        Effect.delay(
          sql<{ readonly n: number }>`SELECT xact_commit::float8 AS n FROM pg_stat_database
            WHERE datname = current_database()`,
          "2 seconds"
        ),
        ([row]) => row?.n ?? Number.NaN
      )
      const largest = () => Math.max(...started.map(({ pid }) => (pid === undefined ? 0 : memoryOf(pid))))
      yield* run(0)
      const half = largest()
      const committed = yield* commits
      const before = yield* cpu
      const { rows, seconds } = yield* run(1)
      const after = yield* cpu
      const commitsPerJob = ((yield* commits) - committed) / count
      const perJob = (name: keyof typeof after) => ((after[name] - before[name]) * 1000) / count
      return {
        jobsPerSecond: (count - 1) / seconds,
        rowsPerSecond: rows / seconds,
        rows,
        cores: (["runners", "postgres", "redis", "generator"] as const).map(
          (name) => (after[name] - before[name]) / seconds
        ),
        commitsPerJob,
        /** Megabytes of the largest runner, after half of the jobs and after all. */
        memory: [half, largest()],
        /** Milliseconds of processor time. */
        perJob: {
          runners: perJob("runners"),
          postgres: perJob("postgres"),
          redis: perJob("redis"),
          generator: perJob("generator")
        }
      }
    }).pipe(Effect.provide(PgClient.layer({ url: Redacted.make(database.url) })))
  }).pipe(Effect.scoped)

describe.skipIf(jobs === 0 || isPostgresMissing || isRedisMissing)(
  "Collector under load",
  { concurrent: false },
  () => {
    for (const kind of ["history", "rooms"] as const)
      for (let runners = 1; runners <= most; runners++)
        it.live(
          `all jobs of the kind ${kind} are done (runners: ${runners})`,
          () =>
            Effect.gen(function* () {
              const { commitsPerJob, cores, jobsPerSecond, memory, perJob, rows, rowsPerSecond } =
                yield* measure(kind, jobs * runners, runners)
              assert.strictEqual(rows, (kind === "history" ? 1 : 100) * jobs * runners)
              const cells = [
                kind,
                runners,
                Math.round(jobsPerSecond),
                Math.round(rowsPerSecond),
                ...Object.values(perJob).map((ms) => ms.toFixed(2)),
                ...cores.map((one) => one.toFixed(2)),
                commitsPerJob.toFixed(2),
                memory.join(" → ")
              ]
              console.log(`| ${cells.join(" | ")} |`)
            }),
          300_000
        )
  }
)
