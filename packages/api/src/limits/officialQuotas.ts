/** The quotas that official servers publish for API tokens, for raw requests. */
import { type Quota, withoutQuery } from "../client/Request.ts"
import { globalKey } from "./ledger.ts"

/** */
export const globalQuota: Quota = { limit: 120, per: "minute" }

/** Quotas by method and path; operations declare the same, and a test compares both. */
export const officialQuotas: Readonly<Record<string, Quota>> = {
  "GET /api/game/room-terrain": { limit: 360, per: "hour" },
  "POST /api/game/map-stats": { limit: 60, per: "hour" },
  "GET /api/game/market/orders-index": { limit: 60, per: "hour" },
  "GET /api/game/market/orders": { limit: 60, per: "hour" },
  "GET /api/game/market/my-orders": { limit: 60, per: "hour" },
  "GET /api/game/market/stats": { limit: 60, per: "hour" },
  "GET /api/user/code": { limit: 60, per: "hour" },
  "POST /api/user/code": { limit: 240, per: "day" },
  "POST /api/user/set-active-branch": { limit: 240, per: "day" },
  "GET /api/user/memory": { limit: 1440, per: "day" },
  "POST /api/user/memory": { limit: 240, per: "day" },
  "GET /api/user/memory-segment": { limit: 360, per: "hour" },
  "POST /api/user/memory-segment": { limit: 60, per: "hour" },
  "POST /api/user/console": { limit: 360, per: "hour" },
  "GET /api/user/money-history": { limit: 60, per: "hour" }
}

/** Returns the key of a call's quota: without the query, which may contain a token; one for all history. */
export const keyOf = (call: {
  readonly method: string
  readonly path: string
  readonly limitKey?: string | undefined
  readonly operation?: string | undefined
}): string => {
  if (call.limitKey !== undefined && call.limitKey !== globalKey) return call.limitKey
  if (call.operation !== undefined) return call.operation
  const path = withoutQuery(call.path)
  return `${call.method} ${path.startsWith("/room-history/") ? "/room-history/{shard}/{room}/{tick}.json" : path}`
}
