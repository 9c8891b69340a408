/** Intents of structures. */
import * as Schema from "effect/Schema"
import { BodyInput, maxParts } from "../../objects/BodyPartType.ts"
import { products } from "../../economy/Commodity.ts"
import { Direction } from "../../values/Direction.ts"
import { FlagColor } from "../../rooms/FlagColor.ts"
import { amount, name } from "./fields.ts"
import { ObjectId } from "../../values/ObjectId.ts"
import { StorableResource } from "../../economy/Resource.ts"
import { RoomName } from "../../values/RoomName.ts"
import { Coordinate } from "../../values/RoomPosition.ts"
import { declareNullary, declareObject } from "./Declare.ts"

const directions = Schema.Array(Direction).check(
  Schema.isBetweenLength(1, 8, { expected: "one to eight directions" })
)

const creepId = {
  /** Id of the creep. */
  id: ObjectId
} as const

const creep = Schema.Struct(creepId)

const labs = Schema.Struct({
  /** Id of the first lab. */
  lab1: ObjectId,
  /** Id of the second lab. */
  lab2: ObjectId
})

/**
 * Spawns a creep of up to 50 body parts.
 *
 * **Gotchas**
 *
 * Servers cut the name after 100 characters. A name that another creep has is not rejected, and nothing reports
 * whether there was enough energy.
 *
 * **Source** read in the server's source.
 */
export const createCreep = declareObject(
  "createCreep",
  Schema.Struct({
    /** Name of the new creep. */
    name,
    /** Types of the body parts, 1 to 50. */
    body: BodyInput,
    /** Ids of the structures whose energy is used, in order; by default all in the room. */
    energyStructures: Schema.optionalKey(Schema.Array(ObjectId)),
    /** Directions in which the creep may leave, in order of preference; by default any. */
    directions: Schema.optionalKey(directions)
  })
)

/**
 * Sets the directions in which the creep that is being spawned may leave.
 *
 * **Source** read in the server's source.
 */
export const setSpawnDirections = declareObject(
  "setSpawnDirections",
  Schema.Struct({
    /** Directions in which the creep may leave, in order of preference. */
    directions
  })
)

/**
 * Cancels the spawning of a creep; the energy is lost.
 *
 * **Source** read in the server's source.
 */
export const cancelSpawning = declareNullary("cancelSpawning")

/**
 * Renews the life of a creep that is adjacent to a spawn.
 *
 * **Source** read in the server's source.
 */
export const renewCreep = declareObject("renewCreep", creep)

/**
 * Recycles a creep that is adjacent to a spawn, which returns part of its energy.
 *
 * **Source** read in the server's source.
 */
export const recycleCreep = declareObject("recycleCreep", creep)

/**
 * Boosts a creep that is adjacent to a lab.
 *
 * **Source** read in the server's source.
 */
export const boostCreep = declareObject(
  "boostCreep",
  Schema.Struct({
    ...creepId,
    /** Number of body parts to boost; by default all. */
    bodyPartsCount: Schema.optionalKey(
      Schema.Int.check(
        Schema.isBetween({ minimum: 1, maximum: maxParts }, { expected: "1 to 50 body parts" })
      )
    )
  })
)

/**
 * Removes all boosts from a creep that is adjacent to a lab.
 *
 * **Source** read in the server's source.
 */
export const unboostCreep = declareObject("unboostCreep", creep)

/**
 * Produces a compound in a lab from the contents of two labs up to two squares away.
 *
 * **Source** read in the server's source.
 */
export const runReaction = declareObject("runReaction", labs)

/**
 * Splits the compound of a lab into its reagents, in two labs up to two squares away.
 *
 * **Gotchas**
 *
 * If an id is not in the room, all players in the room lose that tick.
 *
 * **Source** read in the server's source.
 */
export const reverseReaction = declareObject("reverseReaction", labs)

/**
 * Produces a commodity in a factory: see `Commodity`.
 *
 * **Source** read in the server's source.
 */
