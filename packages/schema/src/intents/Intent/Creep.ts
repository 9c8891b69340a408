/** Intents of creeps and power creeps; towers and links share some of them, as described there. */
import * as Schema from "effect/Schema"
import { Direction } from "../../values/Direction.ts"
import { amount } from "./fields.ts"
import { ObjectId } from "../../values/ObjectId.ts"
import { Power } from "../../account/Power.ts"
import { StorableResource } from "../../economy/Resource.ts"
import { Coordinate } from "../../values/RoomPosition.ts"
import { declareNullary, declareObject } from "./Declare.ts"

const targetId = {
  /** Id of the target. */
  id: ObjectId
} as const

const target = Schema.Struct(targetId)

// Scripts also send the square of the target, which servers do not read.
const targetOnSquare = Schema.Struct({
  ...targetId,
  /** x of the target; servers ignore it. */
  x: Schema.optionalKey(Coordinate),
  /** y of the target; servers ignore it. */
  y: Schema.optionalKey(Coordinate)
})

const load = {
  resourceType: StorableResource,
  /** Units of the resource. */
  amount
} as const

const loadOfTarget = Schema.Struct({ ...targetId, ...load })

/**
 * Moves a creep or power creep by one square in a direction, or behind the adjacent creep that pulls it.
 *
 * **Source** read in the server's source.
 */
export const move = declareObject(
  "move",
  Schema.Union([
    Schema.Struct({
      /** Direction of the step: 1 is top, then clockwise to 8, top left. */
      direction: Direction
    }),
    Schema.Struct({
      /** Id of the creep that pulls. */
      id: ObjectId
    })
  ])
)

/**
 * Pulls an adjacent creep, which must `move` with the id of the pulling creep in the same tick.
 *
 * **Source** read in the server's source.
 */
export const pull = declareObject("pull", target)

/**
 * Harvests an adjacent source, mineral or deposit with a creep.
 *
 * **Source** read in the server's source.
 */
export const harvest = declareObject("harvest", target)

/**
 * Attacks an adjacent target with a creep, or any target in the room with a tower.
 *
 * **Source** read in the server's source.
 */
export const attack = declareObject("attack", targetOnSquare)

/**
 * Attacks a target up to three squares away with a creep.
 *
 * **Source** read in the server's source.
 */
export const rangedAttack = declareObject("rangedAttack", target)

/**
 * Attacks all hostile targets up to three squares away with a creep.
 *
 * **Source** read in the server's source.
 */
export const rangedMassAttack = declareNullary("rangedMassAttack")

/**
 * Heals the creep itself or an adjacent one, or any creep in the room with a tower.
 *
 * **Source** read in the server's source.
 */
export const heal = declareObject("heal", targetOnSquare)

/**
 * Heals a creep at a distance of up to three squares.
 *
 * **Source** read in the server's source.
 */
export const rangedHeal = declareObject("rangedHeal", target)

/**
 * Builds a construction site up to three squares away with a creep.
 *
 * **Source** read in the server's source.
 */
export const build = declareObject("build", targetOnSquare)

/**
 * Repairs a structure up to three squares away with a creep, or any in the room with a tower.
 *
 * **Source** read in the server's source.
 */
export const repair = declareObject("repair", targetOnSquare)

/**
 * Dismantles an adjacent structure with a creep.
 *
 * **Source** read in the server's source.
 */
export const dismantle = declareObject("dismantle", target)

/**
 * Transfers a resource from a creep or power creep to an adjacent target, or energy from a link to another link.
 *
 * **Source** read in the server's source.
 */
export const transfer = declareObject("transfer", loadOfTarget)

/**
 * Withdraws a resource from an adjacent structure, tombstone or ruin with a creep or power creep.
 *
 * **Source** read in the server's source.
 */
export const withdraw = declareObject("withdraw", loadOfTarget)

/**
 * Picks up an adjacent dropped resource with a creep or power creep.
 *
 * **Source** read in the server's source.
 */
export const pickup = declareObject("pickup", target)

/**
 * Drops a resource of a creep or power creep on its square.
 *
 * **Source** read in the server's source.
 */
export const drop = declareObject("drop", Schema.Struct(load))

/**
 * Shows a message above a creep or power creep.
 *
 * **Gotchas**
 *
 * Servers cut the message after 10 characters.
 *
 * **Source** read in the server's source.
 */
export const say = declareObject(
  "say",
  Schema.Struct({
    message: Schema.String,
    /** Whether other players can see the message; default `false`. */
    isPublic: Schema.optionalKey(Schema.Boolean)
  })
)

/**
 * Kills a creep, which leaves a tombstone; for power creeps use `suicidePowerCreep`.
 *
 * **Source** recorded from a server 4.3.0.
 */
export const suicide = declareNullary("suicide")

/**
 * Claims an adjacent controller with a creep.
 *
 * **Source** read in the server's source.
 */
export const claimController = declareObject("claimController", target)

/**
 * Reserves an adjacent controller with a creep, or prolongs the reservation.
 *
 * **Source** read in the server's source.
 */
export const reserveController = declareObject("reserveController", target)

/**
 * Attacks an adjacent controller or its reservation with a creep.
 *
 * **Source** read in the server's source.
 */
export const attackController = declareObject("attackController", target)

/**
 * Upgrades a controller up to three squares away with a creep.
 *
 * **Source** read in the server's source.
 */
export const upgradeController = declareObject("upgradeController", target)

/**
 * Signs an adjacent controller with a creep; an empty text removes the sign.
 *
 * **Gotchas**
 *
 * Servers cut the text after 100 characters.
 *
 * **Source** read in the server's source.
 */
export const signController = declareObject(
  "signController",
  Schema.Struct({
    /** Id of the controller. */
    id: ObjectId,
    /** Text of the sign; empty to remove it. */
    sign: Schema.String
  })
)

/**
 * Gives 1000 ghodium of a creep to an adjacent controller, which gets one more safe mode.
 *
 * **Source** read in the server's source.
 */
export const generateSafeMode = declareObject("generateSafeMode", target)

/**
 * Uses a power of a power creep.
 *
 * **Source** read in the server's source.
 */
export const usePower = declareObject(
  "usePower",
  Schema.Struct({
    /** Number of the power, 1–19. */
    power: Power,
    /** Id of the target, for powers that need one. */
    id: Schema.optionalKey(ObjectId)
  })
)

/**
 * Enables powers in the room of a power creep that is adjacent to the controller.
 *
 * **Source** read in the server's source.
 */
export const enableRoom = declareObject("enableRoom", target)

/**
 * Renews the 5000 ticks of a power creep's life at an adjacent power spawn or power bank.
 *
 * **Source** read in the server's source.
 */
export const renew = declareObject("renew", target)

/**
 * Claims an adjacent reactor with a creep, only in the fifth season.
 *
 * **Source** read in the source of the season's mod.
 */
export const claimReactor = declareObject("claimReactor", target)
