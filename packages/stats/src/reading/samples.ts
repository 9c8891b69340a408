/** Values of metrics, and how they are written. */
import * as Effect from "effect/Effect"
import * as Metric from "effect/Metric"
import { definitions } from "../Metrics.ts"

/** The name of a metric in Prometheus and OpenTelemetry. */
export type Name = keyof typeof definitions

/** A value of a metric for one combination of labels; labels that are `undefined` are left out. */
export interface Sample {
  readonly name: Name
  readonly labels: { readonly [label: string]: string | undefined }
  readonly value: number
}

/** Creates samples of a metric: none for a value that is absent or not finite. */
export const sample = <N extends Name>(
  name: N,
  labels: { readonly [L in (typeof definitions)[N]["labels"][number]]: string | undefined },
  value: number | null | undefined
): ReadonlyArray<Sample> =>
  value === null || value === undefined || !Number.isFinite(value) ? [] : [{ name, labels, value }]

/** Returns the labels of a metric. */
export const labelsOf = (name: Name): ReadonlyArray<string> => definitions[name].labels

/** The longest value of a label: names of resources and statistics come from the server, or from other players. */
export const maxLabel = 200

/** Returns the metric of a sample; its attributes are its labels, and the unit for OpenTelemetry. */
export const metricOf = ({ labels, name }: Sample): Metric.Metric<number, unknown> => {
  const { help, kind, unit } = definitions[name]
  const attributes: Record<string, string> = {}
  for (const label of labelsOf(name)) {
    const text = labels[label]
    if (text !== undefined) attributes[label] = text.slice(0, maxLabel)
  }
  if (unit === "seconds") attributes["unit"] = "s"
  if (unit === "ratio") attributes["unit"] = "1"
  const options = { description: help, attributes }
  return kind === "gauge"
    ? Metric.gauge(name, options)
    : Metric.counter(name, { ...options, incremental: true })
}

/** Writes samples: the values of gauges, and what is added to counters. */
export const write = (samples: ReadonlyArray<Sample>): Effect.Effect<void> =>
  Effect.forEach(samples, (sample) => Metric.update(metricOf(sample), sample.value), { discard: true })
