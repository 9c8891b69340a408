/** Reads the sources of one account and writes their samples. */
import * as RateLimits from "@screeps-effect/api/RateLimits"
import * as ScreepsSocket from "@screeps-effect/socket/ScreepsSocket"
import type { Services } from "@screeps-effect/socket/Screeps"
import * as Millis from "@screeps-effect/schema/Millis"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as FiberMap from "effect/FiberMap"
import type * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"
import * as Samples from "./samples.ts"
import { maxRooms } from "../Options.ts"
import * as Rooms from "./rooms.ts"
import * as Series from "./series.ts"
import type { Secrets } from "./secrets.ts"
import * as Source from "./source.ts"
import type { Target } from "./sources.ts"

/** Receives the state of a source; `undefined` when it is not read any more. */
type Report = (key: Series.SourceKey, status: Source.SourceStatus | undefined) => void

/** What all sources of an account share. */
interface Settings {
  readonly account: string
  readonly maxSeries: number
  readonly secrets: Secrets
  readonly series: Series.Series
  readonly report: Report
}

/** A server that does not have an endpoint may get it: mods are added. */
const absentAgainAfter = Duration.hours(1)
const shortestRetry = Duration.seconds(5)

/** How long values are valid: two readings may fail or be late before they are gone. */
const validity = (interval: number) => Duration.millis(Math.max(2 * interval + 5000, 30_000))

const named = ({ item, room, shard, source }: Series.SourceKey) =>
  [source, item, shard, room].filter((one) => one !== undefined).join(" ")

/** Reads a source again and again; a failure is counted, logged once, and never ends it. */
const follow = (
  source: Source.Source,
  { account, maxSeries, report, secrets, series }: Settings
): Effect.Effect<never, never, Services> =>
  Effect.suspend(() => {
    const { every, key } = source
    const admission = Series.makeAdmission(maxSeries)
    const validFor = validity(every)
    const { item, shard, source: name } = key
    const unread = Source.unread(account, source)
    let status = unread
    report(key, status)

    const count = (outcome: string) =>
      Samples.write(Samples.sample("screeps_stats_readings_total", { source: name, shard, item, outcome }, 1))

    const record = Effect.fnUntraced(function* ({
      at,
      isCut = false,
      isPushed = false,
      samples
    }: Source.Reading) {
      const shown = secrets.withoutSecrets(key, samples)
      const kept = admission.admit(shown, Series.sampleKey, yield* Millis.monotonic)
      yield* series.record(key, kept, at, validFor)
      yield* count("ok")
      const left = samples.length - kept.length
      // How many a cut value had is not known: at least one more.
      yield* Samples.write(
        Samples.sample("screeps_stats_dropped_values", { source: name, shard, item }, left + (isCut ? 1 : 0))
      )
      if (status.failure !== undefined) yield* Effect.logInfo(`${named(key)}: values again`)
      status = {
        ...status,
        requestsPerDay: isPushed ? 0 : unread.requestsPerDay,
        failure: undefined,
        seenAt: at,
        values: kept.length
      }
      report(key, status)
    })

    const failed = Effect.fnUntraced(function* (reason: string, log: Effect.Effect<void>) {
      yield* count(reason)
      if (status.failure !== reason) yield* log
      status = { ...status, failure: reason }
      report(key, status)
      const wait = Duration.max(unread.every, shortestRetry)
      yield* Effect.sleep(reason === "EndpointNotFound" ? absentAgainAfter : wait)
    })

    return source.readings(unread.every).pipe(
      Stream.runForEach(record),
      // A stream that ends without an error starts again, too, after a moment.
      Effect.andThen(Effect.sleep(shortestRetry)),
      Effect.catch((error) =>
        failed(error.reason._tag, Effect.logWarning(`${named(key)}: ${error.message}`))
      ),
      // A mistake of this program in one source must not end all others.
      Effect.catchCause((cause) =>
        failed("Defect", Effect.logError(`${named(key)}: a defect of this program`, cause))
      ),
      Effect.forever
    )
  })

