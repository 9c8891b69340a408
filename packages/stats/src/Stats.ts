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
import type { Services } from "@screeps-effect/socket/Screeps"
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
import { keyOf } from "./collect/series.ts"
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
  /** HTTP requests a day; 0 for what the socket pushes. */
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
  /** Planned requests as a part of the quota, from 0 to 1. */
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
  /** How much of the quotas of official servers the planned readings use. */
  readonly quotas: ReadonlyArray<QuotaUse>
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

const planGroup = (
  group: ReadonlyArray<Unplanned>
): { readonly prepared: ReadonlyArray<Prepared>; readonly quotas: ReadonlyArray<QuotaUse> } => {
  const isLimited = group[0]?.target.kind === "official"
  const demands = group.flatMap(({ sources }) => sources)
  const share = Math.min(1, ...group.map(({ account }) => account.options.share))
  const chosen = isLimited ? Plan.intervals(demands, share) : demands.map(({ every }) => every)
  const intervals = new Map(demands.map((source, i) => [source, chosen[i] ?? source.every]))
  const planned = group.map(({ account, sources, target }) => ({
    account,
    target,
    planned: sources.map((source) => ({ source, interval: intervals.get(source) ?? source.every }))
  }))
  const used = isLimited
    ? Plan.usage(demands.map((source, i) => ({ ...source, every: chosen[i] ?? source.every })))
    : new Map<string, number>()
  const accounts = group.map(({ account }) => account.name)
  return {
    prepared: planned,
    quotas: [...used].map(([limitKey, part]) => ({ accounts, limitKey, used: part }))
  }
}

const statusOf = (account: string, source: Source | undefined, status: Run.Status): SourceStatus => {
  const { interval, key, ...rest } = status
  return {
    account,
    source: key.source,
    shard: key.shard,
    room: key.room,
    item: key.item,
    every: Duration.millis(interval),
    requestsPerDay: Math.round(((source?.requests.length ?? 0) * 86_400_000) / interval),
    ...rest
  }
}

const firstWithin = Duration.seconds(30)

const checkOne = (
  account: string,
  { interval, source }: Planned
): Effect.Effect<Checked, never, Services> => {
  const status = { key: source.key, interval, failure: undefined, seenAt: undefined, values: 0 }
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
        onSome: ({ at, samples }) => ({
          ...base,
          seenAt: at,
          values: samples.length,
          samples,
          message: undefined
        })
      })
    })
  )
}

const checkAccount = ({ account, planned, target }: Prepared): Effect.Effect<ReadonlyArray<Checked>> =>
  Effect.gen(function* () {
    const { identity, options, shards } = target
    let first: Rooms.Place | undefined
    const list = Rooms.list(identity, shards, ([room]) => Effect.sync(() => (first = room)))
    const checks = yield* Effect.forEach(
      [...planned, { source: list, interval: list.every }],
      (one) => checkOne(account.name, one),
      { concurrency: 4 }
    )
    if (!options.socket || options.rooms === "none" || first === undefined) return checks
    const room = Rooms.watch(first, 1, identity)
    return [...checks, yield* checkOne(account.name, { source: room, interval: room.every })]
  }).pipe(Effect.provide(account.services))

/** Prepares reading the numbers of accounts; nothing is requested yet. */
export const make = (accounts: ReadonlyArray<Account>): Effect.Effect<Stats> =>
  Effect.gen(function* () {
    const groups = groupsOf(yield* Effect.forEach(accounts, prepare)).map(planGroup)
    const prepared = groups.flatMap((group) => group.prepared)
    const states = new Map<string, SourceStatus>()

    const runOne = ({ account, planned, target }: Prepared) => {
      const sources = new Map(planned.map(({ source }) => [keyOf(source.key), source]))
      const report = (status: Run.Status) => {
        const key = keyOf(status.key)
        states.set(`${account.name}\n${key}`, statusOf(account.name, sources.get(key), status))
      }
      return Run.account(target, planned, report).pipe(
        Effect.provide(account.services),
        Effect.provideService(Metric.CurrentMetricAttributes, { account: account.name }),
        Effect.annotateLogs("account", account.name)
      )
    }

    return {
      run: Effect.all(prepared.map(runOne), { concurrency: "unbounded" }).pipe(Effect.andThen(Effect.never)),
      status: Effect.sync(() => [...states.values()]),
      quotas: groups.flatMap((group) => group.quotas),
      check: Effect.map(Effect.all(prepared.map(checkAccount), { concurrency: "unbounded" }), (checks) =>
        checks.flat()
      )
    }
  })
