/** One runner: plans, claims jobs, sends their requests, stores the results. */
import * as RateLimits from "@screeps-effect/api/RateLimits"
import * as Retry from "@screeps-effect/api/Retry"
import { ScreepsClient } from "@screeps-effect/api/ScreepsClient"
import type { ScreepsError } from "@screeps-effect/api/ScreepsError"
import * as Millis from "@screeps-effect/schema/Millis"
import type * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as FiberSet from "effect/FiberSet"
import * as Latch from "effect/Latch"
import * as Layer from "effect/Layer"
import * as Random from "effect/Random"
import type { MigrationError } from "effect/sql/Migrator"
import type * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import * as Accounts from "./accounts.ts"
import { type Fetched, type Job, type Kind, kinds, type KnownTime } from "./job.ts"
import { definitions } from "./kinds/index.ts"
import * as Metrics from "./metrics.ts"
import * as Outage from "./outage.ts"
import * as Plan from "./plan.ts"
import * as Queue from "./queue.ts"
import { maintain, migrate } from "./schema.ts"

/** Options of a runner. */
export interface Options<E> {
  /** What to collect; a runner without a plan does the jobs that others plan. */
  readonly plan?: Plan.Plan | undefined
  /** One layer per account of the same server, such as `ScreepsClient.layer`; each has its own quotas. */
  readonly accounts: readonly [
    Layer.Layer<Accounts.Services, E>,
    ...ReadonlyArray<Layer.Layer<Accounts.Services, E>>
  ]
  /** Names of the accounts in warnings, in the same order; numbers from 1 by default. */
  readonly names?: ReadonlyArray<string> | undefined
  /** Requests in flight per account; 8 by default. */
  readonly concurrency?: number | undefined
  /** How long a job of a dead runner waits before another one takes it over; 6 seconds by default. */
  readonly lease?: Duration.Input | undefined
  /** How often an idle runner polls the database for due jobs; 500 milliseconds by default. */
  readonly poll?: Duration.Input | undefined
  /** How long rooms and orders are kept; 90 days by default. */
  readonly keepRooms?: Duration.Input | undefined
  /** How long chunks of history are kept; 90 days by default. */
  readonly keepHistories?: Duration.Input | undefined
  /** How long ranks and prices are kept; 2 years by default. */
  readonly keepDaily?: Duration.Input | undefined
}

const millis = (input: Duration.Input): number => Duration.toMillis(Duration.fromInputUnsafe(input))

/**
 * How long jobs that end are gathered, in milliseconds, so that one statement claims as many others: a job takes about 2 ms of
 * processor time, so that 8 requests in flight are not the limit.
 */
const gatherFor = 20
/** How often due jobs are added and deadlines are checked, in milliseconds. */
const planEvery = 10_000
/** How often results that are too old are deleted, in milliseconds. */
const cleanEvery = 3_600_000
/** How long an account rests that the server has rejected, in milliseconds. */
const rejectedFor = 60_000

/**
 * `invalid`: never requested again; `quota`: nothing was counted, requested when quota is left; `account`: requested later, and this
 * account is not used for a while; `later`: requested later.
 */
type Outcome =
  | { readonly _tag: "invalid" | "later" | "account" }
  | { readonly _tag: "quota"; readonly wait: number }

/**
 * Classifies a failure. Only invalid input is final: a maintenance page may have any status and any text, a token may be
 * replaced, and a chunk may be written later.
 */
const classify = ({ reason }: ScreepsError): Outcome => {
  switch (reason._tag) {
    case "InvalidInput":
    case "ShardRequired":
      return { _tag: "invalid" }
    case "RateLimited":
      return { _tag: "quota", wait: Duration.toMillis(reason.retryAfter) }
    case "Unauthorized":
    case "Forbidden":
      return { _tag: "account" }
    case "EndpointNotFound":
    case "HistoryNotFound":
    case "Rejected":
    case "ServerFault":
    case "TimedOut":
    case "UnexpectedResponse":
    case "Unreachable":
      return { _tag: "later" }
  }
}

/** The wait before the next attempt, in milliseconds: from 2 seconds to 5 minutes, randomly up to a quarter longer. */
const backoff = (attempts: number, random: number): number =>
  Math.round(Math.min(300_000, 1000 * 2 ** Math.min(attempts, 20)) * (1 + random / 4))

const outcomeOf = ({ isAbsent = false }: Fetched) => (isAbsent ? "absent" : "done")

