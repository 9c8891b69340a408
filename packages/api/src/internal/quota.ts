/** One quota: who may send now, who waits, and what the server says about it. */
import type { RateLimit, RateLimitPeriod } from "@screeps-effect/schema/RateLimit"
import { periodSeconds } from "@screeps-effect/schema/RateLimit"
import * as Effect from "effect/Effect"

const day = 86_400_000

/** No period is longer than a day: whatever claims more is a mistake. @internal */
export const atMostADay = (millis: number): number => Math.min(millis, day)

/** At most so many requests are on their way where a server limits: so many can be refused at once. @internal */
export const cautiousAir = 16

/** What is counted. @internal */
export interface Rule {
  readonly key: string
  /** Requests per period; infinite where nothing is known. */
  readonly limit: number
  /** `undefined` where nothing is known. */
  readonly per: RateLimitPeriod | undefined
  /** How many requests may be on their way at once. */
  readonly air: number
}

/** What the rate headers of an answer say, all three of them. @internal */
export interface Told {
  readonly limit: number
  readonly remaining: number
  /** When the period ends, in milliseconds since 1970. */
  readonly until: number
}

/** One call on its way through the quotas. @internal */
export interface Caller {
  /** Its place: whoever came first goes first, also when a refused request is repeated. */
  readonly ticket: number
  /** Whether it waits at all. */
  readonly patient: boolean
}

/** The caller would have to wait so long, and does not want to. @internal */
export class Full {
  readonly _tag = "Full"
  readonly wait: number
  constructor(wait: number) {
    this.wait = wait
  }
}

/** The slot that the caller was given is void: the server has refused somebody else since. @internal */
export class Void {
  readonly _tag = "Void"
}

/** How a request ended, for the quota that admitted it. @internal */
export interface Outcome {
  /** Whether it used a slot: it was sent, and not refused for want of one. */
  readonly spent: boolean
  /** Whether its answer told what is left. */
  readonly told: boolean
}

/** One quota; the effects are where a store shared by several processes can join. @internal */
export interface Quota {
  /**
   * Waits for the turn of the caller and for a slot, sends, and frees the slot one period after the answer. Who waits
   * for something else with the slot in hand asks with `check` whether it is still good.
   */
  readonly take: <A, E, R>(
    caller: Caller,
    send: (check: Effect.Effect<void, Void>) => Effect.Effect<A, E, R>,
    outcome: () => Outcome
  ) => Effect.Effect<A, E | Full, R>
  /** The server told what is left. */
  readonly tell: (told: Told) => Effect.Effect<void>
  /** The server refused: nobody sends before this moment. */
  readonly block: (until: number) => Effect.Effect<void>
  /** Those who wait look again: the rules have changed. */
  readonly refresh: Effect.Effect<void>
  /** How long a newcomer would wait now, in milliseconds. */
  readonly wait: Effect.Effect<number>
  readonly state: Effect.Effect<RateLimit | undefined>
}

/** What a request was admitted with. */
interface Slot {
  /** Not while limits are suspended. */
  readonly counts: boolean
  /** How many refusals had come before. */
  readonly refusals: number
}

interface Waiter extends Caller {
  slot: Slot | undefined
  woken: boolean
  wake: () => void
}

const nothing = () => {}

const wakeUp = (waiter: Waiter | undefined) => {
  if (waiter === undefined) return
  waiter.woken = true
  waiter.wake()
}

/** Ends when the waiter is woken; the one with the timer first, the others in their order behind it. */
const woken = (me: Waiter, isTimed: boolean) =>
  Effect.callback<void>((resume) => {
    if (me.woken) return resume(Effect.void)
    me.wake = () => resume(isTimed ? Effect.void : Effect.yieldNow)
    return Effect.sync(() => {
      me.wake = nothing
    })
  })

const now = <A>(f: (now: number) => A): Effect.Effect<A> =>
  Effect.clockWith((clock) => Effect.sync(() => f(clock.currentTimeMillisUnsafe())))

/** A period is told by its length only. */
const guessPeriod = (millis: number): RateLimitPeriod =>
  millis <= 60_000 ? "minute" : millis <= 3_600_000 ? "hour" : "day"

