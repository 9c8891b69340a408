/**
 * Levels of an account, global control level (GCL) and global power level (GPL), calculated from lifetime points.
 *
 * **Source** constants and formulas read in the server's source.
 */

/** Control points from level 1 to level 2. */
const multiplier = 1_000_000

/** The exponent of the level in the formula for control points. */
const exponent = 2.4

/** Power points from power level 0 to power level 1. */
const powerMultiplier = 1000

/** The exponent of the level in the formula for power points. */
const powerExponent = 2

/** A level and the progress to the next one. */
export interface Progress {
  readonly level: number
  /** Points earned since the level began. */
  readonly progress: number
  /** Points from the beginning of the level to the next level. */
  readonly progressTotal: number
}

/** Returns the control points at which a control level begins; level 1 begins at 0. */
export const pointsAt = (level: number): number => multiplier * (level - 1) ** exponent

/** Returns the control level for a number of control points: 1 or more. A player can own that many rooms. */
export const level = (points: number): number => Math.floor((points / multiplier) ** (1 / exponent)) + 1

/** Returns the control level for a number of control points, with its progress, like `Game.gcl` in scripts. */
export const progress = (points: number): Progress => between(points, level(points), pointsAt)

/** Returns the power points at which a power level begins; level 0 begins at 0. */
export const powerPointsAt = (level: number): number => powerMultiplier * level ** powerExponent

/** Returns the power level for a number of power points: 0 or more. */
export const powerLevel = (points: number): number =>
  Math.floor((points / powerMultiplier) ** (1 / powerExponent))

/** Returns the power level for a number of power points, with its progress, like `Game.gpl` in scripts. */
export const powerProgress = (points: number): Progress => between(points, powerLevel(points), powerPointsAt)

const between = (points: number, level: number, begins: (level: number) => number): Progress => ({
  level,
  progress: points - begins(level),
  progressTotal: begins(level + 1) - begins(level)
})