const make = Effect.fnUntraced(function* <E>(options: Options<E>, until: "drained" | "stopped") {
  const concurrency = options.concurrency ?? 8
  const poll = millis(options.poll ?? "500 millis")
  const retention = {
    rooms: millis(options.keepRooms ?? "90 days"),
    histories: millis(options.keepHistories ?? "90 days"),
    daily: millis(options.keepDaily ?? "730 days")
  }
  const accounts: Array<Accounts.Account> = []
  for (const [i, layer] of options.accounts.entries())
    accounts.push(Accounts.make(yield* Layer.build(Layer.fresh(layer)), i, options.names?.[i]))
  const [first] = accounts
  if (first === undefined) return yield* Effect.die(new Error("A collector needs at least one account."))
  const { server } = Context.get(first.services, ScreepsClient)
  const runner = yield* Effect.sync(() => crypto.randomUUID())
  const lease: Queue.Lease = { server: server.url, runner, length: millis(options.lease ?? "6 seconds") }

  yield* Outage.awaitDatabase(migrate)

  const running = yield* FiberSet.make<void>()
  const known: KnownTime = { ticks: new Map(), chunkSize: undefined }
  /** The jobs that are being done. */
  const leased = new Set<Job["id"]>()
  /** Open when a job has ended, and so another one can start. */
  const wake = yield* Latch.make(false)
  const { step, untilBack } = Outage.make()
  /** Until when a kind is not claimed, since it had no more due jobs of it. */
  const noneBefore = new Map<Kind, number>()

  /**
   * Ends a job: waits while the database is unavailable. What it writes depends on the lease, so that nothing is lost or written
   * twice when others have taken the job over meanwhile.
   */
  const end = (effect: Effect.Effect<void, SqlError, SqlClient.SqlClient>) =>
    // The lease ends by itself, and the job is claimed again.
    Effect.catch(untilBack(effect), (error) =>
      Effect.logWarning(`the end of a job could not be stored: ${Outage.describe(error)}`)
    )

  /** Stores a result. A result that the database rejects is a failed attempt. */
  const store = (job: Job, effect: Effect.Effect<boolean, SqlError, SqlClient.SqlClient>) =>
    Effect.catch(untilBack(effect), (error) =>
      Effect.as(end(Queue.fail(lease, job, Outage.describe(error), backoff(job.attempts, 0))), false)
    )

  const failed = Effect.fnUntraced(function* (job: Job, account: Accounts.Account, error: ScreepsError) {
    const now = yield* Millis.monotonic
    const failure = classify(error)
    yield* Metrics.attempt(job.kind, error.reason._tag, 0)
    if (failure._tag === "quota") {
      Accounts.pause(account, definitions[job.kind].limitKey, now + Math.max(failure.wait, 1))
      return yield* end(Queue.release(lease, job))
    }
    if (failure._tag === "account") {
      Accounts.pause(account, "*", now + rejectedFor)
      if (!account.isRejected)
        yield* Effect.logWarning(
          `the server rejects the account ${account.name}, which rests for a minute each time: ${error.message}`
        )
      account.isRejected = true
    }
    const wait = failure._tag === "invalid" ? undefined : backoff(job.attempts, yield* Random.next)
    yield* Effect.logDebug(`${job.kind} ${job.shard} ${job.target} ${job.slot}: ${error.message}`)
    yield* end(Queue.fail(lease, job, error.message, wait))
  })

  /** A defect is a failed attempt like any other, so that the job waits for the next one and others are done meanwhile. */
  const broken = Effect.fnUntraced(function* (job: Job, cause: Cause.Cause<unknown>) {
    yield* Effect.logError(`a defect in the job ${job.kind} ${job.shard} ${job.target} ${job.slot}`, cause)
    yield* Metrics.attempt(job.kind, "Defect", 0)
    const reason = "a defect of this program, which its log shows"
    yield* end(Queue.fail(lease, job, reason, backoff(job.attempts, yield* Random.next)))
  })

  const run = (job: Job, account: Accounts.Account) =>
    definitions[job.kind].fetch(job, known).pipe(
      // The queue itself waits for quota and retries.
      Effect.provideService(RateLimits.OnLimit, "fail"),
      Effect.provideService(Retry.Retry, Retry.none),
      Effect.provideContext(account.services),
      Effect.matchEffect({
        onFailure: (error) => failed(job, account, error),
        onSuccess: (fetched) => {
          account.isRejected = false
          return Effect.flatMap(store(job, Queue.finish(lease, job, fetched)), (isStored) =>
            Metrics.attempt(job.kind, isStored ? outcomeOf(fetched) : "lost", isStored ? fetched.rows : 0)
          )
        }
      }),
      // When the runner ends, none of this runs, and the lease ends by itself.
      Effect.catchCause((cause) => broken(job, cause)),
      Effect.ensuring(
        Effect.sync(() => {
          account.inFlight--
          leased.delete(job.id)
          wake.openUnsafe()
        })
      )
    )

  /** Claims due jobs of the kinds for which an account has quota; returns how many. */
  const dispatch = Effect.gen(function* () {
    let claimed = 0
    for (const kind of kinds) {
      const { limitKey } = definitions[kind]
      const now = yield* Millis.monotonic
      if (now < (noneBefore.get(kind) ?? -Infinity)) continue
      const room = Accounts.room(accounts, limitKey, now, concurrency)
      if (room === 0) continue
      const jobs = yield* Queue.claim(lease, kind, room)
      if (jobs.length < room) noneBefore.set(kind, now + poll)
      for (const job of jobs) {
        const account = Accounts.choose(accounts, limitKey, now, concurrency)
        if (account === undefined) yield* Queue.release(lease, job)
        else {
          account.inFlight++
          leased.add(job.id)
          yield* FiberSet.run(running, run(job, account))
        }
      }
      claimed += jobs.length
    }
    return claimed
  })

  const addDue =
    options.plan === undefined ? undefined : Plan.make(server, options.plan, until === "drained", known)

  let planProblems: ReadonlyArray<string> = []

  /** Adds due jobs and ends those whose deadline has passed; returns whether all could be planned. */
  const planDue = Effect.gen(function* () {
    const expired = yield* Queue.expire(server.url)
    if (expired > 0) yield* Effect.logWarning(`${expired} jobs have no result at their deadline`)
    const failures = addDue === undefined ? [] : yield* Effect.provideContext(addDue, first.services)
    const problems = [...new Set(failures.map(({ message }) => message))]
    for (const message of problems)
      if (!planProblems.includes(message)) yield* Effect.logWarning(`cannot plan, trying again: ${message}`)
    planProblems = problems
    yield* Metrics.report(server.url, yield* Queue.backlog(server.url), accounts)
    return failures.length === 0
  })

  const extendLeases = Effect.forever(
    Effect.andThen(
      Effect.sleep(lease.length / 3),
      // Without leases nothing is sent, which would look as if the database responded.
      Effect.suspend(() => (leased.size === 0 ? Effect.void : step(Queue.extend(lease, [...leased]))))
    )
  )

  let planAt = -Infinity
  let cleanAt = -Infinity
  let isPlanned = false
  const work = Effect.gen(function* () {
    while (true) {
      const now = yield* Millis.monotonic
      if (now >= planAt) {
        const result = yield* step(planDue)
        if (result === undefined) continue
        isPlanned ||= result
        planAt = now + planEvery
      }
      if (now >= cleanAt) {
        if ((yield* step(Effect.as(maintain(retention), true))) === undefined) continue
        cleanAt = now + cleanEvery
      }
      yield* wake.close
      const claimed = yield* step(dispatch)
      if (claimed === undefined) continue
      if (claimed > 0) continue
      if (until === "drained" && isPlanned && accounts.every(({ inFlight }) => inFlight === 0)) {
        if ((yield* step(Queue.hasOpen(server.url))) === false) return
      }
      yield* Effect.raceFirst(Effect.andThen(wake.await, Effect.sleep(gatherFor)), Effect.sleep(poll))
    }
  })
  // A defect outside a job ends the runner with it: a runner that no longer extends its leases would do each job twice.
  yield* Effect.raceFirst(work, extendLeases)
})

/** What a runner may fail with: the accounts' layers, or a database that rejects the tables. */
export type Failure<E> = E | MigrationError | SqlError

/** Runs until it is interrupted. */
export const run = <E>(options: Options<E>): Effect.Effect<never, Failure<E>, SqlClient.SqlClient> =>
  Effect.scoped(Effect.andThen(make(options, "stopped"), Effect.never))

/** Runs until the server has no open jobs. */
export const drain = <E>(options: Options<E>): Effect.Effect<void, Failure<E>, SqlClient.SqlClient> =>
  Effect.scoped(make(options, "drained"))