/** Makes a quota that is kept in memory. @internal */
export const makeQuota = (rule: Rule, isSuspended: (now: number) => boolean): Quota => {
  const period = rule.per === undefined ? 0 : periodSeconds(rule.per) * 1000
  let limit = rule.limit
  let most = rule.air
  /** How many may be on their way now: after a refusal one, which asks whether it is over, then more and more. */
  let air = rule.air
  let refusals = 0
  let impatient = 0
  /** When used slots are free again: a period after the answer, in the order of answers. */
  const freeAt: Array<number> = []
  let inAir = 0
  let blockedUntil = 0
  let told = { limit: 0, remaining: 0, until: 0, at: 0 }
  /** Those who wait, by their tickets. */
  const queue: Array<Waiter> = []

  /** When the slot is free that comes after `ahead` others. */
  const slotAt = (now: number, ahead: number): number => {
    if (rule.per === undefined) return now
    while (freeAt[0] !== undefined && freeAt[0] <= now) freeAt.shift()
    const free = limit - freeAt.length - inAir
    const nth = ahead % limit
    const base = nth < free ? now : (freeAt[nth - free] ?? now + period)
    return base + Math.floor(ahead / limit) * period
  }

  /** Whatever is in the air may or may not be part of what the server told: all of it counts. */
  const isToldEmpty = (now: number, ahead: number) => told.until > now && told.remaining - inAir - ahead <= 0

  const waitFor = (now: number, ahead: number): number => {
    if (isSuspended(now)) return blockedUntil - now
    return Math.max(blockedUntil, slotAt(now, ahead), isToldEmpty(now, ahead) ? told.until : 0) - now
  }

  const join = (me: Waiter) => {
    let place = queue.length
    while (place > 0 && (queue[place - 1]?.ticket ?? 0) > me.ticket) place--
    queue.splice(place, 0, me)
    if (!me.patient) impatient++
  }

  const leave = (me: Waiter) => {
    const place = queue.indexOf(me)
    if (place === -1) return
    queue.splice(place, 1)
    if (!me.patient) impatient--
  }

  /** Gives slots to those who are first, as long as there are any. */
  const admit = (now: number) => {
    for (let me = queue[0]; me !== undefined; me = queue[0]) {
      if (inAir >= air || waitFor(now, 0) > 0) return
      leave(me)
      inAir++
      me.slot = { counts: !isSuspended(now), refusals }
      wakeUp(me)
    }
  }

  /** Something has changed: slots are given away, and whoever is first looks how long to wait now. */
  const refresh = (now: number) => {
    admit(now)
    wakeUp(queue[0])
    if (impatient > 0) for (const waiter of queue) if (!waiter.patient) wakeUp(waiter)
  }

  /** Waits for the turn and a slot; only the waiting itself can be interrupted. */
  const enter = (
    caller: Caller,
    restore: <A, E, R>(self: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
  ) =>
    Effect.suspend(() => {
      const me: Waiter = { ...caller, slot: undefined, woken: false, wake: nothing }
      join(me)
      const turn = (isWaiting: boolean): Effect.Effect<Slot, Full> =>
        Effect.clockWith((clock) => {
          me.woken = false
          const now = clock.currentTimeMillisUnsafe()
          const before = queue[0]
          admit(now)
          if (queue[0] !== before && queue[0] !== me) wakeUp(queue[0])
          if (me.slot !== undefined) return Effect.succeed(me.slot)
          const isFirst = queue[0] === me
          const wait = isFirst ? waitFor(now, 0) : me.patient ? 0 : waitFor(now, queue.indexOf(me))
          if (wait > 0 && !me.patient) {
            leave(me)
            refresh(now)
            return Effect.fail(new Full(wait))
          }
          const timer = Effect.sleep(Math.min(Math.ceil(wait), 3_600_000))
          const pause = wait > 0 ? Effect.raceFirst(woken(me, true), timer) : woken(me, false)
          const rest = Effect.andThen(restore(pause), turn(true))
          if (isWaiting) return rest
          return Effect.withSpan(rest, "RateLimits.wait", { attributes: { "screeps.limit_key": rule.key } })
        })
      return Effect.onInterrupt(turn(false), () =>
        now((now) => {
          if (me.slot === undefined) leave(me)
          else inAir--
          refresh(now)
        })
      )
    })

  /** Nobody was refused since, and what is in the air, this request included, is no more than was told to be left. */
  const isGood = (now: number, slot: Slot) =>
    slot.refusals === refusals && (isSuspended(now) || told.until <= now || told.remaining >= inAir)

  const settle = (now: number, slot: Slot, { spent, told: isTold }: Outcome) => {
    inAir--
    if (spent && slot.counts) {
      if (rule.per !== undefined) freeAt.push(now + period)
      if (!isTold) told.remaining--
    }
    if (spent && slot.refusals === refusals) air = Math.min(air + 1, most)
    refresh(now)
  }

  const state = (now: number): RateLimit | undefined => {
    const admits = rule.per === undefined ? told.limit : limit
    if (admits === 0) return undefined
    const wait = waitFor(now, 0)
    const left = admits - freeAt.length - inAir
    const admitted = told.until > now ? Math.min(left, told.remaining - inAir) : left
    const remaining = isSuspended(now) ? admits : wait > 0 ? 0 : Math.max(0, admitted)
    const per = rule.per ?? guessPeriod(told.until - told.at)
    const toReset =
      remaining === 0 ? wait : told.until === 0 ? periodSeconds(per) * 1000 : told.until - told.at
    const reset = remaining === 0 ? now + wait : told.until
    return {
      limit: admits,
      period: per,
      remaining,
      reset: Math.ceil(reset / 1000),
      toReset: Math.ceil(Math.max(0, atMostADay(toReset)) / 1000)
    }
  }

  const check = (slot: Slot) =>
    Effect.flatMap(
      now((now) => isGood(now, slot)),
      (good) => (good ? Effect.void : Effect.fail(new Void()))
    )

  return {
    take: (caller, send, outcome) =>
      Effect.uninterruptibleMask((restore) =>
        Effect.flatMap(enter(caller, restore), (slot) =>
          Effect.onExit(restore(send(check(slot))), () => now((now) => settle(now, slot, outcome())))
        )
      ),
    tell: (said) =>
      now((at) => {
        const until = at + atMostADay(said.until - at)
        if (until < told.until) return // a late answer from an earlier period
        // Answers overtake each other: within a period the least that was told is the latest word.
        const remaining = until === told.until ? Math.min(told.remaining, said.remaining) : said.remaining
        told = { limit: said.limit, remaining, until, at }
        if (rule.per !== undefined) limit = said.limit
      }),
    block: (until) =>
      now((now) => {
        blockedUntil = Math.max(blockedUntil, until)
        refusals++
        most = Math.min(most, cautiousAir)
        air = 1
        refresh(now)
      }),
    refresh: now(refresh),
    wait: now((now) => Math.max(0, waitFor(now, queue.length))),
    state: now(state)
  }
}
