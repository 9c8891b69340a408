/** Metrics as single numbers, named as Prometheus names them. */
import type * as Context from "effect/Context"
import * as Metric from "effect/Metric"
import { isUnit } from "./distinct.ts"

/** One number of one series. */
export interface Sample {
  readonly name: string
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
  /** Whether it counts one bucket of a histogram. */
  readonly isBucket: boolean
}

const labelsOf = (attributes: Metric.Metric.AttributeSet | undefined): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(attributes ?? {}).filter(([label]) => !isUnit(label)))

const samplesOf = (snapshot: Metric.Metric.Snapshot): ReadonlyArray<Sample> => {
  const { id, type, state } = snapshot
  const labels = labelsOf(snapshot.attributes)
  const sample = (value: number | bigint, suffix = "", more?: Readonly<Record<string, string>>): Sample => ({
    name: id + suffix,
    labels: more === undefined ? labels : { ...labels, ...more },
    value: Number(value),
    isBucket: suffix === "_bucket"
  })
  switch (type) {
    case "Counter":
      return [sample(state.count)]
    case "Gauge":
      return [sample(state.value)]
    case "Frequency":
      return Array.from(state.occurrences, ([key, count]) => sample(count, "", { key }))
    case "Histogram": {
      const finite = state.buckets.filter(([boundary]) => boundary !== Infinity)
      return [
        ...finite.map(([boundary, count]) => sample(count, "_bucket", { le: String(boundary) })),
        sample(state.count, "_bucket", { le: "+Inf" }),
        sample(state.sum, "_sum"),
        sample(state.count, "_count")
      ]
    }
    case "Summary":
      return [
        ...state.quantiles.flatMap(([quantile, value]) =>
          value === undefined ? [] : [sample(value, "", { quantile: String(quantile) })]
        ),
        sample(state.sum, "_sum"),
        sample(state.count, "_count")
      ]
  }
}

/** Returns all numbers of the registry of a context. */
export const take = (context: Context.Context<never>): ReadonlyArray<Sample> =>
  Metric.snapshotUnsafe(context).flatMap(samplesOf)
