/** Metrics of the collector. */
import { RateLimits } from "@screeps-effect/api/RateLimits"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Metric from "effect/Metric"
import type { Account } from "./accounts.ts"
import type { Kind } from "./job.ts"
import type { KindStatus } from "./status.ts"

const gauge = (id: string, description: string, attributes: Metric.Metric.AttributeSet, value: number) =>
  Metric.update(Metric.gauge(id, { description, attributes }), value)

const counted = (id: string, description: string, attributes: Metric.Metric.AttributeSet, by: number) =>
  Metric.update(Metric.counter(id, { description, attributes, incremental: true }), by)

/** Counts the end of an attempt; `outcome` is `done`, `absent`, `lost`, or the reason of the failure. */
export const attempt = (kind: Kind, outcome: string, rows: number): Effect.Effect<void> =>
  Effect.andThen(
    counted("screeps_collector_attempts_total", "Attempts by kind and outcome", { kind, outcome }, 1),
    rows === 0 ? Effect.void : counted("screeps_collector_rows_total", "Rows stored, by kind", { kind }, rows)
  )

/** Reports lag and holes of a server, and the quota of each account. */
export const report = Effect.fnUntraced(function* (
  server: string,
  status: ReadonlyArray<KindStatus>,
  accounts: ReadonlyArray<Account>
): Effect.fn.Return<void> {
  for (const { holes, kind, lag, open } of status) {
    const labels = { server, kind }
    yield* gauge(
      "screeps_collector_lag_seconds",
      "How long the oldest due job has been waiting, in seconds",
      labels,
      lag / 1000
    )
    yield* gauge("screeps_collector_open_jobs", "Jobs without a result yet", labels, open)
    yield* gauge("screeps_collector_holes", "Jobs without a result at their deadline", labels, holes)
  }
  for (const { number, services } of accounts)
    for (const [limit_key, { remaining }] of Object.entries(yield* Context.get(services, RateLimits).states))
      yield* gauge(
        "screeps_collector_quota_remaining",
        "Remaining requests of a quota of one account",
        { server, account: String(number), limit_key },
        remaining
      )
})
