import { recording } from "@screeps-effect/fixtures"
import * as Decoder from "@screeps-effect/schema/Decoder"
import * as MoneyEntry from "@screeps-effect/schema/MoneyEntry"
import * as Order from "@screeps-effect/schema/Order"
import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"
import * as reported from "./support/reported.ts"

const Orders = Schema.Struct({ list: Schema.Array(Order.OwnOrder) })
const History = Schema.Struct({ list: Schema.Array(MoneyEntry.MoneyEntry) })
const recorded = Schema.decodeUnknownSync(Orders)(recording("game/market-my-orders").response.body).list
const isCreated = Decoder.guard(MoneyEntry.OrderCreated)
const decode = Schema.decodeUnknownSync(Order.Order)

describe("an order", () => {
  it("has a room unless it is for a resource of the account", () => {
    assert.deepStrictEqual(
      recorded.map((order) => [order.resourceType, Order.room(order)]),
      [
        ["energy", "W5N8"],
        ["H", "W5N8"],
        ["pixel", undefined]
      ]
    )
  })

  it("has no room when the server sends null", () => {
    assert.strictEqual(Order.room(decode({ ...reported.order, roomName: null })), undefined)
  })

  it("has the cost of the remaining amount", () => {
    assert.deepStrictEqual(
      recorded.map((order) => Order.cost(order)),
      [1265, 450, 24.69]
    )
  })

  it("has the cost of an amount, without rounding errors", () => {
    assert.strictEqual(Order.cost(decode({ ...reported.order, price: 0.1 }), 3), 0.3)
    assert.strictEqual(Order.cost(decode({ ...reported.order, price: 1.005 }), 1000), 1005)
  })

  it("has a fee of 5 percent, as in the recorded money history", () => {
    const { list } = Schema.decodeUnknownSync(History)(recording("user/money-history.some").response.body)
    const created = list.flatMap(({ change, market }) =>
      isCreated(market) ? [{ charged: -change, fee: Order.fee(market.order) }] : []
    )
    assert.isNotEmpty(created)
    for (const { charged, fee } of created) assert.strictEqual(fee, charged)
    assert.strictEqual(Order.fee({ price: 0.25, totalAmount: 100 }), 1.25)
  })

  it("has a fee that is rounded up to a thousandth of a credit", () => {
    assert.strictEqual(Order.fee({ price: 0.001, totalAmount: 1 }), 0.001)
    assert.strictEqual(Order.fee({ price: 0.021, totalAmount: 1 }), 0.002)
  })
})

describe("the order book", () => {
  const order = (type: string, price: number, amount = 10) =>
    decode({ ...reported.order, _id: `${type}${price}`, type, price, amount })

  it("has both sides sorted by price, and the spread", () => {
    const { asks, bestAsk, bestBid, bids, spread } = Order.book([
      order("sell", 0.3),
      order("buy", 0.05),
      order("sell", 0.2),
      order("buy", 0.1)
    ])
    assert.deepStrictEqual(
      [asks, bids].map((side) => side.map(({ price }) => price)),
      [
        [0.2, 0.3],
        [0.1, 0.05]
      ]
    )
    assert.deepStrictEqual([bestAsk, bestBid, spread], [0.2, 0.1, 0.1])
  })

  it("has a negative spread when a buyer pays more than a seller asks", () => {
    assert.strictEqual(Order.book([order("sell", 1), order("buy", 1.5)]).spread, -0.5)
  })

  it("leaves out orders that cannot be traded now", () => {
    assert.isUndefined(Order.book([order("sell", 0.1, 0)]).bestAsk)
  })

  it("has no prices without orders", () => {
    assert.deepStrictEqual(Order.book([]), {
      asks: [],
      bids: [],
      bestAsk: undefined,
      bestBid: undefined,
      spread: undefined
    })
    const { bestBid, spread } = Order.book([order("sell", 1)])
    assert.deepStrictEqual([bestBid, spread], [undefined, undefined])
  })
})
