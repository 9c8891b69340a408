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
  /** Host and port of the server. */
  readonly host: string
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

/**
 * A store for the quotas of API tokens.
 *
 * **Details**
 *
 * Its members are internal; create one with `layerStoreMemory`, or with `layerStoreRedis` of
 * `@screeps-effect/api/RateLimits/Redis`.
 */
export interface Store {
  readonly "~@screeps-effect/api/RateLimits/Store": "Store"
  /** @internal */
  readonly open: (owner: Owner) => Effect.Effect<Account>
}

/** @internal */
export const makeStore = (open: Store["open"]): Store => ({
  "~@screeps-effect/api/RateLimits/Store": "Store",
  open
})

/**
 * The store for the quotas of API tokens: by default the memory of each client.
 *
 * **Details**
 *
 * A `Context.Reference` that layers provide. It is used for API tokens of official servers only; quotas that other
 * servers report are always kept in memory.
 */
export const Store: Context.Reference<Store> = Context.Reference("@screeps-effect/api/RateLimits/Store", {
  defaultValue: () => makeStore(() => makeAccount())
})

/**
 * Keeps the quotas of API tokens in memory, shared by all clients that this layer is provided to: two clients with the
 * same token share its quotas, the order of waiting calls, and `changes`.
 */
export const layerStoreMemory: Layer.Layer<never> = Layer.sync(Store, () => {
  const accounts = MutableHashMap.empty<Redacted.Redacted, Account>()
  return makeStore(({ host, token }) => {
    const owner = Redacted.make(`${host} ${Redacted.value(token)}`)
    return Effect.map(makeAccount(), (fresh) => {
      const account = Option.getOrElse(MutableHashMap.get(accounts, owner), () => fresh)
      MutableHashMap.set(accounts, owner, account)
      return account
    })
  })
})
