/** The market in a tick: account intents, deals, and which orders are active. */
import type { MarketEvent } from "@screeps-effect/schema/MoneyEntry"
import * as Order from "@screeps-effect/schema/Order"
import * as Resource from "@screeps-effect/schema/Resource"
import * as RoomName from "@screeps-effect/schema/RoomName"
import type { User } from "../state/accounts.ts"
import { loadOf, numberOf, storeOf, textOf } from "../state/fields.ts"
import type { GlobalIntent } from "../state/intents.ts"
import type { StoredOrder } from "../state/market.ts"
import { ofType, type StoredObject } from "../state/rooms.ts"
import type { Shard } from "../state/shard.ts"

/** The market of one shard at the start of the tick, and what the tick has done so far. */
interface MarketTick {
  readonly shard: Shard
  readonly now: number
  readonly terminals: ReadonlyMap<string, StoredObject>
  /** Orders that existed before this tick; new orders wait for the next tick. */
  readonly orders: ReadonlyArray<StoredOrder["_id"]>
  /** Orders whose price was changed: they cannot be dealt in this tick. */
  readonly changed: Set<string>
}

const fee = (thousandths: number) => Math.ceil(thousandths * Order.feeRate)

const charge = ({ now, shard }: MarketTick, user: User, change: number, type: string, market: MarketEvent) =>
  shard.market.charge(user, change, { now, tick: shard.time, shard: shard.name }, { type, market })

/** Charges a fee, if the user can pay it. */
const pay = (at: MarketTick, user: User, amount: number, market: MarketEvent): boolean => {
  if (user.money < amount) return false
  charge(at, user, -amount, "market.fee", market)
  return true
}

/** Returns the terminal of a room if it is the user's. */
const ownTerminal = ({ terminals }: MarketTick, room: string, user: User): StoredObject | undefined => {
  const terminal = terminals.get(room)
  return terminal?.["user"] === user._id ? terminal : undefined
}

const create = (at: MarketTick, { intent, user }: GlobalIntent) => {
  const { now, shard } = at
  const [resourceType, roomName] = [textOf(intent, "resourceType"), textOf(intent, "roomName")]
  const [price, totalAmount] = [numberOf(intent, "price"), numberOf(intent, "totalAmount")]
  if (price <= 0 || totalAmount <= 0 || !Resource.isMarketResource(resourceType)) return
  const isBound = Resource.isAccountBound(resourceType)
  if (!isBound && ownTerminal(at, roomName, user) === undefined) return
  const type = textOf(intent, "type") === "sell" ? "sell" : "buy"
  const event = { order: { type, resourceType, price: price / 1000, totalAmount, roomName } }
  if (!pay(at, user, fee(price * totalAmount), event)) return
  shard.market.orders.add((_id) => ({
    _id,
    type,
    resourceType,
    price,
    amount: 0,
    remainingAmount: totalAmount,
    totalAmount,
    user: user._id,
    active: false,
    roomName: isBound ? undefined : roomName,
    shard: isBound ? undefined : shard.name,
    created: isBound ? undefined : shard.time,
    createdTimestamp: now
  }))
}

/** Returns the present state of a named order that existed before this tick. */
const known = ({ orders, shard }: MarketTick, intent: unknown): StoredOrder | undefined => {
  const id = textOf(intent, "orderId")
  return orders.some((one) => one === id) ? shard.market.orders.get(id) : undefined
}

const own = (at: MarketTick, { intent, user }: GlobalIntent): StoredOrder | undefined => {
  const order = known(at, intent)
  return order?.user === user._id ? order : undefined
}

const reprice = (at: MarketTick, request: GlobalIntent) => {
  const order = own(at, request)
  const newPrice = numberOf(request.intent, "newPrice")
  if (order === undefined || newPrice <= 0) return
  const [orderId, oldPrice] = [order._id, order.price]
  if (newPrice !== oldPrice) at.changed.add(orderId)
  const event = { changeOrderPrice: { orderId, oldPrice: oldPrice / 1000, newPrice: newPrice / 1000 } }
  const raise = fee((newPrice - oldPrice) * order.remainingAmount)
  if (newPrice > oldPrice && !pay(at, request.user, raise, event)) return
  at.shard.market.orders.update(order, { price: newPrice })
}

const extend = (at: MarketTick, request: GlobalIntent) => {
  const order = own(at, request)
  const addAmount = numberOf(request.intent, "addAmount")
  if (order === undefined || addAmount <= 0) return
  const event = { extendOrder: { orderId: order._id, addAmount } }
  if (!pay(at, request.user, fee(order.price * addAmount), event)) return
  const { remainingAmount, totalAmount } = order
  at.shard.market.orders.update(order, {
    remainingAmount: remainingAmount + addAmount,
    totalAmount: totalAmount + addAmount
  })
}

