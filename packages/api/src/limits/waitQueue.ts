/** The queue of calls that wait for one quota, ordered by their tickets. */
import * as Effect from "effect/Effect"

/** One call that passes through the quotas. */
export interface Caller {
  /** Its place in the order of arrival, also for retries. */
  readonly ticket: number
  /** Whether it waits, rather than fail. */
  readonly patient: boolean
  /** The longest wait that the server may require, in milliseconds: the caller fails rather than wait longer. */
  readonly maxWait: number
  /** Runs with the wait in milliseconds when the call is next and the limit is exhausted; with `fails` it does not wait. */
  readonly onWait: (wait: number, fails?: "fails") => Effect.Effect<void>
}

export interface Waiter extends Caller {
  woken: boolean
  wake: () => void
}

const nothing = () => {}

export const makeWaiter = ({ maxWait, onWait, patient, ticket }: Caller): Waiter => ({
  ticket,
  patient,
  maxWait,
  onWait,
  woken: false,
  wake: nothing
})

export const wakeUp = (waiter: Waiter | undefined): void => {
  if (waiter === undefined) return
  waiter.woken = true
  waiter.wake()
}

/** Ends when the waiter is woken: the first one, which has a timer, before the others. */
export const woken = (me: Waiter, isTimed: boolean): Effect.Effect<void> =>
  Effect.callback<void>((resume) => {
    if (me.woken) return resume(Effect.void)
    me.wake = () => resume(isTimed ? Effect.void : Effect.yieldNow)
    return Effect.sync(() => {
      me.wake = nothing
    })
  })

export interface WaitQueue<W extends Waiter> {
  readonly queue: ReadonlyArray<W>
  readonly join: (me: W) => void
  readonly leave: (me: W) => void
  /** Wakes the first call, and those that fail rather than wait, to compute their waits again. */
  readonly refresh: () => void
}

/** Creates an empty queue. */
export const makeWaitQueue = <W extends Waiter>(): WaitQueue<W> => {
  const queue: Array<W> = []
  let impatient = 0
  return {
    queue,
    join: (me) => {
      let place = queue.length
      while (place > 0 && (queue[place - 1]?.ticket ?? 0) > me.ticket) place--
      queue.splice(place, 0, me)
      if (!me.patient) impatient++
    },
    leave: (me) => {
      const place = queue.indexOf(me)
      if (place === -1) return
      queue.splice(place, 1)
      if (!me.patient) impatient--
    },
    refresh: () => {
      wakeUp(queue[0])
      // A call that fails leaves the queue at once.
      if (impatient > 0) for (const waiter of queue.filter(({ patient }) => !patient)) wakeUp(waiter)
    }
  }
}
