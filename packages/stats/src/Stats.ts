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
 * import { Effect, Metric } from "effect"
 *
 * const program = Effect.gen(function* () {
 *   const account = yield* Stats.account("bob", { memory: ["stats"], market: ["energy"] })
 *   const stats = yield* Stats.make([account])
 *   yield* Effect.forkScoped(stats.run)
 *   yield* Effect.sleep("1 minute")
 *   console.log(yield* Metric.dump)
 * })
 *
 * Effect.runPromise(program.pipe(Effect.scoped, Effect.provide(Screeps.layerConfig)))
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
import * as Plan from "./collect/plan.ts"
import * as Rooms from "./collect/rooms.ts"
import * as Run from "./collect/run.ts"
import * as Secrets from "./collect/secrets.ts"
import { keyOf, type SourceKey } from "./collect/series.ts"
import type { Source } from "./collect/source.ts"
import * as Sources from "./collect/sources.ts"
import type { Sample } from "./Metrics.ts"
import * as Options from "./Options.ts"

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
export const account = (
  name: string,
  options: Options.Input = {},
  token?: Redacted.Redacted
): Effect.Effect<Account, ScreepsError, Services> =>
  Effect.gen(function* () {
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

/** A source of an account: an endpoint, a channel or a room. */
export interface SourceStatus {
  readonly account: string
  /** What is read: `account`, `resources`, `cpu`, `memory`, `segments`, `rooms`, `room`, `market`, `tick`, … */
  readonly source: string
  readonly shard: string | undefined
  readonly room: string | undefined
  /** A path in Memory, or a resource on the market. */
  readonly item: string | undefined
  /** How often it is read. */
  readonly every: Duration.Duration
  /** HTTP requests a day; 0 for what the socket pushes, such as a path in Memory whose last reading was pushed. */
  readonly requestsPerDay: number
  /** The reason of the last failure, such as `Unreachable`; `undefined` after a reading, and before the first one. */
  readonly failure: string | undefined
  /** When it last had values, in milliseconds since 1970; `undefined` before the first reading. */
  readonly seenAt: number | undefined
  /** The number of values of the last reading. */
  readonly values: number
}

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
  readonly samples: ReadonlyArray<Sample>
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

interface Planned {
  readonly source: Source
  readonly interval: number
}

interface Prepared {
  readonly account: Account
  readonly target: Sources.Target
  readonly planned: ReadonlyArray<Planned>
}

const prepare = Effect.fnUntraced(function* (account: Account) {
  const { kind, shard } = Context.get(account.services, Server.Server)
  const { options } = account
  const shards = kind === "private" ? [undefined] : options.shards.length > 0 ? options.shards : [shard]
  const every = Duration.toMillis(Duration.seconds(options.every ?? (kind === "official" ? 60 : 5)))
  const target: Sources.Target = { options, kind, shards, every, identity: yield* Sources.identity }
  return { account, target, sources: Sources.make(target) }
})

type Unplanned = Effect.Success<ReturnType<typeof prepare>>

/** Returns the accounts that share quotas; accounts of private servers have none. */
const groupsOf = (accounts: ReadonlyArray<Unplanned>): ReadonlyArray<ReadonlyArray<Unplanned>> => {
  const groups: Array<Array<Unplanned>> = []
  for (const one of accounts) {
    const { token } = one.account
    const group = groups.find(
      ([first]) =>
        first !== undefined &&
        token !== undefined &&
        Equal.equals(first.account.token, token) &&
        first.target.kind === one.target.kind
    )
    if (group === undefined) groups.push([one])
    else group.push(one)
  }
  return groups
}

/** Accounts that share quotas, and the intervals of their sources. */
interface Group {
  readonly isLimited: boolean
  readonly prepared: ReadonlyArray<Prepared>
}

const planGroup = (group: ReadonlyArray<Unplanned>): Group => {
  const isLimited = group[0]?.target.kind === "official"
  const demands = group.flatMap(({ sources }) => sources)
  const share = Math.min(1, ...group.map(({ account }) => account.options.share))
  const chosen = isLimited ? Plan.intervals(demands, share) : demands.map(({ every }) => every)
  const intervals = new Map(demands.map((source, i) => [source, chosen[i] ?? source.every]))
  const prepared = group.map(({ account, sources, target }) => ({
    account,
    target,
    planned: sources.map((source) => ({ source, interval: intervals.get(source) ?? source.every }))
  }))
  return { isLimited, prepared }
}

const useOf = (
  { isLimited, prepared }: Group,
  isPushed: (account: Account, source: Source) => boolean
): ReadonlyArray<QuotaUse> => {
  if (!isLimited) return []
  const accounts = prepared.map(({ account }) => account.name)
  const demands = prepared.flatMap(({ account, planned }) =>
    planned
      .filter(({ source }) => !isPushed(account, source))
      .map(({ interval, source }) => ({ requests: source.requests, every: interval }))
  )
  return Array.from(Plan.usage(demands), ([limitKey, used]) => ({ accounts, limitKey, used }))
}

const statusOf = (account: string, source: Source | undefined, status: Run.Status): SourceStatus => {
  const { interval, isPushed, key, ...rest } = status
  return {
    account,
    source: key.source,
    shard: key.shard,
    room: key.room,
    item: key.item,
    every: Duration.millis(interval),
    requestsPerDay: isPushed ? 0 : Math.round(((source?.requests.length ?? 0) * 86_400_000) / interval),
    ...rest
  }
}

const firstWithin = Duration.seconds(30)

const checkOne = (
  account: string,
  { interval, source }: Planned,
  { withoutSecrets }: Secrets.Secrets
): Effect.Effect<Checked, never, Services> => {
  const { key } = source
  const status = { key, interval, failure: undefined, seenAt: undefined, values: 0, isPushed: false }
  const base = statusOf(account, source, status)
  return source.readings(Duration.millis(interval)).pipe(
    Stream.runHead,
    Effect.timeoutOption(firstWithin),
    Effect.map(Option.flatten),
    Effect.match({
      onFailure: (error) => ({ ...base, failure: error.reason._tag, samples: [], message: error.message }),
      onSuccess: Option.match({
        // A server may have nothing to push: no script runs, or the account has no resources.
        onNone: () => ({
          ...base,
          failure: source.requests.length === 0 ? undefined : "TimedOut",
          samples: [],
          message: `nothing was received within ${Duration.format(firstWithin)}`
        }),
        onSome: ({ at, isPushed = false, samples: read }) => {
          const samples = withoutSecrets(key, read)
          return {
            ...statusOf(account, source, { ...status, isPushed, seenAt: at, values: samples.length }),
            samples,
            message: undefined
          }
        }
      })
    })
  )
}

const checkAccount = (
  { account, planned, target }: Prepared,
  secrets: Secrets.Secrets
): Effect.Effect<ReadonlyArray<Checked>> =>
  Effect.gen(function* () {
    const { identity, options, shards } = target
    let first: Rooms.Place | undefined
    const list = Rooms.list(identity, shards, (rooms) =>
      Effect.sync(() => {
        first = rooms.find(({ room }) => !secrets.areIn(room))
        return false
      })
    )
    const checks = yield* Effect.forEach(
      [...planned, { source: list, interval: list.every }],
      (one) => checkOne(account.name, one, secrets),
      { concurrency: 4 }
    )
    if (!options.socket || options.rooms === "none" || first === undefined) return checks
    const room = Rooms.watch(first, 1, identity)
    return [...checks, yield* checkOne(account.name, { source: room, interval: room.every }, secrets)]
  }).pipe(Effect.provide(account.services))

/** Prepares reading the numbers of accounts; nothing is requested yet. */
export const make = (accounts: ReadonlyArray<Account>): Effect.Effect<Stats> =>
  Effect.gen(function* () {
    const groups = groupsOf(yield* Effect.forEach(accounts, prepare)).map(planGroup)
    const prepared = groups.flatMap((group) => group.prepared)
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

    const runOne = ({ account, planned, target }: Prepared) => {
      const sources = new Map(planned.map(({ source }) => [keyOf(source.key), source]))
      const report = (key: SourceKey, status: Run.Status | undefined) => {
        const id = idOf(account, key)
        if (status === undefined) return states.delete(id)
        if (status.seenAt !== undefined && status.failure === undefined) lastAt = Millis.monotonicOf(clock)
        const one = statusOf(account.name, sources.get(keyOf(key)), status)
        note(id, one)
        return states.set(id, one)
      }
      return Run.account(target, planned, secrets, report).pipe(
        Effect.provide(account.services),
        Effect.provideService(Metric.CurrentMetricAttributes, { account: account.name }),
        Effect.annotateLogs("account", account.name)
      )
    }

    const checkOf = (one: Prepared) =>
      Effect.tap(checkAccount(one, secrets), (checks) =>
        Effect.sync(() => checks.forEach((checked) => note(idOf(one.account, checked), checked)))
      )

    return {
      run: Effect.all(prepared.map(runOne), { concurrency: "unbounded" }).pipe(Effect.andThen(Effect.never)),
      status: Effect.sync(() => [...states.values()]),
      silence: Effect.map(Millis.monotonic, (now) => Duration.millis(now - lastAt)),
      quotas: Effect.sync(() =>
        groups.flatMap((group) => useOf(group, (account, { key }) => pushed.has(idOf(account, key))))
      ),
      check: Effect.map(Effect.all(prepared.map(checkOf), { concurrency: "unbounded" }), (checks) =>
        checks.flat()
      )
    }
  })
