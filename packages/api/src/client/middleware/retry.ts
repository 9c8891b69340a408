/** Retries: sends a request again after a transient failure, as far as the policy and the client's budget allow. */
import * as Millis from "@screeps-effect/schema/Millis"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schedule from "effect/Schedule"
import { ScreepsError } from "../../ScreepsError.ts"
import { formatDuration } from "../formatDuration.ts"
import { countRetry, raw } from "../metrics.ts"
import type { Request } from "../Request.ts"
import type { Response } from "../Response.ts"
import * as Retry from "../Retry.ts"
import type { Settings } from "../settings.ts"
import type { Middleware } from "./Send.ts"

/** Longer waits are logged: those for a response when the call is sent again, those until then when they begin. */
const patience = Duration.seconds(10)

/** In milliseconds: the calls of a client log one retry in this time. */
const logEvery = 60_000

const makeLog = () => {
  let nextAt = -Infinity
  return ({ operation, reason }: ScreepsError, delay: Duration.Duration): Effect.Effect<void> =>
    Effect.flatMap(Millis.monotonic, (now) => {
      const waited = reason._tag === "TimedOut" ? reason.after : Duration.zero
      const isLong = [waited, delay].some((wait) => Duration.isGreaterThanOrEqualTo(wait, patience))
      if (!isLong || now < nextAt) return Effect.void
      nextAt = now + logEvery
      const when = Duration.isLessThan(delay, patience) ? "" : ` in ${formatDuration(delay)}`
      return Effect.logWarning(`${operation}: ${reason.message}. It is sent again${when}.`)
    })
}

const makeBudget = ({ perMinute, share }: Retry.Budget, start: number) => {
  const most = Math.max(1, perMinute)
  let left = perMinute
  let at = start
  let earned = 0
  return {
    /** Adds what each call earns. */
    earn: (): void => void (earned += share),
    /** Takes one retry from the budget; `false` when nothing is left. */
    spend: (now: number): boolean => {
      left = Math.min(most, left + earned + ((now - at) * perMinute) / 60_000)
      at = now
      earned = 0
      if (left < 1 - 1e-9) return false // in floating point, ten tenths are slightly less than one
      left -= 1
      return true
    }
  }
}

const retryAfterOf = ({ reason }: ScreepsError) =>
  reason._tag === "ServerFault" ? reason.retryAfter : undefined

/** What the calls of a client share. @internal */
export const makeRetries = (settings: Settings, now: number) => ({
  budget: makeBudget(settings(Retry.Budget), now),
  log: makeLog()
})

/** @internal */
export const retry =
  (
    { budget, log }: ReturnType<typeof makeRetries>,
    settings: Settings,
    /** Whether a call may be sent again after this failure of its sign-in. */
    maySignInAgain: (error: ScreepsError) => boolean
  ): Middleware =>
  (send) =>
  (request) => {
    budget.earn()
    const mayRetry = (error: ScreepsError): boolean => {
      if (request.neverRetry || !Retry.isTransient(error)) return false
      if (Duration.isGreaterThan(retryAfterOf(error) ?? Duration.zero, settings(Retry.MaxWait))) return false
      // The sign-in failed: the request itself was not sent, or it was rejected with its token.
      if (error.operation !== request.name) return maySignInAgain(error)
      return request.idempotent || settings(Retry.RetryableRequests) === "all"
    }
    return Effect.catchIf(send(request), mayRetry, (error) =>
      retryAfter(error, request, send(request), {
        schedule: settings(Retry.Retry),
        mayRetry,
        spend: budget.spend,
        log
      })
    )
  }

/** Retries as the schedule says, starting with the first failure: successful calls never run this. */
const retryAfter = (
  first: ScreepsError,
  request: Request,
  send: Effect.Effect<Response, ScreepsError>,
  options: {
    readonly schedule: Retry.Policy
    readonly mayRetry: (error: ScreepsError) => boolean
    readonly spend: (now: number) => boolean
    readonly log: ReturnType<typeof makeLog>
  }
): Effect.Effect<Response, ScreepsError> => {
  const schedule = options.schedule.pipe(
    Schedule.while(() => Effect.map(Millis.monotonic, options.spend)),
    Schedule.modifyDelay(({ duration, input }) => {
      const delay = Duration.sum(duration, retryAfterOf(input) ?? Duration.zero)
      return Effect.as(options.log(input, delay), delay)
    })
  )
  let failure: ScreepsError | undefined = first
  let last = first
  const again = Effect.suspend(() => {
    request.progress.retries++
    return Effect.andThen(countRetry(request.operation ?? raw, last.reason._tag), send)
  })
  const next = Effect.suspend(() => {
    if (failure === undefined) return again
    const known = Effect.fail(failure)
    failure = undefined
    return known
  })
  return next.pipe(
    Effect.tapError((error) => Effect.sync(() => (last = error))),
    Effect.map(Result.succeed),
    // The schedule receives only failures that may be retried.
    Effect.catchIf(
      (error) => !options.mayRetry(error),
      (error) => Effect.succeed(Result.fail(error))
    ),
    Effect.retry(schedule),
    Effect.flatMap(Effect.fromResult),
    // The error of a failed sign-in keeps the name of its own operation.
    Effect.mapError((error) => {
      const { retries } = request.progress
      const { operation, reason } = error
      return retries > 0 && error.retries === undefined
        ? new ScreepsError({ operation, reason, retries })
        : error
    })
  )
}
