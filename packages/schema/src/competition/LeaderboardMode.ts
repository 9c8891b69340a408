/** The two leaderboards. */
import * as Schema from "effect/Schema"

/**
 * The leaderboards: control points spent on controllers in the `world`, and `power` that was processed.
 *
 * **Source** specification.
 */
export const all = ["world", "power"] as const

/** A leaderboard: `world` for control points, `power` for processed power. */
export type LeaderboardMode = (typeof all)[number]

/** Checks which leaderboard is asked for. */
export const LeaderboardMode: Schema.Codec<LeaderboardMode> = Schema.Literals(all).annotate({
  identifier: "LeaderboardMode"
})
