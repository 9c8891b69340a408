/** The shards of a server, and how long their ticks last. */
import { Shard } from "@screeps-effect/schema/Shard"
import * as Schema from "effect/Schema"
import * as Operation from "../Operation.ts"

/** The shards of a server. */
export class ShardsInfo extends Schema.Opaque<ShardsInfo>()(
  Schema.Struct({ ok: Schema.Literal(1), shards: Schema.Array(Shard) }).annotate({ identifier: "ShardsInfo" })
) {}

/**
 * Lists the shards of a server with their sizes and the lengths of their last ticks.
 *
 * **Details**
 *
 * Private servers answer with the admin mod only: one shard, without a name until it is given one.
 *
 * **Errors** `EndpointNotFound`.
 *
 * **Source** `GET /api/game/shards/info`, recorded from a server 4.3.0 with `screepsmod-admin-utils`; official form
 * reported.
 */
export const info = Operation.get("/api/game/shards/info", {
  output: ShardsInfo,
  auth: "optional",
  mod: "screepsmod-admin-utils"
})

/** The length of a shard's ticks in milliseconds. */
export class ShardTick extends Schema.Opaque<ShardTick>()(
  Schema.Struct({ ok: Schema.Literal(1), tick: Schema.NullOr(Schema.Finite) }).annotate({
    identifier: "ShardTick"
  })
) {}

/**
 * Tells how long a tick of a shard lasts, in milliseconds; on private servers ask `Game.tick`.
 *
 * **Errors** `ShardRequired` without a shard, `EndpointNotFound` on private servers.
 *
 * **Source** `GET /api/game/shards/tick`, reported (official servers only).
 */
export const tick = Operation.get("/api/game/shards/tick", {
  shard: "required",
  output: ShardTick,
  auth: "optional",
  provenance: { private: "absent" },
  inSpecification: false
})
