/** Whether the server responds on the present connection. */
import * as Effect from "effect/Effect"
import * as Latch from "effect/Latch"

/** For how many milliseconds after a frame a connection counts as responsive. */
const fresh = 5_000

export interface Liveness {
  /** Completes once the server has sent something within the last seconds, on a connection that is ready. */
  readonly confirmed: Effect.Effect<void>
  /** Milliseconds since the last frame. */
  readonly quiet: () => number
  readonly onReceived: () => void
  /** The connection became ready. */
  readonly onReady: () => void
  /** The connection was lost. */
  readonly onEnd: () => void
  /** The connection cannot send a request to the server: nothing waits for it any longer. */
  readonly onUnknown: () => void
  /** Completes when something waits for a response, and the connection should request one. */
  readonly wanted: Effect.Effect<void>
  /** Whether something waits for a response; the next `wanted` waits for another. */
  readonly takeWanted: () => boolean
  /** Completes with the next frame. */
  readonly received: Effect.Effect<void>
}

export const make = (clock: () => number): Liveness => {
  const waiting = new Set<() => void>()
  const wanted = Latch.makeUnsafe(false)
  let isReady = false
  let receivedAt = clock()

  /** Resuming runs a fiber at once, which may wait again: for the next frame, not for this one. */
  const notify = () => {
    const resumed = [...waiting]
    waiting.clear()
    for (const resume of resumed) resume()
  }
  const quiet = () => clock() - receivedAt
  /** Waits for the next frame; `onWaiting` runs once it is waited for. */
  const next = (onWaiting: () => void) =>
    Effect.callback<void>((resume) => {
      const done = () => resume(Effect.void)
      waiting.add(done)
      onWaiting()
      return Effect.sync(() => void waiting.delete(done))
    })

  return {
    confirmed: Effect.suspend(() =>
      isReady && quiet() < fresh ? Effect.void : next(() => void wanted.openUnsafe())
    ),
    quiet,
    onReceived: () => {
      receivedAt = clock()
      if (isReady && waiting.size > 0) notify()
    },
    onReady: () => {
      isReady = true
      receivedAt = clock()
      notify()
    },
    onEnd: () => {
      isReady = false
    },
    onUnknown: notify,
    wanted: wanted.await,
    takeWanted: () => {
      const isWanted = wanted.isOpen()
      wanted.closeUnsafe()
      return isWanted && waiting.size > 0
    },
    received: next(() => {})
  }
}
