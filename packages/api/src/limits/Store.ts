/** Stores for the quotas of API tokens. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as MutableHashMap from "effect/MutableHashMap"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import { type Account, makeAccount, type Owner } from "./account.ts"

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
