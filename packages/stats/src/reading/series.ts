/** The series of one account: written as readings arrive, removed when a source no longer has them or falls silent. */
import * as Clock from "effect/Clock"
import type * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as FiberMap from "effect/FiberMap"
import * as Metric from "effect/Metric"
import type * as Scope from "effect/Scope"
import * as Samples from "./samples.ts"

/** A source of samples: its name, and what distinguishes it from others with that name. */
export interface SourceKey {
  readonly source: string
  readonly shard?: string | undefined
  readonly room?: string | undefined
  /** A path in Memory, or a resource on the market. */
  readonly item?: string | undefined
}

export const keyOf = ({ item = "", room = "", shard = "", source }: SourceKey): string =>
  `${source}\n${shard}\n${room}\n${item}`

/** How long a series that is gone still counts, in milliseconds. */
const rememberedFor = 60 * 60 * 1000

/** Decides which series of a source are kept. */
export interface Admission {
  /** Returns the items that are kept at a time: known ones first, others while there is room. */
  readonly admit: <A>(items: ReadonlyArray<A>, keyOf: (item: A) => string, now: number) => ReadonlyArray<A>
}

/** Creates the bound of a source: at most `limit` different series within an hour. */
export const makeAdmission = (limit: number): Admission => {
  const seen = new Map<string, number>()
  return {
    admit: (items, keyOf, now) => {
      for (const [key, at] of seen) if (now - at > rememberedFor) seen.delete(key)
      return items.filter((item) => {
        const key = keyOf(item)
        if (!seen.has(key) && seen.size >= limit) return false
        seen.set(key, now)
        return true
      })
    }
  }
}

/** The series of one account. */
export interface Series {
  /**
   * Replaces the values of a source, as they were at a moment (milliseconds since 1970). They are removed when the
   * source has had no values for longer than `validFor`.
   */
  readonly record: (
    source: SourceKey,
    samples: ReadonlyArray<Samples.Sample>,
    at: number,
    validFor: Duration.Duration
  ) => Effect.Effect<void>
  /** Removes the values of a source. */
  readonly forget: (source: SourceKey) => Effect.Effect<void>
  /** Returns the present number of series. */
  readonly count: Effect.Effect<number>
}

/** Returns what distinguishes a sample from others. */
export const sampleKey = ({ labels, name }: Samples.Sample): string =>
  [name, ...Samples.labelsOf(name).map((label) => labels[label] ?? "\0")].join("\n")

/** Creates the series of an account in the metric registry of the context. */
export const make: Effect.Effect<Series, never, Scope.Scope> = Effect.gen(function* () {
  const context: Context.Context<never> = yield* Effect.context()
  /** The written metrics of each source, by series. */
  const sources = new Map<string, Map<string, Metric.Metric<number, unknown>>>()
  const expiry = yield* FiberMap.make<string>()

  const write = (sample: Samples.Sample) => {
    const metric = Samples.metricOf(sample)
    metric.updateUnsafe(sample.value, context)
    return metric
  }
  const remove = (metric: Metric.Metric<number, unknown>) => Metric.removeUnsafe(metric, context)

  const replace = (key: string, samples: ReadonlyArray<Samples.Sample>) => {
    const now = new Map(samples.map((sample) => [sampleKey(sample), write(sample)]))
    for (const [series, metric] of sources.get(key) ?? []) if (!now.has(series)) remove(metric)
    if (now.size === 0) sources.delete(key)
    else sources.set(key, now)
  }

  const seenBy = ({ item, room, shard, source }: SourceKey, at: number) =>
    Samples.sample("screeps_last_seen_seconds", { source, shard, room, item }, at / 1000)

  const removeAll = (key: string) => Effect.sync(() => replace(key, []))

  return {
    record: Effect.fnUntraced(function* (source, samples, at, validFor) {
      const key = keyOf(source)
      // The system's clock may have been set back since the reading.
      const age = Math.max(0, (yield* Clock.currentTimeMillis) - at)
      const left = Duration.toMillis(validFor) - age
      if (left <= 0) return
      replace(key, samples)
      // This outlives the values, so that it shows how long they have been gone.
      for (const seen of seenBy(source, at)) write(seen)
      yield* FiberMap.run(expiry, key, Effect.delay(removeAll(key), left))
    }),
    forget: Effect.fnUntraced(function* (source) {
      const key = keyOf(source)
      yield* FiberMap.remove(expiry, key)
      replace(key, [])
      for (const seen of seenBy(source, 0)) remove(write(seen))
    }),
    count: Effect.sync(() => {
      let count = 0
      for (const written of sources.values()) count += written.size
      return count
    })
  }
})
