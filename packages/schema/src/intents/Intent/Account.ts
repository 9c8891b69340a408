/** Intents of the account: for the market, power creeps and notifications. */
import * as Schema from "effect/Schema"
import { amount, name } from "./fields.ts"
import { ObjectId } from "../../values/ObjectId.ts"
import { OrderTypeInput } from "../../economy/OrderType.ts"
import { Power, PowerClass } from "../../account/Power.ts"
import { accountBound, StorableResource } from "../../economy/Resource.ts"
import { RoomName } from "../../values/RoomName.ts"
import { declareGlobal } from "./Declare.ts"

const price = Schema.Finite.check(
  Schema.isBetween(
    { minimum: 0.001, maximum: 1_000_000_000 },
    { expected: "a price from 0.001 to 1000000000 credits" }
  )
)

const order = {
  /** Whether to buy or to sell. */
  type: OrderTypeInput,
  /** Price in credits per unit; servers round it to thousandths. */
  price,
  /** Units to trade. */
  totalAmount: amount
} as const

const orderId = {
  /** Id of the order. */
  orderId: ObjectId
} as const

const powerCreepId = {
  /** Id of the power creep. */
  id: ObjectId
} as const

/**
 * Creates an order on the market, for a fee of 5 % of its value; a user can have at most 300 orders.
 *
 * **Details**
 *
 * Resources of the account are traded without a room.
 *
 * **Source** recorded from a server 4.3.0.
 */
export const createOrder = declareGlobal(
  "createOrder",
  Schema.Union([
    Schema.Struct({
      ...order,
      resourceType: StorableResource,
      /** Room of the user's terminal. */
      roomName: RoomName
    }),
    Schema.Struct({ ...order, resourceType: Schema.Literals(accountBound) })
  ])
)

/**
 * Changes the price of one of the user's orders; raising it costs 5 % of the difference.
 *
 * **Source** read in the server's source.
 */
export const changeOrderPrice = declareGlobal(
  "changeOrderPrice",
  Schema.Struct({
    ...orderId,
    /** New price in credits per unit; servers round it to thousandths. */
    newPrice: price
  })
)

/**
 * Increases the amount of one of the user's orders, for a fee of 5 % of the added value.
 *
 * **Source** read in the server's source.
 */
export const extendOrder = declareGlobal(
  "extendOrder",
  Schema.Struct({
    ...orderId,
    /** Units to add to the order. */
    addAmount: amount
  })
)

/**
 * Cancels one of the user's orders.
 *
 * **Source** read in the server's source.
 */
export const cancelOrder = declareGlobal("cancelOrder", Schema.Struct(orderId))

/**
 * Deals on an order of another user.
 *
 * **Source** read in the server's source.
 */
export const deal = declareGlobal(
  "deal",
  Schema.Struct({
    ...orderId,
    /** Units to trade. */
    amount,
    /** Room of the user's terminal; omitted for resources of the account. */
    targetRoomName: Schema.optionalKey(RoomName)
  })
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
  Schema.Struct({
    /** Name of the new power creep. */
    name,
    /** Class of the new power creep. */
    className: PowerClass
  })
)

/**
 * Renames a power creep that is not in the world.
 *
 * **Gotchas**
 *
 * Servers cut the name after 50 characters.
 *
 * **Source** read in the server's source.
 */
export const renamePowerCreep = declareGlobal(
  "renamePowerCreep",
  Schema.Struct({
    ...powerCreepId,
    /** New name of the power creep. */
    name
  })
)

/**
 * Deletes a power creep that is not in the world, after 24 hours, or cancels the deletion.
 *
 * **Gotchas**
 *
 * During a power experimentation period the power creep is deleted at once.
 *
 * **Source** read in the server's source.
 */
export const deletePowerCreep = declareGlobal(
  "deletePowerCreep",
  Schema.Struct({
    ...powerCreepId,
    /** Whether to cancel the deletion instead; default `false`. */
    cancel: Schema.optionalKey(Schema.Boolean)
  })
)

/**
 * Raises a power of a power creep by one level, which takes one free power level of the account.
 *
 * **Source** read in the server's source.
 */
export const upgradePowerCreep = declareGlobal(
  "upgradePowerCreep",
  Schema.Struct({
    ...powerCreepId,
    /** Number of the power, 1–19. */
    power: Power
  })
)

/**
 * Spawns a power creep at a power spawn.
 *
 * **Source** read in the server's source.
 */
export const spawnPowerCreep = declareGlobal(
  "spawnPowerCreep",
  Schema.Struct({
    /** Id of the power spawn. */
    id: ObjectId,
    /** Name of the power creep. */
    name
  })
)

/**
 * Kills a power creep in the world; it can be spawned again after 8 hours.
 *
 * **Source** read in the server's source.
 */
export const suicidePowerCreep = declareGlobal("suicidePowerCreep", Schema.Struct(powerCreepId))

/**
 * Sends a notification to the user by mail.
 *
 * **Gotchas**
 *
 * Private servers 4.3.0 notify only for scripts: over HTTP the intent is accepted but has no effect. Servers cut the
 * message after 500 characters.
 *
 * **Source** recorded from a server 4.3.0.
 */
export const notify = declareGlobal(
  "notify",
  Schema.Struct({
    message: Schema.String,
    /** Minimum time between two mails with the same message, in minutes, 0–1440. */
    groupInterval: Schema.Int.check(
      Schema.isBetween({ minimum: 0, maximum: 1440 }, { expected: "0 to 1440 minutes" })
    )
  })
)
