/** Flags: marks that the user sets on squares. */
import { DbUpdate } from "@screeps-effect/schema/DbUpdate"
import { DbUpsert } from "@screeps-effect/schema/DbUpsert"
import { colors, FlagColor } from "@screeps-effect/schema/FlagColor"
import { ObjectId } from "@screeps-effect/schema/ObjectId"
import { RoomName } from "@screeps-effect/schema/RoomName"
import { Coordinate } from "@screeps-effect/schema/RoomPosition"
import * as Schema from "effect/Schema"
import * as Operation from "../Operation.ts"

const name = Schema.NonEmptyString.check(Schema.isMaxLength(60))

/**
 * Sets a flag on a square, or moves the user's flag that has this name already.
 *
 * **Details**
 *
 * Both colours are white unless told otherwise (see `FlagColor.colors` of the schemas); names have 1 to 60 characters.
 * The room need not be visible, and a user may have 10 000 flags. `DbUpsert.isCreated` tells whether the flag is new;
 * `DbUpsert.createdId` is its identity on official servers (reported).
 *
 * **Gotchas**
 *
 * Private servers keep all flags of a room in one record: `inserted` there means the first flag of the room. Their
 * flags have no identity.
 *
 * **Errors** `Rejected` ("invalid room", "out of borders", "flags limit exceeded"), `Unauthorized`, `ShardRequired` on
 * official servers without a shard.
 *
 * **Source** `POST /api/game/create-flag`, recorded from a server 4.3.0; official form reported.
 */
export const create = Operation.post("/api/game/create-flag", {
  input: {
    room: RoomName,
    x: Coordinate,
    y: Coordinate,
    name,
    color: Schema.optional(FlagColor),
    secondaryColor: Schema.optional(FlagColor)
  },
  defaults: { color: colors.white, secondaryColor: colors.white },
  shard: "required",
  output: DbUpsert,
  idempotent: true
})

/**
 * Gives a flag other colours.
 *
 * **Gotchas**
 *
 * Private servers say the same of a flag that does not exist.
 *
 * **Errors** `Rejected` ("invalid params"), `Unauthorized`, `ShardRequired` on official servers without a shard.
 *
 * **Source** `POST /api/game/change-flag-color`, recorded from a server 4.3.0.
 */
export const changeColor = Operation.post("/api/game/change-flag-color", {
  input: { room: RoomName, name, color: FlagColor, secondaryColor: FlagColor },
  shard: "required",
  output: DbUpdate,
  idempotent: true,
  inSpecification: false
})

/**
 * Moves a flag to another square, perhaps of another room; `create` with the name of a flag does so on any server.
 *
 * **Errors** `EndpointNotFound` on private servers, `Unauthorized`, `ShardRequired` without a shard.
 *
 * **Source** `POST /api/game/change-flag`, reported by the community's list alone (official servers only).
 */
export const move = Operation.post("/api/game/change-flag", {
  input: { _id: ObjectId, room: RoomName, x: Coordinate, y: Coordinate },
  shard: "required",
  output: DbUpdate,
  idempotent: true,
  provenance: { private: "absent" },
  inSpecification: false
})

/**
 * Removes a flag.
 *
 * **Gotchas**
 *
 * Private servers say the same of a flag that does not exist.
 *
 * **Errors** `Unauthorized`, `ShardRequired` on official servers without a shard.
 *
 * **Source** `POST /api/game/remove-flag`, recorded from a server 4.3.0.
 */
export const remove = Operation.post("/api/game/remove-flag", {
  input: { room: RoomName, name },
  shard: "required",
  output: DbUpdate,
  idempotent: true,
  inSpecification: false
})
