/** Metrics; labels are names of operations and quotas, never whole addresses. */
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Metric from "effect/Metric"

/** Caches one series of a metric per pair of labels: there are few, and creating one costs more than updating it. */
const seriesOf = <A>(make: (label: string, other: string) => A) => {
  const cache = new Map<string, Map<string, A>>()
  return (label: string, other = ""): A => {
    let others = cache.get(label)
    if (others === undefined) cache.set(label, (others = new Map()))
    let one = others.get(other)
    if (one === undefined) others.set(other, (one = make(label, other)))
    return one
  }
}

const counter = (id: string, description: string, attributes: Metric.Metric.AttributeSet) =>
  Metric.counter(id, { description, incremental: true, attributes })

const counted = (id: string, description: string, attributes: Metric.Metric.AttributeSet) =>
  Metric.update(counter(id, description, attributes), 1)

const requests = seriesOf((operation, outcome) =>
  counter("screeps_requests_total", "HTTP requests by operation and outcome: ok, or the failure's reason", {
    operation,
    outcome
  })
)
const retries = seriesOf((operation, reason) =>
  counted("screeps_retries_total", "Retries by operation and the reason of the failed attempt", {
    operation,
    reason
  })
)
const signIns = seriesOf((method, outcome) =>
  counted("screeps_sign_ins_total", "Sign-ins by method and outcome: ok, or the failure's reason", {
    method,
    outcome
  })
)
const limitWait = seriesOf((limit_key) =>
  Metric.histogram("screeps_limit_wait_seconds", {
    description: "How long calls waited for a quota, in seconds; only calls that waited",
    boundaries: [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 900, 3600],
    attributes: { limit_key, unit: "s" }
  })
)
const limitRemaining = seriesOf((limit_key) =>
  Metric.gauge("screeps_limit_remaining", {
    description: "Remaining requests of a quota",
    attributes: { limit_key }
  })
)
const droppedWaits = seriesOf((limit_key) =>
  counted(
    "screeps_limit_waits_dropped_total",
    "Calls that failed because a server required a longer wait than RateLimits.MaxWait",
    { limit_key }
  )
)

const drifts = seriesOf((source, path) =>
  counted(
    "screeps_drift_total",
    "Parts that responses and socket payloads were decoded without, by source and path",
    {
      source,
      path
    }
  )
)

/** Counts a response that was decoded without the part at a path. @internal */
export const countDrift: (source: string, path: string) => Effect.Effect<void> = drifts

/** The label of raw requests, whose paths are unbounded. @internal */
export const raw = "raw"

/** A failure, with a reason if it has one. */
interface Failure {
  readonly _tag: string
  readonly reason?: { readonly _tag: string }
}

/** Returns an exit as a label: `ok`, the failure's reason, `Interrupted` or `Defect`. @internal */
export const outcomeOf = (exit: Exit.Exit<unknown, Failure>): string => {
  if (Exit.isSuccess(exit)) return "ok"
  const error = Exit.findErrorOption(exit)
  if (error._tag === "Some") return error.value.reason?._tag ?? error.value._tag
  return Exit.hasInterrupts(exit) ? "Interrupted" : "Defect"
}

/** Counts a request by its outcome, in the metrics of a context: every request is counted. @internal */
export const countRequest = (operation: string, outcome: string, context: Context.Context<never>): void =>
  requests(operation, outcome).updateUnsafe(1, context)

/** Counts a retry by the reason of the failed attempt. @internal */
export const countRetry: (operation: string, reason: string) => Effect.Effect<void> = retries

/** Counts a sign-in by its outcome when it ends. @internal */
export const countSignIn =
  (method: string) =>
  <A, E extends Failure>(signIn: Effect.Effect<A, E>): Effect.Effect<A, E> =>
    Effect.onExit(signIn, (exit) => signIns(method, outcomeOf(exit)))

/** Records how many milliseconds a call waited for a quota. @internal */
export const recordWait = (limitKey: string, millis: number): Effect.Effect<void> =>
  Metric.update(limitWait(limitKey), millis / 1000)

/** Counts a call that failed instead of waiting as long as a server required. @internal */
export const countDroppedWait: (limitKey: string) => Effect.Effect<void> = droppedWaits

/** Records the remaining requests of a quota, in the metrics of a context: every response may change them. @internal */
export const recordRemaining = (limitKey: string, remaining: number, context: Context.Context<never>): void =>
  limitRemaining(limitKey).updateUnsafe(remaining, context)
