/**
 * The two leaderboards.
 *
 * @since 0.1.0
 */
import * as Schema from "effect/Schema"

/**
 * The leaderboards: control points spent on controllers in the `world`, and `power` that was processed.
 *
 * **Source** specification.
 *
 * @category constants
 * @since 0.1.0
 */
export const all = ["world", "power"] as const

/**
 * A leaderboard: `world` for control points, `power` for processed power.
 *
 * @category models
 * @since 0.1.0
 */
export type LeaderboardMode = (typeof all)[number]

/**
 * Checks which leaderboard is asked for.
 *
 * @category schemas
 * @since 0.1.0
 */
export const LeaderboardMode: Schema.Codec<LeaderboardMode> = Schema.Literals(all).annotate({
  identifier: "LeaderboardMode"
})
