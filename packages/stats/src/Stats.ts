/**
 * Reads the numbers of accounts and keeps them as metrics: what the script writes to Memory and segments, CPU time, credits,
 * levels, ranks, rooms, prices and ticks.
 *
 * **Details**
 *
 * Values come from the socket where it has them, since it needs no quota: CPU time, rooms, and values in Memory that are
 * numbers or texts. Everything else is polled, at intervals that keep all accounts of a token below the quotas
 * of official servers. A script that writes its numbers as JSON text (`Memory.stats = JSON.stringify(…)`) is read in every
 * tick without a request.
 *
 * No series has a label with a secret of an account: values under such names are left out and counted in
 * `screeps_stats_dropped_values`, as are those of a source with too many series, and rooms beyond 200.
 *
 * Values that a source no longer has are removed, and so are all values of a source that was silent for two intervals: a
 * gap in a graph is a gap, and a straight line is a constant value. `screeps_last_seen_seconds` says for each source when
 * it last had values.
 *
 * The metrics are Effect's, in the `MetricRegistry` of the context: any exporter can read them. `Prometheus`, `Otlp`,
 * `Graphite` and `JsonLines` of this package do.
 *
 * ```ts
 * import { Stats } from "@screeps-effect/stats"
 * import { Screeps } from "@screeps-effect/socket"
 * import * as Effect from "effect/Effect"
 * import * as Metric from "effect/Metric"
 *
 * const program = Effect.gen(function* () {
 *   const account = yield* Stats.account("bob", { memory: ["stats"], market: ["energy"] })
 *   const stats = yield* Stats.make([account])
 *   yield* Effect.forkScoped(stats.run)
 *   yield* Effect.sleep("1 minute")
 *   console.log(yield* Metric.dump)
 * })
 *
 * Effect.runPromise(program.pipe(Effect.scoped, Effect.provide(Screeps.layerConfig())))
 * ```
 */
import { InvalidInput, ScreepsError } from "@screeps-effect/api/ScreepsError"
import * as Server from "@screeps-effect/api/Server"
import * as Millis from "@screeps-effect/schema/Millis"
import type { Services } from "@screeps-effect/socket/Screeps"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Equal from "effect/Equal"
import * as Metric from "effect/Metric"
import * as Option from "effect/Option"
import type * as Redacted from "effect/Redacted"
import * as Stream from "effect/Stream"
import * as Plan from "./reading/plan.ts"
import * as Rooms from "./reading/rooms.ts"
import * as Run from "./reading/run.ts"
import * as Secrets from "./reading/secrets.ts"
import { keyOf, type SourceKey } from "./reading/series.ts"
import { type Source, type SourceStatus, unread } from "./reading/source.ts"
import * as Sources from "./reading/sources.ts"
import * as Options from "./Options.ts"

export type { SourceStatus } from "./reading/source.ts"

/** An account whose numbers are read. */
export interface Account {
  /** The label `account` of all its series. */
  readonly name: string
  readonly options: Options.Options
  /** The client of the account, with its socket and rooms. */
  readonly services: Context.Context<Services>
  /** The API token; accounts with the same token share its quotas. */
  readonly token?: Redacted.Redacted | undefined
}

/** The longest name of an account. */
const maxName = 100

/**
 * Returns an account whose client is in the context.
 *
 * **Errors** `ScreepsError` with `InvalidInput` for invalid options, and on official servers without a shard.
 */
export const account = Effect.fnUntraced(function* (
  name: string,
  options: Options.Input = {},
  token?: Redacted.Redacted
): Effect.fn.Return<Account, ScreepsError, Services> {
  const services = yield* Effect.context<Services>()
  const { kind, shard } = yield* Server.Server
  const decoded = yield* Options.decode(options)
  const invalid = (field: string, detail: string) =>
    new ScreepsError({ operation: "Stats.account", reason: new InvalidInput({ field, detail }) })
  if (name === "" || name.length > maxName) return yield* invalid("name", `1 to ${maxName} characters`)
  if (kind === "official" && decoded.shards.length === 0 && shard === undefined)
    return yield* invalid("shards", "official servers need shards, such as [shard3]")
  return { name, options: decoded, services, token }
})

