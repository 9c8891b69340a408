/** Modes of the leaderboard. */
import type * as Schema from "effect/Schema"
import { literals } from "../values/family.ts"

/**
 * The modes of the leaderboard: `world` counts control points, `power` counts processed power.
 *
 * **Source** specification.
 */
export const all = ["world", "power"] as const

/** A mode of the leaderboard: `world` counts control points, `power` counts processed power. */
export type LeaderboardMode = (typeof all)[number]

/** Checks a mode of the leaderboard that a caller sends. */
export const LeaderboardMode: Schema.Codec<LeaderboardMode> = literals("LeaderboardMode", all)
