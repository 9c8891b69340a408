/** Whether a user owns anything in the world. */
import * as Schema from "effect/Schema"

/**
 * The known statuses of users in the world: `empty` owns nothing and can place the first spawn, `normal` owns a room with
 * a spawn, `lost` owns something but no such room.
 *
 * **Source** recorded from a server 4.3.0, all three.
 */
export const all = ["empty", "normal", "lost"] as const

/** A known status of a user in the world. */
export type Known = (typeof all)[number]

/**
 * A user's status in the world: `empty` owns nothing and can place the first spawn, `normal` owns a room with a spawn,
 * `lost` owns something but no such room.
 */
export type WorldStatus = Known | (string & {})

/**
 * Decodes a user's status in the world; unknown values are accepted.
 *
 * **Source** recorded from a server 4.3.0, all three.
 */
export const WorldStatus: Schema.Codec<WorldStatus, string> = Schema.String.annotate({
  identifier: "WorldStatus"
})
