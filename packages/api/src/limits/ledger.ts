/**
 * The arithmetic of one quota, without clock and queue; `sharedState.ts` uses it for quotas that processes share.
 */
import type { RateLimit, RateLimitPeriod } from "@screeps-effect/schema/RateLimit"
import { periodSeconds } from "@screeps-effect/schema/RateLimit"

const day = 86_400_000

/** Limits a duration to a day, the longest period: longer ones are mistakes. */
export const atMostADay = (millis: number): number => Math.min(millis, day)

/** The maximum number of requests in flight to a server with limits, and so of simultaneous 429s. */
export const cautiousConcurrency = 16

/** The rule of a quota. */
export interface Rule {
  readonly key: string
  /** Requests per period; infinite when unknown. */
  readonly limit: number
  /** `undefined` when unknown. */
  readonly per: RateLimitPeriod | undefined
  /** The maximum number of requests in flight. */
  readonly concurrency: number
}

/** The key of the quota that every request counts towards. */
export const globalKey = "global"

/** Whether the limit of a quota is known from responses only. */
export const isReported = ({ key, limit }: Rule): boolean => limit === Infinity && key !== globalKey

/** The three rate headers of a response. */
export interface Reported {
  readonly limit: number
  readonly remaining: number
  /** When the period ends, in seconds since 1970 by the server's clock: the same in all responses of a period. */
  readonly reset: number
  /** The same moment in milliseconds by the clock of the quota. */
  readonly until: number
}

/** The outcome of a request, for its quota. */
export interface Outcome {
  /** Whether it used a slot: it was sent, and the response was not a 429 of this quota. */
  readonly spent: boolean
  /** Whether its response reported the remaining requests. */
  readonly reported: boolean
}

/** The slot of a quota that a request was given. */
export interface Slot {
  /** `false` while limits are suspended. */
  readonly counts: boolean
  /** Number of 429s before the slot was given. */
  readonly refusals: number
}

/** The state of one quota. */
export interface Ledger {
  readonly rule: Rule
  /** In milliseconds; 0 when unknown. */
  readonly period: number
  /** When used slots are free again: a period after the response, the earliest first. */
  readonly freeAt: Array<number>
  limit: number
  most: number
  /** The current maximum in flight: 1 after a 429, as a probe, then one more with each success. */
  concurrency: number
  inFlight: number
  refusals: number
  blockedUntil: number
  suspendedUntil: number
  reported: Reported & { readonly at: number }
  /** The number of processes that divide the quota while the shared store does not respond, and how many come first. */
  programs: number
  rank: number
  /** The latest times of the system's clock and of one that is never set. */
  readonly seen: { wall: number; monotonic: number }
}

/** Creates the state of an unused quota. */
export const makeLedger = (rule: Rule): Ledger => ({
  rule,
  period: rule.per === undefined ? 0 : periodSeconds(rule.per) * 1000,
  freeAt: [],
  limit: rule.limit,
  most: rule.concurrency,
  concurrency: rule.concurrency,
  inFlight: 0,
  refusals: 0,
  blockedUntil: 0,
  suspendedUntil: 0,
  reported: { limit: 0, remaining: 0, reset: 0, until: 0, at: 0 },
  programs: 1,
  rank: 0,
  seen: { wall: 0, monotonic: Infinity }
})

/** Milliseconds by which the system's clock may lag behind before it counts as set back: clocks are adjusted slowly. */
const lag = 1_000

/** Moves all moments along when the system's clock is set back: otherwise calls would wait for that long. */
export const follow = (ledger: Ledger, wall: number, monotonic: number): void => {
  const { freeAt, seen } = ledger
  const back = monotonic - seen.monotonic - (wall - seen.wall)
  seen.wall = wall
  seen.monotonic = monotonic
  if (back < lag) return
  for (const [place, at] of freeAt.entries()) freeAt[place] = at - back
  ledger.blockedUntil -= back
  const { at, until } = ledger.reported
  ledger.reported = { ...ledger.reported, until: until - back, at: at - back }
}

/** Returns the part of this process, of which the first ones share the remainder; processes that outnumber it take 1 each. */
const part = ({ programs, rank }: Ledger, count: number, least = 1) =>
  Math.max(least, Math.floor((count + programs - 1 - rank) / programs))

/** Forgets the slots that are free again. */
const release = ({ freeAt }: Ledger, now: number): void => {
  while (freeAt[0] !== undefined && freeAt[0] <= now) freeAt.shift()
}

/** Returns whether the reported quota is exhausted; requests in flight count, since the report may not include them. */
const isReportedEmpty = ({ inFlight, reported }: Ledger, now: number, ahead: number) =>
  reported.until > now && reported.remaining - inFlight - ahead <= 0

/**
 * Counts requests of other processes until a moment, so that this one uses no more than its part of the `rest`: others may
 * have used more than their parts while the store responded.
 */
export const leaveToOthers = (ledger: Ledger, now: number, rest: number, until: number): void => {
  const { freeAt, inFlight, limit } = ledger
  release(ledger, now)
  const excess = part(ledger, limit) - freeAt.length - inFlight - part(ledger, Math.max(0, rest), 0)
  for (let i = 0; i < excess; i++) freeAt.push(until)
  freeAt.sort((a, b) => a - b)
}

