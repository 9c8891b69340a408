/**
 * Whether the server responds: its frames, and round trips, which are sign-ins whose responses show what has arrived, since
 * both sides handle frames in order.
 */
import * as Effect from "effect/Effect"
import * as Latch from "effect/Latch"

/**
 * What a round trip has shown.
 *
 * **Details**
 *
 * - `complete`: the server received everything that was sent before, and everything that it sent before has arrived.
 * - `received`: the server received everything that was sent before. Compressed frames may still arrive, since servers
 *   compress them beside others.
 * - `unknown`: nothing, since there was no response: the connection was lost, or there is no token to sign in with, as for
 *   guests.
 */
export type RoundTrip = "complete" | "received" | "unknown"

type Resume = (outcome: RoundTrip) => void

/** For how many milliseconds after a frame a connection counts as responsive. */
const fresh = 5_000

const none: ReadonlySet<Resume> = new Set()

/** Resuming runs a fiber at once, which may wait again: in another set than the given one. */
const settle = (callers: Iterable<Resume>, outcome: RoundTrip) => {
  for (const resume of callers) resume(outcome)
}

export type Responses = ReturnType<typeof make>

export const make = (clock: () => number) => {
  const wanted = Latch.makeUnsafe(false)
  let isReady = false
  let receivedAt = clock()
  /** Who waits for a frame. */
  let forFrame = new Set<Resume>()
  /** Who waits for a round trip that has not begun. */
  let waiting = new Set<Resume>()
  /** Who waits for the sign-in that is sent next. */
  let taken = none
  /** Who waits for the responses to come, the oldest sign-in first. */
  let inProgress: Array<ReadonlySet<Resume>> = []

  const quiet = () => clock() - receivedAt

  const waitIn = (callers: Set<Resume>, resume: (outcome: Effect.Effect<RoundTrip>) => void) => {
    const done: Resume = (outcome) => resume(Effect.succeed(outcome))
    callers.add(done)
    return Effect.sync(() => void callers.delete(done))
  }
  const frame = Effect.callback<RoundTrip>((resume) => waitIn(forFrame, resume))
  const next = Effect.callback<RoundTrip>((resume) => {
    const cancel = waitIn(waiting, resume)
    wanted.openUnsafe()
    return cancel
  })

  const onFrame = () => {
    receivedAt = clock()
    if (!isReady || forFrame.size === 0) return
    const callers = forFrame
    forFrame = new Set()
    settle(callers, "received")
  }

  return {
    /** Waits until the server has sent something within the last seconds, on a connection that is ready. */
    responds: Effect.suspend((): Effect.Effect<unknown> => {
      if (!isReady) return frame
      if (quiet() < fresh) return Effect.void
      // A round trip that fails with the connection shows nothing: the next connection does.
      const tried = Effect.flatMap(next, () => (isReady ? Effect.void : Effect.never))
      return Effect.raceFirst(frame, tried)
    }),
    /** Waits for a round trip that begins later than now, on the present connection or the next one. */
    next,
    /** Completes when a round trip is wanted. */
    wanted: wanted.await,
    /** Milliseconds since the last frame. */
    quiet,
    /**
     * Takes everyone who waits into the sign-in that is sent next; the returned effect completes with its response.
     * `undefined` when nobody waits any longer.
     */
    begin: () => {
      wanted.closeUnsafe()
      if (waiting.size === 0) return undefined
      const responded = Latch.makeUnsafe(false)
      taken = waiting.add(() => responded.openUnsafe())
      waiting = new Set()
      return responded.await
    },
    /** Frames were received. */
    onReceived: onFrame,
    /** The connection became ready. */
    onReady: () => {
      isReady = true
      onFrame()
    },
    /** A sign-in is sent, for whatever reason. */
    onSent: () => {
      inProgress.push(taken)
      taken = none
    },
    /** The response to the oldest sign-in was received. */
    onResponse: (outcome: RoundTrip) => settle(inProgress.shift() ?? none, outcome),
    /** The server does not respond, or nothing can be sent: nobody waits any longer. */
    onUnknown: () => {
      const callers = [...inProgress.flatMap((one) => [...one]), ...waiting]
      waiting = new Set()
      wanted.closeUnsafe()
      settle(callers, "unknown")
    },
    /** The connection is being closed. */
    onLost: () => {
      isReady = false
    },
    /** The connection was closed; those whose sign-in was not sent wait for the next one. */
    onEnd: () => {
      const callers = inProgress.flatMap((one) => [...one])
      inProgress = []
      settle(callers, "unknown")
    }
  }
}
