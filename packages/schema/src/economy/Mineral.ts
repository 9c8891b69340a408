/** Densities of minerals in rooms, and the amounts that follow from them. */
import type * as Schema from "effect/Schema"
import { literals } from "../values/family.ts"

/**
 * The densities of minerals by name.
 *
 * **Source** read in the server's source.
 */
export const densities = { low: 1, moderate: 2, high: 3, ultra: 4 } as const

/** The name of a density. */
export type DensityName = keyof typeof densities

/** The density of a mineral: 1 is low, 4 is ultra. */
export type MineralDensity = (typeof densities)[DensityName]

/** Checks the density of a mineral: 1 to 4. */
export const MineralDensity: Schema.Codec<MineralDensity> = literals(
  "MineralDensity",
  Object.values(densities)
)
