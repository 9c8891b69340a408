import * as Market from "@screeps-effect/api/Market"
import * as Server from "@screeps-effect/api/Server"
import * as Order from "@screeps-effect/schema/Order"
import * as Resource from "@screeps-effect/schema/Resource"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import {
  answering,
  assertExchange,
  assertFails,
  assertNeedsShard,
  assertRefused
} from "./support/exchange.ts"
import { ask, lines } from "./support/fake.ts"

const untyped = (operation: unknown) => operation as (input: unknown) => ReturnType<typeof Market.orders>

describe("what is on the market", () => {
  it.effect("is counted by private servers", () =>
    Effect.gen(function* () {
      const { list } = yield* assertExchange(Market.ordersIndex(), "game/market-orders-index")
      assert.deepStrictEqual(list[0], { _id: "energy", count: 2, buying: 0, selling: 2 })
      assert.isEmpty((yield* assertExchange(Market.ordersIndex(), "game/market-orders-index.empty")).list)
    })
  )

  it.effect("is priced by official servers", () =>
    Effect.gen(function* () {
      const { list } = yield* assertExchange(Market.ordersIndex(), "market.orders-index.official")
      assert.deepStrictEqual(list[0], { _id: "energy", count: 120, avgPrice: 12.345, stddevPrice: 1.25 })
      assert.deepStrictEqual(list[1], { _id: "pixel", count: 7 })
    })
  )

  it.effect("is told to users, by shard", () =>
    Effect.gen(function* () {
      yield* assertFails(Market.ordersIndex(), "game/market-orders-index.no-token", "Unauthorized")
      yield* assertNeedsShard(Market.ordersIndex())
    })
  )
})

describe("the orders for a resource", () => {
  it.effect("are listed with prices in credits", () =>
    Effect.gen(function* () {
      const { list } = yield* assertExchange(
        Market.orders({ resourceType: "energy" }),
        "game/market-orders.energy"
      )
      assert.isTrue(list.every(({ type }) => type === "sell"))
      assert.strictEqual(list[0]?.price, 0.253)
      assert.isTrue(list.every(Order.isRoomOrder))
    })
  )

  it.effect("are nobody's where non-player traders stand", () =>
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

  it.effect("leave the resource out on official servers", () =>
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

  it.effect("name the shard that is asked for", () =>
    Effect.gen(function* () {
      const server = answering("market.orders.official")
      const options = { server: Server.official() }
      yield* ask(Market.orders({ resourceType: "energy", shard: "shard1" }), server, options)
      assert.deepStrictEqual(lines(server), ["GET /api/game/market/orders?resourceType=energy&shard=shard1"])
    })
  )

  it.effect("may be none", () =>
    Effect.gen(function* () {
      const server = answering("game/market-orders.empty")
      assert.isEmpty((yield* ask(Market.orders({ resourceType: "H" }), server)).list)
    })
  )

  it.effect("are for a resource of the market", () =>
    Effect.gen(function* () {
      const orders = untyped(Market.orders)
      for (const resourceType of ["Hydrogen", "", "score", undefined, null])
        yield* assertRefused(orders({ resourceType }), "resourceType")
      for (const resourceType of Resource.marketResources) {
        const server = answering("game/market-orders.empty")
        yield* ask(Market.orders({ resourceType }), server)
        assert.lengthOf(server.asked, 1)
      }
      yield* assertFails(
        Market.orders({ resourceType: "X" }),
        "game/market-orders-index.no-token",
        "Unauthorized"
      )
    })
  )
})

describe("the orders for a resource of the account", () => {
  it.effect("are in no room", () =>
    Effect.gen(function* () {
      const { list } = yield* assertExchange(
        Market.accountOrders({ resourceType: "pixel" }),
        "game/market-orders.pixel"
      )
      assert.deepStrictEqual(
        list.map((order) => [order.roomName, Order.room(order), Order.isRoomOrder(order)]),
        [["undefined", undefined, false]]
      )
    })
  )

  it.effect("are asked for without a shard, the server's default included", () =>
    Effect.gen(function* () {
      const { list } = yield* assertExchange(
        Market.accountOrders({ resourceType: "pixel" }),
        "market.orders.account"
      )
      assert.strictEqual(list[0]?.price, 25000.5)
    })
  )
})

describe("the days of a resource", () => {
  it.effect("are told from the newest on", () =>
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

  it.effect("are those of a resource of the market on a shard", () =>
    Effect.gen(function* () {
      yield* assertRefused(untyped(Market.stats)({ resourceType: "Hydrogen" }), "resourceType")
      yield* assertRefused(untyped(Market.stats)({}), "resourceType")
      yield* assertNeedsShard(Market.stats({ resourceType: "energy" }))
      yield* assertFails(
        Market.stats({ resourceType: "energy" }),
        "game/market-orders-index.no-token",
        "Unauthorized"
      )
    })
  )
})

describe("own orders", () => {
  it.effect("are a list on private servers", () =>
    Effect.gen(function* () {
      const answer = yield* assertExchange(Market.myOrders(), "game/market-my-orders")
      const placed = Market.withShards(answer)
      assert.strictEqual(placed.length, answer.list?.length)
      assert.isAbove(placed.length, 2)
      assert.isTrue(placed.every(({ shard }) => shard === undefined))
      assert.isEmpty(
        Market.withShards(yield* assertExchange(Market.myOrders(), "game/market-my-orders.empty"))
      )
    })
  )

  it.effect("are lists by shard on official servers, those for the account under none", () =>
    Effect.gen(function* () {
      const answer = yield* assertExchange(
        Market.myOrders({ shard: undefined }),
        "market.my-orders.official",
        {
          server: Server.official()
        }
      )
      assert.deepStrictEqual(
        Market.withShards(answer).map(({ order, shard }) => [shard, order.resourceType, order.active]),
        [
          ["shard3", "energy", true],
          [undefined, "pixel", false]
        ]
      )
    })
  )

  it.effect("are those of one shard when it is named", () =>
    Effect.gen(function* () {
      const server = answering("market.my-orders.official")
      yield* ask(Market.myOrders({ shard: "shard1" }), server, { server: Server.official() })
      assert.deepStrictEqual(lines(server), ["GET /api/game/market/my-orders?shard=shard1"])
      yield* assertFails(Market.myOrders(), "game/market-orders-index.no-token", "Unauthorized")
    })
  )
})
