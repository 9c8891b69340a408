/** One quota: its state and the calls that wait for it, kept in memory. */
import type { RateLimit } from "@screeps-effect/schema/RateLimit"
import type * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Ledger from "./ledger.ts"
import { monotonic } from "./time.ts"
import { type Caller, makeWaitQueue, makeWaiter, type Waiter, wakeUp, woken } from "./waitQueue.ts"

/** The caller would have to wait this many milliseconds and chose to fail instead, or it is too long. */
export class QuotaExceeded {
  readonly _tag = "QuotaExceeded"
  readonly wait: number
  constructor(wait: number) {
    this.wait = wait
  }
}

/** The caller's slot is no longer valid: another request has received a 429 since. */
export class Revoked {
  readonly _tag = "Revoked"
}

/** One quota, in memory or in a shared store. */
export interface Quota {
  /**
   * Waits for the caller's turn and for a slot, sends, and frees the slot one period after the response. A caller that
   * waits for something else before it sends uses `check` to find out whether its slot is still valid.
   */
  readonly take: <A, E, R>(
    caller: Caller,
    send: (check: Effect.Effect<void, Revoked>) => Effect.Effect<A, E, R>,
    outcome: () => Ledger.Outcome
  ) => Effect.Effect<A, E | QuotaExceeded, R>
  /** Updates the quota from the rate headers of a response. */
  readonly update: (reported: Ledger.Reported) => Effect.Effect<void>
  /** Blocks the quota for some milliseconds, after a 429. */
  readonly block: (wait: number) => Effect.Effect<void>
  /** Suspends the quota until a moment: nothing is counted. */
  readonly suspend: (until: number) => Effect.Effect<void>
  /** Returns how long a new call would wait now, in milliseconds. */
  readonly wait: Effect.Effect<number>
  readonly state: Effect.Effect<RateLimit | undefined>
  /** Returns the last known state, without a request to the store. */
  readonly latest: Effect.Effect<RateLimit | undefined>
}

/** The longest timer, in milliseconds; then the wait is computed again. */
const longest = 3_600_000

interface LocalWaiter extends Waiter {
  slot: Ledger.Slot | undefined
}

/** Creates a quota that is kept in memory. */
export const makeQuota = (rule: Ledger.Rule): Quota => {
  const ledger = Ledger.makeLedger(rule)
  const waitQueue = makeWaitQueue<LocalWaiter>()
  const { queue } = waitQueue

  const nowOf = (clock: Clock.Clock): number => {
    const now = clock.currentTimeMillisUnsafe()
    Ledger.follow(ledger, now, monotonic(clock))
    return now
  }

  const now = <A>(f: (now: number) => A): Effect.Effect<A> =>
    Effect.clockWith((clock) => Effect.succeed(f(nowOf(clock))))

  const isOpen = (now: number) => Ledger.hasCapacity(ledger, 0) && Ledger.waitFor(ledger, now, 0) <= 0

  /** Gives slots to the first waiting calls, as long as there are free ones. */
  const admit = (now: number) => {
    for (let me = queue[0]; me !== undefined; me = queue[0]) {
      if (!isOpen(now)) return
      waitQueue.leave(me)
      me.slot = Ledger.take(ledger, now)
      wakeUp(me)
    }
  }

  /** Gives free slots to waiting calls after a change, and lets the first remaining call compute its wait again. */
  const refresh = (now: number) => {
    admit(now)
    waitQueue.refresh()
  }

  /** Takes a slot at once if no call waits and the quota is not exhausted, as for most calls. */
  const enterNow = (now: number): Ledger.Slot | undefined =>
    queue.length === 0 && isOpen(now) ? Ledger.take(ledger, now) : undefined

  /** Waits for the caller's turn and for a slot; only the waiting itself is interruptible. */
  const enter = (
    caller: Caller,
    restore: <A, E, R>(self: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
  ) =>
    Effect.suspend(() => {
      const me: LocalWaiter = Object.assign(makeWaiter(caller), { slot: undefined })
      waitQueue.join(me)
      const turn = (isWaiting: boolean): Effect.Effect<Ledger.Slot, QuotaExceeded> =>
        Effect.clockWith((clock) => {
          me.woken = false
          const now = nowOf(clock)
          const before = queue[0]
          admit(now)
          if (queue[0] !== before && queue[0] !== me) wakeUp(queue[0])
          if (me.slot !== undefined) return Effect.succeed(me.slot)
          const isFirst = queue[0] === me
          const ahead = isFirst ? 0 : me.patient ? undefined : queue.indexOf(me)
          const wait = ahead === undefined ? 0 : Ledger.waitFor(ledger, now, ahead)
          const required = Ledger.requiredWait(ledger, now)
          if ((wait > 0 && !me.patient) || required > me.maxWait) {
            waitQueue.leave(me)
            refresh(now)
            const longer = Math.max(wait, required)
            return Effect.andThen(me.onWait(longer, "fails"), Effect.fail(new QuotaExceeded(longer)))
          }
          const timer = Effect.sleep(Math.min(Math.ceil(wait), longest))
          const pause = wait > 0 ? Effect.raceFirst(woken(me, true), timer) : woken(me, false)
          const notified = wait > 0 ? me.onWait(wait) : Effect.void
          const rest = Effect.andThen(Effect.andThen(notified, restore(pause)), turn(true))
          if (isWaiting) return rest
          return Effect.withSpan(rest, "RateLimits.wait", { attributes: { "screeps.limit_key": rule.key } })
        })
      return Effect.onInterrupt(turn(false), () =>
        now((now) => {
          if (me.slot === undefined) waitQueue.leave(me)
          else ledger.inFlight--
          refresh(now)
        })
      )
    })

  const check = (slot: Ledger.Slot) =>
    Effect.flatMap(
      now((now) => Ledger.isGood(ledger, now, slot)),
      (good) => (good ? Effect.void : Effect.fail(new Revoked()))
    )

  const state = now((now) => Ledger.stateOf(rule, Ledger.factsOf(ledger, now), now))

  return {
    take: (caller, send, outcome) =>
      Effect.uninterruptibleMask((restore) => {
        const sendWith = (slot: Ledger.Slot) =>
          Effect.onExit(restore(send(check(slot))), () =>
            now((now) => {
              Ledger.settle(ledger, now, slot, outcome())
              refresh(now)
            })
          )
        return Effect.clockWith((clock) => {
          const slot = enterNow(nowOf(clock))
          return slot === undefined ? Effect.flatMap(enter(caller, restore), sendWith) : sendWith(slot)
        })
      }),
    update: (reported) => now((at) => Ledger.update(ledger, at, reported)),
    block: (wait) =>
      now((now) => {
        Ledger.block(ledger, now + wait)
        refresh(now)
      }),
    suspend: (until) =>
      now((now) => {
        ledger.suspendedUntil = until
        refresh(now)
      }),
    wait: now((now) => Math.max(0, Ledger.waitFor(ledger, now, queue.length))),
    state,
    latest: state
  }
}
