/** The market: the index of orders each hour, and the prices of a resource each day. */
import * as Market from "@screeps-effect/api/Market"
import * as Other from "@screeps-effect/schema/Other"
import { marketResources } from "@screeps-effect/schema/Resource"
import * as Effect from "effect/Effect"
import { type KindDefinition, onShard } from "../job.ts"
import { text, upsert } from "../sql.ts"

export const orders: KindDefinition = {
  limitKey: "GET /api/game/market/orders-index",
  canWait: false,
  fetch: (job) =>
    Effect.map(Market.ordersIndex(onShard(job)), ({ list }) => {
      const { server, shard, slot } = job
      const rows = list.map(({ _id, avgPrice, buying, count, selling, stddevPrice }) => ({
        server,
        shard,
        resource: text(_id, 50),
        slot,
        orders: count ?? null,
        buying: buying ?? null,
        selling: selling ?? null,
        price: avgPrice ?? null,
        deviation: stddevPrice ?? null
      }))
      return {
        rows: rows.length,
        next: [],
        store: upsert("collected_orders", ["server", "shard", "resource", "slot"], rows)
      }
    })
}

const resourceOf = (name: string) => marketResources.find((one) => one === name) ?? Other.make(name)

export const prices: KindDefinition = {
  limitKey: "GET /api/game/market/stats",
  canWait: true,
  fetch: (job) =>
    Effect.map(Market.stats({ ...onShard(job), resourceType: resourceOf(job.target) }), ({ stats }) => {
      const { server, shard, target: resource } = job
      const rows = stats.map(({ avgPrice, date, stddevPrice, transactions, volume }) => ({
        server,
        shard,
        resource,
        day: text(date, 50),
        deals: transactions ?? null,
        volume: volume ?? null,
        price: avgPrice,
        deviation: stddevPrice ?? null
      }))
      return {
        rows: rows.length,
        next: [],
        store: upsert("collected_prices", ["server", "shard", "resource", "day"], rows)
      }
    })
}
