/** Chooses how often sources are read, so that all readings with a token stay below its quotas. */
import type { Quota } from "@screeps-effect/api/Operation"
import { periodSeconds } from "@screeps-effect/schema/RateLimit"
import type { Counted } from "./source.ts"

/** Readings that share the quotas of a token. */
export interface Demand {
  readonly requests: ReadonlyArray<Counted>
  /** The interval between two readings that is wanted, in milliseconds. */
  readonly every: number
}

/** The quota that every request counts towards. */
const globalKey = "global"
const globalQuota: Quota = { limit: 120, per: "minute" }

const perMillisecond = ({ limit, per }: Quota) => limit / (periodSeconds(per) * 1000)

/** The quotas of a request. */
const quotasOf = ({ limitKey, quota }: Counted): ReadonlyArray<readonly [key: string, quota: Quota]> => [
  ...(quota === undefined ? [] : [[limitKey, quota] as const]),
  [globalKey, globalQuota] as const
]

/** How much of each quota readings use, as a fraction. */
export const usage = (demands: ReadonlyArray<Demand>): ReadonlyMap<string, number> => {
  const used = new Map<string, number>()
  for (const { every, requests } of demands) {
    for (const request of requests) {
      for (const [key, quota] of quotasOf(request)) {
        used.set(key, (used.get(key) ?? 0) + 1 / every / perMillisecond(quota))
      }
    }
  }
  return used
}

/**
 * Returns the interval of each reading, in milliseconds: the one that is wanted, or longer by the factor by which the
 * readings together would exceed `share` (0 to 1) of a quota.
 */
export const intervals = (demands: ReadonlyArray<Demand>, share: number): ReadonlyArray<number> => {
  const lengthen = (before: ReadonlyArray<Demand>, isGlobal: boolean): ReadonlyArray<Demand> => {
    const used = usage(before)
    return before.map((demand) => {
      const keys = demand.requests
        .flatMap(quotasOf)
        .flatMap(([key]) => ((key === globalKey) === isGlobal ? [key] : []))
      const factor = Math.max(1, ...keys.map((key) => (used.get(key) ?? 0) / share))
      return { ...demand, every: Math.ceil(demand.every * factor) }
    })
  }
  return lengthen(lengthen(demands, false), true).map(({ every }) => every)
}
