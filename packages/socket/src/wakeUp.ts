/** Wakes a fiber once per turn of the event loop, however much happened in it. */
import type * as Effect from "effect/Effect"
import * as Latch from "effect/Latch"

export interface WakeUp {
  /** Waits until something happened. */
  readonly wait: Effect.Effect<void>
  /** Something happened: the fiber continues when the present turn has ended. */
  readonly soon: () => void
  /** Wakes the fiber now if it was to be woken soon. */
  readonly now: () => void
  /** Nothing has happened yet. */
  readonly reset: () => void
}

export const make = (): WakeUp => {
  const latch = Latch.makeUnsafe(false)
  let isDue = false
  const wake = () => {
    if (!isDue) return
    isDue = false
    latch.openUnsafe()
  }
  return {
    wait: latch.await,
    soon: () => {
      if (isDue || latch.isOpen()) return
      isDue = true
      queueMicrotask(wake)
    },
    now: wake,
    reset: () => void latch.closeUnsafe()
  }
}
