/** Orders, daily statistics, and users' money history. */
import { isFill, type MarketEvent, type MoneyEntry } from "@screeps-effect/schema/MoneyEntry"
import type { MarketStat } from "@screeps-effect/schema/Order"
import type { ObjectId } from "@screeps-effect/schema/ObjectId"
import * as Tick from "@screeps-effect/schema/Tick"
import type { UserId } from "@screeps-effect/schema/UserId"
import type { User } from "./accounts.ts"
import type { Events } from "./events.ts"
import { type Ids, Records } from "./ids.ts"

/** A stored order; the price is in thousandths of a credit. */
export interface StoredOrder {
  readonly _id: ObjectId
  readonly type: "buy" | "sell"
  readonly resourceType: string
  readonly price: number
  /** Amount that can be dealt now. */
  readonly amount: number
  /** Amount that is not traded yet. */
  readonly remainingAmount: number
  /** Original amount of the order. */
  readonly totalAmount: number
  /** Absent for orders of NPCs. */
  readonly user: UserId | undefined
  /** Whether the order can be dealt. */
  readonly active: boolean
  /** The room of the terminal; absent for account-bound resources. */
  readonly roomName: string | undefined
  /** The shard of the room; absent for account-bound resources. */
  readonly shard: string | undefined
  /** Tick of the creation; absent for account-bound resources. */
  readonly created: number | undefined
  /** Time of the creation, in milliseconds since 1970. */
  readonly createdTimestamp: number
}

/** @internal */
export class Market {
  readonly #ids: Ids
  readonly #events: Events
  readonly orders: Records<StoredOrder>
  /** Most recent day first. */
  readonly stats: Array<MarketStat> = []
  /** Users' money history, most recent first. */
  readonly #history = new Map<UserId, Array<MoneyEntry>>()

  constructor(ids: Ids, events: Events) {
    this.#ids = ids
    this.orders = new Records(ids)
    this.#events = events
  }

  moneyHistory({ _id }: User): ReadonlyArray<MoneyEntry> {
    return this.#history.get(_id) ?? []
  }

  /** Returns the entries of both sides of a deal, by its tick and rooms. */
  sides(deal: {
    readonly tick: number
    readonly roomName?: string | undefined
    readonly targetRoomName?: string | undefined
  }): ReadonlyArray<{ readonly user: UserId; readonly type: string }> {
    const isSide = ({ market, tick }: MoneyEntry) =>
      tick === deal.tick &&
      isFill(market) &&
      market.roomName === deal.roomName &&
      market.targetRoomName === deal.targetRoomName
    return [...this.#history].flatMap(([user, entries]) =>
      entries.filter(isSide).flatMap(({ type }) => (type === undefined ? [] : [{ user, type }]))
    )
  }

  /** Changes a user's credits, in thousandths, and records the reason. */
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

  /** Sets a user's credits, in thousandths, without a record. */
  setMoney(user: User, money: number) {
    user.money = money
    this.#events.publish({ type: "money", user: user._id, credits: money / 1000 })
  }
}
