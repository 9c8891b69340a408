/**
 * A quota that several processes share. The shared state decides (`sharedState.ts`); this module keeps the waiting calls
 * of this process. Only the first of them polls the store, which returns how long to wait.
 */
import type * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Semaphore from "effect/Semaphore"
import { QuotaExceeded, type Quota, Revoked } from "./quota.ts"
import * as Ledger from "./ledger.ts"
import { type Caller, makeWaitQueue, makeWaiter, type Waiter, woken } from "./waitQueue.ts"
import * as Millis from "@screeps-effect/schema/Millis"
import { lease, longestPoll, type Reply, type Run, type Step } from "./sharedState.ts"

/** The connection of this process to the store. */
export interface Connection {
  /** The name of this process in the store. */
  readonly program: string
  /** Takes a step; returns `undefined` while the store does not respond. */
  readonly run: Run<never, Reply | undefined>
  /** Registers an effect that runs when the store responds again; returns the function that removes it. */
  readonly onReturn: (report: Effect.Effect<unknown>) => () => void
}

/** The slot of a request. */
interface SharedSlot extends Ledger.Slot {
  readonly id: string
  /** Number of 429s that the store had counted before; `undefined` if the store did not give the slot. */
  readonly storeRefusals: number | undefined
  /** How long the caller waited, in milliseconds, the store included. */
  readonly waited: number
}

interface SharedWaiter extends Waiter {
  readonly id: string
  readonly since: number
  /** Whether the response of another request may end its wait. */
  needsPoll: boolean
}

/** Milliseconds between polls while waiting for the response of another process: first, and longest. */
const firstPoll = 25
const lastPoll = 250

/** While requests are in flight, the reported number is an estimate that counts them twice; responses correct it. */
const isEstimate = ({ facts, now }: Reply) => facts.inFlight > 0 && facts.reported.until > now

/** Returns the facts of the store by the clock of this process. */
const factsOf = ({ facts, now: storeNow }: Reply, now: number): Ledger.Facts => {
  const { at, limit, remaining, until } = facts.reported
  const shift = now - storeNow
  // Nothing was reported yet if the limit is 0.
  return limit === 0
    ? facts
    : { ...facts, reported: { limit, remaining, until: until + shift, at: at + shift } }
}

