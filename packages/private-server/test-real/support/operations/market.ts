import { assert } from "@effect/vitest"
import * as Market from "@screeps-effect/api/Market"
import * as User from "@screeps-effect/api/User"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { asNewcomer, type Case, has, same, serverCase } from "../case.ts"
import { add, settle } from "../world.ts"

/** Creates an order as the server stores it, with prices in thousandths of a credit, with or without an owner. */
const order = (fields: object) => ({
  active: true,
  amount: 1000,
  remainingAmount: 1000,
  totalAmount: 1000,
  roomName: "W1N1",
  created: 5,
  createdTimestamp: Date.now(),
  ...fields
})

const day = (resourceType: string, date: string, volume: number) => ({
  resourceType,
  date,
  volume,
  transactions: 3,
  avgPrice: 0.251,
  stddevPrice: 0.012
})

export const market: ReadonlyArray<Case> = [
  serverCase(
    "lists the active orders on the market, and the user's own ones, with prices in credits",
    { accepts: [Market.ordersIndex, Market.orders, Market.myOrders] },
    asNewcomer(
      Effect.gen(function* () {
        const { clearings, room, user } = yield* settle
        // Every tick the server checks whether an order can be filled: the first one can, the last one cannot.
        const store = { battery: 1000 }
        yield* add("rooms.objects", [
          { type: "terminal", room, ...clearings[0], user, store, storeCapacity: 300_000 }
        ])
        yield* add("market.orders", [
          order({ type: "sell", resourceType: "battery", price: 1500, user, roomName: room }),
          order({ type: "buy", resourceType: "battery", price: 900 }),
          order({
            type: "buy",
            resourceType: "battery",
            price: 7,
            user,
            roomName: room,
            active: false,
            amount: 0
          })
        ])
        const { list: index } = yield* Market.ordersIndex()
        has(
          index.find(({ _id }) => _id === "battery"),
          { count: 2, buying: 1, selling: 1 }
        )
        const { list } = yield* Market.orders({ resourceType: "battery" })
        assert.sameDeepMembers(
          list.map(({ price, remainingAmount, roomName, type }) => ({
            price,
            remainingAmount,
            roomName,
            type
          })),
          [
            { type: "sell", price: 1.5, remainingAmount: 1000, roomName: room },
            { type: "buy", price: 0.9, remainingAmount: 1000, roomName: "W1N1" }
          ]
        )
        assert.isEmpty((yield* Market.orders({ resourceType: "mist" })).list)
        const own = Market.withShards(yield* Market.myOrders()).map(({ order }) => order)
        assert.sameDeepMembers(
          own.map(({ active, price, type }) => ({ active, price, type })),
          [
            { type: "sell", price: 1.5, active: true },
            { type: "buy", price: 0.007, active: false }
          ]
        )
      })
    )
  ),
  serverCase(
    "lists orders for account resources, which have no room",
    { accepts: [Market.orders] },
    asNewcomer(
      Effect.gen(function* () {
        const seeded = order({ type: "sell", resourceType: "cpuUnlock", price: 25_000, roomName: undefined })
        yield* add("market.orders", [seeded])
        const { list } = yield* Market.accountOrders({ resourceType: "cpuUnlock" })
        has(list[0], { price: 25, remainingAmount: 1000 })
      })
    )
  ),
  serverCase(
    "lists the daily statistics of a resource, newest first",
    { accepts: [Market.stats] },
    asNewcomer(
      Effect.gen(function* () {
        yield* add("market.stats", [
          day("battery", "2026-11-20", 100),
          day("battery", "2026-11-21", 200),
          day("energy", "2026-11-21", 300)
        ])
        const { stats } = yield* Market.stats({ resourceType: "battery" })
        same(
          stats.map(({ date, volume }) => ({ date, volume })),
          [
            { date: "2026-11-21", volume: 200 },
            { date: "2026-11-20", volume: 100 }
          ]
        )
      })
    )
  ),
  serverCase(
    "lists a player's credit history in pages of twenty, newest first",
    { accepts: [User.moneyHistory] },
    asNewcomer(
      Effect.gen(function* () {
        const { _id: user } = yield* User.whoAmI()
        const entry = (change: number) => ({
          user,
          change,
          date: new Date(1_790_000_000_000 + change * 1000),
          tick: change,
          type: "market.sell",
          balance: change,
          market: { resourceType: "pixel", price: 1, amount: change }
        })
        yield* add(
          "users.money",
          Array.from({ length: 45 }, (_, i) => entry(i + 1))
        )
        const { hasMore, list, page } = yield* User.moneyHistory({ page: 1 })
        same([hasMore, list.length, page, list[0]?.change], [true, 20, 1, 25])
        has(yield* User.moneyHistory({ page: 9 }), { hasMore: false, list: [] })

        const entries = yield* Stream.runCollect(User.moneyHistoryEntries())
        same(
          entries.map(({ change }) => change),
          Array.from({ length: 45 }, (_, i) => 45 - i)
        )
      })
    )
  )
]
