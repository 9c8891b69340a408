/**
 * The Redis script in TypeScript: the arithmetic of the sources, and the state that only a shared quota has.
 * A test compares it with the script, and simulations use it instead of Redis.
 */
import { periodSeconds } from "@screeps-effect/schema/RateLimit"
import * as Ledger from "../../src/limits/ledger.ts"
import { lease, longestPoll } from "../../src/limits/script.ts"

const minute = 60_000
const grace = 1000

const perOf = (period: number) =>
  (["minute", "hour", "day"] as const).find((per) => periodSeconds(per) * 1000 === period)

/** A quota that takes the same steps as the script. */
export const sharedLedger = () => {
  let stored: Ledger.Ledger | undefined
  let createdAt = 0
  /** When the lease of a request ends, by request. */
  const inFlight = new Map<string, number>()
  /** Until when a request uses a slot, by request. */
  const used = new Map<string, number>()
  /** When the first waiting call of a program arrived, and until when the program keeps its place, by program. */
  const waiting = new Map<string, number>()
  const keptUntil = new Map<string, number>()
  const programs = new Map<string, number>()
  /** How many requests were counted without an id. */
  let unknown = 0

  const ranked = () =>
    [...waiting].toSorted(([p, a], [q, b]) => a - b || (p < q ? -1 : 1)).map(([program]) => program)

  const clean = (now: number, period: number) => {
    for (const [id, until] of used) if (until <= now) used.delete(id)
    for (const [id, until] of inFlight) {
      if (until > now) continue
      inFlight.delete(id)
      if (period > 0 && until + period > now) used.set(id, until + period)
    }
    for (const [program, until] of keptUntil) {
      if (until > now) continue
      keptUntil.delete(program)
      waiting.delete(program)
    }
    for (const [program, at] of programs) if (at <= now - minute) programs.delete(program)
  }

  return (now: number, values: ReadonlyArray<string | number>): ReadonlyArray<number> => {
    const [step, program, ...numbers] = values.map(String)
    const [period = 0, limit = 0, most = 0] = numbers.slice(0, 3).map(Number)
    const [id = "", ...rest] = numbers.slice(3)
    const [a = 0, b = 0, c = 0, d = 0] = [Number(id), ...rest.map(Number)].slice(1)
    if (program === undefined) throw new Error("no program given")
    clean(now, period)
    const ledger = stored ?? Ledger.makeLedger({ key: "", limit, concurrency: most, per: perOf(period) })
    if (stored === undefined) createdAt = now
    // Steps that only read change nothing.
    if (step !== "look" && step !== "check") {
      stored = ledger
      programs.set(program, now)
    }
    /** Copies the numbers of requests to the ledger. */
    const count = () => {
      ledger.inFlight = inFlight.size
      ledger.freeAt.splice(0, Infinity, ...[...used.values()].toSorted((x, y) => x - y))
    }
    count()

    let verdict = 0
    let ahead = 0
    let wait: number | undefined
    if (step === "take") {
      const arrived = now - a
      if (d > 0 && d !== createdAt) verdict = 2
      else {
        if (b === 1) {
          waiting.set(program, arrived)
          ahead = c + ranked().indexOf(program)
        } else ahead = c + [...waiting].filter(([other, at]) => other !== program && at <= arrived).length
        wait = Ledger.waitFor(ledger, now, ahead)
        if (wait <= 0 && Ledger.hasCapacity(ledger, ahead)) {
          verdict = 1
          inFlight.set(id, now + lease)
          if (b === 1) {
            waiting.delete(program)
            keptUntil.delete(program)
          }
        } else if (b === 1) keptUntil.set(program, now + Math.min(Math.max(wait, 0), longestPoll) + grace)
      }
    } else if (step === "renew") {
      used.delete(id)
      inFlight.set(id, now + lease)
    } else if (step === "settle") {
      inFlight.delete(id)
      used.delete(id)
      const slot = { counts: c === 1, refusals: d }
      Ledger.settle(ledger, now, slot, { spent: a === 1, reported: b === 1 })
      if (a === 1 && c === 1 && period > 0) used.set(id, now + period)
    } else if (step === "check") {
      verdict = Ledger.isGood(ledger, now, { counts: true, refusals: Number(id) }) ? 1 : 0
    } else if (step === "update") {
      Ledger.update(ledger, now, { limit: Number(id), remaining: a, reset: b, until: now + c })
    } else if (step === "block") Ledger.block(ledger, now + Number(id))
    else if (step === "suspend") ledger.suspendedUntil = now + Number(id)
    else if (step === "look") {
      if (Number(id) >= 0)
        ahead = Number(id) + [...waiting.keys()].filter((other) => other !== program).length
    } else if (step === "leave") {
      inFlight.delete(id)
      waiting.delete(program)
      keptUntil.delete(program)
    } else if (step === "report") {
      const pairs = numbers.slice(3)
      for (let i = 0; i < pairs.length; i += 2) {
        const until = now + period - Number(pairs[i + 1])
        if (period === 0 || until <= now) continue
        const reported = String(pairs[i])
        if (!used.has(reported) && unknown > 0) used.delete(`unknown:${unknown--}`)
        used.set(reported, until)
      }
    } else if (step === "atLeast") {
      const until = now + period - a
      if (period > 0 && until > now)
        for (let n = used.size + inFlight.size; n < Number(id); n++) used.set(`unknown:${++unknown}`, until)
    } else throw new Error(`no such step: ${step}`)

    count()
    const { limit: admits, refusals, reported } = ledger
    const suspended = now < ledger.suspendedUntil ? 1 : 0
    return [
      verdict,
      wait ?? Ledger.waitFor(ledger, now, ahead),
      1 - suspended,
      refusals,
      programs.size,
      createdAt,
      admits,
      used.size,
      inFlight.size,
      reported.limit,
      reported.remaining,
      reported.until - now,
      now - reported.at,
      suspended,
      Math.max(0, ledger.blockedUntil - now)
    ]
  }
}
