/** One run of an effect for all who ask while it lasts. */
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import type * as Scope from "effect/Scope"

/**
 * Runs the effect for whoever asks first; all who ask while it runs wait for the same run. It lives in the scope: a
 * caller that is interrupted only stops waiting for it.
 *
 * @internal
 */
export const shared = <A, E>(effect: Effect.Effect<A, E>, scope: Scope.Scope): Effect.Effect<A, E> => {
  let flight: Fiber.Fiber<A, E> | undefined
  return Effect.uninterruptibleMask((restore) =>
    Effect.suspend(() => {
      if (flight !== undefined) return restore(Fiber.join(flight))
      return Effect.flatMap(Effect.forkIn(Effect.interruptible(effect), scope), (fiber) => {
        flight = fiber
        fiber.addObserver(() => {
          flight = undefined
        })
        return restore(Fiber.join(fiber))
      })
    })
  )
}
