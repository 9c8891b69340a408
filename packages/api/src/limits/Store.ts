/** Where the quotas of API tokens are kept. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as MutableHashMap from "effect/MutableHashMap"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import { type Account, makeAccount, type Owner } from "./account.ts"

/**
 * A place where the quotas of API tokens are kept.
 *
 * **Details**
 *
 * What it does is no public matter: `layerStoreMemory`, and `layerStoreRedis` of
 * `@screeps-effect/api/RateLimits/Redis`, make one.
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
 * Where the quotas of API tokens are kept: by default in memory, by every client for itself.
 *
 * **Details**
 *
 * A `Context.Reference` that layers provide. Only official servers limit API tokens: all other accounts keep in memory
 * what their servers tell.
 */
export const Store: Context.Reference<Store> = Context.Reference("@screeps-effect/api/RateLimits/Store", {
  defaultValue: () => makeStore(() => makeAccount())
})

/**
 * Keeps the quotas of API tokens in memory, for all clients together that this layer is provided to: two clients with
 * one token share its quotas, its turns and its `changes`.
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
