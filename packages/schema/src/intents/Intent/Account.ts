/** What accounts do: trade, keep power creeps, and be notified. */
import * as Schema from "effect/Schema"
import { amount, name, target } from "./fields.ts"
import { ObjectId } from "../../values/ObjectId.ts"
import { OrderTypeInput } from "../../economy/OrderType.ts"
import { Power, PowerClass } from "../../account/Power.ts"
import { accountBound, StorableResource } from "../../economy/Resource.ts"
import { RoomName } from "../../values/RoomName.ts"
import { declareGlobal } from "./Declare.ts"

const price = Schema.Finite.check(
  Schema.isBetween({ minimum: 0.001, maximum: 1_000_000_000 }, { expected: "a price from 0.001 credits" })
)

const order = { type: OrderTypeInput, price, totalAmount: amount }

/**
 * Creates an order on the market, for a fee of 5 % of its value; a user has at most 300.
 *
 * **Details**
 *
 * The room must have a terminal of one's own. Resources of accounts are traded without a room.
 *
 * **Gotchas**
 *
 * Prices are credits for one unit; servers round them to thousandths.
 *
 * **Source** recorded from a server 4.3.0.
 */
export const createOrder = declareGlobal(
  "createOrder",
  Schema.Union([
    Schema.Struct({ ...order, resourceType: StorableResource, roomName: RoomName }),
    Schema.Struct({ ...order, resourceType: Schema.Literals(accountBound) })
  ])
)

/**
 * Changes the price of one's own order; raising it costs 5 % of the difference.
 *
 * **Gotchas**
 *
 * Prices are credits for one unit; servers round them to thousandths.
 *
 * **Source** read in the server's source.
 */
export const changeOrderPrice = declareGlobal(
  "changeOrderPrice",
  Schema.Struct({ orderId: ObjectId, newPrice: price })
)

/**
 * Adds to the amount of one's own order, for 5 % of the value that is added.
 *
 * **Source** read in the server's source.
 */
export const extendOrder = declareGlobal(
  "extendOrder",
  Schema.Struct({ orderId: ObjectId, addAmount: amount })
)

/**
 * Cancels one's own order.
 *
 * **Source** read in the server's source.
 */
export const cancelOrder = declareGlobal("cancelOrder", Schema.Struct({ orderId: ObjectId }))

/**
 * Deals on the order of another, with the terminal of a room of one's own, or without for resources of accounts.
 *
 * **Source** read in the server's source.
 */
export const deal = declareGlobal(
  "deal",
  Schema.Struct({ orderId: ObjectId, amount, targetRoomName: Schema.optionalKey(RoomName) })
)

/**
 * Creates a power creep, which takes one free power level of the account.
 *
 * **Gotchas**
 *
 * Servers cut the name after 50 characters.
 *
 * **Source** read in the server's source.
 */
export const createPowerCreep = declareGlobal(
  "createPowerCreep",
  Schema.Struct({ name, className: PowerClass })
)

/**
 * Gives a power creep that is not in the world another name.
 *
 * **Gotchas**
 *
 * Servers cut the name after 50 characters.
 *
 * **Source** read in the server's source.
 */
export const renamePowerCreep = declareGlobal("renamePowerCreep", Schema.Struct({ id: ObjectId, name }))

/**
 * Deletes a power creep that is not in the world after 24 hours, or with `cancel` keeps it after all.
 *
 * **Gotchas**
 *
 * While the account experiments with powers it is gone at once.
 *
 * **Source** read in the server's source.
 */
export const deletePowerCreep = declareGlobal(
  "deletePowerCreep",
  Schema.Struct({ id: ObjectId, cancel: Schema.optionalKey(Schema.Boolean) })
)

/**
 * Has a power creep learn the next level of a power, which takes one free power level of the account.
 *
 * **Source** read in the server's source.
 */
export const upgradePowerCreep = declareGlobal(
  "upgradePowerCreep",
  Schema.Struct({ id: ObjectId, power: Power })
)

/**
 * Brings the power creep of a name into the world at the power spawn of an id.
 *
 * **Source** read in the server's source.
 */
export const spawnPowerCreep = declareGlobal("spawnPowerCreep", Schema.Struct({ id: ObjectId, name }))

/**
 * Has a power creep in the world die; it can be spawned again after 8 hours.
 *
 * **Source** read in the server's source.
 */
export const suicidePowerCreep = declareGlobal("suicidePowerCreep", target)

/**
 * Notifies oneself by mail, at most once in so many minutes (0 to 1440) for the same message.
 *
 * **Gotchas**
 *
 * Private servers 4.3.0 notify for scripts only: sent over HTTP it is accepted without effect. Servers cut the
 * message after 500 characters.
 *
 * **Source** recorded from a server 4.3.0.
 */
export const notify = declareGlobal(
  "notify",
  Schema.Struct({
    message: Schema.String,
    groupInterval: Schema.Int.check(
      Schema.isBetween({ minimum: 0, maximum: 1440 }, { expected: "0 to 1440 minutes" })
    )
  })
)
