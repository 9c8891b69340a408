/**
 * Levels of a whole account: of control (GCL) and of power (GPL), reckoned from lifetime points.
 *
 * **Source** constants and formulas read in the server's source.
 */

/** Points of control behind the first level. */
export const multiplier = 1_000_000

/** The power with which points of control grow by level. */
export const exponent = 2.4

/** Points of power for the first level of power. */
export const powerMultiplier = 1000

/** The power with which points of power grow by level. */
export const powerExponent = 2

/** A level, the points earned within it, and how many of them make the next level. */
export interface Progress {
  readonly level: number
  readonly progress: number
  readonly progressTotal: number
}

/** The points at which a level of control begins; level 1 begins at 0. */
export const pointsAt = (level: number): number => multiplier * (level - 1) ** exponent

/** The level of control that points make: 1 or more. As many rooms may be claimed. */
export const level = (points: number): number => Math.floor((points / multiplier) ** (1 / exponent)) + 1

/** The level of control that points make, and how far it is to the next: what scripts see as `Game.gcl`. */
export const progress = (points: number): Progress => between(points, level(points), pointsAt)

/** The points at which a level of power begins; level 0 begins at 0. */
export const powerPointsAt = (level: number): number => powerMultiplier * level ** powerExponent

/** The level of power that points make: 0 or more. */
export const powerLevel = (points: number): number =>
  Math.floor((points / powerMultiplier) ** (1 / powerExponent))

/** The level of power that points make, and how far it is to the next: what scripts see as `Game.gpl`. */
export const powerProgress = (points: number): Progress => between(points, powerLevel(points), powerPointsAt)

const between = (points: number, level: number, begins: (level: number) => number): Progress => ({
  level,
  progress: points - begins(level),
  progressTotal: begins(level + 1) - begins(level)
})
