/** What is counted and measured; labels are names of operations and quotas, never whole addresses. */
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Metric from "effect/Metric"

/** A series of a metric for each pair of labels: there are few, and they cost more to make than to update. */
const seriesOf = <A>(make: (label: string, other: string) => A) => {
  const made = new Map<string, Map<string, A>>()
  return (label: string, other = ""): A => {
    let others = made.get(label)
    if (others === undefined) made.set(label, (others = new Map()))
    let one = others.get(other)
    if (one === undefined) others.set(other, (one = make(label, other)))
    return one
  }
}

const counted = (id: string, description: string, attributes: Metric.Metric.AttributeSet) =>
  Metric.update(Metric.counter(id, { description, incremental: true, attributes }), 1)

const requests = seriesOf((operation, outcome) =>
  counted("screeps_requests_total", "HTTP requests by operation and outcome: ok, or why not", {
    operation,
    outcome
  })
)
const retries = seriesOf((operation, reason) =>
  counted("screeps_retries_total", "Repeats by operation and the reason of the failure before", {
    operation,
    reason
  })
)
const signIns = seriesOf((method, outcome) =>
  counted("screeps_sign_ins_total", "Sign-ins by method and outcome: ok, or why not", { method, outcome })
)
const limitWait = seriesOf((limit_key) =>
  Metric.histogram("screeps_limit_wait_seconds", {
    description: "How long calls that had to wait for a quota waited",
    boundaries: [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 900, 3600],
    attributes: { limit_key }
  })
)
const limitRemaining = seriesOf((limit_key) =>
  Metric.gauge("screeps_limit_remaining", {
    description: "How many requests a quota still takes",
    attributes: { limit_key }
  })
)

/** What requests are counted under that no operation makes: their paths have no bound. @internal */
export const raw = "raw"

/** A failure by its reason, where there is one. */
interface Failure {
  readonly _tag: string
  readonly reason?: { readonly _tag: string }
}

/** How something ended, in one word. @internal */
export const outcomeOf = (exit: Exit.Exit<unknown, Failure>): string => {
  if (Exit.isSuccess(exit)) return "ok"
  const error = Exit.findErrorOption(exit)
  if (error._tag === "Some") return error.value.reason?._tag ?? error.value._tag
  return Exit.hasInterrupts(exit) ? "Interrupted" : "Defect"
}

/** One request was sent, and ended so. @internal */
export const countRequest: (operation: string, outcome: string) => Effect.Effect<void> = requests

/** A call is going to be sent again, after a failure for this reason. @internal */
export const countRetry: (operation: string, reason: string) => Effect.Effect<void> = retries

/** Counts a sign-in when it has ended. @internal */
export const countSignIn =
  (method: string) =>
  <A, E extends Failure>(signIn: Effect.Effect<A, E>): Effect.Effect<A, E> =>
    Effect.onExit(signIn, (exit) => signIns(method, outcomeOf(exit)))

/** A call has waited so many milliseconds for a quota. @internal */
export const recordWait = (limitKey: string, millis: number): Effect.Effect<void> =>
  Metric.update(limitWait(limitKey), millis / 1000)

/** A quota still takes so many requests. @internal */
export const recordRemaining = (limitKey: string, remaining: number): Effect.Effect<void> =>
  Metric.update(limitRemaining(limitKey), remaining)
