/** The sources of an account, by its options. */
import * as Auth from "@screeps-effect/api/Auth"
import * as Game from "@screeps-effect/api/Game"
import * as Leaderboard from "@screeps-effect/api/Leaderboard"
import * as Market from "@screeps-effect/api/Market"
import * as Memory from "@screeps-effect/api/Memory"
import * as Segments from "@screeps-effect/api/Segments"
import type { ScreepsClient } from "@screeps-effect/api/ScreepsClient"
import type { ScreepsError } from "@screeps-effect/api/ScreepsError"
import * as User from "@screeps-effect/api/User"
import * as CpuEvent from "@screeps-effect/schema/CpuEvent"
import * as Gcl from "@screeps-effect/schema/Gcl"
import * as MemoryEvent from "@screeps-effect/schema/MemoryEvent"
import * as Order from "@screeps-effect/schema/Order"
import * as Other from "@screeps-effect/schema/Other"
import * as Rank from "@screeps-effect/schema/Rank"
import * as Resource from "@screeps-effect/schema/Resource"
import * as ResourcesEvent from "@screeps-effect/schema/ResourcesEvent"
import * as Channels from "@screeps-effect/socket/Channels"
import * as ScreepsSocket from "@screeps-effect/socket/ScreepsSocket"
import * as MemoryWatch from "@screeps-effect/socket/workflows/MemoryWatch"
import * as Millis from "@screeps-effect/schema/Millis"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as Semaphore from "effect/Semaphore"
import * as Stream from "effect/Stream"
import * as Samples from "./samples.ts"
import type { Options } from "../Options.ts"
import { flatten } from "./flatten.ts"
import * as Source from "./source.ts"

/** The signed-in user, requested once. */
export type Identity = Effect.Effect<Auth.Me, ScreepsError, ScreepsClient>

export const identity: Effect.Effect<Identity> = Effect.sync(() => {
  const one = Semaphore.makeUnsafe(1)
  let me: Auth.Me | undefined
  return one.withPermit(
    Effect.suspend(() =>
      me === undefined
        ? Effect.tap(Auth.me(), (found) => Effect.sync(() => (me = found)))
        : Effect.succeed(me)
    )
  )
})

/** What the sources of an account depend on. */
export interface Target {
  readonly options: Options
  readonly identity: Identity
  readonly kind: "official" | "private"
  /** The shards of the account; `undefined` on servers without shards. */
  readonly shards: ReadonlyArray<string | undefined>
  /** The wanted interval between two readings of what changes all the time, in milliseconds. */
  readonly every: number
}

const minute = 60_000
const hour = 60 * minute

const account = ({ every }: Target): Source.Source =>
  Source.polled({
    key: { source: "account" },
    requests: [Auth.me],
    every: Math.max(every, minute),
    read: Effect.map(Auth.me(), ({ cpu, cpuShard, gcl, money, power }) => {
      const control = Gcl.progress(gcl ?? 0)
      const powers = Gcl.powerProgress(power ?? 0)
      return [
        ...Samples.sample("screeps_credits", {}, money),
        ...Samples.sample("screeps_gcl_points", {}, gcl ?? 0),
        ...Samples.sample("screeps_gcl_level", {}, control.level),
        ...Samples.sample("screeps_gcl_progress_ratio", {}, control.progress / control.progressTotal),
        ...Samples.sample("screeps_gpl_points", {}, power ?? 0),
        ...Samples.sample("screeps_gpl_level", {}, powers.level),
        ...Samples.sample("screeps_gpl_progress_ratio", {}, powers.progress / powers.progressTotal),
        ...Samples.sample("screeps_cpu_limit", { shard: undefined }, cpu),
        ...Object.entries(cpuShard ?? {}).flatMap(([shard, limit]) =>
          Samples.sample("screeps_cpu_limit", { shard }, limit)
        )
      ]
    })
  })

const resources: Source.Source = Source.pushed(
  { source: "resources" },
  ScreepsSocket.subscribe(Channels.resources()),
  (event) =>
    [...ResourcesEvent.amounts(event).resources]
      .slice(0, 50)
      .flatMap(([resource, amount]) => Samples.sample("screeps_account_resource", { resource }, amount))
)

// The first event of a subscription is not a measurement: its CPU time is 0, and a script that runs uses some.
const cpu: Source.Source = Source.pushed(
  { source: "cpu" },
  Stream.filter(
    ScreepsSocket.subscribe(Channels.cpu()),
    (event) => !CpuEvent.isError(event) && event.cpu !== 0
  ),
  ({ cpu, memory }) => [
    ...Samples.sample("screeps_cpu_used", {}, typeof cpu === "number" ? cpu : undefined),
    ...Samples.sample("screeps_memory_size", {}, memory)
  ]
)

