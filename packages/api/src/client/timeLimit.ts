/** Time limits of effects. */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"

/** Runs another effect once, if an effect takes longer than ten seconds. @internal */
export const ifSlow = <A, E, R>(
  effect: Effect.Effect<A, E, R>,
  then: Effect.Effect<void>
): Effect.Effect<A, E, R> =>
  Effect.flatMap(Effect.forkChild(Effect.delay(then, 10_000)), (waiting) =>
    Effect.ensuring(effect, Fiber.interrupt(waiting))
  )

/** The longest timer of platforms, in milliseconds. */
const longest = 2 ** 31 - 1

/**
 * Runs an effect; after a duration it is interrupted, and another effect takes its place.
 *
 * **Details**
 *
 * The same as `Effect.timeoutOrElse`, which costs more than the rest of a call: it forks two fibers and collects them in
 * sets.
 *
 * @internal
 */
export const runWithin = <A, E>(
  effect: Effect.Effect<A, E>,
  duration: Duration.Duration,
  orElse: () => Effect.Effect<A, E>,
  /** Returns the context in which the effect runs; by default that of the caller. */
  contextFor?: (own: Context.Context<never>) => Context.Context<never>
): Effect.Effect<A, E> =>
  Effect.contextWith((own: Context.Context<never>) =>
    Effect.callback((resume) => {
      const context = contextFor === undefined ? own : contextFor(own)
      const running = Effect.runForkWith(context)(effect)
      const exit = running.pollUnsafe()
      if (exit !== undefined) return resume(exit)
      const end = () => resume(Effect.flatMap(Fiber.interrupt(running), orElse))
      const millis = Duration.toMillis(duration)
      // Only a clock that the program provides, such as `TestClock`, needs a fiber that sleeps.
      const isNative = Context.getOrUndefined(context, Clock.Clock) === undefined && millis <= longest
      const timer = isNative ? setTimeout(end, millis) : undefined
      const sleeping = isNative
        ? undefined
        : Effect.runForkWith(context)(Effect.map(Effect.sleep(duration), end))
      running.addObserver((exit) => {
        clearTimeout(timer)
        sleeping?.interruptUnsafe()
        resume(exit)
      })
      return Effect.suspend(() => {
        clearTimeout(timer)
        sleeping?.interruptUnsafe()
        return Fiber.interrupt(running)
      })
    })
  )
