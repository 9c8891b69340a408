/** What creeps and power creeps are asked to do; some of it, as described there, towers and links do as well. */
import * as Schema from "effect/Schema"
import { Direction } from "../../values/Direction.ts"
import { amount, target } from "./fields.ts"
import { ObjectId } from "../../values/ObjectId.ts"
import { Power } from "../../account/Power.ts"
import { StorableResource } from "../../economy/Resource.ts"
import { Coordinate } from "../../values/RoomPosition.ts"
import { declareNullary, declareObject } from "./Declare.ts"

// Scripts send the target's square along, which no server reads.
const targetOnSquare = Schema.Struct({
  id: ObjectId,
  x: Schema.optionalKey(Coordinate),
  y: Schema.optionalKey(Coordinate)
})

const load = Schema.Struct({ id: ObjectId, resourceType: StorableResource, amount })

/**
 * Moves a creep or power creep by one square in a direction, or after the neighbouring creep that pulls it.
 *
 * **Source** read in the server's source.
 */
export const move = declareObject(
  "move",
  Schema.Union([Schema.Struct({ direction: Direction }), Schema.Struct({ id: ObjectId })])
)

/**
 * Has a creep pull a neighbouring creep, which must `move` with the puller's id in the same tick.
 *
 * **Source** read in the server's source.
 */
export const pull = declareObject("pull", target)

/**
 * Has a creep harvest a neighbouring source, mineral or deposit.
 *
 * **Source** read in the server's source.
 */
export const harvest = declareObject("harvest", target)

/**
 * Has a creep attack a neighbour, or a tower anything in the room.
 *
 * **Source** read in the server's source.
 */
export const attack = declareObject("attack", targetOnSquare)

/**
 * Has a creep attack something up to three squares away.
 *
 * **Source** read in the server's source.
 */
export const rangedAttack = declareObject("rangedAttack", target)

/**
 * Has a creep attack everything hostile up to three squares away.
 *
 * **Source** read in the server's source.
 */
export const rangedMassAttack = declareNullary("rangedMassAttack")

/**
 * Has a creep heal itself or a neighbour, or a tower any creep in the room.
 *
 * **Source** read in the server's source.
 */
export const heal = declareObject("heal", targetOnSquare)

/**
 * Has a creep heal a creep up to three squares away.
 *
 * **Source** read in the server's source.
 */
export const rangedHeal = declareObject("rangedHeal", target)

/**
 * Has a creep work on a construction site up to three squares away.
 *
 * **Source** read in the server's source.
 */
export const build = declareObject("build", targetOnSquare)

/**
 * Has a creep repair a structure up to three squares away, or a tower any in the room.
 *
 * **Source** read in the server's source.
 */
export const repair = declareObject("repair", targetOnSquare)

/**
 * Has a creep take a neighbouring structure apart.
 *
 * **Source** read in the server's source.
 */
export const dismantle = declareObject("dismantle", target)

/**
 * Has a creep or power creep hand a resource to a neighbour, or a link energy to another link.
 *
 * **Source** read in the server's source.
 */
export const transfer = declareObject("transfer", load)

/**
 * Has a creep or power creep take a resource out of a neighbouring structure, tombstone or ruin.
 *
 * **Source** read in the server's source.
 */
export const withdraw = declareObject("withdraw", load)

/**
 * Has a creep or power creep pick up a neighbouring pile.
 *
 * **Source** read in the server's source.
 */
export const pickup = declareObject("pickup", target)

/**
 * Has a creep or power creep drop a resource where it stands.
 *
 * **Source** read in the server's source.
 */
export const drop = declareObject("drop", Schema.Struct({ resourceType: StorableResource, amount }))

/**
 * Has a creep or power creep say something, for its owner alone unless `isPublic`.
 *
 * **Gotchas**
 *
 * Servers cut the message after 10 characters.
 *
 * **Source** read in the server's source.
 */
export const say = declareObject(
  "say",
  Schema.Struct({ message: Schema.String, isPublic: Schema.optionalKey(Schema.Boolean) })
)

/**
 * Has a creep kill itself, which leaves a tombstone; power creeps are asked through `suicidePowerCreep`.
 *
 * **Source** recorded from a server 4.3.0.
 */
export const suicide = declareNullary("suicide")

/**
 * Has a creep claim a neighbouring controller.
 *
 * **Source** read in the server's source.
 */
export const claimController = declareObject("claimController", target)

/**
 * Has a creep reserve a neighbouring controller, or prolong the reservation.
 *
 * **Source** read in the server's source.
 */
export const reserveController = declareObject("reserveController", target)

/**
 * Has a creep attack a neighbouring controller, or the reservation of one.
 *
 * **Source** read in the server's source.
 */
export const attackController = declareObject("attackController", target)

/**
 * Has a creep upgrade a controller up to three squares away.
 *
 * **Source** read in the server's source.
 */
export const upgradeController = declareObject("upgradeController", target)

/**
 * Has a creep sign a neighbouring controller; an empty text takes the sign away.
 *
 * **Gotchas**
 *
 * Servers cut the text after 100 characters.
 *
 * **Source** read in the server's source.
 */
export const signController = declareObject(
  "signController",
  Schema.Struct({ id: ObjectId, sign: Schema.String })
)

/**
 * Has a creep give 1000 ghodium to a neighbouring controller for one more safe mode.
 *
 * **Source** read in the server's source.
 */
export const generateSafeMode = declareObject("generateSafeMode", target)

/**
 * Has a power creep use a power, on a target where the power needs one.
 *
 * **Source** read in the server's source.
 */
export const usePower = declareObject(
  "usePower",
  Schema.Struct({ power: Power, id: Schema.optionalKey(ObjectId) })
)

/**
 * Has a power creep enable powers in its room, by the neighbouring controller.
 *
 * **Source** read in the server's source.
 */
export const enableRoom = declareObject("enableRoom", target)

/**
 * Has a power creep renew its life of 5000 ticks at a neighbouring power spawn or power bank.
 *
 * **Source** read in the server's source.
 */
export const renew = declareObject("renew", target)

/**
 * Has a creep claim a neighbouring reactor, in the fifth season only.
 *
 * **Source** read in the source of the season's mod.
 */
export const claimReactor = declareObject("claimReactor", target)