/** How long errors are counted, in milliseconds. */
const errorsEvery = 15_000

/** The server sends one event per tick with output, which may be empty, and another one for an error. */
const errors: Source.Source = {
  key: { source: "console" },
  requests: [],
  every: errorsEvery,
  readings: () =>
    ScreepsSocket.subscribe(Channels.console()).pipe(
      Stream.map((event) => "error" in event),
      Stream.groupedWithin(100_000, errorsEvery),
      Stream.mapEffect((events) =>
        Effect.map(Clock.currentTimeMillis, (at) => {
          const failed = events.filter((isError) => isError).length
          // A script that ran out of time has an error without output.
          const ticks = Math.max(events.length - failed, failed)
          return {
            at,
            isPushed: true,
            samples: Samples.sample("screeps_script_errors_ratio", {}, failed / ticks)
          }
        })
      )
    )
}

const orders: Source.Source = Source.polled({
  key: { source: "orders" },
  requests: [Market.myOrders],
  every: 5 * minute,
  read: Effect.map(Market.myOrders(), (response) => {
    const active = Market.withShards(response).filter(({ order }) => order.active === true)
    return (["buy", "sell"] as const).flatMap((type) =>
      Samples.sample(
        "screeps_market_orders",
        { type },
        active.filter(({ order }) => order.type === type).length
      )
    )
  })
})

const statistics = ({ identity }: Target): Source.Source =>
  Source.polled({
    key: { source: "statistics" },
    requests: [User.stats],
    every: 10 * minute,
    read: Effect.gen(function* () {
      const { _id: id } = yield* identity
      const { stats = {} } = yield* User.stats({ id, interval: 180 })
      return Object.entries(stats)
        .slice(0, 50)
        .flatMap(([name, value]) =>
          Samples.sample(
            "screeps_statistic",
            { statistic: name },
            typeof value === "number" ? value : value.reduce((sum, slot) => sum + slot.value, 0)
          )
        )
    })
  })

const ranks = ({ identity }: Target): Source.Source =>
  Source.polled({
    key: { source: "leaderboard" },
    requests: [Leaderboard.find, Leaderboard.find],
    every: hour,
    read: Effect.gen(function* () {
      const { username } = yield* identity
      const season = Leaderboard.month(yield* Clock.currentTimeMillis)
      if (username === undefined || username === null) return []
      const found = yield* Effect.forEach(["world", "power"] as const, (mode) =>
        Leaderboard.find({ username, mode, season }).pipe(
          Effect.map((response) => Leaderboard.ranks(response).map((rank) => ({ mode, rank }))),
          // Who has no points this month has no place.
          Effect.catchReason("ScreepsError", "Rejected", () => Effect.succeed([]))
        )
      )
      return found
        .flat()
        .flatMap(({ mode, rank }) => [
          ...Samples.sample("screeps_leaderboard_place", { mode }, Rank.place(rank)),
          ...Samples.sample("screeps_leaderboard_score", { mode }, rank.score)
        ])
    })
  })

/** Reads the tick; the second reading and all later ones also return how long ticks last. */
const ticks = (shard: string | undefined, { every }: Target): Source.Source => {
  let last: { readonly tick: number; readonly at: number } | undefined
  return Source.polled({
    key: { source: "tick", shard },
    requests: [Game.time],
    every: Math.max(every, minute / 4),
    read: Effect.gen(function* () {
      const { time } = yield* Game.time({ shard })
      const at = yield* Millis.monotonic
      const before = last
      last = { tick: time, at }
      const passed = before === undefined ? 0 : time - before.tick
      // A world that was reset, or does not run, has no duration.
      const duration = before === undefined || passed <= 0 ? undefined : (at - before.at) / passed / 1000
      return [
        ...Samples.sample("screeps_tick", { shard }, time),
        ...Samples.sample("screeps_tick_duration_seconds", { shard }, duration)
      ]
    })
  })
}

