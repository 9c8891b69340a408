/** The market in a tick: what accounts ask for, deals, and which orders are active. */
import type { MarketEvent } from "@screeps-effect/schema/MoneyEntry"
import * as Order from "@screeps-effect/schema/Order"
import * as Resource from "@screeps-effect/schema/Resource"
import type { User } from "../state/accounts.ts"
import { loadOf, numberOf, storeOf, textOf } from "../state/fields.ts"
import type { GlobalIntent } from "../state/intents.ts"
import type { StoredOrder } from "../state/market.ts"
import type { StoredObject } from "../state/rooms.ts"
import { move, send, terminalsOf } from "./terminals.ts"
import type { World } from "../state/world.ts"

/** The market of one shard as it stood when the tick began, and what the tick has done so far. */
interface Day {
  readonly world: World
  readonly now: number
  readonly terminals: ReadonlyMap<string, StoredObject>
  /** New orders are none of them: they wait for the next tick. */
  readonly orders: ReadonlyArray<StoredOrder["_id"]>
  /** Orders whose price was changed: nobody deals on them in this tick. */
  readonly changed: Set<string>
}

const fee = (thousandths: number) => Math.ceil(thousandths * Order.feeRate)

const charge = ({ now, world }: Day, user: User, change: number, type: string, market: MarketEvent) =>
  world.market.charge(user, change, { now, tick: world.time, shard: world.shard }, { type, market })

/** Takes a fee, when it can be paid. */
const pay = (day: Day, user: User, amount: number, market: MarketEvent): boolean => {
  if (user.money < amount) return false
  charge(day, user, -amount, "market.fee", market)
  return true
}

/** The terminal of a room, when it is the user's. */
const ownTerminal = ({ terminals }: Day, room: string, user: User): StoredObject | undefined => {
  const terminal = terminals.get(room)
  return terminal?.["user"] === user._id ? terminal : undefined
}

const create = (day: Day, { intent, user }: GlobalIntent) => {
  const { now, world } = day
  const [resourceType, roomName] = [textOf(intent, "resourceType"), textOf(intent, "roomName")]
  const [price, totalAmount] = [numberOf(intent, "price"), numberOf(intent, "totalAmount")]
  if (price <= 0 || totalAmount <= 0 || !Resource.isMarketResource(resourceType)) return
  const isBound = Resource.isAccountBound(resourceType)
  if (!isBound && ownTerminal(day, roomName, user) === undefined) return
  const type = textOf(intent, "type") === "sell" ? "sell" : "buy"
  const told = { order: { type, resourceType, price: price / 1000, totalAmount, roomName } }
  if (!pay(day, user, fee(price * totalAmount), told)) return
  world.market.add({
    type,
    resourceType,
    price,
    amount: 0,
    remainingAmount: totalAmount,
    totalAmount,
    user: user._id,
    active: false,
    roomName: isBound ? undefined : roomName,
    shard: isBound ? undefined : world.shard,
    created: isBound ? undefined : world.time,
    createdTimestamp: now
  })
}

/** The order that is named, as it stands, when it is there since before this tick. */
const known = ({ orders, world }: Day, intent: unknown): StoredOrder | undefined => {
  const id = textOf(intent, "orderId")
  return orders.some((one) => one === id) ? world.market.order(id) : undefined
}

const own = (day: Day, { intent, user }: GlobalIntent): StoredOrder | undefined => {
  const order = known(day, intent)
  return order?.user === user._id ? order : undefined
}

const reprice = (day: Day, asked: GlobalIntent) => {
  const order = own(day, asked)
  const newPrice = numberOf(asked.intent, "newPrice")
  if (order === undefined || newPrice <= 0) return
  const [orderId, oldPrice] = [order._id, order.price]
  if (newPrice !== oldPrice) day.changed.add(orderId)
  const told = { changeOrderPrice: { orderId, oldPrice: oldPrice / 1000, newPrice: newPrice / 1000 } }
  const raise = fee((newPrice - oldPrice) * order.remainingAmount)
  if (newPrice > oldPrice && !pay(day, asked.user, raise, told)) return
  day.world.market.update(order, { price: newPrice })
}

const extend = (day: Day, asked: GlobalIntent) => {
  const order = own(day, asked)
  const addAmount = numberOf(asked.intent, "addAmount")
  if (order === undefined || addAmount <= 0) return
  const told = { extendOrder: { orderId: order._id, addAmount } }
  if (!pay(day, asked.user, fee(order.price * addAmount), told)) return
  const { remainingAmount, totalAmount } = order
  day.world.market.update(order, {
    remainingAmount: remainingAmount + addAmount,
    totalAmount: totalAmount + addAmount
  })
}

/** A cancelled order is gone, and its fee with it. */
const cancel = (day: Day, asked: GlobalIntent) => {
  const order = own(day, asked)
  if (order !== undefined) day.world.market.remove(order)
}