/** Removes a cancelled order; its fee is not returned. */
const cancel = (at: MarketTick, request: GlobalIntent) => {
  const order = own(at, request)
  if (order !== undefined) at.shard.market.orders.remove(order)
}

/** Takes a dealt amount off an order. */
const fill = (shard: Shard, order: StoredOrder, amount: number) =>
  shard.market.orders.update(order, {
    amount: order.amount - amount,
    remainingAmount: order.remainingAmount - amount
  })

/** Executes a deal in account-bound resources between two accounts. */
const dealDirectly = (at: MarketTick, order: StoredOrder, { intent, user }: GlobalIntent) => {
  const owner = at.shard.accounts.byId(order.user)
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
  const event = { resourceType, price: price / 1000, amount }
  seller.resources[resourceType] = (seller.resources[resourceType] ?? 0) - amount
  buyer.resources[resourceType] = (buyer.resources[resourceType] ?? 0) + amount
  charge(at, seller, amount * price, "market.sell", event)
  charge(at, buyer, -amount * price, "market.buy", event)
  fill(at.shard, order, amount)
}

/**
 * Executes a deal between two terminals; the dealing user's terminal pays the energy. Terminals of NPCs have unlimited
 * goods and credits.
 */
const dealByTerminal = (at: MarketTick, order: StoredOrder, { intent, user }: GlobalIntent) => {
  const { shard } = at
  const target = ownTerminal(at, textOf(intent, "targetRoomName"), user)
  const other = at.terminals.get(order.roomName ?? "")
  if (target === undefined || other === undefined || numberOf(target, "cooldownTime") > shard.time) return
  const [from, to] = order.type === "sell" ? [other, target] : [target, other]
  const buyer = shard.accounts.byId(to["user"])
  const seller = shard.accounts.byId(from["user"])
  const { price, resourceType } = order
  const wanted = Math.min(
    numberOf(intent, "amount"),
    order.remainingAmount,
    seller === undefined ? Infinity : (storeOf(shard.rooms.object(from._id))[resourceType] ?? 0)
  )
  const paid = buyer === undefined ? wanted : Math.min(wanted, Math.floor(buyer.money / price))
  const amount = move(shard, { from, to, resourceType, amount: paid, payer: target })
  if (amount === 0) return
  const event = (npc: boolean) => ({
    resourceType,
    roomName: order.roomName,
    targetRoomName: target.room,
    price: price / 1000,
    npc,
    owner: order.user,
    dealer: user._id,
    amount
  })
  if (seller !== undefined) charge(at, seller, amount * price, "market.sell", event(buyer === undefined))
  if (buyer !== undefined) charge(at, buyer, -amount * price, "market.buy", event(seller === undefined))
  fill(shard, order, amount)
}

const deal = (at: MarketTick, request: GlobalIntent) => {
  const order = known(at, request.intent)
  if (order === undefined || at.changed.has(order._id) || numberOf(request.intent, "amount") <= 0) return
  const carryOut = Resource.isAccountBound(order.resourceType) ? dealDirectly : dealByTerminal
  carryOut(at, order, request)
}

/** In execution order. */
const rules = new Map([
  ["createOrder", create],
  ["changeOrderPrice", reprice],
  ["extendOrder", extend],
  ["cancelOrder", cancel],
  ["deal", deal]
])

/** Returns how much of an order can be dealt at once. */
const atHand = ({ terminals, shard }: MarketTick, order: StoredOrder, owner: User): number => {
  const { price, remainingAmount, resourceType, type } = order
  const isBound = Resource.isAccountBound(resourceType)
  const terminal = terminals.get(order.roomName ?? "")
  const standing = terminal === undefined ? undefined : shard.rooms.object(terminal._id)
  const isOwn = isBound || standing?.["user"] === owner._id
  if (!isOwn) return 0
  if (type === "sell") {
    const has = isBound ? owner.resources[resourceType] : storeOf(standing)[resourceType]
    return Math.max(0, Math.min(has ?? 0, remainingAmount))
  }
  const room = isBound ? Infinity : Math.max(0, numberOf(standing, "storeCapacity") - loadOf(standing))
  return Math.min(Math.floor(owner.money / price), remainingAmount, room)
}