/** Keeps watching the rooms of the account, as it wins and loses them. */
const followRooms = Effect.fnUntraced(function* (
  { identity, options, shards }: Target,
  settings: Settings
): Effect.fn.Return<never, never, Services | Scope.Scope> {
  const watching = yield* FiberMap.make<string>()
  let watched = new Map<string, Source.Source>()

  let isOver = false

  const watch = Effect.fnUntraced(function* (found: ReadonlyArray<Rooms.Place>) {
    const shown = found.filter(({ room }) => !settings.secrets.areIn(room))
    // A longer list would replace rooms that are watched by others.
    const known = shown.filter((one) => watched.has(Series.keyOf(Rooms.keyOf(one))))
    const rooms = [...known, ...shown.filter((one) => !known.includes(one))].slice(0, maxRooms)
    const isCut = rooms.length < found.length
    if (isCut && !isOver)
      yield* Effect.logWarning(`${found.length} rooms are listed, of which ${rooms.length} are watched`)
    isOver = isCut
    const sources = rooms.map((one) => Rooms.watch(one, rooms.length, identity))
    const wanted = new Map(sources.map((source) => [Series.keyOf(source.key), source]))
    for (const [key, source] of watched) {
      if (wanted.has(key)) continue
      yield* FiberMap.remove(watching, key)
      yield* settings.series.forget(source.key)
      settings.report(source.key, undefined)
    }
    for (const [key, source] of wanted) {
      // More rooms wait longer for their turn, so that their values are valid for longer.
      if (watched.get(key)?.every === source.every) continue
      yield* FiberMap.run(watching, key, follow(source, settings))
    }
    watched = wanted
    return isCut
  })

  if (typeof options.rooms !== "string") {
    yield* watch(options.rooms.flatMap((room) => shards.map((shard) => ({ room, shard }))))
    return yield* Effect.never
  }
  return yield* follow(Rooms.list(identity, shards, watch), settings)
})

const healthEvery = Duration.seconds(15)

/** Writes what is known about quotas, the socket and the number of series. */
const health = ({ options }: Target, series: Series.Series) => {
  let connections = 0
  return Effect.gen(function* () {
    const now = (yield* Clock.currentTimeMillis) / 1000
    const { states } = yield* RateLimits.RateLimits
    for (const [limit_key, { limit, remaining, reset }] of Object.entries(yield* states)) {
      // After its reset a quota is unused, until the next response reports it.
      const used = reset !== 0 && reset <= now ? 0 : limit === 0 ? 1 : 1 - remaining / limit
      yield* Samples.write(Samples.sample("screeps_quota_used_ratio", { limit_key }, used))
    }
    yield* Samples.write(Samples.sample("screeps_stats_series", {}, yield* series.count))
    if (options.socket) {
      const socket = yield* ScreepsSocket.ScreepsSocket
      const counters = yield* socket.counters
      yield* Samples.write(
        Samples.sample("screeps_socket_connections_total", {}, counters.connections - connections)
      )
      connections = counters.connections
      const { _tag } = yield* socket.state
      yield* Samples.write(Samples.sample("screeps_socket_ready", {}, _tag === "Ready" ? 1 : 0))
    }
  }).pipe(
    Effect.catchCause((cause) => Effect.logError("quotas and socket: a defect of this program", cause)),
    Effect.delay(healthEvery),
    Effect.forever
  )
}

/** The time between the first readings of two sources: not all requests at once. */
const apart = 100

/** Reads the sources of an account, each at its interval, and its rooms. Never ends. */
export const account = (
  name: string,
  target: Target,
  sources: ReadonlyArray<Source.Source>,
  secrets: Secrets,
  report: Report
): Effect.Effect<never, never, Services> =>
  Effect.scoped(
    Effect.gen(function* () {
      const { options } = target
      const series = yield* Series.make
      const settings = { account: name, maxSeries: options.maxSeries, secrets, series, report }
      for (const { every, key, requests } of sources) {
        const { item, shard, source } = key
        if (requests.length > 0)
          yield* Samples.write(
            Samples.sample("screeps_stats_interval_seconds", { source, shard, item }, every / 1000)
          )
      }
      const watchesRooms = options.socket && options.rooms !== "none"
      return yield* Effect.all(
        [
          ...sources.map((source, i) => Effect.delay(follow(source, settings), i * apart)),
          ...(watchesRooms ? [followRooms(target, settings)] : []),
          health(target, series)
        ],
        { concurrency: "unbounded" }
      ).pipe(Effect.andThen(Effect.never))
    })
  )