/** A deal in resources of the account: from one account to the other. */
const dealDirectly = (day: Day, order: StoredOrder, { intent, user }: GlobalIntent) => {
  const owner = day.world.accounts.byId(order.user)
  if (owner === undefined) return
  const [buyer, seller] = order.type === "sell" ? [user, owner] : [owner, user]
  const { price, resourceType } = order
  const amount = Math.min(
    numberOf(intent, "amount"),
    order.amount,
    order.remainingAmount,
    seller.resources[resourceType] ?? 0
  )
  if (amount <= 0 || buyer.money < amount * price) return
  const told = { resourceType, price: price / 1000, amount }
  seller.resources[resourceType] = (seller.resources[resourceType] ?? 0) - amount
  buyer.resources[resourceType] = (buyer.resources[resourceType] ?? 0) + amount
  charge(day, seller, amount * price, "market.sell", told)
  charge(day, buyer, -amount * price, "market.buy", told)
  day.world.market.update(order, {
    amount: order.amount - amount,
    remainingAmount: order.remainingAmount - amount
  })
}

/** A deal between two terminals; that of the one who deals pays the way. Terminals of NPCs never run dry, nor out of credits. */
const dealByTerminal = (day: Day, order: StoredOrder, { intent, user }: GlobalIntent) => {
  const { world } = day
  const target = ownTerminal(day, textOf(intent, "targetRoomName"), user)
  const other = day.terminals.get(order.roomName ?? "")
  if (target === undefined || other === undefined || numberOf(target, "cooldownTime") > world.time) return
  const [from, to] = order.type === "sell" ? [other, target] : [target, other]
  const buyer = world.accounts.byId(to["user"])
  const seller = world.accounts.byId(from["user"])
  const { price, resourceType } = order
  const wanted = Math.min(
    numberOf(intent, "amount"),
    order.remainingAmount,
    seller === undefined ? Infinity : (storeOf(world.rooms.object(from._id))[resourceType] ?? 0)
  )
  const paid = buyer === undefined ? wanted : Math.min(wanted, Math.floor(buyer.money / price))
  const amount = move(world, { from, to, resourceType, amount: paid, payer: target })
  if (amount === 0) return
  const told = (npc: boolean) => ({
    resourceType,
    roomName: order.roomName,
    targetRoomName: target.room,
    price: price / 1000,
    npc,
    owner: order.user,
    dealer: user._id,
    amount
  })
  if (seller !== undefined) charge(day, seller, amount * price, "market.sell", told(buyer === undefined))
  if (buyer !== undefined) charge(day, buyer, -amount * price, "market.buy", told(seller === undefined))
  world.market.update(order, {
    amount: order.amount - amount,
    remainingAmount: order.remainingAmount - amount
  })
}

const deal = (day: Day, asked: GlobalIntent) => {
  const order = known(day, asked.intent)
  if (order === undefined || day.changed.has(order._id) || numberOf(asked.intent, "amount") <= 0) return
  const way = Resource.isAccountBound(order.resourceType) ? dealDirectly : dealByTerminal
  way(day, order, asked)
}

/** In the order in which they are carried out. */
const rules = new Map([
  ["createOrder", create],
  ["changeOrderPrice", reprice],
  ["extendOrder", extend],
  ["cancelOrder", cancel],
  ["deal", deal]
])

/** How much of an order can be dealt at once. */
const atHand = ({ terminals, world }: Day, order: StoredOrder, owner: User): number => {
  const { price, remainingAmount, resourceType, type } = order
  const isBound = Resource.isAccountBound(resourceType)
  const terminal = terminals.get(order.roomName ?? "")
  const standing = terminal === undefined ? undefined : world.rooms.object(terminal._id)
  const isOwn = isBound || standing?.["user"] === owner._id
  if (!isOwn) return 0
  if (type === "sell") {
    const has = isBound ? owner.resources[resourceType] : storeOf(standing)[resourceType]
    return Math.max(0, Math.min(has ?? 0, remainingAmount))
  }
  const room = isBound ? Infinity : Math.max(0, numberOf(standing, "storeCapacity") - loadOf(standing))
  return Math.min(Math.floor(owner.money / price), remainingAmount, room)
}

/** Orders of players come to life and fall asleep; after a month they go, and the fee for the rest is given back. */
const review = (day: Day, order: StoredOrder) => {
  const { now, world } = day
  const owner = world.accounts.byId(order.user)
  if (owner === undefined) return
  if (now - order.createdTimestamp > Order.lifetime) {
    const { _id: orderId, price, remainingAmount, resourceType, roomName, type } = order
    const told = { order: { orderId, type, resourceType, price: price / 1000, remainingAmount, roomName } }
    const refund = remainingAmount * price * Order.feeRate
    if (refund > 0) charge(day, owner, refund, "market.fee", told)
    world.market.remove(order)
    return
  }
  const amount = atHand(day, order, owner)
  const active = amount > 0
  if (order.amount !== amount || order.active !== active) world.market.update(order, { amount, active })
}

/** One tick of the market of a shard; resources of accounts are traded in every shard. @internal */
export const trade = (world: World, asked: ReadonlyArray<GlobalIntent>, now: number) => {
  const orders = [...world.market.orders.values()]
    .filter(({ shard }) => shard === undefined || shard === world.shard)
    .map(({ _id }) => _id)
  send(world)
  const day: Day = { world, now, orders, terminals: terminalsOf(world), changed: new Set() }
  for (const [name, rule] of rules) for (const one of asked) if (one.name === name) rule(day, one)
  for (const id of orders) {
    const order = world.market.orders.get(id)
    if (order !== undefined) review(day, order)
  }
}
