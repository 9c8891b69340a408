/** Densities of minerals in rooms, and the amounts that follow from them. */
import type * as Schema from "effect/Schema"
import { literals, nameIn } from "../values/family.ts"

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

/** Returns the name of a density. */
export const densityName = (density: MineralDensity): DensityName => nameIn(densities, density)

const amounts: { readonly [D in MineralDensity]: number } = { 1: 15_000, 2: 35_000, 3: 70_000, 4: 100_000 }

/**
 * Returns the amount of a mineral after regeneration, by density.
 *
 * **Gotchas**
 *
 * Minerals in the world that is shipped with the server start with other amounts, with fractions.
 *
 * **Source** read in the server's source.
 */
export const amount = (density: MineralDensity): number => amounts[density]

/**
 * The time that an empty mineral takes to regenerate, in ticks.
 *
 * **Source** read in the server's source.
 */
export const regenerationTime = 50_000
