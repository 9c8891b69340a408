/**
 * Levels of a whole account: of control (GCL) and of power (GPL), reckoned from lifetime points.
 *
 * **Source** constants and formulas read in the server's source.
 *
 * @since 0.1.0
 */

/**
 * Points of control behind the first level.
 *
 * @category constants
 * @since 0.1.0
 */
export const multiplier = 1_000_000

/**
 * The power with which points of control grow by level.
 *
 * @category constants
 * @since 0.1.0
 */
export const exponent = 2.4

/**
 * Points of power for the first level of power.
 *
 * @category constants
 * @since 0.1.0
 */
export const powerMultiplier = 1000

/**
 * The power with which points of power grow by level.
 *
 * @category constants
 * @since 0.1.0
 */
export const powerExponent = 2

/**
 * A level, the points earned within it, and how many of them make the next level.
 *
 * @category models
 * @since 0.1.0
 */
export interface Progress {
  readonly level: number
  readonly progress: number
  readonly progressTotal: number
}

/**
 * The points at which a level of control begins; level 1 begins at 0.
 *
 * @category getters
 * @since 0.1.0
 */
export const pointsAt = (level: number): number => multiplier * (level - 1) ** exponent

/**
 * The level of control that points make: 1 or more. As many rooms may be claimed.
 *
 * @category getters
 * @since 0.1.0
 */
export const level = (points: number): number => Math.floor((points / multiplier) ** (1 / exponent)) + 1

/**
 * The level of control that points make, and how far it is to the next: what scripts see as `Game.gcl`.
 *
 * @category getters
 * @since 0.1.0
 */
export const progress = (points: number): Progress => between(points, level(points), pointsAt)

/**
 * The points at which a level of power begins; level 0 begins at 0.
 *
 * @category getters
 * @since 0.1.0
 */
export const powerPointsAt = (level: number): number => powerMultiplier * level ** powerExponent

/**
 * The level of power that points make: 0 or more.
 *
 * @category getters
 * @since 0.1.0
 */
export const powerLevel = (points: number): number =>
  Math.floor((points / powerMultiplier) ** (1 / powerExponent))

/**
 * The level of power that points make, and how far it is to the next: what scripts see as `Game.gpl`.
 *
 * @category getters
 * @since 0.1.0
 */
export const powerProgress = (points: number): Progress => between(points, powerLevel(points), powerPointsAt)

const between = (points: number, level: number, begins: (level: number) => number): Progress => ({
  level,
  progress: points - begins(level),
  progressTotal: begins(level + 1) - begins(level)
})
