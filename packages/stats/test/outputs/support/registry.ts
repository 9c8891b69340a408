/** Metrics of a test's own. */
import * as Effect from "effect/Effect"
import * as Metric from "effect/Metric"

/** Runs a program with an empty registry of metrics. */
export const withRegistry = <A, E, R>(program: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.suspend(() => Effect.provideService(program, Metric.MetricRegistry, new Map()))

/** Returns the numbers about an output, by the middle of their names. */
export const delivery = (output: string) =>
  Effect.map(Metric.snapshot, (snapshots) => {
    const valueOf = (id: string) => {
      const found = snapshots.find((one) => one.id === id && one.attributes?.["output"] === output)
      if (found?.type === "Counter") return Number(found.state.count)
      return found?.type === "Gauge" ? Number(found.state.value) : undefined
    }
    return {
      queued: valueOf("screeps_stats_output_queued"),
      sent: valueOf("screeps_stats_output_sent_total"),
      dropped: valueOf("screeps_stats_output_dropped_total"),
      failures: valueOf("screeps_stats_output_failures_total"),
      up: valueOf("screeps_stats_output_up")
    }
  })

/** Waits until the output has noticed what happened to its connection; no time passes. */
export const until = (
  output: string,
  isDone: (now: Effect.Success<ReturnType<typeof delivery>>) => boolean
) =>
  Effect.gen(function* () {
    while (!isDone(yield* delivery(output))) {
      yield* Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))
    }
  })