/** Returns how long a call behind `ahead` others has to wait, in milliseconds; 0 or less means not at all. */
export const waitFor = (ledger: Ledger, now: number, ahead: number): number => {
  const { blockedUntil, freeAt, inFlight, period, reported, suspendedUntil } = ledger
  if (now < suspendedUntil) return blockedUntil - now
  let until = Math.max(blockedUntil, now)
  if (period > 0) {
    release(ledger, now)
    const limit = part(ledger, ledger.limit)
    const free = limit - freeAt.length - inFlight
    const nth = ahead % limit
    const slot = nth < free ? now : (freeAt[nth - free] ?? now + period)
    until = Math.max(until, slot + Math.floor(ahead / limit) * period)
  }
  if (isReportedEmpty(ledger, now, ahead)) until = Math.max(until, reported.until)
  return until - now
}

/**
 * Returns how long the server requires to wait, in milliseconds: after a 429, or by rate headers that report an exhausted
 * quota for longer than its period.
 */
export const requiredWait = (ledger: Ledger, now: number): number => {
  const { blockedUntil, period, reported } = ledger
  const reset = isReportedEmpty(ledger, now, 0) ? reported.until - now : 0
  return Math.max(blockedUntil - now, reset > period + 1_000 ? reset : 0)
}

/** Returns whether one more request may be in flight, behind `ahead` others. */
export const hasCapacity = (ledger: Ledger, ahead: number): boolean =>
  ledger.inFlight + ahead < part(ledger, ledger.concurrency)

/** Gives a slot to a request. */
export const take = (ledger: Ledger, now: number): Slot => {
  ledger.inFlight++
  return { counts: now >= ledger.suspendedUntil, refusals: ledger.refusals }
}

/** Returns whether a slot is still valid: no 429 since, and no more in flight than the server reported as remaining. */
export const isGood = (ledger: Ledger, now: number, slot: Slot): boolean =>
  slot.refusals === ledger.refusals &&
  (now < ledger.suspendedUntil ||
    ledger.reported.until <= now ||
    ledger.reported.remaining >= ledger.inFlight)

/** Returns the slot of a request that has ended. */
export const settle = (ledger: Ledger, now: number, slot: Slot, { spent, reported }: Outcome): void => {
  const { freeAt, period } = ledger
  ledger.inFlight--
  if (spent && slot.counts) {
    if (period > 0) {
      let place = freeAt.length
      while (place > 0 && (freeAt[place - 1] ?? 0) > now + period) place--
      freeAt.splice(place, 0, now + period)
    }
    if (!reported) ledger.reported = { ...ledger.reported, remaining: ledger.reported.remaining - 1 }
  }
  if (spent && slot.refusals === ledger.refusals)
    ledger.concurrency = Math.min(ledger.concurrency + 1, ledger.most)
}

/** Updates the quota from the rate headers of a response. */
export const update = (ledger: Ledger, at: number, { limit, remaining, reset, until }: Reported): void => {
  const { period, reported } = ledger
  if (reset < reported.reset && at < reported.until) return // a late response from an earlier period
  const latest = { limit, remaining, reset, until: at + Math.min(until - at, period || day), at }
  // Responses may overtake each other: within a period, the smallest numbers are the latest ones.
  ledger.reported =
    reset === reported.reset
      ? {
          ...latest,
          remaining: Math.min(reported.remaining, remaining),
          until: Math.min(reported.until, latest.until)
        }
      : latest
  if (period > 0) ledger.limit = limit
}

/** Blocks the quota after a 429. */
export const block = (ledger: Ledger, until: number): void => {
  ledger.blockedUntil = Math.max(ledger.blockedUntil, until)
  ledger.refusals++
  ledger.most = Math.min(ledger.most, cautiousConcurrency)
  ledger.concurrency = 1
}

/** The numbers from which the public state of a quota is computed. */
export interface Facts {
  readonly limit: number
  readonly used: number
  readonly inFlight: number
  /** How long a new call would wait in an empty queue; 0 or less means not at all. */
  readonly wait: number
  readonly suspended: boolean
  readonly reported: Omit<Ledger["reported"], "reset">
}

/** Returns the numbers from which the public state is computed. */
export const factsOf = (ledger: Ledger, now: number): Facts => {
  const wait = waitFor(ledger, now, 0)
  const { freeAt, inFlight, reported } = ledger
  return {
    limit: ledger.limit,
    used: freeAt.length,
    inFlight,
    wait,
    suspended: now < ledger.suspendedUntil,
    reported
  }
}

/** Guesses the period from the time to its end, since rate headers do not name it. */
const guessPeriod = (millis: number): RateLimitPeriod =>
  millis <= 60_000 ? "minute" : millis <= 3_600_000 ? "hour" : "day"

/** Returns the public state of a quota; `undefined` if its limit is unknown. */
export const stateOf = ({ period, rule }: Ledger, facts: Facts, now: number): RateLimit | undefined => {
  const { reported, wait } = facts
  const limit = rule.per === undefined ? reported.limit : facts.limit
  if (limit === 0) return undefined
  const left = limit - facts.used - facts.inFlight
  const allowed = reported.until > now ? Math.min(left, reported.remaining - facts.inFlight) : left
  const remaining = facts.suspended ? limit : wait > 0 ? 0 : Math.max(0, allowed)
  const per = rule.per ?? guessPeriod(reported.until - reported.at)
  const toReset = remaining === 0 ? wait : reported.until === 0 ? period : reported.until - reported.at
  const reset = remaining === 0 ? now + wait : reported.until
  return {
    limit,
    period: per,
    remaining,
    reset: Math.ceil(reset / 1000),
    toReset: Math.ceil(Math.min(Math.max(0, toReset), day) / 1000)
  }
}
