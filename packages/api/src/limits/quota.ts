/** One quota: its state and the calls that wait for it, kept in memory. */
import type { RateLimit } from "@screeps-effect/schema/RateLimit"
import type * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Ledger from "./ledger.ts"
import * as Millis from "@screeps-effect/schema/Millis"
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
  /** The period over which requests are counted, in milliseconds; 0 when unknown. */
  readonly period: number
  /** Whether its limit is known from responses only. */
  readonly isReported: boolean
  /** Releases what belongs to the quota when it is no longer kept; calls that wait for it may go on. */
  readonly dispose: () => void
  /**
   * Waits for the caller's turn and for a slot, sends, and frees the slot one period after the response. `send` receives
   * how long the caller waited. A caller that waits for something else before it sends uses `check` to find out whether
   * its slot is still valid. `outcome` is read when the request has ended.
   */
  readonly take: <A, E, R>(
    caller: Caller,
    send: (waited: number, check: () => Effect.Effect<void, Revoked>) => Effect.Effect<A, E, R>,
    outcome: Ledger.Outcome
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
  readonly latest: (clock: Clock.Clock) => RateLimit | undefined
}

/** The longest timer, in milliseconds; then the wait is computed again. */
const longest = 3_600_000

interface LocalWaiter extends Waiter {
  readonly since: number
  slot: Ledger.Slot | undefined
}

/** Creates a quota that is kept in memory. */
export const makeQuota = (rule: Ledger.Rule): Quota => {
  const ledger = Ledger.makeLedger(rule)
  const waitQueue = makeWaitQueue<LocalWaiter>()
  const { queue } = waitQueue

  const nowOf = (clock: Clock.Clock): number => {
    const now = clock.currentTimeMillisUnsafe()
    Ledger.follow(ledger, now, Millis.monotonicOf(clock))
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

  /** Waits for the caller's turn and for a slot, which may come when the caller is interrupted. */
  const wait = (me: LocalWaiter, clock: Clock.Clock): Effect.Effect<Ledger.Slot, QuotaExceeded> => {
    const turn = (isWaiting: boolean): Effect.Effect<Ledger.Slot, QuotaExceeded> =>
      Effect.suspend(() => {
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
        const rest = Effect.andThen(Effect.andThen(notified, pause), turn(true))
        if (isWaiting) return rest
        return Effect.withSpan(rest, "RateLimits.wait", { attributes: { "screeps.limit_key": rule.key } })
      })
    return turn(false)
  }

  const check = (slot: Ledger.Slot) =>
    Effect.clockWith((clock) =>
      Ledger.isGood(ledger, nowOf(clock), slot) ? Effect.void : Effect.fail(new Revoked())
    )

  const latest = (clock: Clock.Clock) => {
    const now = nowOf(clock)
    return Ledger.stateOf(ledger, Ledger.factsOf(ledger, now), now)
  }

  return {
    period: ledger.period,
    isReported: Ledger.isReported(rule),
    dispose: () => {},
    take: (caller, send, outcome) =>
      Effect.clockWith((clock) => {
        let me: LocalWaiter | undefined
        let slot: Ledger.Slot | undefined
        const admitted = Effect.suspend(() => {
          const now = nowOf(clock)
          // Most calls: no call waits, and the quota is not exhausted.
          if (queue.length === 0 && isOpen(now)) {
            const given = (slot = Ledger.take(ledger, now))
            return send(0, () => check(given))
          }
          const waiter = (me = Object.assign(makeWaiter(caller), { since: Millis.monotonicOf(clock), slot }))
          waitQueue.join(waiter)
          return Effect.flatMap(wait(waiter, clock), (given) => {
            slot = given
            return send(Millis.monotonicOf(clock) - waiter.since, () => check(given))
          })
        })
        return Effect.onExit(admitted, () => {
          const given = slot ?? me?.slot
          const now = nowOf(clock)
          if (given !== undefined) Ledger.settle(ledger, now, given, outcome)
          else if (me !== undefined) waitQueue.leave(me)
          if (queue.length > 0) refresh(now)
          return Effect.void
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
    state: Effect.clockWith((clock) => Effect.succeed(latest(clock))),
    latest
  }
}
