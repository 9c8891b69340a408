/**
 * The arithmetic of one quota, without a clock and without anybody who waits. `quotaScript.ts` says the same in Lua:
 * a change here is a change there, and a test compares both.
 */
import type { RateLimit, RateLimitPeriod } from "@screeps-effect/schema/RateLimit"
import { periodSeconds } from "@screeps-effect/schema/RateLimit"

const day = 86_400_000

/** No period is longer than a day: whatever claims more is a mistake. */
export const atMostADay = (millis: number): number => Math.min(millis, day)

/** At most so many requests are on their way where a server limits: so many can be refused at once. */
export const cautiousConcurrency = 16

/** What is counted. */
export interface Rule {
  readonly key: string
  /** Requests per period; infinite where nothing is known. */
  readonly limit: number
  /** `undefined` where nothing is known. */
  readonly per: RateLimitPeriod | undefined
  /** How many requests may be on their way at once. */
  readonly concurrency: number
}

/** What the rate headers of an answer say, all three of them. */
export interface Reported {
  readonly limit: number
  readonly remaining: number
  /** When the period ends, in milliseconds since 1970. */
  readonly until: number
}

/** How a request ended, for the quota that admitted it. */
export interface Outcome {
  /** Whether it used a slot: it was sent, and not refused for want of one. */
  readonly spent: boolean
  /** Whether its answer reported what is left. */
  readonly reported: boolean
}

/** What a request was admitted with. */
export interface Slot {
  /** Not while limits are suspended. */
  readonly counts: boolean
  /** How many refusals had come before. */
  readonly refusals: number
}

/** One quota as it stands. */
export interface Ledger {
  readonly rule: Rule
  /** In milliseconds; 0 where nothing is known. */
  readonly period: number
  /** When used slots are free again: a period after the answer, the earliest first. */
  readonly freeAt: Array<number>
  limit: number
  most: number
  /** How many may be on their way now: after a refusal one, which asks whether it is over, then more and more. */
  concurrency: number
  inFlight: number
  refusals: number
  blockedUntil: number
  suspendedUntil: number
  reported: { limit: number; remaining: number; until: number; at: number }
  /** How many programs divide the quota among them without being able to talk to each other. */
  share: number
}

/** A quota of which nothing is used. */
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
  reported: { limit: 0, remaining: 0, until: 0, at: 0 },
  share: 1
})

const part = (ledger: Ledger, count: number) => Math.max(1, Math.floor(count / ledger.share))

const isSuspended = (ledger: Ledger, now: number) => now < ledger.suspendedUntil

/** When the slot is free that comes after `ahead` others. */
const slotAt = (ledger: Ledger, now: number, ahead: number): number => {
  if (ledger.period === 0) return now
  const { freeAt, inFlight, period } = ledger
  while (freeAt[0] !== undefined && freeAt[0] <= now) freeAt.shift()
  const limit = part(ledger, ledger.limit)
  const free = limit - freeAt.length - inFlight
  const nth = ahead % limit
  const base = nth < free ? now : (freeAt[nth - free] ?? now + period)
  return base + Math.floor(ahead / limit) * period
}

/** Whatever is in flight may or may not be part of what the server reported: all of it counts. */
const isReportedEmpty = ({ inFlight, reported }: Ledger, now: number, ahead: number) =>
  reported.until > now && reported.remaining - inFlight - ahead <= 0

/** How long it takes until a slot is free for whoever stands behind so many others; 0 and less is now. */
export const waitFor = (ledger: Ledger, now: number, ahead: number): number => {
  const { blockedUntil, reported } = ledger
  if (isSuspended(ledger, now)) return blockedUntil - now
  return (
    Math.max(
      blockedUntil,
      slotAt(ledger, now, ahead),
      isReportedEmpty(ledger, now, ahead) ? reported.until : 0
    ) - now
  )
}

/** Whether one more may be on its way, behind so many others. */
export const hasCapacity = (ledger: Ledger, ahead: number): boolean =>
  ledger.inFlight + ahead < part(ledger, ledger.concurrency)

