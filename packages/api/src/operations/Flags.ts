/** Flags: markers that the user places on squares. */
import { DbUpdate } from "@screeps-effect/schema/DbUpdate"
import { DbUpsert } from "@screeps-effect/schema/DbUpsert"
import { colors, FlagColor } from "@screeps-effect/schema/FlagColor"
import { ObjectId } from "@screeps-effect/schema/ObjectId"
import { RoomName } from "@screeps-effect/schema/RoomName"

import * as Schema from "effect/Schema"
import { inRoom, square } from "./inputs.ts"
import * as Operation from "../Operation.ts"

const named = {
  /** Name of the flag, 1 to 60 characters. */
  name: Schema.NonEmptyString.check(Schema.isMaxLength(60))
} as const

/** One for all rooms: a flag that is created again in another room is removed from the record of the first room. */
const serialKey = "flags"

/**
 * Creates a flag on a square, or moves the user's flag of that name.
 *
 * **Details**
 *
 * `FlagColor.colors` of the schema package lists the colours. The room need not be visible. A user can have 10 000
 * flags. On official servers, `result.upserted` contains the id of a new flag (reported).
 *
 * **Gotchas**
 *
 * Private servers store all flags of a room in one record: there, `inserted` means the first flag of the room. Their
 * flags have no id.
 *
 * Private servers lose changes of flags that are made at the same time. A client sends its own changes one after
 * another; changes by other clients of the account may still be lost.
 *
 * **Errors** `Rejected` ("invalid room", "out of borders", "flags limit exceeded"), `Unauthorized`, `ShardRequired`
 * on official servers without a shard.
 *
 * **Source** `POST /api/game/create-flag`, recorded from a server 4.3.0. Official: published in 2020
 * (thmsndk/Screeps3D). xxscreeps: recorded.
 */
export const create = Operation.post("/api/game/create-flag", {
  input: {
    ...inRoom,
    ...square,
    ...named,
    /** Primary colour, a number from 1 to 10; default: white (10). */
    color: Schema.optional(FlagColor),
    /** Secondary colour, a number from 1 to 10; default: white (10). */
    secondaryColor: Schema.optional(FlagColor)
  },
  defaults: { color: colors.white, secondaryColor: colors.white },
  shard: "required",
  changes: "reversible",
  output: DbUpsert,
  idempotent: true,
  serialKey,
  provenance: { official: "published" }
})

/**
 * Changes the colours of a flag.
 *
 * **Gotchas**
 *
 * Private servers report success also for a flag that does not exist.
 *
 * Private servers lose changes of flags that are made at the same time. A client sends its own changes one after
 * another; changes by other clients of the account may still be lost.
 *
 * **Errors** `Rejected` ("invalid params"), `Unauthorized`, `ShardRequired` on official servers without a shard.
 *
 * **Source** `POST /api/game/change-flag-color`, recorded from a server 4.3.0. Official: published in 2020
 * (thmsndk/Screeps3D). xxscreeps: recorded.
 */
export const changeColor = Operation.post("/api/game/change-flag-color", {
  input: {
    ...inRoom,
    ...named,
    /** New primary colour, a number from 1 to 10. */
    color: FlagColor,
    /** New secondary colour, a number from 1 to 10. */
    secondaryColor: FlagColor
  },
  shard: "required",
  changes: "reversible",
  output: DbUpdate,
  idempotent: true,
  serialKey,
  provenance: { official: "published" }
})

/**
 * Moves a flag to another square, also of another room; `create` with the flag's name does so on any server.
 *
 * **Gotchas**
 *
 * The endpoint may not exist: the official client of 2026 does not know it, and moves flags as `create` does.
 *
 * **Errors** `EndpointNotFound` on private servers, `Unauthorized`, `ShardRequired` without a shard.
 *
 * **Source** `POST /api/game/change-flag`, reported by the community's list alone (official servers only). xxscreeps:
 * absent.
 */
export const move = Operation.post("/api/game/change-flag", {
  input: {
    /** Id of the flag. */
    _id: ObjectId,
    /** The room to which the flag is moved. */
    room: RoomName,
    ...square
  },
  shard: "required",
  changes: "reversible",
  output: DbUpdate,
  idempotent: true,
  provenance: { private: "absent", xxscreeps: "absent" }
})

/**
 * Removes a flag.
 *
 * **Gotchas**
 *
 * Private servers report success also for a flag that does not exist.
 *
 * Private servers lose changes of flags that are made at the same time. A client sends its own changes one after
 * another; changes by other clients of the account may still be lost.
 *
 * **Errors** `Unauthorized`, `ShardRequired` on official servers without a shard.
 *
 * **Source** `POST /api/game/remove-flag`, recorded from a server 4.3.0. Official: published in 2020
 * (thmsndk/Screeps3D). xxscreeps: recorded.
 */
export const remove = Operation.post("/api/game/remove-flag", {
  input: { ...inRoom, ...named },
  shard: "required",
  changes: "reversible",
  output: DbUpdate,
  idempotent: true,
  serialKey,
  provenance: { official: "published" }
})