/** Creates a quota that is kept in a shared store. */
export const makeSharedQuota = (connection: Connection, key: string, rule: Ledger.Rule): Quota => {
  /** Counts the requests of this process, for the time when the store does not respond. */
  const ledger = Ledger.makeLedger(rule)
  const waitQueue = makeWaitQueue<SharedWaiter>()
  const { queue } = waitQueue
  /** Completed requests of this process and the times of their responses, in case the store loses them. */
  const completed = new Map<string, number>()
  /** Requests of this process in flight. */
  const inFlight = new Set<string>()
  /** Steps of this process would only repeat each other if they were taken at the same time. */
  const oneByOne = Semaphore.makeUnsafe(1).withPermits(1)
  let requests = 0
  let born = 0
  /** How many requests the store last counted, when, and how many of those in flight were of this process. */
  let counted: { readonly total: number; readonly mine: number; readonly at: number } | undefined
  let isLost = false
  let latest: { readonly facts: Ledger.Facts; readonly at: number } | undefined

  const nowOf = (clock: Clock.Clock): number => {
    const now = clock.currentTimeMillisUnsafe()
    Ledger.follow(ledger, now, Millis.monotonicOf(clock))
    return now
  }

  const now = <A>(f: (now: number, monotonicNow: number) => A): Effect.Effect<A> =>
    Effect.clockWith((clock) => Effect.sync(() => f(nowOf(clock), Millis.monotonicOf(clock))))

  const runStep = (step: Step): Effect.Effect<Reply | undefined> =>
    Effect.flatMap(oneByOne(connection.run(key, { rule, program: connection.program, step })), (reply) =>
      now((at, monotonicNow) => {
        if (reply === undefined) {
          latest = undefined
          if (!isLost && counted !== undefined && ledger.period > 0) {
            const until = at + ledger.period - (monotonicNow - counted.at)
            if (until > at) Ledger.leaveToOthers(ledger, at, ledger.limit - counted.total, until)
          }
          isLost = true
          return undefined
        }
        isLost = false
        if (step[0] === "take") Object.assign(ledger, { programs: reply.programs, rank: reply.rank })
        if (ledger.period > 0) ledger.limit = reply.facts.limit
        if (born === 0 || step[0] === "report") born = reply.born
        // A store that has lost its data counts too few.
        if (reply.born === born) {
          const mine = inFlight.size + (step[0] === "take" && reply.isGranted ? 1 : 0)
          counted = { total: reply.facts.used + reply.facts.inFlight, mine, at: monotonicNow }
        }
        latest = { facts: factsOf(reply, at), at }
        return reply
      })
    )

  const remember = (id: string, at: number) => {
    for (const [one, receivedAt] of completed) {
      if (receivedAt + ledger.period > at) break
      completed.delete(one)
    }
    if (ledger.period > 0) completed.set(id, at)
  }

  /** Returns how many of the requests that the store last counted were of other processes. */
  const countedOfOthers = ({ at, mine, total }: NonNullable<typeof counted>) => {
    const ended = [...completed.values()].filter((one) => one <= at && one + ledger.period > at)
    return Math.max(0, total - mine - ended.length)
  }

  /**
   * Reports the requests of this process to a store that did not respond or has lost its data. In the latter case, those of
   * other processes count, too: the processes may have ended.
   */
  const report = Effect.gen(function* () {
    const [bornBefore, known] = [born, counted]
    const monotonicNow = yield* now((_, monotonicNow) => monotonicNow)
    const recent = [...completed].filter(([, at]) => at + ledger.period > monotonicNow)
    yield* runStep(["report", recent.map(([id, at]) => [id, monotonicNow - at])])
    yield* Effect.forEach(inFlight, (id) => runStep(["renew", id]), { discard: true })
    if (born === bornBefore || bornBefore === 0 || known === undefined) return
    const others = countedOfOthers(known)
    if (others > 0)
      yield* runStep(["atLeast", others + recent.length + inFlight.size, monotonicNow - known.at])
  })
  const dispose = connection.onReturn(report)

  /** Requests a slot from the store; `undefined` while it does not respond. */
  const request = (me: SharedWaiter): Effect.Effect<Reply | undefined> => {
    const take = Effect.clockWith((clock) => {
      const waited = Millis.monotonicOf(clock) - me.since
      return runStep(["take", me.id, waited, me.patient, 0, born])
    })
    return Effect.flatMap(take, (reply) =>
      reply?.hasForgotten === true ? Effect.andThen(report, take) : Effect.succeed(reply)
    )
  }

  /** Returns the store's decision, or that of this process alone: a slot, or the milliseconds to wait. */
  const decide = (
    me: SharedWaiter,
    reply: Reply | undefined,
    now: number,
    clock: Clock.Clock
  ): SharedSlot | number => {
    const waited = Millis.monotonicOf(clock) - me.since
    if (reply === undefined) {
      const wait = Ledger.waitFor(ledger, now, 0)
      if (wait > 0 || !Ledger.hasCapacity(ledger, 0)) return wait
      return { ...Ledger.take(ledger, now), id: me.id, storeRefusals: undefined, waited }
    }
    if (!reply.isGranted) return reply.wait
    const { refusals } = Ledger.take(ledger, now)
    return { counts: !reply.facts.suspended, refusals, id: me.id, storeRefusals: reply.refusals, waited }
  }

  /** Waits for the caller's turn and for a slot; only waiting and polling are interruptible. */
  const enter = (
    caller: Caller,
    restore: <A, E, R>(self: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
  ) =>
    Effect.clockWith((clock) => {
      const me: SharedWaiter = Object.assign(makeWaiter(caller), {
        id: `${connection.program}:${++requests}`,
        since: Millis.monotonicOf(clock),
        needsPoll: false
      })
      waitQueue.join(me)
      let hasRequested = false

      const fail = (wait: number) => {
        waitQueue.leave(me)
        waitQueue.refresh()
        return Effect.andThen(me.onWait(wait, "fails"), Effect.fail(new QuotaExceeded(wait)))
      }
      let isWaiting = false
      const pauseFor = (pause: Effect.Effect<void>, polls: number) => {
        const rest = Effect.andThen(restore(pause), turn(polls))
        if (isWaiting) return rest
        isWaiting = true
        return Effect.withSpan(rest, "RateLimits.wait", { attributes: { "screeps.limit_key": rule.key } })
      }
      const poll = (wait: number, polls: number, needsPoll: boolean) => {
        me.needsPoll = needsPoll
        const most = wait > 0 ? Math.min(Math.ceil(wait), longestPoll) : lastPoll
        const millis = needsPoll ? Math.min(firstPoll * 2 ** polls, most) : most
        const pause = Effect.raceFirst(woken(me, true), Effect.sleep(millis))
        return pauseFor(pause, needsPoll ? Math.min(polls + 1, 10) : 0)
      }
      const turn = (polls: number): Effect.Effect<SharedSlot, QuotaExceeded> =>
        Effect.suspend(() => {
          me.woken = false
          const ahead = queue[0] === me ? 0 : queue.indexOf(me)
          if (ahead > 0 && me.patient) return pauseFor(woken(me, false), polls)
          if (ahead > 0) {
            return Effect.flatMap(restore(waitBehind(ahead)), (wait) =>
              wait > 0 ? fail(wait) : poll(wait, polls, true)
            )
          }
          hasRequested = true
          return Effect.flatMap(restore(request(me)), (reply) => {
            const now = nowOf(clock)
            const decision = decide(me, reply, now, clock)
            if (typeof decision === "number") {
              const required = Math.max(reply?.blocked ?? 0, Ledger.requiredWait(ledger, now))
              if ((decision > 0 && !me.patient) || required > me.maxWait) return fail(decision)
              const isUnsure = decision <= 0 || (reply !== undefined && isEstimate(reply))
              const pause = poll(decision, polls, isUnsure || reply === undefined)
              return isUnsure ? pause : Effect.andThen(me.onWait(decision), pause)
            }
            waitQueue.leave(me)
            inFlight.add(me.id)
            waitQueue.refresh()
            // A store that is about to respond again does not know requests to which it gave no slot.
            return Effect.as(
              decision.storeRefusals === undefined ? runStep(["renew", me.id]) : Effect.void,
              decision
            )
          })
        })

      return Effect.onInterrupt(turn(0), () => {
        waitQueue.leave(me)
        const left = hasRequested ? Effect.asVoid(runStep(["leave", me.id])) : Effect.void
        return Effect.andThen(left, Effect.sync(waitQueue.refresh))
      })
    })

  const waitBehind = (ahead: number): Effect.Effect<number> =>
    Effect.flatMap(runStep(["look", ahead]), (reply) =>
      now((now) => reply?.wait ?? Ledger.waitFor(ledger, now, ahead))
    )

  const renewal = (slot: SharedSlot) =>
    Effect.forever(Effect.delay(runStep(["renew", slot.id]), lease / 3)).pipe(
      Effect.interruptible,
      Effect.forkChild
    )

  const settle = (slot: SharedSlot, outcome: Ledger.Outcome) =>
    Effect.clockWith((clock) => {
      Ledger.settle(ledger, nowOf(clock), slot, outcome)
      inFlight.delete(slot.id)
      if (outcome.spent && slot.counts) remember(slot.id, Millis.monotonicOf(clock))
      const stored = { counts: slot.counts, refusals: slot.storeRefusals ?? -1 }
      return Effect.map(runStep(["settle", slot.id, outcome, stored]), () => {
        if (!outcome.spent || queue[0]?.needsPoll === true) waitQueue.refresh()
      })
    })

  const check = (slot: SharedSlot) =>
    Effect.gen(function* () {
      const reply =
        slot.storeRefusals === undefined ? undefined : yield* runStep(["check", slot.storeRefusals])
      const good =
        reply === undefined ? yield* now((now) => Ledger.isGood(ledger, now, slot)) : reply.isGranted
      if (!good) return yield* Effect.fail(new Revoked())
    })

  /** Changes the local ledger, then the store; waiting calls compute their waits again. */
  const change = (local: (now: number) => void, shared: (now: number) => Step) =>
    Effect.flatMap(
      now((now) => {
        local(now)
        return shared(now)
      }),
      (step) => Effect.map(runStep(step), waitQueue.refresh)
    )

  const stateFrom = (known: typeof latest, clock: Clock.Clock) => {
    const now = nowOf(clock)
    const facts =
      known === undefined
        ? Ledger.factsOf(ledger, now)
        : { ...known.facts, wait: known.facts.wait - (now - known.at) }
    return Ledger.stateOf(ledger, facts, now)
  }

  return {
    period: ledger.period,
    isReported: Ledger.isReported(rule),
    dispose,
    take: (caller, send, outcome) =>
      Effect.uninterruptibleMask((restore) =>
        Effect.flatMap(enter(caller, restore), (slot) =>
          Effect.flatMap(renewal(slot), (fiber) =>
            Effect.onExit(restore(send(slot.waited, () => check(slot))), () =>
              Effect.andThen(
                Fiber.interrupt(fiber),
                Effect.suspend(() => settle(slot, outcome))
              )
            )
          )
        )
      ),
    update: (reported) =>
      Effect.asVoid(
        change(
          (now) => Ledger.update(ledger, now, reported),
          (now) => ["update", reported, reported.until - now]
        )
      ),
    block: (wait) =>
      change(
        (now) => Ledger.block(ledger, now + wait),
        () => ["block", Math.max(0, wait)]
      ),
    suspend: (until) =>
      change(
        () => {
          ledger.suspendedUntil = until
        },
        (now) => ["suspend", until - now]
      ),
    wait: Effect.suspend(() => Effect.map(waitBehind(queue.length), (wait) => Math.max(0, wait))),
    state: Effect.clockWith((clock) =>
      Effect.map(runStep(["look", 0]), (reply) => {
        const at = nowOf(clock)
        return stateFrom(reply === undefined ? undefined : { facts: factsOf(reply, at), at }, clock)
      })
    ),
    latest: (clock) => stateFrom(latest, clock)
  }
}
