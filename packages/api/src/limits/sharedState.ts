/**
 * What several processes share of one quota: its ledger, which requests are in flight or use a slot, and which processes
 * wait. A store keeps it as text, and every step is a function of what is stored and of the store's time. Requests in
 * flight have a lease, and so has the first waiting call of each process: a process may die.
 *
 * Clocks of machines differ, so processes send and receive durations. The one exception is `reset`, which only
 * identifies a period: a moment of the game server's clock.
 */
import type * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as Ledger from "./ledger.ts"

/** The lease of a request in milliseconds: if it is not renewed, the request counts as ended and its slot as used. */
export const lease = 30_000

/** The longest time between two polls of a waiting call in milliseconds; if it stops polling, it loses its place. */
export const longestPoll = 10_000

const grace = 1_000

/** How long a process counts as one of those that share the quota after its last step, in milliseconds. */
const remembered = 60_000

/** A step of one process. */
export type Step =
  /** Requests a slot, behind `before` other requests of this process. */
  | readonly ["take", id: string, waited: number, patient: boolean, before: number, born: number]
  /** Renews the lease of a request. */
  | readonly ["renew", id: string]
  /** Returns the slot of a request that has ended; `refusals` is -1 if the store did not give the slot. */
  | readonly ["settle", id: string, outcome: Ledger.Outcome, slot: Ledger.Slot]
  /** Checks whether a slot is still valid. */
  | readonly ["check", refusals: number]
  /** Updates the quota from rate headers; `wait` is the time to the reset. */
  | readonly ["update", reported: Omit<Ledger.Reported, "until">, wait: number]
  | readonly ["block", millis: number]
  | readonly ["suspend", millis: number]
  /** Returns how long a new call would wait, behind `before` others of this process. */
  | readonly ["look", before: number]
  /** Withdraws a request; the process has no waiting calls any more. */
  | readonly ["leave", id: string]
  /** Reports requests by their ids, with the milliseconds since their responses. */
  | readonly ["report", completed: ReadonlyArray<readonly [id: string, age: number]>]
  /** Counts so many requests at least, as they were known `age` milliseconds ago: others may have ended without a report. */
  | readonly ["atLeast", total: number, age: number]

/** A step on a quota. */
export interface Request {
  readonly rule: Ledger.Rule
  /** The name of the process. */
  readonly program: string
  readonly step: Step
}

/** The result of a step. */
export interface Reply {
  /** Whether a slot is given, or still valid. */
  readonly isGranted: boolean
  /** Whether the store has lost its data: the process reports its requests and repeats the step. */
  readonly hasForgotten: boolean
  /** Milliseconds until a slot is free; 0 or less when only the response of another request can free one. */
  readonly wait: number
  /** Milliseconds that the server requires to wait after a 429. */
  readonly blocked: number
  readonly refusals: number
  /** The number of processes that use the quota, and how many of them come before this one. */
  readonly programs: number
  readonly rank: number
  /** When the stored data was created. */
  readonly born: number
  readonly facts: Ledger.Facts
  /** The store's time, to which the moments of `facts` belong. */
  readonly now: number
}

/** Takes a step on the quota of a key. */
export type Run<E = unknown, A = Reply> = (key: string, request: Request) => Effect.Effect<A, E>

/** What a store keeps of one quota. */
export const Stored = Schema.Struct({
  /** When it was created. */
  born: Schema.Finite,
  ledger: Schema.Struct({
    limit: Schema.Finite,
    most: Schema.Finite,
    concurrency: Schema.Finite,
    refusals: Schema.Finite,
    blockedUntil: Schema.Finite,
    suspendedUntil: Schema.Finite,
    reported: Schema.Struct({
      limit: Schema.Finite,
      remaining: Schema.Finite,
      reset: Schema.Finite,
      until: Schema.Finite,
      at: Schema.Finite
    })
  }),
  /** Requests in flight until their leases end, and those that have ended until their slots are free. */
  requests: Schema.Array(
    Schema.Struct({ id: Schema.String, until: Schema.Finite, hasEnded: Schema.Boolean })
  ),
  /** When the first waiting call of each process arrived, and until when the process keeps its place. */
  waiting: Schema.Array(
    Schema.Struct({ program: Schema.String, arrived: Schema.Finite, until: Schema.Finite })
  ),
  /** The last step of each process. */
  programs: Schema.Array(Schema.Struct({ program: Schema.String, at: Schema.Finite }))
})
export type Stored = typeof Stored.Type

/** Stands for no limit, since JSON has no infinity. */
const unlimited = 1_000_000_000

/** Returns what is stored without what has expired: used slots, and what belongs to processes that died. */
const load = (stored: Stored | undefined, rule: Ledger.Rule, now: number) => {
  const limit = Math.min(rule.limit, unlimited)
  const fresh = Ledger.makeLedger({ ...rule, limit, concurrency: Math.min(rule.concurrency, unlimited) })
  const isNow = ({ until }: { readonly until: number }) => until > now
  const requests = (stored?.requests ?? []).map((one) =>
    one.hasEnded || isNow(one) ? one : { ...one, until: one.until + fresh.period, hasEnded: true }
  )
  return {
    born: stored?.born ?? now,
    ledger: { ...fresh, ...stored?.ledger, freeAt: fresh.freeAt },
    requests: requests.filter(isNow),
    waiting: (stored?.waiting ?? []).filter(isNow),
    programs: (stored?.programs ?? []).filter(({ at }) => at > now - remembered)
  }
}
type State = ReturnType<typeof load>

