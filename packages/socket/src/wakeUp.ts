/** Wakes a fiber once per turn of the event loop, however much happened in it. */
import * as Latch from "effect/Latch"

export const make = () => {
  const latch = Latch.makeUnsafe(false)
  let isDue = false
  const wake = () => {
    if (!isDue) return
    isDue = false
    latch.openUnsafe()
  }
  return {
    /** Waits until something happened. */
    wait: latch.await,
    /** Something happened: the fiber continues when the present turn has ended. */
    soon: () => {
      if (isDue || latch.isOpen()) return
      isDue = true
      queueMicrotask(wake)
    },
    /** Wakes the fiber now if it was to be woken soon. */
    now: wake,
    /** Nothing has happened yet. */
    reset: () => void latch.closeUnsafe()
  }
}
