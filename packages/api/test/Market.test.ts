import * as Market from "@screeps-effect/api/Market"
import * as Server from "@screeps-effect/api/Server"
import * as Order from "@screeps-effect/schema/Order"
import * as Resource from "@screeps-effect/schema/Resource"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import {
  serverReturning,
  assertExchange,
  assertFails,
  assertNeedsShard,
  assertInvalidInput
} from "./support/exchange.ts"
import { run, lines } from "./support/fake.ts"

const untyped = (operation: unknown) => operation as (input: unknown) => ReturnType<typeof Market.orders>

describe("Market.ordersIndex", () => {
  it.effect("returns counts of orders on private servers", () =>
    Effect.gen(function* () {
      const { list } = yield* assertExchange(Market.ordersIndex(), "game/market-orders-index")
      assert.deepStrictEqual(list[0], { _id: "energy", count: 2, buying: 0, selling: 2 })
      assert.isEmpty((yield* assertExchange(Market.ordersIndex(), "game/market-orders-index.empty")).list)
    })
  )

  it.effect("returns average prices on official servers", () =>
    Effect.gen(function* () {
      const { list } = yield* assertExchange(Market.ordersIndex(), "market.orders-index.official")
      assert.deepStrictEqual(list[0], { _id: "energy", count: 120, avgPrice: 12.345, stddevPrice: 1.25 })
      assert.deepStrictEqual(list[1], { _id: "pixel", count: 7 })
    })
  )

  it.effect("fails without a token or a shard", () =>
    Effect.gen(function* () {
      yield* assertFails(Market.ordersIndex(), "game/market-orders-index.no-token", "Unauthorized")
      yield* assertNeedsShard(Market.ordersIndex())
    })
  )
})

describe("Market.orders", () => {
  it.effect("returns prices in credits", () =>
    Effect.gen(function* () {
      const { list } = yield* assertExchange(
        Market.orders({ resourceType: "energy" }),
        "game/market-orders.energy"
      )
      assert.isTrue(list.every(({ type }) => type === "sell"))
      assert.strictEqual(list[0]?.price, 0.253)
      assert.isTrue(list.every((order) => Order.room(order) !== undefined))
    })
  )

  it.effect("returns NPC orders with room and creation tick", () =>
    Effect.gen(function* () {
      const { list } = yield* assertExchange(
        Market.orders({ resourceType: "X" }),
        "game/market-orders.npc-sell"
      )
      assert.deepStrictEqual(
        list.map((order) => [Order.room(order), Number(order.created)]),
        [["W0N0", 3000]]
      )
    })
  )

  it.effect("returns orders without resourceType on official servers", () =>
    Effect.gen(function* () {
      const { list } = yield* assertExchange(
        Market.orders({ resourceType: "energy" }),
        "market.orders.official"
      )
      assert.deepStrictEqual(
        list.map(({ price, resourceType }) => [price, resourceType]),
        [[12.5, undefined]]
      )
    })
  )

  it.effect("sends the given shard", () =>
    Effect.gen(function* () {
      const server = serverReturning("market.orders.official")
      const options = { server: Server.official() }
      yield* run(Market.orders({ resourceType: "energy", shard: "shard1" }), server, options)
      assert.deepStrictEqual(lines(server), ["GET /api/game/market/orders?resourceType=energy&shard=shard1"])
    })
  )

  it.effect("returns an empty list when there are no orders", () =>
    Effect.gen(function* () {
      const server = serverReturning("game/market-orders.empty")
      assert.isEmpty((yield* run(Market.orders({ resourceType: "H" }), server)).list)
    })
  )

  it.effect("accepts every market resource and rejects others without a request", () =>
    Effect.gen(function* () {
      const orders = untyped(Market.orders)
      for (const resourceType of ["Hydrogen", "", "score", undefined, null])
        yield* assertInvalidInput(orders({ resourceType }), "resourceType")
      for (const resourceType of Resource.marketResources) {
        const server = serverReturning("game/market-orders.empty")
        yield* run(Market.orders({ resourceType }), server)
        assert.lengthOf(server.requests, 1)
      }
      yield* assertFails(
        Market.orders({ resourceType: "X" }),
        "game/market-orders-index.no-token",
        "Unauthorized"
      )
    })
  )
})

describe("Market.accountOrders", () => {
  it.effect("returns orders without a room", () =>
    Effect.gen(function* () {
      const { list } = yield* assertExchange(
        Market.accountOrders({ resourceType: "pixel" }),
        "game/market-orders.pixel"
      )
      assert.deepStrictEqual(
        list.map((order) => [order.roomName, Order.room(order)]),
        [["undefined", undefined]]
      )
    })
  )

  it.effect("sends no shard, not even the server's default", () =>
    Effect.gen(function* () {
      const { list } = yield* assertExchange(
        Market.accountOrders({ resourceType: "pixel" }),
        "market.orders.account"
      )
      assert.strictEqual(list[0]?.price, 25000.5)
    })
  )
})

describe("Market.stats", () => {
  it.effect("returns days, newest first", () =>
    Effect.gen(function* () {
      const call = Market.stats({ resourceType: "energy" })
      const { stats } = yield* assertExchange(call, "game/market-stats.energy")
      assert.deepStrictEqual(
        stats.map(({ avgPrice, date, volume }) => [date, volume, avgPrice]),
        [
          ["2026-11-21", 1000, 0.3],
          ["2026-11-20", 34000, 0.251]
        ]
      )
      assert.isEmpty((yield* assertExchange(call, "game/market-stats.empty")).stats)
    })
  )

  it.effect("fails without a market resource, a shard or a token", () =>
    Effect.gen(function* () {
      yield* assertInvalidInput(untyped(Market.stats)({ resourceType: "Hydrogen" }), "resourceType")
      yield* assertInvalidInput(untyped(Market.stats)({}), "resourceType")
      yield* assertNeedsShard(Market.stats({ resourceType: "energy" }))
      yield* assertFails(
        Market.stats({ resourceType: "energy" }),
        "game/market-orders-index.no-token",
        "Unauthorized"
      )
    })
  )
})

describe("Market.myOrders", () => {
  it.effect("returns a list without shards on private servers", () =>
    Effect.gen(function* () {
      const response = yield* assertExchange(Market.myOrders(), "game/market-my-orders")
      const placed = Market.withShards(response)
      assert.strictEqual(placed.length, response.list?.length)
      assert.isAbove(placed.length, 2)
      assert.isTrue(placed.every(({ shard }) => shard === undefined))
      assert.isEmpty(
        Market.withShards(yield* assertExchange(Market.myOrders(), "game/market-my-orders.empty"))
      )
    })
  )

  it.effect("returns lists by shard on official servers, with account orders under no shard", () =>
    Effect.gen(function* () {
      const response = yield* assertExchange(
        Market.myOrders({ shard: undefined }),
        "market.my-orders.official",
        {
          server: Server.official()
        }
      )
      assert.deepStrictEqual(
        Market.withShards(response).map(({ order, shard }) => [shard, order.resourceType, order.active]),
        [
          ["shard3", "energy", true],
          [undefined, "pixel", false]
        ]
      )
    })
  )

  it.effect("sends the given shard, and fails without a token", () =>
    Effect.gen(function* () {
      const server = serverReturning("market.my-orders.official")
      yield* run(Market.myOrders({ shard: "shard1" }), server, { server: Server.official() })
      assert.deepStrictEqual(lines(server), ["GET /api/game/market/my-orders?shard=shard1"])
      yield* assertFails(Market.myOrders(), "game/market-orders-index.no-token", "Unauthorized")
    })
  )
})
