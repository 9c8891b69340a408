/** Invaders that a user summons into own rooms to test the defence. */
import { DbInsert } from "@screeps-effect/schema/DbInsert"
import { DbUpdate } from "@screeps-effect/schema/DbUpdate"
import { ObjectId } from "@screeps-effect/schema/ObjectId"

import * as Schema from "effect/Schema"
import { inRoom, square } from "./inputs.ts"
import * as Operation from "../Operation.ts"

/**
 * Summons an invader into a room that the user owns or has reserved.
 *
 * **Details**
 *
 * The square must be one of the room's exits. A room can have five invaders. They drop no resources when they die.
 * `DbInsert.createdId` of the schema package returns the id of the new invader.
 *
 * **Gotchas**
 *
 * Private servers accept any square, and there an invader without opponents destroys itself in the next tick.
 *
 * **Errors** `Rejected` ("not owned", "hostiles present", "too many invaders exist"), `Unauthorized`, `ShardRequired`
 * on official servers without a shard.
 *
 * **Source** `POST /api/game/create-invader`, recorded from a server 4.3.0; official form reported. xxscreeps:
 * recorded.
 */
export const create = Operation.post("/api/game/create-invader", {
  input: {
    ...inRoom,
    ...square,
    /** Size of the invader's body. */
    size: Schema.Literals(["small", "big"]),
    /** How the invader fights: close combat, at a distance, or by healing other invaders. */
    type: Schema.Literals(["Melee", "Ranged", "Healer"]),
    /** Whether its body parts are boosted; default: `false`. */
    boosted: Schema.optional(Schema.Boolean)
  },
  defaults: { boosted: false },
  shard: "required",
  changes: "reversible",
  output: DbInsert
})

/**
 * Removes an invader that the user summoned.
 *
 * **Errors** `Rejected` ("invalid object": not summoned by the user, or gone), `Unauthorized`, `ShardRequired` on
 * official servers without a shard.
 *
 * **Source** `POST /api/game/remove-invader`, recorded from a server 4.3.0; official form reported. xxscreeps: absent.
 */
export const remove = Operation.post("/api/game/remove-invader", {
  input: {
    /** Id of the invader. */
    _id: ObjectId
  },
  shard: "required",
  changes: "reversible",
  output: DbUpdate,
  provenance: { xxscreeps: "absent" }
})
