/** What structures are asked to do. */
import * as Schema from "effect/Schema"
import { BodyInput, maxParts } from "../../objects/BodyPartType.ts"
import { products } from "../../economy/Commodity.ts"
import { Direction } from "../../values/Direction.ts"
import { FlagColor } from "../../rooms/FlagColor.ts"
import { amount, name, target } from "./fields.ts"
import { ObjectId } from "../../values/ObjectId.ts"
import { StorableResource } from "../../economy/Resource.ts"
import { RoomName } from "../../values/RoomName.ts"
import { Coordinate } from "../../values/RoomPosition.ts"
import { declareNullary, declareObject } from "./Declare.ts"

const directions = Schema.Array(Direction).check(
  Schema.isBetweenLength(1, 8, { expected: "one to eight directions" })
)

const labs = Schema.Struct({ lab1: ObjectId, lab2: ObjectId })

/**
 * Has a spawn make a creep of up to 50 parts, out of the energy of the structures that are named, or of all in the
 * room; the creep leaves in the first direction that is free.
 *
 * **Gotchas**
 *
 * Servers cut the name after 100 characters. A name that another creep has is not refused; nothing reports whether
 * there was enough energy.
 *
 * **Source** read in the server's source.
 */
export const createCreep = declareObject(
  "createCreep",
  Schema.Struct({
    name,
    body: BodyInput,
    energyStructures: Schema.optionalKey(Schema.Array(ObjectId)),
    directions: Schema.optionalKey(directions)
  })
)

/**
 * Sets the directions in which a spawn's creep may leave, best direction first.
 *
 * **Source** read in the server's source.
 */
export const setSpawnDirections = declareObject("setSpawnDirections", Schema.Struct({ directions }))

/**
 * Has a spawn give up the creep that it is making; the energy is lost.
 *
 * **Source** read in the server's source.
 */
export const cancelSpawning = declareNullary("cancelSpawning")

/**
 * Has a spawn renew the life of a neighbouring creep.
 *
 * **Source** read in the server's source.
 */
export const renewCreep = declareObject("renewCreep", target)

/**
 * Has a spawn take a neighbouring creep apart, which gives part of its energy back.
 *
 * **Source** read in the server's source.
 */
export const recycleCreep = declareObject("recycleCreep", target)

/**
 * Has a lab boost a neighbouring creep, as many parts of its body as given, or all.
 *
 * **Source** read in the server's source.
 */
export const boostCreep = declareObject(
  "boostCreep",
  Schema.Struct({
    id: ObjectId,
    bodyPartsCount: Schema.optionalKey(
      Schema.Int.check(
        Schema.isBetween({ minimum: 1, maximum: maxParts }, { expected: "1 to 50 body parts" })
      )
    )
  })
)

/**
 * Has a lab take all boosts from a neighbouring creep.
 *
 * **Source** read in the server's source.
 */
export const unboostCreep = declareObject("unboostCreep", target)

/**
 * Has a lab make a compound of what two labs up to two squares away hold.
 *
 * **Source** read in the server's source.
 */
export const runReaction = declareObject("runReaction", labs)

/**
 * Has a lab take its compound apart into two labs up to two squares away.
 *
 * **Gotchas**
 *
 * An id that is not in the room costs everyone in it that tick.
 *
 * **Source** read in the server's source.
 */
export const reverseReaction = declareObject("reverseReaction", labs)

/**
 * Has a factory make a product: see `Commodity`.
 *
 * **Gotchas**
 *
 * The amount follows from the recipe; servers take the field and do not read it.
 *
 * **Source** read in the server's source.
 */
export const produce = declareObject(
  "produce",
  Schema.Struct({ resourceType: Schema.Literals(products), amount: Schema.optionalKey(amount) })
)

/**
 * Has a power spawn process power.
 *
 * **Source** read in the server's source.
 */
export const processPower = declareNullary("processPower")

/**
 * Has a terminal send a resource to the terminal of another room.
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
    targetRoomName: RoomName,
    resourceType: StorableResource,
    amount,
    description: Schema.optionalKey(Schema.String)
  })
)

/**
 * Has a nuker launch a nuke at a square of a room up to ten rooms away, where it lands 50 000 ticks later.
 *
 * **Source** read in the server's source.
 */
export const launchNuke = declareObject(
  "launchNuke",
  Schema.Struct({ roomName: RoomName, x: Coordinate, y: Coordinate })
)

/**
 * Has an observer look into a room in the next tick.
 *
 * **Source** read in the server's source.
 */
export const observeRoom = declareObject("observeRoom", Schema.Struct({ roomName: RoomName }))

/**
 * Opens a rampart to the creeps of others, or closes it.
 *
 * **Source** read in the server's source.
 */
export const setPublic = declareObject("setPublic", Schema.Struct({ isPublic: Schema.Boolean }))

/**
 * Has a controller protect its room for 20 000 ticks.
 *
 * **Errors** the server refuses ("safe mode active already") while any of the user's controllers does so.
 *
 * **Source** recorded from a server 4.3.0.
 */
export const activateSafeMode = declareNullary("activateSafeMode")

/**
 * Gives up a controller, and the room with it.
 *
 * **Source** recorded from a server 4.3.0.
 */
export const unclaim = declareNullary("unclaim")

/**
 * Checks whether the owner of a structure, creep or power creep is notified of attacks on it.
 *
 * **Source** read in the server's source.
 */
export const notifyWhenAttacked = declareObject(
  "notifyWhenAttacked",
  Schema.Struct({ enabled: Schema.Boolean })
)

/**
 * Takes a construction site or flag away on official servers.
 *
 * **Gotchas**
 *
 * Without effect on private servers: see `removeConstructionSite` and `removeFlag`.
 *
 * **Source** specification; that it has no effect recorded from a server 4.3.0.
 */
export const remove = declareNullary("remove")

/**
 * Destroys an object: used by the server itself.
 *
 * **Gotchas**
 *
 * Without effect for players on private servers: see `destroyStructure`.
 *
 * **Source** read in the server's source.
 */
export const destroy = declareNullary("destroy")

/**
 * Gives a flag other colours, where flags are objects.
 *
 * **Gotchas**
 *
 * Without effect on private servers 4.3.0, where flags are no objects.
 *
 * **Source** read in the server's source.
 */
export const setColor = declareObject(
  "setColor",
  Schema.Struct({ color: FlagColor, secondaryColor: FlagColor })
)

/**
 * Moves a flag, where flags are objects.
 *
 * **Gotchas**
 *
 * Without effect on private servers 4.3.0, where flags are no objects.
 *
 * **Source** read in the server's source.
 */
export const setPosition = declareObject(
  "setPosition",
  Schema.Struct({ roomName: RoomName, x: Coordinate, y: Coordinate })
)
