import * as Auth from "@screeps-effect/api/Auth"
import * as Intents from "@screeps-effect/api/Intents"
import * as Market from "@screeps-effect/api/Market"
import * as User from "@screeps-effect/api/User"
import * as Intent from "@screeps-effect/schema/Intent"
import * as Effect from "effect/Effect"
import {
  account,
  asNewUser,
  eventually,
  has,
  repeatUntil,
  same,
  some,
  test,
  testAsNewUser,
  type Test
} from "../test.ts"
import { ServerAdmin } from "../serverAdmin.ts"

/** The market and credits. */
export const market: ReadonlyArray<Test> = [
  testAsNewUser("returns no orders and no prices for a resource without trade", function* () {
    yield* same((yield* Market.orders({ resourceType: "mist" })).list, [], "the orders")
    yield* same((yield* Market.stats({ resourceType: "mist" })).stats, [], "the prices")
    const { list } = yield* Market.ordersIndex()
    yield* same(
      list.filter(({ _id }) => _id === "mist"),
      [],
      "the index"
    )
  }),
  testAsNewUser("returns no orders and no changes of credits for a new account", function* () {
    yield* same(Market.withShards(yield* Market.myOrders()), [], "the orders")
    const { hasMore, list, page } = yield* User.moneyHistory()
    yield* same([hasMore, list, page], [false, [], 0], "the history")
  }),
  test("creates an order in the next tick for a fee and lists it to all users, in credits", function* () {
    const { as, username } = yield* account
    const { setBalance } = yield* ServerAdmin
    yield* setBalance(username, { credits: 1000 })
    const orders = yield* as(
      Effect.gen(function* () {
        const wanted = { type: "buy", resourceType: "pixel", price: 2.5, totalAmount: 10 } as const
        const placed = Effect.map(Market.myOrders(), Market.withShards)
        const create = Intents.addGlobalIntent(Intent.createOrder(wanted))
        const orders = yield* repeatUntil(create, placed, (list) => list.length > 0, "the order exists")
        yield* has((yield* some(orders[0], "order")).order, wanted, "the order")
        const fee = 1.25 * orders.length
        yield* same((yield* Auth.me()).money, 1000 - fee, "the credits")
        const { list } = yield* User.moneyHistory()
        const paid = { type: "market.fee", change: -1.25, balance: 1000 - fee }
        yield* has(yield* some(list[0], "fee"), paid, "the newest change")
        return orders
      })
    )
    const seen = Effect.map(Market.orders({ resourceType: "pixel" }), ({ list }) =>
      list.find(({ _id }) => _id === orders[0]?.order._id)
    )
    const found = yield* asNewUser(eventually(seen, (order) => order !== undefined, "others see it"))
    yield* has(yield* some(found, "order for others"), { price: 2.5, amount: 10 }, "what others see")
  }),
  test("cancels an order in the next tick", function* () {
    const { as, username } = yield* account
    const { setBalance } = yield* ServerAdmin
    yield* setBalance(username, { credits: 1000 })
    yield* as(
      Effect.gen(function* () {
        const wanted = { type: "buy", resourceType: "pixel", price: 1, totalAmount: 5 } as const
        const placed = Effect.map(Market.myOrders(), Market.withShards)
        const create = Intents.addGlobalIntent(Intent.createOrder(wanted))
        const [first] = yield* repeatUntil(create, placed, (list) => list.length > 0, "the order exists")
        const { _id: orderId } = (yield* some(first, "order")).order
        const left = Effect.map(placed, (all) => all.filter(({ order }) => order._id === orderId))
        const cancel = Intents.addGlobalIntent(Intent.cancelOrder({ orderId }))
        yield* repeatUntil(cancel, left, ({ length }) => length === 0, "the order is gone")
      })
    )
  })
]
