/** Invaders that a user summons against own rooms, to try the defence. */
import { DbInsert } from "@screeps-effect/schema/DbInsert"
import { DbUpdate } from "@screeps-effect/schema/DbUpdate"
import { ObjectId } from "@screeps-effect/schema/ObjectId"
import { RoomName } from "@screeps-effect/schema/RoomName"
import { Coordinate } from "@screeps-effect/schema/RoomPosition"
import * as Schema from "effect/Schema"
import * as Operation from "../Operation.ts"

/**
 * Summons an invader into a room that the user owns or has reserved.
 *
 * **Details**
 *
 * The square is one of the room's exits; five invaders may be in a room. They leave no resources when they die, and
 * are not `boosted` unless told so. `DbInsert.createdId` reads the new identity.
 *
 * **Gotchas**
 *
 * Private servers take any square, and there an invader with nobody to fight ends itself in the next tick.
 *
 * **Errors** `Rejected` ("not owned", "hostiles present", "too many invaders exist"), `Unauthorized`, `ShardRequired` on
 * official servers without a shard.
 *
 * **Source** `POST /api/game/create-invader`, recorded from a server 4.3.0; official form reported.
 */
export const create = Operation.post("/api/game/create-invader", {
  input: {
    room: RoomName,
    x: Coordinate,
    y: Coordinate,
    size: Schema.Literals(["small", "big"]),
    type: Schema.Literals(["Melee", "Ranged", "Healer"]),
    boosted: Schema.optional(Schema.Boolean)
  },
  defaults: { boosted: false },
  shard: "required",
  output: DbInsert
})

/**
 * Sends an invader away that the user summoned.
 *
 * **Errors** `Rejected` ("invalid object": not summoned by the user, or gone), `Unauthorized`, `ShardRequired` on
 * official servers without a shard.
 *
 * **Source** `POST /api/game/remove-invader`, recorded from a server 4.3.0; official form reported.
 */
export const remove = Operation.post("/api/game/remove-invader", {
  input: { _id: ObjectId },
  shard: "required",
  output: DbUpdate,
  inSpecification: false
})
