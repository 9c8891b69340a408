/** Waiting with a time limit, and for something that is requested again and again. */
import * as Retry from "@screeps-effect/api/Retry"
import { ScreepsError } from "@screeps-effect/api/ScreepsError"
import { withoutStackTrace } from "@screeps-effect/schema/StackTrace"
import * as Data from "effect/Data"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"

/** The condition did not come true within the time limit. */
export class WaitTimedOut extends withoutStackTrace(Data.TaggedError("WaitTimedOut"))<{
  /** The condition, such as `level 3 of the controller in W7N3`. */
  readonly waitingFor: string
  /** The time limit. */
  readonly after: Duration.Duration
  /** What was received last. */
  readonly seen: string
}> {
  override get message() {
    return `${this.waitingFor}: not within ${Duration.format(this.after)} (${this.seen})`
  }
}

/** Records what was received last, for `WaitTimedOut`. */
export type See = (seen: string) => void

/** Waits for an effect; after the time limit, fails with what was received last. Without a limit it waits for ever. */
export const waitFor = <A, E, R>(
  waitingFor: string,
  timeout: Duration.Input | undefined,
  wait: (see: See) => Effect.Effect<A, E, R>
): Effect.Effect<A, E | WaitTimedOut, R> =>
  Effect.suspend(() => {
    let seen = "nothing was received"
    const waiting = wait((text) => {
      seen = text
    })
    return timeout === undefined
      ? waiting
      : Effect.timeoutOrElse(waiting, {
          duration: timeout,
          orElse: () =>
            Effect.fail(new WaitTimedOut({ waitingFor, after: Duration.fromInputUnsafe(timeout), seen }))
        })
  })

/** The result of one check: the value, or how long to wait before the next check. */
export type Checked<A> =
  | { readonly _tag: "Done"; readonly value: A }
  | { readonly _tag: "NotYet"; readonly wait: Duration.Input }

export const done = <A>(value: A): Checked<A> => ({ _tag: "Done", value })

export const notYet = (wait: Duration.Input): Checked<never> => ({ _tag: "NotYet", wait })

/** Checks until the value is there; after a failure that may pass (`Retry.isTransient`), it checks again. */
export const poll = Effect.fnUntraced(function* <A, E extends Error, R>(
  see: See,
  every: Duration.Input,
  check: Effect.Effect<Checked<A>, E, R>
): Effect.fn.Return<A, E, R> {
  const checking = Effect.catchIf(
    check,
    (error) => error instanceof ScreepsError && Retry.isTransient(error),
    ({ message }) =>
      Effect.sync(() => {
        see(message)
        return notYet(every)
      })
  )
  for (;;) {
    const checked = yield* checking
    if (checked._tag === "Done") return checked.value
    yield* Effect.sleep(checked.wait)
  }
})
