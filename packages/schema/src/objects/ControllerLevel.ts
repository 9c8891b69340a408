/** Levels of controllers, their costs and their downgrade times. */
import type * as Schema from "effect/Schema"
import { literals } from "../values/family.ts"

/**
 * The levels of a controller.
 *
 * **Source** read in the server's source.
 */
export const all = [0, 1, 2, 3, 4, 5, 6, 7, 8] as const

/** The level of a controller; 0 without an owner. */
export type ControllerLevel = (typeof all)[number]

/** Checks the level of a controller: 0 to 8. */
export const ControllerLevel: Schema.Codec<ControllerLevel> = literals("ControllerLevel", all)

const costs = [undefined, 200, 45_000, 135_000, 405_000, 1_215_000, 3_645_000, 10_935_000, undefined] as const

/**
 * Returns the control points from a level to the next; `undefined` at level 0, which ends by claiming, and at level 8,
 * the last.
 *
 * **Gotchas**
 *
 * Controllers have a field `progressTotal` that servers do not update: use this function instead.
 *
 * **Source** read in the server's source.
 */
export const cost = (level: ControllerLevel): number | undefined => costs[level]

const downgrades = [undefined, 20_000, 10_000, 20_000, 40_000, 80_000, 120_000, 150_000, 200_000] as const

/**
 * Returns the ticks for which a controller keeps a level without upgrades; `undefined` at level 0.
 *
 * **Source** read in the server's source.
 */
export const downgradeAfter = (level: ControllerLevel): number | undefined => downgrades[level]
