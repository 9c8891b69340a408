/** A market with some weeks of history. */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Random from "effect/Random"
import * as ObjectId from "@screeps-effect/schema/ObjectId"
import type { ScreepsWorld } from "../world/ScreepsWorld.ts"

/** The traded resources and their mean prices in credits. */
const prices = { energy: 12, H: 61, O: 45, U: 83, battery: 140, XGH2O: 910, power: 480 } as const

const days = 21
const day = 24 * 60 * 60 * 1000
const rooms = ["W7N3", "W2N8", "W9N1", "W3N7"] as const

const spread = (around: number, part: number) => Random.nextBetween(around * (1 - part), around * (1 + part))

const rounded = (credits: number) => Math.round(credits * 1000) / 1000

/** Adds some weeks of statistics with varying prices; returns the last price. */
const addStatistics = Effect.fnUntraced(function* (world: ScreepsWorld, resourceType: keyof typeof prices) {
  const today = yield* Clock.currentTimeMillis
  let price: number = prices[resourceType]
  for (let ago = days; ago > 0; ago--) {
    price = yield* spread(price, 0.09)
    const transactions = yield* Random.nextIntBetween(20, 400)
    yield* world.tables.addMarketStat({
      _id: ObjectId.make(`${resourceType}${ago}`),
      resourceType,
      date: new Date(today - ago * day).toISOString().slice(0, 10),
      transactions,
      volume: transactions * (yield* Random.nextIntBetween(100, 5000)),
      avgPrice: rounded(price),
      stddevPrice: rounded(price * 0.07)
    })
  }
  return price
})

const addOrders = Effect.fnUntraced(function* (
  world: ScreepsWorld,
  resourceType: keyof typeof prices,
  price: number,
  traders: ReadonlyArray<string>
) {
  for (const [i, room] of rooms.entries()) {
    const totalAmount = 100 * (yield* Random.nextIntBetween(20, 900))
    const username = traders[i % traders.length]
    const order = { resourceType, room, totalAmount, username }
    yield* world.tables.addOrder({
      ...order,
      type: "sell",
      price: rounded(yield* Random.nextBetween(price * 1.02, price * 1.3))
    })
    yield* world.tables.addOrder({
      ...order,
      type: "buy",
      price: rounded(yield* Random.nextBetween(price * 0.7, price * 0.98))
    })
  }
})

/** Adds a terminal with goods for all orders: orders are active as far as goods, space and credits allow. */
const addTerminal = (world: ScreepsWorld, room: (typeof rooms)[number], username: string) =>
  Effect.gen(function* () {
    const { _id: user } = yield* world.users.get(username)
    const store = Object.fromEntries(Object.keys(prices).map((resource) => [resource, 20_000]))
    const whole = { hits: 3000, hitsMax: 3000, store, storeCapacity: 300_000, notifyWhenAttacked: true }
    yield* world.rooms.addObject(room, { type: "terminal", x: 20, y: 32, user, ...whole })
  })

/** Fills the market. @internal */
export const open = (world: ScreepsWorld, traders: ReadonlyArray<string>): Effect.Effect<void> =>
  Effect.gen(function* () {
    for (const [i, room] of rooms.entries())
      yield* addTerminal(world, room, traders[i % traders.length] ?? "")
    for (const resource of ["energy", "H", "O", "U", "battery", "XGH2O", "power"] as const)
      yield* addOrders(world, resource, yield* addStatistics(world, resource), traders)
  }).pipe(Random.withSeed("market"))
