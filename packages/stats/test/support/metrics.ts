/** The metrics of a test, in a registry of its own. */
import * as Effect from "effect/Effect"
import * as Metric from "effect/Metric"

/** Runs an effect with an empty metric registry. */
export const withRegistry = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.suspend(() => Effect.provideService(effect, Metric.MetricRegistry, new Map()))

const numberOf = (snapshot: Metric.Metric.Snapshot): number => {
  switch (snapshot.type) {
    case "Counter":
      return Number(snapshot.state.count)
    case "Gauge":
      return Number(snapshot.state.value)
    default:
      return Number.NaN
  }
}

/** Returns all series as `name{label="value",…}` with their values, sorted. */
export const series: Effect.Effect<ReadonlyMap<string, number>> = Effect.map(
  Metric.snapshot,
  (snapshots) =>
    new Map(
      snapshots
        .map((one) => {
          const labels = Object.entries(one.attributes ?? {})
            .filter(([label]) => label !== "unit")
            .map(([label, value]) => `${label}="${value}"`)
            .toSorted()
          return [`${one.id}{${labels.join(",")}}`, numberOf(one)] as const
        })
        .toSorted(([a], [b]) => (a < b ? -1 : 1))
    )
)
