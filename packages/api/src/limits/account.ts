/** The quotas of one account on one server, within one process. */
import type { RateLimit } from "@screeps-effect/schema/RateLimit"
import * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"
import * as Topic from "../topic.ts"
import { makeQuota, type Quota } from "./quota.ts"
import type { Rule } from "./ledger.ts"

/** The owner of quotas. */
export interface Owner {
  /** Host and port of the server. */
  readonly host: string
  readonly token: Redacted.Redacted
}

export interface Account {
  readonly quotas: Map<string, Quota>
  readonly makeQuota: (rule: Rule) => Quota
  readonly changed: Topic.Topic<{ readonly limitKey: string; readonly state: RateLimit }>
  /** Number of calls so far; each call gets the next number, which defines its place in the queues. */
  tickets: number
  suspendedUntil: number
}

/** Creates an account with unused quotas. */
export const makeAccount = (make: (rule: Rule) => Quota = makeQuota): Effect.Effect<Account> =>
  Effect.sync(() => ({
    quotas: new Map(),
    makeQuota: make,
    changed: Topic.make(),
    tickets: 0,
    suspendedUntil: 0
  }))

/** The maximum number of quotas that only responses have reported: paths of raw requests are unbounded. */
const maxReported = 256

/** Removes the oldest reported quota when there are too many: its next response reports it again. */
const makeRoom = ({ quotas }: Account): void => {
  const reported = [...quotas].filter(([, { isReported }]) => isReported)
  const [oldest] = reported
  if (oldest === undefined || reported.length < maxReported) return
  const [key, quota] = oldest
  quotas.delete(key)
  quota.dispose()
}

/** Returns the quota of a key, created on first use. */
export const quotaOf = (account: Account, rule: Rule): Effect.Effect<Quota> =>
  Effect.suspend(() => {
    const known = account.quotas.get(rule.key)
    if (known !== undefined) return Effect.succeed(known)
    const created = account.makeQuota(rule)
    if (created.isReported) makeRoom(account)
    account.quotas.set(rule.key, created)
    const { suspendedUntil } = account
    return Effect.as(suspendedUntil > 0 ? created.suspend(suspendedUntil) : Effect.void, created)
  })
