/** The series of one account: written as readings arrive, removed when a source no longer has them or falls silent. */
import * as Clock from "effect/Clock"
import type * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as FiberMap from "effect/FiberMap"
import * as Metric from "effect/Metric"
import type * as Scope from "effect/Scope"
import * as Metrics from "../Metrics.ts"

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

/** The series of one account. */
export interface Series {
  /**
   * Replaces the values of a source, as they were at a moment (milliseconds since 1970). They are removed when the
   * source has had no values for longer than `validFor`.
   */
  readonly record: (
    source: SourceKey,
    samples: ReadonlyArray<Metrics.Sample>,
    at: number,
    validFor: Duration.Duration
  ) => Effect.Effect<void>
  /** Removes the values of a source. */
  readonly forget: (source: SourceKey) => Effect.Effect<void>
  /** Returns the present number of series. */
  readonly count: Effect.Effect<number>
}

interface Written {
  readonly remove: () => void
}

/** Returns what distinguishes a sample from others. */
export const sampleKey = ({ labels, metric }: Metrics.Sample): string =>
  [metric.name, ...metric.labels.map((label) => labels[label] ?? "\0")].join("\n")

/** Creates the series of an account in the metric registry of the context. */
export const make: Effect.Effect<Series, never, Scope.Scope> = Effect.gen(function* () {
  const context: Context.Context<never> = yield* Effect.context()
  const sources = new Map<string, Map<string, Written>>()
  const expiry = yield* FiberMap.make<string>()

  const write = (sample: Metrics.Sample): Written => {
    const { help, name } = sample.metric
    const metric = Metric.gauge(name, { description: help, attributes: Metrics.attributesOf(sample) })
    metric.updateUnsafe(sample.value, context)
    return { remove: () => Metric.removeUnsafe(metric, context) }
  }

  const replace = (key: string, samples: ReadonlyArray<Metrics.Sample>) => {
    const before = sources.get(key)
    const now = new Map<string, Written>()
    for (const sample of samples) now.set(sampleKey(sample), write(sample))
    for (const [series, { remove }] of before ?? []) if (!now.has(series)) remove()
    if (now.size === 0) sources.delete(key)
    else sources.set(key, now)
  }

  const seenBy = ({ item, room, shard, source }: SourceKey, at: number) =>
    Metrics.sample(Metrics.lastSeen, { source, shard, room, item }, at / 1000)

  const removeAll = (key: string) => Effect.sync(() => replace(key, []))

  return {
    record: (source, samples, at, validFor) =>
      Effect.gen(function* () {
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
    forget: (source) =>
      Effect.gen(function* () {
        const key = keyOf(source)
        yield* FiberMap.remove(expiry, key)
        replace(key, [])
        for (const seen of seenBy(source, 0)) write(seen).remove()
      }),
    count: Effect.sync(() => {
      let count = 0
      for (const written of sources.values()) count += written.size
      return count
    })
  }
})
