import * as Intents from "@screeps-effect/api/Intents"
import * as Market from "@screeps-effect/api/Market"
import * as User from "@screeps-effect/api/User"
import * as Intent from "@screeps-effect/schema/Intent"
import * as ObjectId from "@screeps-effect/schema/ObjectId"
import * as Tick from "@screeps-effect/schema/Tick"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/testing/TestClock"
import { grantRoom, makeWorld, only, type Player, play, playOfficial } from "./support/play.ts"
import { alice, bob } from "./support/server.ts"

const room = "W5N8"

/** A world in which bob has a terminal and a thousand credits. */
const setUp = Effect.gen(function* () {
  const world = makeWorld()
  const { user } = yield* grantRoom(world, "bob", room)
  const store = { energy: 5000, H: 300 }
  const fields = { x: 20, y: 20, user, store, storeCapacity: 300_000 }
  const terminal = yield* world.rooms.addObject(room, { type: "terminal", ...fields })
  yield* world.users.change("bob", { money: 1000 })
  const bobs = play(world, bob)
  const money = (username: string) => Effect.map(world.users.get(username), (user) => user.money)
  /** Sends an intent of bob's account and runs it. */
  const runIntent = (wanted: Parameters<typeof Intents.addGlobalIntent>[0]) =>
    Effect.andThen(bobs(Intents.addGlobalIntent(wanted)), world.tick)
  return { world, user, terminal, bobs, money, runIntent }
})

const selling = Intent.createOrder({
  type: "sell",
  resourceType: "energy",
  price: 0.25,
  totalAmount: 1000,
  roomName: room
})

const own = (player: Player) => Effect.map(player(Market.myOrders()), Market.withShards)

/** Returns a user's only order. */
const order = (player: Player) =>
  Effect.map(own(player), ([first, ...more]) => {
    assert.isDefined(first)
    assert.deepStrictEqual(more, [])
    return first.order
  })

