/** The two leaderboards. */
import type * as Schema from "effect/Schema"
import { literals } from "../values/family.ts"

/**
 * The leaderboards: control points spent on controllers in the `world`, and `power` that was processed.
 *
 * **Source** specification.
 */
export const all = ["world", "power"] as const

/** A leaderboard: `world` for control points, `power` for processed power. */
export type LeaderboardMode = (typeof all)[number]

/** Checks which leaderboard is asked for. */
export const LeaderboardMode: Schema.Codec<LeaderboardMode> = literals("LeaderboardMode", all)
