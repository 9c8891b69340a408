/** One runner: plans, takes jobs from the queues, sends their requests, stores the results. */
import * as RateLimits from "@screeps-effect/api/RateLimits"
import * as Retry from "@screeps-effect/api/Retry"
import { ScreepsClient } from "@screeps-effect/api/ScreepsClient"
import type { ScreepsError } from "@screeps-effect/api/ScreepsError"
import * as Millis from "@screeps-effect/schema/Millis"
import type * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as FiberSet from "effect/FiberSet"
import * as Latch from "effect/Latch"
import * as Layer from "effect/Layer"
import * as PersistedQueue from "effect/persistence/PersistedQueue"
import * as Random from "effect/Random"
import * as References from "effect/References"
import * as Schedule from "effect/Schedule"
import * as Schema from "effect/Schema"
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
import * as Status from "./status.ts"
import { addUp, maintain, makeStore, maxAttempts, migrate } from "./schema.ts"
import { now as databaseTime } from "./sql.ts"

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

/** The wait before the next attempt, in milliseconds: from 2 seconds to 5 minutes. */
const backoff = (attempts: number): number => Math.min(300_000, 1000 * 2 ** Math.min(attempts, 20))

/** The queue waits up to a quarter longer, so that jobs that failed together are not requested together again. */
const retrySchedule = Schedule.min([Schedule.exponential("2 seconds"), Schedule.spaced("5 minutes")]).pipe(
  Schedule.modifyDelay(({ duration }) =>
    Effect.map(Random.next, (random) => Duration.times(duration, 1 + random / 4))
  )
)

/** An element of a queue. */
const Element = Schema.Struct({
  kind: Schema.Literals(kinds),
  shard: Schema.String,
  target: Schema.String,
  slot: Schema.Number,
  deadline: Schema.Number
})

/** How a job leaves a runner: it has ended, has another attempt later, or had none, since no quota was left. */
type End = "ended" | "later" | "unused"

