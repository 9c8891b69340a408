/** A call from its first attempt to its last: repeats as far as policy and budget go, and the time for it all. */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schedule from "effect/Schedule"
import * as Retry from "./Retry.ts"
import { ScreepsError, TimedOut } from "../ScreepsError.ts"
import { countRetry } from "./metrics.ts"

/** A server that asks for more patience is not waited for. */
const longestWait = Duration.minutes(1)

/** What is set for a call, else for its client. @internal */
export const settingFor = <A>(
  call: Context.Context<never>,
  client: Context.Context<never>,
  key: Context.Reference<A>
): A => Context.getOrUndefined(call, key) ?? Context.get(client, key)

const makePurse = ({ perMinute, share }: Retry.Budget) => {
  const most = Math.max(1, perMinute)
  let left = perMinute
  let at = 0
  const fill = (now: number, earned: number) => {
    const passed = now - at
    at = now
    left = Math.min(most, left + earned + (passed > 0 ? (passed * perMinute) / 60_000 : 0))
  }
  return {
    /** A call was made. */
    earn: (now: number): void => fill(now, share),
    /** Whether one more repeat can be afforded; it is paid then. */
    spend: (now: number): boolean => {
      fill(now, 0)
      if (left < 1 - 1e-9) return false // ten tenths are a little less than one
      left -= 1
      return true
    }
  }
}

const askedFor = ({ reason }: ScreepsError) => (reason._tag === "ServerFault" ? reason.retryAfter : undefined)

const isWorthIt = (error: ScreepsError) =>
  Retry.isTransient(error) && Duration.isLessThanOrEqualTo(askedFor(error) ?? Duration.zero, longestWait)

/** A call, as far as its repeats go. */
interface Repeated {
  /** Method and path. */
  readonly name: string
  /** What metrics count it under. */
  readonly operation: string
  readonly idempotent: boolean
  /** Whether what comes before the call itself, a sign-in, may be repeated. */
  readonly signsInAgain: (error: ScreepsError) => boolean
  /** Never sent again. */
  readonly once: boolean
  /** The time for all attempts and all waits. */
  readonly timeout: Duration.Duration
}

/** Makes the attempts of one client; `own` is what is set for the call. @internal */
export const makeAttempts = (client: Context.Context<never>) => {
  const purse = makePurse(Context.get(client, Retry.Budget))

  return <A>(
    call: Repeated,
    own: Context.Context<never>,
    attempt: Effect.Effect<A, ScreepsError>
  ): Effect.Effect<A, ScreepsError> => {
    let retries = 0
    const mayRepeat = (error: ScreepsError): boolean => {
      if (call.once || !isWorthIt(error)) return false
      // A sign-in failed: of the call itself nothing was sent, or it was refused with its token.
      if (error.operation !== call.name) return call.signsInAgain(error)
      return call.idempotent || settingFor(own, client, Retry.RetryableRequests) === "all"
    }

    /** Most calls never come here: a policy is asked only after a failure, beginning with the first. */
    const repeatAfter = (first: ScreepsError) => {
      const schedule = settingFor(own, client, Retry.Retry).pipe(
        Schedule.modifyDelay(({ duration, input }) =>
          Effect.succeed(Duration.sum(duration, askedFor(input) ?? Duration.zero))
        ),
        Schedule.while(() => Effect.map(Clock.currentTimeMillis, purse.spend))
      )
      let failure: ScreepsError | undefined = first
      let failedBy = first.reason._tag
      const again = Effect.suspend(() => {
        retries++
        return Effect.annotateCurrentSpan("http.request.resend_count", retries).pipe(
          Effect.andThen(countRetry(call.operation, failedBy)),
          Effect.andThen(attempt)
        )
      })
      const next = Effect.suspend(() => {
        if (failure === undefined) return again
        const known = Effect.fail(failure)
        failure = undefined
        return known
      })
      return next.pipe(
        Effect.tapError(({ reason }) => Effect.sync(() => (failedBy = reason._tag))),
        Effect.map(Result.succeed),
        // The policy is asked about those failures alone that it may repeat.
        Effect.catchIf(
          (error) => !mayRepeat(error),
          (error) => Effect.succeed(Result.fail(error))
        ),
        Effect.retry(schedule),
        Effect.flatMap(Effect.fromResult)
      )
    }

    const begun = Effect.clockWith((clock) => {
      purse.earn(clock.currentTimeMillisUnsafe())
      return attempt
    })
    const repeated = Effect.catchIf(begun, mayRepeat, repeatAfter)
    const timed = Duration.isFinite(call.timeout)
      ? Effect.timeoutOrElse(repeated, {
          duration: call.timeout,
          orElse: () =>
            Effect.fail(
              new ScreepsError({ operation: call.name, reason: new TimedOut({ after: call.timeout }) })
            )
        })
      : repeated
    return Effect.mapError(timed, (error) =>
      retries > 0 ? new ScreepsError({ operation: error.operation, reason: error.reason, retries }) : error
    )
  }
}
