/** Round trips: sign-ins whose responses show what has arrived, since both sides handle frames in order. */
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

export interface RoundTrips {
  /** Waits for a round trip that begins later than now, on the present connection or the next one. */
  readonly next: Effect.Effect<RoundTrip>
  /** Completes when a round trip is wanted. */
  readonly wanted: Effect.Effect<void>
  /**
   * Takes everyone who waits into the sign-in that is sent next; the returned effect completes with its response.
   * `undefined` when nobody waits any longer.
   */
  readonly begin: () => Effect.Effect<void> | undefined
  /** A sign-in is sent, for whatever reason. */
  readonly onSent: () => void
  /** The response to the oldest sign-in was received. */
  readonly onResponse: (outcome: RoundTrip) => void
  /** The server does not respond, or nothing can be sent: nobody waits any longer. */
  readonly onUnknown: () => void
  /** The connection was lost; those whose sign-in was not sent wait for the next one. */
  readonly onEnd: () => void
}

const none: ReadonlySet<Resume> = new Set()

export const make = (): RoundTrips => {
  const wanted = Latch.makeUnsafe(false)
  let waiting = new Set<Resume>()
  /** Who waits for the sign-in that is sent next. */
  let taken = none
  /** Who waits for the responses to come, the oldest sign-in first. */
  let inProgress: Array<ReadonlySet<Resume>> = []

  /** Resuming runs a fiber at once, which may wait again: in another set than those that are resumed. */
  const settle = (callers: Iterable<Resume>, outcome: RoundTrip) => {
    for (const resume of callers) resume(outcome)
  }

  return {
    next: Effect.callback((resume) => {
      const done: Resume = (outcome) => resume(Effect.succeed(outcome))
      waiting.add(done)
      wanted.openUnsafe()
      return Effect.sync(() => void waiting.delete(done))
    }),
    wanted: wanted.await,
    begin: () => {
      wanted.closeUnsafe()
      if (waiting.size === 0) return undefined
      const responded = Latch.makeUnsafe(false)
      taken = waiting.add(() => responded.openUnsafe())
      waiting = new Set()
      return responded.await
    },
    onSent: () => {
      inProgress.push(taken)
      taken = none
    },
    onResponse: (outcome) => settle(inProgress.shift() ?? none, outcome),
    onUnknown: () => {
      const callers = [...inProgress.flatMap((one) => [...one]), ...waiting]
      waiting = new Set()
      wanted.closeUnsafe()
      settle(callers, "unknown")
    },
    onEnd: () => {
      const callers = inProgress.flatMap((one) => [...one])
      inProgress = []
      settle(callers, "unknown")
    }
  }
}
