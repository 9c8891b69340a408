/** The quotas of one account on one server, as the programs in one process know them. */
import type { RateLimit } from "@screeps-effect/schema/RateLimit"
import * as Effect from "effect/Effect"
import * as PubSub from "effect/PubSub"
import type * as Redacted from "effect/Redacted"
import { makeQuota, type Quota } from "./quota.ts"
import type { Rule } from "./ledger.ts"

/** Whose quotas they are. */
export interface Owner {
  /** Host and port of the server. */
  readonly host: string
  readonly token: Redacted.Redacted
}

export interface Account {
  readonly quotas: Map<string, Quota>
  readonly makeQuota: (rule: Rule) => Quota
  readonly changed: PubSub.PubSub<{ readonly limitKey: string; readonly state: RateLimit }>
  /** How many calls have come so far: callers go by these numbers. */
  tickets: number
  suspendedUntil: number
}

/** An account of which nothing is used. */
export const makeAccount = (make: (rule: Rule) => Quota = makeQuota): Effect.Effect<Account> =>
  Effect.map(PubSub.sliding<{ readonly limitKey: string; readonly state: RateLimit }>(256), (changed) => ({
    quotas: new Map(),
    makeQuota: make,
    changed,
    tickets: 0,
    suspendedUntil: 0
  }))

/** The quota of a key; made when it is first asked for. */
export const quotaOf = (account: Account, rule: Rule): Effect.Effect<Quota> =>
  Effect.suspend(() => {
    const known = account.quotas.get(rule.key)
    if (known !== undefined) return Effect.succeed(known)
    const made = account.makeQuota(rule)
    account.quotas.set(rule.key, made)
    const { suspendedUntil } = account
    return Effect.as(suspendedUntil > 0 ? made.suspend(suspendedUntil) : Effect.void, made)
  })