/** How much of a quota the accounts of a token use. */
export interface QuotaUse {
  /** The accounts that share the token. */
  readonly accounts: ReadonlyArray<string>
  /** The quota: `global`, or method and path. */
  readonly limitKey: string
  /** Requests as a part of the quota, from 0 to 1. */
  readonly used: number
}

/** A first reading of a source, or why there is none. */
export interface Checked extends SourceStatus {
  /** The whole message of the failure, or that the socket sent nothing. */
  readonly message: string | undefined
}

/** Reads the numbers of accounts. */
export interface Stats {
  /** Reads all sources until it is interrupted; failures are counted and logged, and reading goes on. */
  readonly run: Effect.Effect<never>
  /** Returns the state of each source, and of each room that is watched. */
  readonly status: Effect.Effect<ReadonlyArray<SourceStatus>>
  /** For how long no source has had values; since `make` before the first one has. */
  readonly silence: Effect.Effect<Duration.Duration>
  /**
   * Returns how much of the quotas of official servers the readings use. A path in Memory counts as requested until a
   * reading of `run` or `check` was pushed.
   */
  readonly quotas: Effect.Effect<ReadonlyArray<QuotaUse>>
  /** Reads each source once, and the first room of each account; waits at most 30 seconds for the socket. */
  readonly check: Effect.Effect<ReadonlyArray<Checked>>
}

/** An account, and what is read of it at which intervals. */
interface Reader {
  readonly account: Account
  readonly target: Sources.Target
  readonly sources: ReadonlyArray<Source>
}

const prepare = Effect.fnUntraced(function* (account: Account): Effect.fn.Return<Reader> {
  const { kind, shard } = Context.get(account.services, Server.Server)
  const { options } = account
  const shards = kind === "private" ? [undefined] : options.shards.length > 0 ? options.shards : [shard]
  const every = Duration.toMillis(Duration.seconds(options.every ?? (kind === "official" ? 60 : 5)))
  const target: Sources.Target = { options, kind, shards, every, identity: yield* Sources.identity }
  return { account, target, sources: Sources.make(target) }
})

const shareQuotas = (a: Reader, b: Reader) =>
  a.account.token !== undefined &&
  a.target.kind === b.target.kind &&
  Equal.equals(a.account.token, b.account.token)

/** Returns the accounts that share quotas. */
const groupsOf = (readers: ReadonlyArray<Reader>): ReadonlyArray<ReadonlyArray<Reader>> => {
  const groups: Array<Array<Reader>> = []
  for (const one of readers) {
    const group = groups.find(([first]) => first !== undefined && shareQuotas(first, one))
    if (group === undefined) groups.push([one])
    else group.push(one)
  }
  return groups
}

/** Accounts of private servers have no quotas. */
const isLimited = ([first]: ReadonlyArray<Reader>) => first?.target.kind === "official"

/** Lengthens the intervals of accounts that share quotas, as these require. */
const plan = (group: ReadonlyArray<Reader>): ReadonlyArray<Reader> => {
  if (!isLimited(group)) return group
  const share = Math.min(1, ...group.map(({ account }) => account.options.share))
  const intervals = Plan.intervals(
    group.flatMap(({ sources }) => sources),
    share
  ).values()
  return group.map((one) => ({
    ...one,
    sources: one.sources.map((source) => ({ ...source, every: intervals.next().value ?? source.every }))
  }))
}

const firstWithin = Duration.seconds(30)