/** Activates and deactivates players' orders; after a month they are removed and the fee for the rest is refunded. */
const review = (at: MarketTick, order: StoredOrder) => {
  const { now, shard } = at
  const owner = shard.accounts.byId(order.user)
  if (owner === undefined) return
  if (now - order.createdTimestamp > Order.lifetime) {
    const { _id: orderId, price, remainingAmount, resourceType, roomName, type } = order
    const event = { order: { orderId, type, resourceType, price: price / 1000, remainingAmount, roomName } }
    const refund = remainingAmount * price * Order.feeRate
    if (refund > 0) charge(at, owner, refund, "market.fee", event)
    shard.market.orders.remove(order)
    return
  }
  const amount = atHand(at, order, owner)
  const active = amount > 0
  if (order.amount !== amount || order.active !== active)
    shard.market.orders.update(order, { amount, active })
}

/** Runs one tick of a shard's market; account-bound resources are traded in every shard. @internal */
export const trade = (shard: Shard, request: ReadonlyArray<GlobalIntent>, now: number) => {
  const orders = shard.market.orders.all
    .filter((order) => order.shard === undefined || order.shard === shard.name)
    .map(({ _id }) => _id)
  send(shard)
  const at: MarketTick = { shard, now, orders, terminals: terminalsOf(shard), changed: new Set() }
  for (const [name, rule] of rules) for (const one of request) if (one.name === name) rule(at, one)
  for (const id of orders) {
    const order = shard.market.orders.get(id)
    if (order !== undefined) review(at, order)
  }
}

const cooldown = 10

/** Returns the terminals of a shard by room. */
const terminalsOf = (shard: Shard): ReadonlyMap<string, StoredObject> => {
  const found = new Map<string, StoredObject>()
  for (const room of shard.rooms.made)
    for (const terminal of ofType(room, "terminal")) found.set(room.name, terminal)
  return found
}

/** Returns the energy cost of a transfer. */
const transferCost = (
  shard: Shard,
  from: RoomName.RoomName,
  to: RoomName.RoomName,
  amount: number
): number => {
  const { side } = shard.rooms
  const range = RoomName.distanceWrapped(from, to, { width: side, height: side })
  return Math.ceil(amount * (1 - Math.exp(-range / 30)))
}

/** Moves a resource between terminals; returns the amount that arrived, 0 for none. */
const move = (
  shard: Shard,
  {
    amount: wanted,
    from,
    payer,
    resourceType,
    to
  }: {
    readonly from: StoredObject
    readonly to: StoredObject
    /** The terminal that pays the energy and gets the cooldown. */
    readonly payer: StoredObject
    readonly resourceType: string
    readonly amount: number
  }
): number => {
  const { rooms } = shard
  const now = (terminal: StoredObject) => rooms.object(terminal._id) ?? terminal
  const held = (terminal: StoredObject, resource: string) => storeOf(now(terminal))[resource] ?? 0
  // Terminals without an owner have unlimited goods and space.
  const isPlayers = (terminal: StoredObject) => typeof terminal["user"] === "string"
  const room = isPlayers(to) ? Math.max(0, numberOf(now(to), "storeCapacity") - loadOf(now(to))) : Infinity
  if (isPlayers(from) && held(from, resourceType) < wanted) return 0
  const amount = Math.min(wanted, room)
  if (!(amount > 0)) return 0
  const cost = transferCost(shard, from.room, to.room, amount)
  const spent = payer === from && resourceType === "energy" ? amount + cost : cost
  if (held(payer, "energy") < spent) return 0
  const change = (terminal: StoredObject, resource: string, by: number) => {
    if (!isPlayers(terminal)) return
    const store = storeOf(now(terminal))
    rooms.update(terminal, { store: { ...store, [resource]: (store[resource] ?? 0) + by } })
  }
  change(to, resourceType, amount)
  change(from, resourceType, -amount)
  change(payer, "energy", -cost)
  rooms.update(payer, { cooldownTime: shard.time + cooldown })
  return amount
}

/** Executes the terminals' send intents. */
const send = (shard: Shard) => {
  const terminals = terminalsOf(shard)
  for (const terminal of terminals.values()) {
    const order = terminal["send"]
    if ((order ?? null) === null) continue
    shard.rooms.update(terminal, { send: null })
    const to = terminals.get(textOf(order, "targetRoomName"))
    if (typeof to?.["user"] !== "string" || numberOf(terminal, "cooldownTime") > shard.time) continue
    const [resourceType, amount] = [textOf(order, "resourceType"), numberOf(order, "amount")]
    move(shard, { from: terminal, to, payer: terminal, resourceType, amount })
  }
}
