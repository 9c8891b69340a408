/** Stores for the quotas of API tokens, and the quotas of one account within one process. */
import type { RateLimit } from "@screeps-effect/schema/RateLimit"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as MutableHashMap from "effect/MutableHashMap"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Broadcast from "../broadcast.ts"
import type { Rule } from "./ledger.ts"
import { makeQuota, type Quota } from "./quota.ts"

/** The owner of quotas. */
export interface Owner {
  /** Host, port and path of the server, such as `screeps.com/season`. */
  readonly realm: string
  readonly token: Redacted.Redacted
}

export interface Account {
  readonly quotas: Map<string, Quota>
  readonly makeQuota: (rule: Rule) => Quota
  readonly changed: Broadcast.Broadcast<{ readonly limitKey: string; readonly state: RateLimit }>
  /** Number of calls so far; each call gets the next number, which defines its place in the queues. */
  tickets: number
  suspendedUntil: number
}

/** Creates an account with unused quotas. */
export const makeAccount = (make: (rule: Rule) => Quota = makeQuota): Effect.Effect<Account> =>
  Effect.sync(() => ({
    quotas: new Map(),
    makeQuota: make,
    changed: Broadcast.make(),
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

/** Returns the quotas of an account: those of API tokens of official servers only, others are always kept in memory. */
export type Store = (owner: Owner) => Effect.Effect<Account>

/** The store for the quotas of API tokens; by default the memory of each client. */
export const Store: Context.Reference<Store> = Context.Reference("@screeps-effect/api/RateLimits/Store", {
  defaultValue: (): Store => () => makeAccount()
})

/**
 * Keeps the quotas of API tokens in memory, shared by all clients that this layer is provided to: two clients with the
 * same token share its quotas, the order of waiting calls, and `changes`.
 */
export const layerStoreMemory: Layer.Layer<never> = Layer.sync(Store, () => {
  const accounts = MutableHashMap.empty<Redacted.Redacted, Account>()
  return ({ realm, token }) => {
    const owner = Redacted.make(`${realm} ${Redacted.value(token)}`)
    return Effect.map(makeAccount(), (fresh) => {
      const account = Option.getOrElse(MutableHashMap.get(accounts, owner), () => fresh)
      MutableHashMap.set(accounts, owner, account)
      return account
    })
  }
})