const checkOne = (
  account: string,
  source: Source,
  { withoutSecrets }: Secrets.Secrets
): Effect.Effect<Checked, never, Services> => {
  const status = unread(account, source)
  return source.readings(status.every).pipe(
    Stream.runHead,
    Effect.timeoutOption(firstWithin),
    Effect.map(Option.flatten),
    Effect.match({
      onFailure: (error) => ({ ...status, failure: error.reason._tag, message: error.message }),
      onSuccess: Option.match({
        // A server may have nothing to push: no script runs, or the account has no resources.
        onNone: () => ({
          ...status,
          failure: source.requests.length === 0 ? undefined : "TimedOut",
          message: `nothing was received within ${Duration.format(firstWithin)}`
        }),
        onSome: ({ at, isPushed = false, samples }) => ({
          ...status,
          requestsPerDay: isPushed ? 0 : status.requestsPerDay,
          seenAt: at,
          values: withoutSecrets(source.key, samples).length,
          message: undefined
        })
      })
    })
  )
}

const checkAccount = Effect.fnUntraced(function* (
  { account, sources, target }: Reader,
  secrets: Secrets.Secrets
): Effect.fn.Return<ReadonlyArray<Checked>, never, Services> {
  const { identity, options, shards } = target
  let first: Rooms.Place | undefined
  const list = Rooms.list(identity, shards, (rooms) =>
    Effect.sync(() => {
      first = rooms.find(({ room }) => !secrets.areIn(room))
      return false
    })
  )
  const checks = yield* Effect.forEach(
    [...sources, list],
    (source) => checkOne(account.name, source, secrets),
    { concurrency: 4 }
  )
  if (!options.socket || options.rooms === "none" || first === undefined) return checks
  return [...checks, yield* checkOne(account.name, Rooms.watch(first, 1, identity), secrets)]
})

/** Prepares reading the numbers of accounts; nothing is requested yet. */
export const make = Effect.fnUntraced(function* (accounts: ReadonlyArray<Account>): Effect.fn.Return<Stats> {
  const groups = groupsOf(yield* Effect.forEach(accounts, prepare)).map(plan)
  const readers = groups.flat()
  const secrets = Secrets.make(accounts.map(({ services }) => services))
  const states = new Map<string, SourceStatus>()
  const clock = yield* Clock.Clock
  let lastAt = Millis.monotonicOf(clock)
  /** Sources that send no requests, since their last reading was pushed. */
  const pushed = new Set<string>()

  const idOf = (account: Account, key: SourceKey) => `${account.name}\n${keyOf(key)}`
  const note = (id: string, { requestsPerDay }: SourceStatus) => {
    if (requestsPerDay === 0) pushed.add(id)
    else pushed.delete(id)
  }

  const run = ({ account, sources, target }: Reader) =>
    Run.account(account.name, target, sources, secrets, (key, status) => {
      const id = idOf(account, key)
      if (status === undefined) return states.delete(id)
      if (status.seenAt !== undefined && status.failure === undefined) lastAt = Millis.monotonicOf(clock)
      note(id, status)
      return states.set(id, status)
    }).pipe(
      Effect.provide(account.services),
      Effect.provideService(Metric.CurrentMetricAttributes, { account: account.name }),
      Effect.annotateLogs("account", account.name)
    )

  const check = (one: Reader) =>
    checkAccount(one, secrets).pipe(
      Effect.provide(one.account.services),
      Effect.tap((checks) =>
        Effect.sync(() => checks.forEach((checked) => note(idOf(one.account, checked), checked)))
      )
    )

  const quotasOf = (group: ReadonlyArray<Reader>): ReadonlyArray<QuotaUse> => {
    const accounts = group.map(({ account }) => account.name)
    const demands = group.flatMap(({ account, sources }) =>
      sources.filter(({ key }) => !pushed.has(idOf(account, key)))
    )
    return Array.from(Plan.usage(demands), ([limitKey, used]) => ({ accounts, limitKey, used }))
  }

  return {
    run: Effect.all(readers.map(run), { concurrency: "unbounded" }).pipe(Effect.andThen(Effect.never)),
    status: Effect.sync(() => [...states.values()]),
    silence: Effect.map(Millis.monotonic, (now) => Duration.millis(now - lastAt)),
    quotas: Effect.sync(() => groups.filter(isLimited).flatMap(quotasOf)),
    check: Effect.map(Effect.all(readers.map(check), { concurrency: "unbounded" }), (all) => all.flat())
  }
})
