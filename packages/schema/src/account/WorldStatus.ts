/** Whether a user owns anything in the world. */
import * as Schema from "effect/Schema"

/**
 * A user's status in the world: `empty` owns nothing and can place the first spawn, `normal` owns a room with a spawn,
 * `lost` owns something but no such room.
 */
export type WorldStatus = "empty" | "normal" | "lost" | (string & {})

/**
 * Decodes a user's status in the world; unknown values are accepted.
 *
 * **Source** recorded from a server 4.3.0, all three.
 */
export const WorldStatus: Schema.Codec<WorldStatus, string> = Schema.String.annotate({
  identifier: "WorldStatus"
})
