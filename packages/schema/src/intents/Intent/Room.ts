/**
 * What rooms are asked for: always in lists, all of one room.
 *
 * **Gotchas**
 *
 * Sent in the same tick, a later request of the same name overwrites the entries of an earlier one, one by one. What
 * the player's script asks of the room in that tick is dropped.
 *
 * **Source** overwriting recorded from a server 4.3.0, the rest read in its source.
 */
import * as Schema from "effect/Schema"
import { FlagColor } from "../../rooms/FlagColor.ts"
import { name } from "./fields.ts"
import { ObjectId } from "../../values/ObjectId.ts"
import { RoomName } from "../../values/RoomName.ts"
import { Coordinate } from "../../values/RoomPosition.ts"
import { buildable } from "../../objects/StructureType.ts"
import { UserId } from "../../values/UserId.ts"
import { declareRoom } from "./Declare.ts"

const inside = Schema.Int.check(
  Schema.isBetween({ minimum: 1, maximum: 48 }, { expected: "a whole number from 1 to 48" })
)

const site = { roomName: RoomName, x: inside, y: inside }

const isUnnamed = (type: (typeof buildable)[number]) => type !== "spawn"

/**
 * Creates construction sites; a spawn needs a name.
 *
 * **Details**
 *
 * Squares on the border of a room (0 and 49) take none.
 *
 * **Gotchas**
 *
 * Servers cut the name after 100 characters. The limit of 100 sites per user is kept by scripts and by
 * `create-construction`, not here; and only the latter reports what is wrong.
 *
 * **Source** recorded from a server 4.3.0.
 */
export const createConstructionSite = declareRoom(
  "createConstructionSite",
  Schema.Union([
    Schema.Struct({ ...site, structureType: Schema.Literal("spawn"), name }),
    Schema.Struct({ ...site, structureType: Schema.Literals(buildable).pick(buildable.filter(isUnnamed)) })
  ])
)

/**
 * Takes construction sites away, one's own or any in a room of one's own; half of the energy in them is left.
 *
 * **Source** recorded from a server 4.3.0.
 */
export const removeConstructionSite = declareRoom(
  "removeConstructionSite",
  Schema.Struct({ roomName: RoomName, id: ObjectId })
)

/**
 * Destroys structures in a room of one's own, several at once, which leaves ruins.
 *
 * **Details**
 *
 * Does nothing while creeps of others are in the room. `user` is the owner's id; private servers do not read it.
 *
 * **Source** recorded from a server 4.3.0.
 */
export const destroyStructure = declareRoom(
  "destroyStructure",
  Schema.Struct({ roomName: RoomName, id: ObjectId, user: Schema.optionalKey(UserId) })
)

/**
 * Sets flags; a name that one of the user's flags in the room has already is passed over.
 *
 * **Gotchas**
 *
 * Servers cut the name after 100 characters.
 *
 * **Source** recorded from a server 4.3.0.
 */
export const createFlag = declareRoom(
  "createFlag",
  Schema.Struct({
    roomName: RoomName,
    x: Coordinate,
    y: Coordinate,
    name,
    color: FlagColor,
    secondaryColor: FlagColor
  })
)

/**
 * Takes flags away by name.
 *
 * **Source** recorded from a server 4.3.0.
 */
export const removeFlag = declareRoom("removeFlag", Schema.Struct({ roomName: RoomName, name }))