describe("an order on TestServer", () => {
  it.effect("costs its fee, is inactive for a tick, and then appears in the order book", () =>
    Effect.gen(function* () {
      const { runIntent, bobs, money, user, world } = yield* setUp
      yield* runIntent(selling)
      // 5 % of 250 credits.
      assert.strictEqual(yield* money("bob"), 987.5)
      const made = {
        type: "sell",
        resourceType: "energy",
        price: 0.25,
        totalAmount: 1000,
        roomName: room
      } as const
      const asleep = { active: false, amount: 0, remainingAmount: 1000, created: Tick.make(1), user }
      assert.deepInclude(yield* order(bobs), { ...made, ...asleep })
      assert.deepStrictEqual((yield* bobs(Market.ordersIndex())).list, [])
      yield* world.tick
      assert.deepInclude(yield* order(bobs), { active: true, amount: 1000 })
      const alices = play(world, alice)
      const { list } = yield* alices(Market.orders({ resourceType: "energy" }))
      assert.deepStrictEqual(
        list.map(({ amount, price }) => [amount, price]),
        [[1000, 0.25]]
      )
      const index = [{ _id: "energy", count: 1, buying: 0, selling: 1 }]
      assert.deepStrictEqual((yield* alices(Market.ordersIndex())).list, index)
      const [entry] = (yield* bobs(User.moneyHistory())).list
      assert.isUndefined(entry?.shard)
      assert.deepInclude(entry, {
        type: "market.fee",
        change: -12.5,
        balance: 987.5,
        tick: Tick.make(1),
        market: { order: made }
      })
    })
  )

  it.effect("is not created without an own terminal, nor without the credits for its fee", () =>
    Effect.gen(function* () {
      const { runIntent, bobs, world } = yield* setUp
      yield* runIntent({ ...selling, intent: { ...selling.intent, roomName: "W1N1" } })
      yield* world.users.change("bob", { money: 12 })
      yield* runIntent(selling)
      assert.deepStrictEqual(yield* own(bobs), [])
    })
  )

  it.effect("costs a fee to raise its price or amount, and none to lower its price", () =>
    Effect.gen(function* () {
      const { runIntent, bobs, money } = yield* setUp
      yield* runIntent(selling)
      const { _id: orderId } = yield* order(bobs)
      yield* runIntent(Intent.changeOrderPrice({ orderId, newPrice: 0.3 }))
      assert.deepStrictEqual([yield* money("bob"), (yield* order(bobs)).price], [985, 0.3])
      yield* runIntent(Intent.changeOrderPrice({ orderId, newPrice: 0.2 }))
      assert.deepStrictEqual([yield* money("bob"), (yield* order(bobs)).price], [985, 0.2])
      yield* runIntent(Intent.extendOrder({ orderId, addAmount: 500 }))
      assert.strictEqual(yield* money("bob"), 980)
      assert.deepInclude(yield* order(bobs), { remainingAmount: 1500, totalAmount: 1500 })
      const { list } = yield* bobs(User.moneyHistory())
      assert.deepStrictEqual(
        list.map(({ market }) => Object.keys(market ?? {})[0]),
        ["extendOrder", "changeOrderPrice", "order"]
      )
    })
  )

  it.effect("is cancelled by its owner only", () =>
    Effect.gen(function* () {
      const { runIntent, bobs, world } = yield* setUp
      yield* runIntent(selling)
      const { _id: orderId } = yield* order(bobs)
      yield* play(world, alice)(Intents.addGlobalIntent(Intent.cancelOrder({ orderId })))
      yield* world.tick
      assert.strictEqual((yield* own(bobs)).length, 1)
      yield* runIntent(Intent.cancelOrder({ orderId }))
      assert.deepStrictEqual(yield* own(bobs), [])
    })
  )

  it.effect("becomes inactive without goods or credits, and active again with them", () =>
    Effect.gen(function* () {
      const { runIntent, bobs, terminal, world } = yield* setUp
      yield* runIntent(
        Intent.createOrder({ type: "buy", resourceType: "H", price: 1, totalAmount: 1000, roomName: room })
      )
      yield* world.users.change("bob", { money: 40 })
      yield* world.tick
      assert.deepInclude(yield* order(bobs), { active: true, amount: 40 })
      yield* world.rooms.changeObject(terminal, { storeCapacity: 5307 })
      yield* world.tick
      assert.deepInclude(yield* order(bobs), { active: true, amount: 7 })
      yield* world.rooms.removeObject(terminal)
      yield* world.tick
      assert.deepInclude(yield* order(bobs), { active: false, amount: 0 })
    })
  )

  it.effect("is removed after thirty days, with a refund of the fee for the rest", () =>
    Effect.gen(function* () {
      const { runIntent, bobs, money, world } = yield* setUp
      yield* runIntent(selling)
      yield* TestClock.adjust("30 days")
      yield* world.tick
      assert.strictEqual((yield* own(bobs)).length, 1)
      yield* TestClock.adjust("1 millis")
      yield* world.tick
      assert.deepStrictEqual([yield* own(bobs), yield* money("bob")], [[], 1000])
      const [entry] = (yield* bobs(User.moneyHistory())).list
      assert.deepInclude(entry, { type: "market.fee", change: 12.5 })
    })
  )
})

