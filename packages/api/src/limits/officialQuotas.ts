/** The quotas that official servers publish for API tokens, for raw requests. */
import type { Quota } from "../client/Request.ts"

/** The quota of all requests together. */
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
  // Unproven: published for a path that does not exist, with a `/game`.
  "GET /api/user/money-history": { limit: 60, per: "hour" }
}
