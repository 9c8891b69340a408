/** Logs that a sign-in takes long, since a program sees only that its calls do not return. */
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Millis from "@screeps-effect/schema/Millis"

/** In milliseconds: a longer sign-in is logged. */
const patience = 10_000

/** Logs a long sign-in once, after ten seconds, and when one succeeds. @internal */
export const logSlowSignIn = (url: string) => {
  let loggedSince: number | undefined
  return <A, E>(signIn: Effect.Effect<A, E>): Effect.Effect<A, E> =>
    Effect.gen(function* () {
      const clock = yield* Clock.Clock
      const startedAt = Millis.monotonicOf(clock)
      const log = Effect.suspend(() => {
        loggedSince = startedAt
        return Effect.logWarning(
          `No response to the sign-in at ${url} for ten seconds. Calls that need the account wait for it.`
        )
      })
      const waiting =
        loggedSince === undefined ? yield* Effect.forkChild(Effect.delay(log, patience)) : undefined
      const token = yield* waiting === undefined ? signIn : Effect.ensuring(signIn, Fiber.interrupt(waiting))
      if (loggedSince !== undefined) {
        const after = Duration.format(
          Duration.seconds(Math.round((Millis.monotonicOf(clock) - loggedSince) / 1000))
        )
        loggedSince = undefined
        yield* Effect.logInfo(`Signed in at ${url} after ${after}.`)
      }
      return token
    })
}
