/**
 * Intents of rooms: lists whose items are all in the same room.
 *
 * **Gotchas**
 *
 * Within a tick, a later request with the same intent overwrites the items of an earlier one by their index. All
 * intents of the player's script for the room are dropped in that tick.
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

const inRoom = {
  /** Room of the item, the same for all items. */
  roomName: RoomName
} as const

const site = { ...inRoom, x: inside, y: inside } as const

const isUnnamed = (type: (typeof buildable)[number]) => type !== "spawn"

/**
 * Creates construction sites.
 *
 * **Details**
 *
 * Sites cannot be on the border of a room (coordinates 0 and 49).
 *
 * **Gotchas**
 *
 * Servers cut the name after 100 characters. The limit of 100 sites per user is not enforced here, only in scripts and
 * by `create-construction`; only the latter reports errors.
 *
 * **Source** recorded from a server 4.3.0.
 */
export const createConstructionSite = declareRoom(
  "createConstructionSite",
  Schema.Union([
    Schema.Struct({
      ...site,
      structureType: Schema.Literal("spawn"),
      /** Name of the new spawn. */
      name
    }),
    Schema.Struct({ ...site, structureType: Schema.Literals(buildable).pick(buildable.filter(isUnnamed)) })
  ])
)

/**
 * Removes construction sites of the user, or any in a room of the user; half of the spent energy is dropped.
 *
 * **Source** recorded from a server 4.3.0.
 */
export const removeConstructionSite = declareRoom(
  "removeConstructionSite",
  Schema.Struct({
    ...inRoom,
    /** Id of the construction site. */
    id: ObjectId
  })
)

/**
 * Destroys structures in a room of the user, which leaves ruins.
 *
 * **Details**
 *
 * Has no effect while creeps of other players are in the room.
 *
 * **Source** recorded from a server 4.3.0.
 */
export const destroyStructure = declareRoom(
  "destroyStructure",
  Schema.Struct({
    ...inRoom,
    /** Id of the structure. */
    id: ObjectId,
    /** Id of the owner; private servers ignore it. */
    user: Schema.optionalKey(UserId)
  })
)

/**
 * Creates flags; an item is ignored if the user already has a flag with that name in the room.
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
    ...inRoom,
    x: Coordinate,
    y: Coordinate,
    /** Name of the new flag. */
    name,
    /** Primary colour, 1–10. */
    color: FlagColor,
    /** Secondary colour, 1–10. */
    secondaryColor: FlagColor
  })
)

/**
 * Removes flags by name.
 *
 * **Source** recorded from a server 4.3.0.
 */
export const removeFlag = declareRoom(
  "removeFlag",
  Schema.Struct({
    ...inRoom,
    /** Name of the flag. */
    name
  })
)