/** Lets a request go. */
export const take = (ledger: Ledger, now: number): Slot => {
  ledger.inFlight++
  return { counts: !isSuspended(ledger, now), refusals: ledger.refusals }
}

/** Nobody was refused since, and what is in flight, this request included, is no more than was reported to be left. */
export const isGood = (ledger: Ledger, now: number, slot: Slot): boolean =>
  slot.refusals === ledger.refusals &&
  (isSuspended(ledger, now) || ledger.reported.until <= now || ledger.reported.remaining >= ledger.inFlight)

/** A slot is used until then. */
const use = ({ freeAt }: Ledger, until: number): void => {
  let place = freeAt.length
  while (place > 0 && (freeAt[place - 1] ?? 0) > until) place--
  freeAt.splice(place, 0, until)
}

/** A request has ended. */
export const settle = (ledger: Ledger, now: number, slot: Slot, { spent, reported }: Outcome): void => {
  ledger.inFlight--
  if (spent && slot.counts) {
    if (ledger.period > 0) use(ledger, now + ledger.period)
    if (!reported) ledger.reported.remaining--
  }
  if (spent && slot.refusals === ledger.refusals)
    ledger.concurrency = Math.min(ledger.concurrency + 1, ledger.most)
}

/** The server reported what is left. */
export const update = (ledger: Ledger, at: number, latest: Reported): void => {
  const until = at + atMostADay(latest.until - at)
  if (until < ledger.reported.until) return // a late answer from an earlier period
  // Answers overtake each other: within a period the least that was reported is the latest word.
  const remaining =
    until === ledger.reported.until ? Math.min(ledger.reported.remaining, latest.remaining) : latest.remaining
  ledger.reported = { limit: latest.limit, remaining, until, at }
  if (ledger.period > 0) ledger.limit = latest.limit
}

/** The server refused. */
export const block = (ledger: Ledger, until: number): void => {
  ledger.blockedUntil = Math.max(ledger.blockedUntil, until)
  ledger.refusals++
  ledger.most = Math.min(ledger.most, cautiousConcurrency)
  ledger.concurrency = 1
}

/** What programs are reported of a quota is made of this. */
export interface Facts {
  readonly limit: number
  readonly used: number
  readonly inFlight: number
  /** How long a newcomer would wait who stands behind nobody; 0 and less is not at all. */
  readonly wait: number
  readonly suspended: boolean
  readonly reported: Ledger["reported"]
}

export const factsOf = (ledger: Ledger, now: number): Facts => {
  const wait = waitFor(ledger, now, 0)
  const { freeAt, inFlight, reported } = ledger
  return {
    limit: ledger.limit,
    used: freeAt.length,
    inFlight,
    wait,
    suspended: isSuspended(ledger, now),
    reported
  }
}

/** A period is reported by its length only. */
const guessPeriod = (millis: number): RateLimitPeriod =>
  millis <= 60_000 ? "minute" : millis <= 3_600_000 ? "hour" : "day"

/** What programs are reported of a quota. */
export const stateOf = (rule: Rule, facts: Facts, now: number): RateLimit | undefined => {
  const { reported, wait } = facts
  const admits = rule.per === undefined ? reported.limit : facts.limit
  if (admits === 0) return undefined
  const left = admits - facts.used - facts.inFlight
  const admitted = reported.until > now ? Math.min(left, reported.remaining - facts.inFlight) : left
  const remaining = facts.suspended ? admits : wait > 0 ? 0 : Math.max(0, admitted)
  const per = rule.per ?? guessPeriod(reported.until - reported.at)
  const toReset =
    remaining === 0 ? wait : reported.until === 0 ? periodSeconds(per) * 1000 : reported.until - reported.at
  const reset = remaining === 0 ? now + wait : reported.until
  return {
    limit: admits,
    period: per,
    remaining,
    reset: Math.ceil(reset / 1000),
    toReset: Math.ceil(Math.max(0, atMostADay(toReset)) / 1000)
  }
}
