import * as Market from "@screeps-effect/api/Market"
import * as Effect from "effect/Effect"
import { type Group, nothing } from "../support/group.ts"
import { bob, makeServer, type Server } from "../support/server.ts"

/** Adds orders of bob and of NPCs to the market, and a day of statistics. */
const furnish = ({ world: { tables, users } }: Server, shard?: string) =>
  Effect.gen(function* () {
    const order = { type: "sell", resourceType: "energy", price: 0.253, totalAmount: 5000, shard } as const
    yield* tables.addOrder({ ...order, username: "bob", room: "W5N8" })
    yield* tables.addOrder({ ...order, room: "W0N0" })
    yield* tables.addOrder({ ...order, type: "buy", resourceType: "pixel", username: "bob" })
    yield* users.change("bob", { money: 100 })
    yield* tables.addMarketStat({
      _id: "5b37e4b76451e09",
      resourceType: "energy",
      date: "2026-11-21",
      transactions: 3,
      volume: 1000,
      avgPrice: 0.3,
      stddevPrice: 0
    } as never)
  })

const callAll = (
  server: Server,
  headers: Readonly<Record<string, string>>,
  where: { readonly shard?: string }
) =>
  Effect.gen(function* () {
    const get = (path: string, query = {}) =>
      server.get(`/api/game/market/${path}`, { ...where, ...query }, headers)
    return {
      "GET /api/game/market/orders-index": yield* get("orders-index"),
      "GET /api/game/market/orders": yield* get("orders", { resourceType: "energy" }),
      "GET /api/game/market/my-orders": yield* get("my-orders"),
      "GET /api/game/market/stats": yield* get("stats", { resourceType: "energy" })
    }
  })

export const market: Group = {
  operations: [Market.ordersIndex, Market.orders, Market.stats, Market.myOrders],
  successes: Effect.gen(function* () {
    const server = makeServer()
    yield* furnish(server)
    return yield* callAll(server, yield* server.signIn(bob), {})
  }),
  situations: {
    "a request without a token": { before: nothing, cases: ["game/market-orders-index.no-token"] }
  },
  official: {
    successes: Effect.gen(function* () {
      const shard = "shard3"
      const server = makeServer({ shards: ["shard0", shard] }, { dialect: "official" })
      yield* furnish(server, shard)
      return yield* callAll(server, yield* server.withToken("bob"), { shard })
    })
  }
}
