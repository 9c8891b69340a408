/** Shares one run of an effect between concurrent callers. */
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import type * as Scope from "effect/Scope"
/**
 * Runs the effect when the first caller arrives; callers that arrive meanwhile wait for the same run. It runs in the
 * scope, so that the interruption of a caller does not end it; once the scope is closed, callers fail with `closed`.
 *
 * @internal
 */
export const shared = <A, E>(
  effect: Effect.Effect<A, E>,
  scope: Scope.Scope,
  closed: E
): Effect.Effect<A, E> => {
  let running: Fiber.Fiber<A, E> | undefined
  const join = (fiber: Fiber.Fiber<A, E>): Effect.Effect<A, E> =>
    Effect.flatMap(Fiber.await(fiber), (exit) => (Exit.hasInterrupts(exit) ? Effect.fail(closed) : exit))
  return Effect.uninterruptibleMask((restore) =>
    Effect.suspend(() => {
      if (running !== undefined) return restore(join(running))
      return Effect.flatMap(Effect.forkIn(Effect.interruptible(effect), scope), (fiber) => {
        running = fiber
        fiber.addObserver(() => {
          running = undefined
        })
        return restore(join(fiber))
      })
    })
  )
}
