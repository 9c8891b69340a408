/** Where a user stands in the world. */
import * as Schema from "effect/Schema"

/**
 * Where a user stands: `empty` owns nothing and may place the first spawn, `normal` has a spawn in a room of its
 * own, `lost` owns something but no such spawn.
 */
export type WorldStatus = "empty" | "normal" | "lost" | (string & {})

/**
 * Decodes a user's status in the world; other words than the three known are let through.
 *
 * **Source** recorded from a server 4.3.0, all three.
 */
export const WorldStatus: Schema.Codec<WorldStatus, string> = Schema.String.annotate({
  identifier: "WorldStatus"
})
