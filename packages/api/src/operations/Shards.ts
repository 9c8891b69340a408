/** The shards of a server, and the duration of their ticks. */
import { Shard } from "@screeps-effect/schema/Shard"
import * as Schema from "effect/Schema"
import * as Operation from "../Operation.ts"
import { answer } from "./answer.ts"

/** The shards of a server. */
export class ShardsInfo extends answer<ShardsInfo>("ShardsInfo")({
  /** The shards, with sizes and tick durations. */
  shards: Schema.Array(Shard)
}) {}

/**
 * Lists the shards of a server, with their sizes and the durations of their last ticks.
 *
 * **Details**
 *
 * Private servers have the endpoint only with the admin mod: they return one shard, without a name until it is given
 * one.
 *
 * **Errors** `EndpointNotFound`.
 *
 * **Source** `GET /api/game/shards/info`, recorded from a server 4.3.0 with `screepsmod-admin-utils`. Official:
 * published in 2026 (Xerxes-2/lazycreep). xxscreeps: recorded.
 */
export const info = Operation.get("/api/game/shards/info", {
  output: ShardsInfo,
  auth: "optional",
  mod: "screepsmod-admin-utils",
  provenance: { official: "published" }
})

/** The duration of a shard's ticks. */
export class ShardTick extends answer<ShardTick>("ShardTick")({
  /** Duration of a tick in milliseconds; `null` when it is unknown. */
  tick: Schema.NullOr(Schema.Finite)
}) {}

/**
 * Returns the duration of a shard's ticks; on private servers use `Game.tick`.
 *
 * **Errors** `ShardRequired` without a shard, `EndpointNotFound` on private servers.
 *
 * **Source** `GET /api/game/shards/tick`, reported (official servers only). xxscreeps: recorded.
 */
export const tick = Operation.get("/api/game/shards/tick", {
  shard: "required",
  output: ShardTick,
  auth: "optional",
  provenance: { private: "absent" }
})
