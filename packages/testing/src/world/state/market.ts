/** The market: orders, the statistics of days, and what it does to users' money. */
import type { MarketEvent, MoneyEntry } from "@screeps-effect/schema/MoneyEntry"
import type { MarketStat } from "@screeps-effect/schema/Order"
import type { ObjectId } from "@screeps-effect/schema/ObjectId"
import * as Tick from "@screeps-effect/schema/Tick"
import type { UserId } from "@screeps-effect/schema/UserId"
import type { User } from "./accounts.ts"
import type { Events } from "./events.ts"
import type { Ids } from "./ids.ts"

/** An order as it is stored; the price is in thousandths of a credit. */
export interface StoredOrder {
  readonly _id: ObjectId
  readonly type: "buy" | "sell"
  readonly resourceType: string
  readonly price: number
  readonly amount: number
  readonly remainingAmount: number
  readonly totalAmount: number
  /** Orders of NPCs have none. */
  readonly user: UserId | undefined
  readonly active: boolean
  /** Orders of account-bound resources have neither room nor tick. */
  readonly roomName: string | undefined
  /** The shard of the room; orders of account-bound resources belong to none. */
  readonly shard: string | undefined
  readonly created: number | undefined
  readonly createdTimestamp: number
}

/** @internal */
export class Market {
  readonly #ids: Ids
  readonly #events: Events
  readonly orders = new Map<ObjectId, StoredOrder>()
  /** Newest day first. */
  readonly stats: Array<MarketStat> = []
  /** What happened to users' money, newest first. */
  readonly #history = new Map<UserId, Array<MoneyEntry>>()

  constructor(ids: Ids, events: Events) {
    this.#ids = ids
    this.#events = events
  }

  add(order: Omit<StoredOrder, "_id">): StoredOrder {
    const stored: StoredOrder = { ...order, _id: this.#ids.object() }
    this.orders.set(stored._id, stored)
    return stored
  }

  order(id: string): StoredOrder | undefined {
    return [...this.orders.values()].find(({ _id }) => _id === id)
  }

  /** Changes an order; gives the new one. */
  update(order: StoredOrder, fields: Partial<Omit<StoredOrder, "_id">>): StoredOrder {
    const next: StoredOrder = { ...order, ...fields }
    this.orders.set(order._id, next)
    return next
  }

  remove({ _id }: Pick<StoredOrder, "_id">) {
    this.orders.delete(_id)
  }

  moneyHistory({ _id }: User): ReadonlyArray<MoneyEntry> {
    return this.#history.get(_id) ?? []
  }

  /** Gives a user credits, or takes them, and writes down why; the change is in thousandths. */
  charge(
    user: User,
    change: number,
    at: { readonly now: number; readonly tick?: number | undefined; readonly shard?: string | undefined },
    why: { readonly type: string; readonly market: MarketEvent }
  ): MoneyEntry {
    this.setMoney(user, user.money + change)
    const entry: MoneyEntry = {
      _id: this.#ids.object(),
      date: new Date(at.now).toISOString(),
      ...(at.tick === undefined ? {} : { tick: Tick.make(at.tick) }),
      ...(at.shard === undefined ? {} : { shard: at.shard }),
      user: user._id,
      type: why.type,
      balance: user.money / 1000,
      change: change / 1000,
      market: why.market
    }
    this.#history.set(user._id, [entry, ...this.moneyHistory(user)])
    return entry
  }

  /** Sets a user's credits, in thousandths, and writes nothing down. */
  setMoney(user: User, money: number) {
    user.money = money
    this.#events.publish({ type: "money", user: user._id, credits: money / 1000 })
  }
}
