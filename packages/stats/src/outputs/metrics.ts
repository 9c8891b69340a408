/** The metrics of the outputs themselves, by the output's name. */
import * as Metric from "effect/Metric"

const unit = "1"

/** The metrics of an output that sends payloads. */
export const ofDelivery = (output: string) => ({
  queued: Metric.gauge("screeps_stats_output_queued", {
    description: "Payloads that wait or are being sent",
    attributes: { output, unit }
  }),
  sent: Metric.counter("screeps_stats_output_sent_total", {
    description: "Payloads that were accepted",
    incremental: true,
    attributes: { output, unit }
  }),
  dropped: Metric.counter("screeps_stats_output_dropped_total", {
    description:
      "Payloads that were given up: the oldest of a full buffer, rejected ones, the rest at the end",
    incremental: true,
    attributes: { output, unit }
  }),
  failures: Metric.counter("screeps_stats_output_failures_total", {
    description: "Attempts to send that failed",
    incremental: true,
    attributes: { output, unit }
  }),
  up: Metric.gauge("screeps_stats_output_up", {
    description: "Whether the last attempt to send succeeded",
    attributes: { output, unit }
  })
})

/** How many series of an output were left out. */
export const conflicts = (output: string) =>
  Metric.gauge("screeps_stats_output_conflicts", {
    description: "Series left out of the last round, since their names conflict with those of other series",
    attributes: { output, unit }
  })