/** What a script may write for us: numbers, or objects of them, also as JSON text, which servers push in every tick. */
const Written = Schema.Union([
  Schema.Finite,
  Schema.Boolean,
  Schema.String.check(Schema.isPattern(/^\s{0,20}[[{]/u)),
  Schema.Record(Schema.String, Schema.Unknown),
  Schema.Array(Schema.Unknown)
])

const memorySamples = (path: string, shard: string | undefined, value: unknown) => {
  const { isCut, leaves } = flatten(path, value)
  const samples = leaves.flatMap(({ path, room, value }) =>
    Samples.sample("screeps_memory_value", { shard, path, room }, value)
  )
  return { isCut, samples }
}

const isDecodeFailure = (error: { readonly _tag: string }): error is MemoryWatch.DecodeFailure =>
  error._tag === "DecodeFailure"

const readMemory = (path: string, shard: string | undefined) =>
  Memory.read({ path, shard }, Schema.Unknown).pipe(
    Effect.catchReason("ScreepsError", "Rejected", ({ detail }, error) =>
      detail === MemoryEvent.incorrectPath ? Effect.succeedNone : Effect.fail(error)
    ),
    Effect.flatMap((value) =>
      Effect.map(Clock.currentTimeMillis, (at) => ({
        at,
        ...memorySamples(path, shard, Option.getOrUndefined(value))
      }))
    )
  )

/** How long a server may send nothing about a value until it is requested, in milliseconds: xxscreeps sends changes only. */
const silence = 10_000

const memory = (path: string, shard: string | undefined, { every, options }: Target): Source.Source => {
  const key = { source: "memory", shard, item: path }
  const requests = [Memory.get]
  const read = readMemory(path, shard)
  if (!options.socket) return Source.polled({ key, requests, every, read })
  return {
    key,
    requests,
    every,
    readings: (interval) =>
      Stream.unwrap(
        Effect.map(Millis.monotonic, (begin) => {
          let last = begin
          const seen = Effect.map(Millis.monotonic, (now) => (last = now))
          const watched = MemoryWatch.readings(path, Written, {
            shard,
            every: interval,
            onDecodeFailure: "skip"
          }).pipe(
            // An object was requested after its message had arrived: its time is now.
            Stream.mapEffect(({ value }) =>
              Effect.map(Clock.currentTimeMillis, (at) => ({
                at,
                // Only the text of an object or an array has to be requested.
                isPushed: typeof Option.getOrUndefined(value) !== "object",
                ...memorySamples(path, shard, Option.getOrUndefined(value))
              }))
            ),
            Stream.tap(() => seen),
            // Skipped, so that it never comes.
            Stream.catchIf(isDecodeFailure, () => Stream.empty)
          )
          // Longer than the interval: a value that is requested regularly is not silent.
          const longest = Math.max(silence, 1.5 * Duration.toMillis(interval))
          const afterSilence = Effect.gen(function* () {
            const left = last + longest - (yield* Millis.monotonic)
            if (left > 0) return yield* Effect.as(Effect.sleep(left), [])
            const reading = yield* read
            yield* seen
            return [reading]
          })
          const polled = Stream.fromEffectRepeat(afterSilence).pipe(Stream.flatMap(Stream.fromIterable))
          return Source.atMostOneASecond(Stream.merge(watched, polled))
        })
      )
  }
}

const segments = (shard: string | undefined, { every, kind, options }: Target): Source.Source =>
  Source.polled({
    key: { source: "segments", shard },
    requests: kind === "official" ? [Segments.get] : options.segments.map(() => Segments.get),
    every,
    read: Effect.gen(function* () {
      const texts = yield* Segments.readMany({ segments: options.segments, shard })
      const flat = texts.map((text, i) => ({
        segment: String(options.segments[i]),
        ...flatten("", Option.getOrUndefined(text))
      }))
      const samples = flat.flatMap(({ leaves, segment }) =>
        leaves.flatMap(({ path, room, value }) =>
          Samples.sample("screeps_segment_value", { shard, segment, path, room }, value)
        )
      )
      return { at: yield* Clock.currentTimeMillis, samples, isCut: flat.some(({ isCut }) => isCut) }
    })
  })

const market = (resource: string, shard: string | undefined): Source.Source =>
  Source.polled({
    key: { source: "market", shard, item: resource },
    requests: [Market.orders, Market.stats],
    every: 5 * minute,
    read: Effect.gen(function* () {
      const input = {
        resourceType: Resource.isMarketResource(resource) ? resource : Other.make(resource),
        shard
      }
      const { bestAsk, bestBid } = Order.book((yield* Market.orders(input)).list)
      const latest = (yield* Market.stats(input)).stats[0]
      const labels = { shard, resource }
      return [
        ...Samples.sample("screeps_market_best_bid", labels, bestBid),
        ...Samples.sample("screeps_market_best_ask", labels, bestAsk),
        ...Samples.sample("screeps_market_average_price", labels, latest?.avgPrice),
        ...Samples.sample("screeps_market_volume", labels, latest?.volume)
      ]
    })
  })

/** Returns the sources of an account, without its rooms. */
export const make = (target: Target): ReadonlyArray<Source.Source> => {
  const { options, shards } = target
  return [
    account(target),
    ...(options.socket ? [resources, cpu, errors] : []),
    orders,
    statistics(target),
    ranks(target),
    ...shards.flatMap((shard) => [
      ticks(shard, target),
      ...options.memory.map((path) => memory(path, shard, target)),
      ...(options.segments.length === 0 ? [] : [segments(shard, target)]),
      ...options.market.map((resource) => market(resource, shard))
    ])
  ]
}
