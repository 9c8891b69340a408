/** Names of shards: the separate worlds of an official server. */
import * as Schema from "effect/Schema"

/** The name of a shard, such as `shard3`; servers may use other names. */
export type ShardName = "shard0" | "shard1" | "shard2" | "shard3" | "shardX" | "shardSeason" | (string & {})

/**
 * Checks the name of a shard: letters, digits, `_` and `-`.
 *
 * **Details**
 *
 * Editors suggest the names of official shards. `Game.version` returns the names of a server's shards.
 *
 * **Source** published for official servers, `shardX` in 2026; private servers have no shards unless a mod adds one.
 */
export const ShardName: Schema.Codec<ShardName, string> = Schema.String.check(
  Schema.isPattern(/^[A-Za-z0-9_-]+$/u, { expected: "a shard name such as shard3" })
).annotate({ identifier: "ShardName" })