const later = (isLater: boolean): End => (isLater ? "later" : "ended")

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
  const lease = millis(options.lease ?? "6 seconds")
  // No runner does more than one job in a millisecond.
  const maxDue = Math.ceil(poll)

  yield* Outage.awaitDatabase(migrate)
  const store = yield* Outage.awaitDatabase(makeStore({ lease, poll }))
  const factory = yield* Effect.provideContext(PersistedQueue.makeFactory, store)
  const logLevel = yield* References.MinimumLogLevel
  yield* Effect.addFinalizer(() => Effect.ignore(Status.left(server.url, runner)))

  const takers = yield* FiberSet.make<void>()
  const known: KnownTime = { ticks: new Map(), chunkSize: undefined }
  /** The jobs that are being done. */
  const working = new Set<Job["id"]>()
  /** Open when a job has ended, and so another one can start. */
  const wake = yield* Latch.make(false)
  /** Releases the jobs that wait for an account. */
  const freed = yield* Latch.make(false)
  const { step, untilBack } = Outage.make()
  /** How far the time of the database is ahead, in milliseconds. */
  let ahead = 0

  /**
   * Ends a job: waits while the database is unavailable. The ledger decides whether it is still open, so that nothing is lost or
   * written twice when others have taken the job over meanwhile.
   */
  const end = (effect: Effect.Effect<boolean, SqlError, SqlClient.SqlClient>) =>
    Effect.catch(Effect.map(untilBack(effect), later), (error) =>
      Effect.as(
        Effect.logWarning(`the end of a job could not be stored: ${Outage.describe(error)}`),
        later(true)
      )
    )

  const failed = Effect.fnUntraced(function* (
    job: Job,
    account: Accounts.Account,
    error: ScreepsError
  ): Effect.fn.Return<End, never, SqlClient.SqlClient> {
    const now = yield* Millis.monotonic
    const failure = classify(error)
    yield* Metrics.attempt(job.kind, error.reason._tag, 0)
    if (failure._tag === "quota") {
      Accounts.pause(account, definitions[job.kind].limitKey, now + Math.max(failure.wait, 1))
      return "unused"
    }
    if (failure._tag === "account") {
      Accounts.pause(account, "*", now + rejectedFor)
      if (!account.isRejected)
        yield* Effect.logWarning(
          `the server rejects the account ${account.name}, which is tried again every minute: ${error.message}`
        )
      account.isRejected = true
    }
    const wait = failure._tag === "invalid" ? undefined : backoff(job.attempts)
    yield* Effect.logDebug(`${job.kind} ${job.shard} ${job.target} ${job.slot}: ${error.message}`)
    return yield* end(Queue.fail(job, error.message, wait))
  })

  /** A defect is a failed attempt like any other, so that the job waits for the next one and others are done meanwhile. */
  const broken = Effect.fnUntraced(function* (job: Job, cause: Cause.Cause<unknown>) {
    yield* Effect.logError(`a defect in the job ${job.kind} ${job.shard} ${job.target} ${job.slot}`, cause)
    yield* Metrics.attempt(job.kind, "Defect", 0)
    const reason = "a defect of this program, which its log shows"
    return yield* end(Queue.fail(job, reason, backoff(job.attempts)))
  })

  /** Stores a result. A result that the database rejects is a failed attempt. */
  const stored = (job: Job, fetched: Fetched) =>
    untilBack(Queue.finish(job, fetched)).pipe(
      Effect.tap((isStored) =>
        Metrics.attempt(job.kind, isStored ? outcomeOf(fetched) : "lost", isStored ? fetched.rows : 0)
      ),
      Effect.as<End>("ended"),
      Effect.catch((error) => end(Queue.fail(job, Outage.describe(error), backoff(job.attempts))))
    )

  const request = (job: Job, account: Accounts.Account) =>
    definitions[job.kind].fetch(job, known).pipe(
      // The queue itself waits for quota and retries.
      Effect.provideService(RateLimits.OnLimit, "fail"),
      Effect.provideService(Retry.Retry, Retry.none),
      Effect.provideContext(account.services),
      Effect.matchEffect({
        onFailure: (error) => failed(job, account, error),
        onSuccess: (fetched) => {
          account.isRejected = false
          return stored(job, fetched)
        }
      }),
      // When the runner ends, none of this runs, and the queue hands the job out again.
      Effect.catchCause((cause) => broken(job, cause))
    )

  /** How many jobs of each kind wait for an account. */
  const waiting = new Map<Kind, number>()

  /** Waits until an account may send a request of a kind, the most urgent kind first; returns none if quotas are used up. */
  const acquire = Effect.fnUntraced(function* (kind: Kind): Effect.fn.Return<Accounts.Account | undefined> {
    const { limitKey } = definitions[kind]
    const isFirst = () => kinds.slice(0, kinds.indexOf(kind)).every((one) => (waiting.get(one) ?? 0) === 0)
    const wait = (by: number) => Effect.sync(() => waiting.set(kind, (waiting.get(kind) ?? 0) + by))
    const waited = Effect.gen(function* () {
      while (true) {
        const now = yield* Millis.monotonic
        if (!Accounts.hasQuota(accounts, limitKey, now)) return undefined
        const account = isFirst() ? Accounts.choose(accounts, limitKey, now, concurrency) : undefined
        if (account !== undefined) {
          account.inFlight++
          return account
        }
        yield* Effect.raceFirst(freed.await, Effect.sleep(poll))
      }
    })
    return yield* Effect.acquireUseRelease(
      wait(1),
      () => waited,
      () => Effect.andThen(wait(-1), freed.release)
    )
  })

  const run = (job: Job, account: Accounts.Account) =>
    Effect.gen(function* () {
      working.add(job.id)
      // Nothing failed before the first attempt.
      const lastError = job.attempts === 1 ? null : yield* untilBack(Queue.lastError(job.id))
      return yield* request({ ...job, lastError }, account)
    }).pipe(
      Effect.catch(() => Effect.succeed<End>("later")),
      Effect.ensuring(
        Effect.suspend(() => {
          account.inFlight--
          working.delete(job.id)
          return Effect.andThen(wake.open, freed.release)
        })
      )
    )

  const handle = (job: Job) =>
    Effect.gen(function* () {
      // Its lease was lost during an outage, and the first attempt goes on.
      if (working.has(job.id)) return yield* Effect.fail("later" as const)
      // A result would be stored as that of a period that has ended. The job becomes a hole.
      if ((yield* Clock.currentTimeMillis) + ahead >= job.deadline)
        return yield* Effect.fail("later" as const)
      const account = yield* acquire(job.kind)
      const how: End = account === undefined ? "unused" : yield* run(job, account)
      // The queue gives the attempt back.
      if (how === "unused") return yield* Effect.interrupt
      return how === "later" ? yield* Effect.fail(how) : undefined
    }).pipe(Effect.provideService(References.MinimumLogLevel, logLevel))

  /** How many fibers of each kind wait for a job. */
  const idle = new Map<Kind, number>()
  const queues = new Map<Kind, Effect.Effect<void, never, SqlClient.SqlClient>>()
  for (const kind of kinds) {
    const queue = yield* factory.make({
      name: Queue.nameOf(server.url, kind),
      schema: Element,
      maxAttempts,
      retrySchedule
    })
    const count = (by: number) => idle.set(kind, (idle.get(kind) ?? 0) + by)
    queues.set(
      kind,
      Effect.suspend(() => {
        let isIdle = true
        count(1)
        const taken = () => {
          if (isIdle) count(-1)
          isIdle = false
        }
        return queue
          .take((element, { attempts, id }) => {
            taken()
            return handle({ ...element, id, attempts, server: server.url, lastError: null })
          })
          .pipe(Effect.ensuring(Effect.sync(taken)))
      }).pipe(
        // Its log repeats each failure of the database.
        Effect.provideService(References.MinimumLogLevel, "None"),
        // The ledger is written before. What the queue could not write, it hands out again when the lease ends.
        Effect.catchCause(() => Effect.void)
      )
    )
  }

  /** How many jobs of each kind are due, without those that fibers wait for. */
  const due = new Map<Kind, number>()

  /** Finds due jobs: a fiber that waits for one of a kind without any would search for it again and again. */
  const look = Effect.gen(function* () {
    for (const [kind, jobs] of yield* Queue.due(server.url, lease, maxDue))
      due.set(kind, jobs - (idle.get(kind) ?? 0))
    return true
  })

  /** Lets fibers wait for due jobs of the kinds for which an account has quota, as many as could start now. */
  const dispatch = Effect.gen(function* () {
    const now = yield* Millis.monotonic
    for (const [kind, take] of queues) {
      const room = Accounts.room(accounts, definitions[kind].limitKey, now, concurrency)
      for (let i = idle.get(kind) ?? 0; i < room && (due.get(kind) ?? 0) > 0; i++) {
        due.set(kind, (due.get(kind) ?? 0) - 1)
        yield* FiberSet.run(takers, take)
      }
    }
  })

  const addDue =
    options.plan === undefined ? undefined : Plan.make(server, options.plan, until === "drained", known)

  let planProblems: ReadonlyArray<string> = []

  /** Ends jobs whose deadline has passed, reports, and adds due jobs; returns whether all could be planned. */
  const planDue = Effect.gen(function* () {
    ahead = (yield* databaseTime) - (yield* Clock.currentTimeMillis)
    yield* Status.seen(server.url, runner)
    const expired = yield* Queue.expire(server.url, lease)
    if (expired > 0) yield* Effect.logWarning(`${expired} jobs have no result at their deadline`)
    yield* addUp
    const status = (yield* Status.status).find((one) => one.server === server.url)
    yield* Metrics.report(server.url, status?.kinds ?? [], accounts)
    const failures = addDue === undefined ? [] : yield* Effect.provideContext(addDue, first.services)
    const problems = [...new Set(failures.map(({ message }) => message))]
    for (const message of problems)
      if (!planProblems.includes(message)) yield* Effect.logWarning(`cannot plan, trying again: ${message}`)
    planProblems = problems
    return failures.length === 0
  })

  let planAt = -Infinity
  let cleanAt = -Infinity
  let lookAt = -Infinity
  let isPlanned = false
  while (true) {
    const now = yield* Millis.monotonic
    if (now >= cleanAt) {
      if ((yield* step(Effect.as(maintain(retention), true))) === undefined) continue
      cleanAt = now + cleanEvery
    }
    if (now >= planAt) {
      const result = yield* step(planDue)
      if (result === undefined) continue
      isPlanned ||= result
      planAt = now + planEvery
      lookAt = now
    }
    yield* wake.close
    if (now >= lookAt) {
      if ((yield* step(look)) === undefined) continue
      lookAt = now + poll
    }
    yield* dispatch
    if (until === "drained" && isPlanned && working.size === 0) {
      if ((yield* step(Queue.hasOpen(server.url))) === false) return
    }
    yield* Effect.raceFirst(Effect.andThen(wake.await, Effect.sleep(gatherFor)), Effect.sleep(poll))
  }
})

/** What a runner may fail with: the accounts' layers, or a database that rejects the tables. */
export type Failure<E> = E | MigrationError | SqlError

/** Runs until it is interrupted. */
export const run = <E>(options: Options<E>): Effect.Effect<never, Failure<E>, SqlClient.SqlClient> =>
  Effect.scoped(Effect.andThen(make(options, "stopped"), Effect.never))

/** Runs until the server has no open jobs. */
export const drain = <E>(options: Options<E>): Effect.Effect<void, Failure<E>, SqlClient.SqlClient> =>
  Effect.scoped(make(options, "drained"))
