/** Names of shards, the parts into which official servers divide their worlds. */
import * as Schema from "effect/Schema"

/** The name of a shard, such as `shard3`; servers may use any other word. */
export type ShardName = "shard0" | "shard1" | "shard2" | "shard3" | "shardSeason" | (string & {})

/**
 * Checks a shard's name: letters, digits, `_` and `-`.
 *
 * **Details**
 *
 * The names in use on official servers are offered by editors; a server returns its own in `Game.version`.
 *
 * **Source** reported for official servers; private servers have no shards unless a mod adds one.
 */
export const ShardName: Schema.Codec<ShardName, string> = Schema.String.check(
  Schema.isPattern(/^[A-Za-z0-9_-]+$/u, { expected: "a shard name such as shard3" })
).annotate({ identifier: "ShardName" })