/** Counts the requests in the ledger. */
const count = ({ ledger, requests }: State): void => {
  const used = requests.filter(({ hasEnded }) => hasEnded).map(({ until }) => until)
  ledger.inFlight = requests.length - used.length
  ledger.freeAt.splice(0, Infinity, ...used.toSorted((a, b) => a - b))
}

/** Replaces what is known of a request. */
const put = (state: State, id: string, until?: number, hasEnded = false): void => {
  state.requests = state.requests.filter((one) => one.id !== id)
  if (until !== undefined) state.requests.push({ id, until, hasEnded })
}

const leaveQueue = (state: State, program: string): void => {
  state.waiting = state.waiting.filter((one) => one.program !== program)
}

/** Gives a slot to a request if one is free, and otherwise a place in the queue to its process. */
const take = (
  state: State,
  now: number,
  program: string,
  [, id, waited, patient, before]: Extract<Step, readonly ["take", ...unknown[]]>
): Pick<Reply, "isGranted" | "wait"> => {
  const { ledger } = state
  const arrived = now - waited
  const earlier = state.waiting.filter(
    (one) =>
      one.program !== program &&
      (one.arrived < arrived || (one.arrived === arrived && (!patient || one.program < program)))
  )
  const ahead = before + earlier.length
  const wait = Ledger.waitFor(ledger, now, ahead)
  const isGranted = wait <= 0 && Ledger.hasCapacity(ledger, ahead)
  if (patient) leaveQueue(state, program)
  if (isGranted) put(state, id, now + lease)
  else if (patient) {
    const until = now + Math.min(Math.max(wait, 0), longestPoll) + grace
    state.waiting.push({ program, arrived, until })
  }
  return { isGranted, wait }
}

/** The id of a slot that was counted without one. */
const unknown = "unknown:"

/** Counts a reported request; it may be one of those that were counted without an id. */
const report = (state: State, id: string, until: number): void => {
  const known = state.requests.find((one) => one.id === id && one.hasEnded)
  const replaced = known ?? state.requests.findLast((one) => one.id.startsWith(unknown))
  if (replaced !== undefined) put(state, replaced.id)
  put(state, id, until, true)
}

/** Takes a step that only changes the state. */
const change = (state: State, now: number, program: string, step: Step): void => {
  const { ledger } = state
  const { period } = ledger
  switch (step[0]) {
    case "renew":
      return put(state, step[1], now + lease)
    case "settle": {
      const [, id, outcome, slot] = step
      Ledger.settle(ledger, now, slot, outcome)
      return put(state, id, outcome.spent && slot.counts && period > 0 ? now + period : undefined, true)
    }
    case "update":
      return Ledger.update(ledger, now, { ...step[1], until: now + step[2] })
    case "block":
      return Ledger.block(ledger, now + step[1])
    case "suspend":
      ledger.suspendedUntil = now + step[1]
      return
    case "leave":
      put(state, step[1])
      return leaveQueue(state, program)
    case "report":
      for (const [id, age] of step[1]) if (age < period) report(state, id, now + period - age)
      return
    case "atLeast": {
      const [, total, age] = step
      if (age >= period) return
      for (let n = state.requests.length; n < total; n++) {
        put(state, `${unknown}${now}:${n}`, now + period - age, true)
      }
    }
  }
}

/** Takes a step; returns its result, and what to store instead if it changes something. */
export const takeStep = (
  stored: Stored | undefined,
  now: number,
  { program, rule, step }: Request
): readonly [Reply, Stored | undefined] => {
  const state = load(stored, rule, now)
  const { born, ledger } = state
  count(state)
  const hasForgotten = step[0] === "take" && step[5] > 0 && step[5] !== born
  const isRead = step[0] === "look" || step[0] === "check"
  const others = state.programs.filter((one) => one.program !== program)
  if (!isRead) state.programs = [...others, { program, at: now }]

  let taken: Partial<ReturnType<typeof take>> = {}
  if (step[0] === "take") {
    if (!hasForgotten) taken = take(state, now, program, step)
  } else if (step[0] === "check") {
    taken = { isGranted: Ledger.isGood(ledger, now, { counts: true, refusals: step[1] }) }
  } else if (step[0] === "look") {
    const ahead = step[1] + state.waiting.filter((one) => one.program !== program).length
    taken = { wait: Ledger.waitFor(ledger, now, ahead) }
  } else change(state, now, program, step)

  count(state)
  const facts = Ledger.factsOf(ledger, now)
  const reply: Reply = {
    isGranted: taken.isGranted ?? false,
    hasForgotten,
    wait: taken.wait ?? facts.wait,
    blocked: Math.max(0, ledger.blockedUntil - now),
    refusals: ledger.refusals,
    programs: state.programs.length,
    rank: others.filter((one) => one.program < program).length,
    born,
    facts,
    now
  }
  return [reply, isRead ? undefined : state]
}
