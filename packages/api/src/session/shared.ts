/** Shares one run of an effect between concurrent callers. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import type * as Scope from "effect/Scope"
import { CallTimeout } from "../client/middleware/timeout.ts"
import { MaxResponseBytes, RequestTimeout } from "../client/middleware/transport.ts"
import { Retry, RetryableRequests } from "../client/Retry.ts"
import { MaxWait, OnLimit } from "../limits/RateLimits.ts"

/** What decides how a request is sent; what observes it, such as spans and events, is left to the first caller. */
const settings = [
  Retry,
  RetryableRequests,
  CallTimeout,
  RequestTimeout,
  MaxResponseBytes,
  OnLimit,
  MaxWait
] as const

/**
 * Runs the effect when the first caller arrives; callers that arrive meanwhile wait for the same run. It runs in the
 * scope, so that the interruption of a caller does not end it; once the scope is closed, callers fail with `closed`. Its
 * settings are those of the context: one caller does not decide for the others.
 *
 * @internal
 */
export const shared = <A, E>(
  effect: Effect.Effect<A, E>,
  scope: Scope.Scope,
  context: Context.Context<never>,
  closed: E
): Effect.Effect<A, E> => {
  let running: Fiber.Fiber<A, E> | undefined
  const join = (fiber: Fiber.Fiber<A, E>): Effect.Effect<A, E> =>
    Effect.flatMap(Fiber.await(fiber), (exit) => (Exit.hasInterrupts(exit) ? Effect.fail(closed) : exit))
  const given = Context.pick(...settings)(context)
  const isolated = Effect.updateContext(effect, (own: Context.Context<never>) =>
    Context.merge(Context.omit(...settings)(own), given)
  )
  return Effect.uninterruptibleMask((restore) =>
    Effect.suspend(() => {
      if (running !== undefined) return restore(join(running))
      return Effect.flatMap(Effect.forkIn(Effect.interruptible(isolated), scope), (fiber) => {
        running = fiber
        fiber.addObserver(() => {
          running = undefined
        })
        return restore(join(fiber))
      })
    })
  )
}