describe("a deal on TestServer", () => {
  it.effect("with an NPC transfers the goods at once, for credits and the energy of the distance", () =>
    Effect.gen(function* () {
      const { runIntent, bobs, money, terminal, world } = yield* setUp
      yield* world.rooms.addObject("W0N0", { type: "terminal", x: 20, y: 20 })
      const orderId = yield* world.tables.addOrder({
        type: "sell",
        resourceType: "X",
        price: 18,
        totalAmount: 1000,
        room: "W0N0"
      })
      const deal = Intent.deal({ orderId, amount: 30, targetRoomName: room })
      yield* runIntent(deal)
      assert.strictEqual(yield* money("bob"), 1000 - 30 * 18)
      // Five rooms: 30 · (1 − e^(−5/30)), rounded up.
      const bought = { store: { energy: 4995, H: 300, X: 30 }, cooldownTime: 11 }
      assert.deepInclude(yield* only(world, room, "terminal"), { _id: terminal, ...bought })
      const [left] = (yield* bobs(Market.orders({ resourceType: "X" }))).list
      assert.deepInclude(left, { amount: 970, remainingAmount: 970 })
      const [entry] = (yield* bobs(User.moneyHistory())).list
      const fill = {
        resourceType: "X",
        roomName: "W0N0",
        targetRoomName: room,
        price: 18,
        npc: true,
        amount: 30
      }
      assert.deepInclude(entry, { type: "market.buy", change: -540, balance: 460 })
      assert.deepInclude(entry?.market, fill)
      // The terminal has a cooldown.
      yield* runIntent(deal)
      assert.strictEqual(yield* money("bob"), 460)
    })
  )

  it.effect("between players transfers credits and goods", () =>
    Effect.gen(function* () {
      const { money, terminal, world } = yield* setUp
      const { user: owner } = yield* grantRoom(world, "alice", "W5N7")
      const fields = { x: 20, y: 20, user: owner, store: { energy: 100 }, storeCapacity: 300_000 }
      const hers = yield* world.rooms.addObject("W5N7", { type: "terminal", ...fields })
      const orderId = yield* world.tables.addOrder({
        type: "sell",
        resourceType: "H",
        price: 2,
        totalAmount: 300,
        username: "bob",
        room
      })
      yield* world.users.change("alice", { money: 50 })
      const deal = Intent.deal({ orderId, amount: 100, targetRoomName: "W5N7" })
      yield* play(world, alice)(Intents.addGlobalIntent(deal))
      yield* world.tick
      // The buyer's credits are enough for 25.
      assert.deepStrictEqual([yield* money("alice"), yield* money("bob")], [0, 1050])
      assert.deepInclude(yield* only(world, "W5N7", "terminal"), { _id: hers, store: { energy: 99, H: 25 } })
      assert.deepInclude(yield* only(world, room, "terminal"), {
        _id: terminal,
        store: { energy: 5000, H: 275 }
      })
    })
  )

  it.effect("in account-bound resources needs no terminal", () =>
    Effect.gen(function* () {
      const { runIntent, bobs, money, world } = yield* setUp
      yield* world.users.change("alice", { resources: { pixel: 3 } })
      const wanted = Intent.createOrder({ type: "buy", resourceType: "pixel", price: 100, totalAmount: 5 })
      yield* runIntent(wanted)
      const { _id: orderId, ...bought } = yield* order(bobs)
      assert.strictEqual(bought.roomName, "undefined")
      assert.isUndefined(bought.created)
      yield* world.tick
      yield* play(world, alice)(Intents.addGlobalIntent(Intent.deal({ orderId, amount: 5 })))
      yield* world.tick
      assert.deepStrictEqual([yield* money("alice"), yield* money("bob")], [300, 675])
      const pixels = (username: string) =>
        Effect.map(world.users.get(username), ({ resources }) => resources["pixel"])
      assert.deepStrictEqual([yield* pixels("alice"), yield* pixels("bob")], [0, 3])
      assert.deepInclude(yield* order(bobs), { amount: 2, remainingAmount: 2, totalAmount: 5 })
    })
  )

  it.effect("fails for an order whose price changes in the same tick, and for an unknown order", () =>
    Effect.gen(function* () {
      const { runIntent, bobs, money, world } = yield* setUp
      yield* world.users.change("alice", { resources: { pixel: 5 } })
      yield* runIntent(Intent.createOrder({ type: "buy", resourceType: "pixel", price: 10, totalAmount: 5 }))
      yield* world.tick
      const { _id: orderId } = yield* order(bobs)
      const alices = play(world, alice)
      yield* alices(Intents.addGlobalIntent(Intent.deal({ orderId, amount: 5 })))
      yield* alices(Intents.addGlobalIntent(Intent.deal({ orderId: ObjectId.make("5c3f"), amount: 5 })))
      yield* runIntent(Intent.changeOrderPrice({ orderId, newPrice: 9 }))
      assert.strictEqual(yield* money("alice"), 0)
    })
  )
})

describe("a terminal on TestServer", () => {
  it.effect("sends to another player's terminal and pays the energy", () =>
    Effect.gen(function* () {
      const { bobs, terminal, world } = yield* setUp
      const { user: owner } = yield* grantRoom(world, "alice", "W5N7")
      yield* world.rooms.addObject("W5N7", {
        type: "terminal",
        x: 20,
        y: 20,
        user: owner,
        storeCapacity: 300_000
      })
      const parcel = Intent.send({ targetRoomName: "W5N7", resourceType: "H", amount: 100 })
      yield* bobs(Intents.addObjectIntent({ _id: terminal, room, ...parcel }))
      yield* world.tick
      const sent = { store: { energy: 4996, H: 200 }, cooldownTime: 11, send: null }
      assert.deepInclude(yield* only(world, room, "terminal"), sent)
      assert.deepInclude(yield* only(world, "W5N7", "terminal"), { store: { H: 100 } })
    })
  )
})