export const produce = declareObject(
  "produce",
  Schema.Struct({
    /** Product, whose recipe decides the amount. */
    resourceType: Schema.Literals(products),
    /** Amount; servers ignore it. */
    amount: Schema.optionalKey(amount)
  })
)

/**
 * Processes power in a power spawn.
 *
 * **Source** read in the server's source.
 */
export const processPower = declareNullary("processPower")

/**
 * Sends a resource from a terminal to the terminal of another room.
 *
 * **Gotchas**
 *
 * Servers cut the description after 100 characters.
 *
 * **Source** read in the server's source.
 */
export const send = declareObject(
  "send",
  Schema.Struct({
    /** Room of the receiving terminal. */
    targetRoomName: RoomName,
    resourceType: StorableResource,
    /** Units to send. */
    amount,
    /** Note that both parties see in the transaction. */
    description: Schema.optionalKey(Schema.String)
  })
)

/**
 * Launches a nuke at a square of a room up to ten rooms away, where it lands 50 000 ticks later.
 *
 * **Source** read in the server's source.
 */
export const launchNuke = declareObject(
  "launchNuke",
  Schema.Struct({
    /** Room in which the nuke lands. */
    roomName: RoomName,
    x: Coordinate,
    y: Coordinate
  })
)

/**
 * Makes a room visible with an observer in the next tick.
 *
 * **Source** read in the server's source.
 */
export const observeRoom = declareObject(
  "observeRoom",
  Schema.Struct({
    /** Room to observe. */
    roomName: RoomName
  })
)

/**
 * Opens a rampart to the creeps of other players, or closes it.
 *
 * **Source** read in the server's source.
 */
export const setPublic = declareObject(
  "setPublic",
  Schema.Struct({
    /** Whether creeps of other players can enter the rampart. */
    isPublic: Schema.Boolean
  })
)

/**
 * Activates the safe mode of a controller for 20 000 ticks.
 *
 * **Errors** the server rejects it ("safe mode active already") while any of the user's controllers is in safe mode.
 *
 * **Source** recorded from a server 4.3.0.
 */
export const activateSafeMode = declareNullary("activateSafeMode")

/**
 * Unclaims a controller and its room.
 *
 * **Source** recorded from a server 4.3.0.
 */
export const unclaim = declareNullary("unclaim")

/**
 * Sets whether the owner of a structure, creep or power creep is notified of attacks on it.
 *
 * **Source** read in the server's source.
 */
export const notifyWhenAttacked = declareObject(
  "notifyWhenAttacked",
  Schema.Struct({
    /** Whether the owner is notified by mail. */
    enabled: Schema.Boolean
  })
)

/**
 * Removes a construction site or flag on official servers.
 *
 * **Gotchas**
 *
 * Has no effect on private servers: see `removeConstructionSite` and `removeFlag`.
 *
 * **Source** specification; that it has no effect recorded from a server 4.3.0.
 */
export const remove = declareNullary("remove")

/**
 * Destroys an object; used by the server itself.
 *
 * **Gotchas**
 *
 * Has no effect for players on private servers: see `destroyStructure`.
 *
 * **Source** read in the server's source.
 */
export const destroy = declareNullary("destroy")

/**
 * Changes the colours of a flag, on servers where flags are objects.
 *
 * **Gotchas**
 *
 * Has no effect on private servers 4.3.0, where flags are not objects.
 *
 * **Source** read in the server's source.
 */
export const setColor = declareObject(
  "setColor",
  Schema.Struct({
    /** Primary colour, 1–10. */
    color: FlagColor,
    /** Secondary colour, 1–10. */
    secondaryColor: FlagColor
  })
)

/**
 * Moves a flag, on servers where flags are objects.
 *
 * **Gotchas**
 *
 * Has no effect on private servers 4.3.0, where flags are not objects.
 *
 * **Source** read in the server's source.
 */
export const setPosition = declareObject(
  "setPosition",
  Schema.Struct({
    /** Room to which the flag is moved. */
    roomName: RoomName,
    x: Coordinate,
    y: Coordinate
  })
)
