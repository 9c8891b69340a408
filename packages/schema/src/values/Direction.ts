/** The eight directions on the map. */
import type * as Schema from "effect/Schema"
import { literals } from "./family.ts"

/**
 * The directions by name, clockwise from the north.
 *
 * **Source** read in the server's source.
 */
export const directions = {
  top: 1,
  topRight: 2,
  right: 3,
  bottomRight: 4,
  bottom: 5,
  bottomLeft: 6,
  left: 7,
  topLeft: 8
} as const

/** The name of a direction. */
export type DirectionName = keyof typeof directions

/** A direction: 1 is top (north), then clockwise to 8, top left. */
export type Direction = (typeof directions)[DirectionName]

/** Checks a direction that a caller sends: 1 to 8. */
export const Direction: Schema.Codec<Direction> = literals("Direction", Object.values(directions))

/** A step to a neighbouring square: x grows eastwards, y southwards. */
export interface Offset {
  readonly dx: -1 | 0 | 1
  readonly dy: -1 | 0 | 1
}

const offsets: { readonly [D in Direction]: Offset } = {
  1: { dx: 0, dy: -1 },
  2: { dx: 1, dy: -1 },
  3: { dx: 1, dy: 0 },
  4: { dx: 1, dy: 1 },
  5: { dx: 0, dy: 1 },
  6: { dx: -1, dy: 1 },
  7: { dx: -1, dy: 0 },
  8: { dx: -1, dy: -1 }
}

/** Returns the step of one square in a direction. */
export const offset = (direction: Direction): Offset => offsets[direction]

const around = [
  [8, 1, 2],
  [7, undefined, 3],
  [6, 5, 4]
] as const

/**
 * Returns the direction of a step of any length; `undefined` when both differences are 0.
 *
 * **Details**
 *
 * A step that is neither straight nor diagonal counts as diagonal.
 */
export const of = (dx: number, dy: number): Direction | undefined =>
  around[Math.sign(dy) + 1]?.[Math.sign(dx) + 1]