describe("the market of an official TestServer", () => {
  it.effect("separates the orders of shards, and account-bound orders from both", () =>
    Effect.gen(function* () {
      const world = makeWorld({ shards: ["shard0", "shard3"] })
      const order = { type: "sell", price: 2, totalAmount: 10, username: "bob" } as const
      yield* world.tables.addOrder({ ...order, resourceType: "energy", room, shard: "shard3" })
      yield* world.tables.addOrder({ ...order, resourceType: "H", room, shard: "shard0" })
      yield* world.tables.addOrder({ ...order, resourceType: "pixel" })
      yield* playOfficial(
        world,
        bob,
        "shard3"
      )(
        Effect.gen(function* () {
          const placed = Market.withShards(yield* Market.myOrders())
          assert.deepStrictEqual(
            placed.map(({ order, shard }) => [shard, order.resourceType]),
            [
              ["shard0", "H"],
              ["shard3", "energy"],
              [undefined, "pixel"]
            ]
          )
          const { list: none } = yield* Market.orders({ resourceType: "H" })
          const { list: here } = yield* Market.orders({ resourceType: "energy" })
          const { list: bound } = yield* Market.accountOrders({ resourceType: "pixel" })
          assert.deepStrictEqual([none.length, here.length, bound.length], [0, 1, 1])
          assert.deepStrictEqual(
            [here[0]?.resourceType, here[0]?.roomName, bound[0]?.roomName],
            [undefined, room, undefined]
          )
        })
      )
    })
  )

  it.effect("charges fees in the order's shard and records the shard", () =>
    Effect.gen(function* () {
      const world = makeWorld({ shards: ["shard0", "shard3"] })
      const { user } = yield* grantRoom(world, "bob", room, "shard3")
      const terminal = { type: "terminal", x: 20, y: 20, user, store: { energy: 5000 } }
      yield* world.rooms.addObject(room, terminal, "shard3")
      yield* world.users.change("bob", { money: 1000 })
      const bobs = playOfficial(world, bob, "shard3")
      yield* bobs(Intents.addGlobalIntent(selling))
      yield* bobs(Intents.addGlobalIntent({ ...selling, shard: "shard0" }))
      yield* world.tick
      assert.deepStrictEqual(
        (yield* own(bobs)).map(({ shard }) => shard),
        ["shard3"]
      )
      const { list } = yield* bobs(User.moneyHistory())
      assert.deepStrictEqual(
        list.map(({ change, shard }) => [change, shard]),
        [[-12.5, "shard3"]]
      )
    })
  )

  it.effect("rejects a request for orders of rooms without a shard", () =>
    Effect.gen(function* () {
      const world = makeWorld()
      const orders = playOfficial(world, bob, "nowhere")(Market.orders({ resourceType: "energy" }))
      assert.deepInclude((yield* Effect.flip(orders)).reason, { _tag: "Rejected", detail: "invalid shard" })
    })
  )

  it.effect("returns the volume-weighted mean price and deviation of past days", () =>
    Effect.gen(function* () {
      const world = makeWorld()
      const day = { resourceType: "energy", transactions: 1 }
      for (const [n, volume, avgPrice, stddevPrice] of [
        [1, 100, 1, 0],
        [2, 300, 3, 2]
      ] as const) {
        const _id = ObjectId.make(`5b3${n}`)
        yield* world.tables.addMarketStat({
          ...day,
          _id,
          date: `2026-11-2${n}`,
          volume,
          avgPrice,
          stddevPrice
        })
      }
      const order = { type: "sell", price: 2, totalAmount: 10, room } as const
      yield* world.tables.addOrder({ ...order, resourceType: "energy" })
      yield* world.tables.addOrder({ ...order, resourceType: "H" })
      const bobs = playOfficial(world, bob, "shard0")
      assert.deepStrictEqual((yield* bobs(Market.ordersIndex())).list, [
        { _id: "energy", count: 1, avgPrice: 2.5, stddevPrice: 1.936 },
        { _id: "H", count: 1 }
      ])
      const { stats } = yield* bobs(Market.stats({ resourceType: "energy" }))
      assert.deepStrictEqual(
        stats.map(({ date }) => date),
        ["2026-11-22", "2026-11-21"]
      )
    })
  )
})
