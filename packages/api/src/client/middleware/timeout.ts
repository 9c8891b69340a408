/** The time limit of a whole call: waits, sign-in, attempts and retries. */
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { TimedOut } from "../../ScreepsError.ts"
import { failure } from "../Response.ts"
import type { Settings } from "../settings.ts"
import { runWithin } from "../timeLimit.ts"
import { type Middleware, none } from "./Send.ts"

/**
 * The time limit of a whole call (signing in, waiting for limits, attempts, retries and the waits between them), after
 * which it fails with `TimedOut`; no limit by default.
 *
 * **Details**
 *
 * A `Context.Reference`: replace it for one call or one program with `Effect.provideService`, for one client with
 * `Layer.provide(Layer.succeed(ScreepsClient.CallTimeout, …))`. There is no limit by default because waiting for an
 * exhausted quota may take hours. A sign-in that other calls share continues after the timeout.
 */
export const CallTimeout: Context.Reference<Duration.Duration> = Context.Reference(
  "@screeps-effect/api/ScreepsClient/CallTimeout",
  { defaultValue: () => Duration.infinity }
)

/** @internal */
export const timeout = (settings: Settings): Middleware => {
  const after = settings(CallTimeout)
  if (!Duration.isFinite(after)) return none
  return (send) => (request) =>
    runWithin(send(request), after, () => Effect.fail(failure(request, new TimedOut({ after }))))
}
