/**
 * The signed-in user in the world: status, start room, branches, console.
 *
 * @since 0.1.0
 */
import { Branch } from "@screeps-effect/schema/Branch"
import { DbInsert } from "@screeps-effect/schema/DbInsert"
import { WorldStatus } from "@screeps-effect/schema/WorldStatus"
import * as Schema from "effect/Schema"
import * as Operation from "./Operation.ts"

/**
 * Where the user stands in the world.
 *
 * @category answers
 * @since 0.1.0
 */
export class WorldStatusAnswer extends Schema.Opaque<WorldStatusAnswer>()(
  Schema.Struct({ ok: Schema.Literal(1), status: WorldStatus }).annotate({ identifier: "WorldStatusAnswer" })
) {}

/**
 * Tells where the user stands: `empty` may place a first spawn, `normal` plays, `lost` has no spawn left.
 *
 * **Errors** `Unauthorized`.
 *
 * **Source** `GET /api/user/world-status`, recorded from a server 4.3.0.
 *
 * @category operations
 * @since 0.1.0
 */
export const worldStatus = Operation.get("/api/user/world-status", { answer: WorldStatusAnswer })

/**
 * The room to show a user first: at most one name, as the server writes it.
 *
 * @category answers
 * @since 0.1.0
 */
export class StartRoom extends Schema.Opaque<StartRoom>()(
  Schema.Struct({ ok: Schema.Literal(1), room: Schema.Array(Schema.String) }).annotate({
    identifier: "StartRoom"
  })
) {}

/**
 * Tells the room to show the user first.
 *
 * **Details**
 *
 * Private servers name one of the user's rooms, or `W5N5` for those who have none. Official servers are reported to
 * answer none or one, written `shard0/E4S61` when no shard was named.
 *
 * **Errors** `Unauthorized`.
 *
 * **Source** `GET /api/user/world-start-room`, recorded from a server 4.3.0.
 *
 * @category operations
 * @since 0.1.0
 */
export const worldStartRoom = Operation.get("/api/user/world-start-room", {
  shard: "optional",
  answer: StartRoom
})

/**
 * The branches of the user.
 *
 * @category answers
 * @since 0.1.0
 */
export class Branches extends Schema.Opaque<Branches>()(
  Schema.Struct({ ok: Schema.Literal(1), list: Schema.Array(Branch) }).annotate({ identifier: "Branches" })
) {}

/**
 * Lists the user's branches and which of them are active.
 *
 * **Gotchas**
 *
 * A missing branch `default` is made by the asking.
 *
 * **Errors** `Unauthorized`.
 *
 * **Source** `GET /api/user/branches`, recorded from a server 4.3.0.
 *
 * @category operations
 * @since 0.1.0
 */
export const branches = Operation.get("/api/user/branches", { answer: Branches })

const maxExpression = 1024

/**
 * Runs a line in the user's console, after the code of the next tick.
 *
 * **Details**
 *
 * The line costs CPU of that tick. Success means that the line was accepted: what it gives, errors of syntax
 * included, is told on the console's channel of the socket only. At most 1024 characters as JSON text, quotes and
 * escapes included.
 *
 * **Errors** `InvalidInput` (too long or empty, nothing is sent), `Unauthorized`, `ShardNeeded`.
 *
 * **Source** `POST /api/user/console`, recorded from a server 4.3.0. Official quota: 360 per hour.
 *
 * @category operations
 * @since 0.1.0
 */
export const console = Operation.post("/api/user/console", {
  input: {
    expression: Schema.NonEmptyString.check(
      Schema.makeFilter(
        (text: string) =>
          JSON.stringify(text).length <= maxExpression || "the line is longer than 1024 characters"
      )
    )
  },
  shard: "required",
  answer: DbInsert,
  quota: { limit: 360, per: "hour" }
})
