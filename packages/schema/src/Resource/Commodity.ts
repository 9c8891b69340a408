/**
 * Resources out of deposits and factories.
 *
 * @since 0.1.0
 */
import { oneOf } from "../internal/oneOf.ts"

/**
 * What is harvested from deposits on highways: the start of the four commodity chains.
 *
 * **Source** read in the server's source.
 *
 * @category constants
 * @since 0.1.0
 */
export const deposits = ["silicon", "metal", "biomass", "mist"] as const

/**
 * What is harvested from a deposit.
 *
 * @category models
 * @since 0.1.0
 */
export type Deposit = (typeof deposits)[number]

/**
 * Tells whether a value is harvested from deposits.
 *
 * @category guards
 * @since 0.1.0
 */
export const isDeposit: (value: unknown) => value is Deposit = oneOf(deposits)

/**
 * The compressed forms of minerals, ghodium and energy, which factories make and unmake.
 *
 * **Details**
 *
 * Any factory makes them, and takes them apart again.
 *
 * **Source** read in the server's source.
 *
 * @category constants
 * @since 0.1.0
 */
export const compressed = [
  "utrium_bar",
  "lemergium_bar",
  "zynthium_bar",
  "keanium_bar",
  "ghodium_melt",
  "oxidant",
  "reductant",
  "purifier",
  "battery"
] as const

/**
 * A compressed mineral, compressed ghodium, or a battery.
 *
 * @category models
 * @since 0.1.0
 */
export type Compressed = (typeof compressed)[number]

/**
 * Tells whether a value is a compressed form.
 *
 * @category guards
 * @since 0.1.0
 */
export const isCompressed: (value: unknown) => value is Compressed = oneOf(compressed)

/**
 * The commodities that higher levels of several chains need, made by factories of level 1, 2 and 3.
 *
 * **Source** read in the server's source.
 *
 * @category constants
 * @since 0.1.0
 */
export const basicCommodities = ["composite", "crystal", "liquid"] as const

/**
 * A commodity that several chains need.
 *
 * @category models
 * @since 0.1.0
 */
export type BasicCommodity = (typeof basicCommodities)[number]

/**
 * Tells whether a value is a commodity that several chains need.
 *
 * @category guards
 * @since 0.1.0
 */
export const isBasicCommodity: (value: unknown) => value is BasicCommodity = oneOf(basicCommodities)

/**
 * The electronic chain, out of silicon.
 *
 * **Details**
 *
 * Ordered: the first is made by any factory, the others by factories of level 1 to 5.
 *
 * **Source** read in the server's source.
 *
 * @category constants
 * @since 0.1.0
 */
export const electronic = ["wire", "switch", "transistor", "microchip", "circuit", "device"] as const

/**
 * An electronic commodity.
 *
 * @category models
 * @since 0.1.0
 */
export type Electronic = (typeof electronic)[number]

/**
 * Tells whether a value is an electronic commodity.
 *
 * @category guards
 * @since 0.1.0
 */
export const isElectronic: (value: unknown) => value is Electronic = oneOf(electronic)

/**
 * The biological chain, out of biomass.
 *
 * **Details**
 *
 * Ordered: the first is made by any factory, the others by factories of level 1 to 5.
 *
 * **Source** read in the server's source.
 *
 * @category constants
 * @since 0.1.0
 */
export const biological = ["cell", "phlegm", "tissue", "muscle", "organoid", "organism"] as const

/**
 * A biological commodity.
 *
 * @category models
 * @since 0.1.0
 */
export type Biological = (typeof biological)[number]

/**
 * Tells whether a value is a biological commodity.
 *
 * @category guards
 * @since 0.1.0
 */
export const isBiological: (value: unknown) => value is Biological = oneOf(biological)

/**
 * The mechanical chain, out of metal.
 *
 * **Details**
 *
 * Ordered: the first is made by any factory, the others by factories of level 1 to 5.
 *
 * **Source** read in the server's source.
 *
 * @category constants
 * @since 0.1.0
 */
export const mechanical = ["alloy", "tube", "fixtures", "frame", "hydraulics", "machine"] as const

/**
 * A mechanical commodity.
 *
 * @category models
 * @since 0.1.0
 */
export type Mechanical = (typeof mechanical)[number]

/**
 * Tells whether a value is a mechanical commodity.
 *
 * @category guards
 * @since 0.1.0
 */
export const isMechanical: (value: unknown) => value is Mechanical = oneOf(mechanical)

/**
 * The mystical chain, out of mist.
 *
 * **Details**
 *
 * Ordered: the first is made by any factory, the others by factories of level 1 to 5.
 *
 * **Source** read in the server's source.
 *
 * @category constants
 * @since 0.1.0
 */
export const mystical = ["condensate", "concentrate", "extract", "spirit", "emanation", "essence"] as const

/**
 * A mystical commodity.
 *
 * @category models
 * @since 0.1.0
 */
export type Mystical = (typeof mystical)[number]

/**
 * Tells whether a value is a mystical commodity.
 *
 * @category guards
 * @since 0.1.0
 */
export const isMystical: (value: unknown) => value is Mystical = oneOf(mystical)

/**
 * The commodities by family: compressed forms, basic ones, and the four chains that begin with a deposit.
 *
 * @category constants
 * @since 0.1.0
 */
export const chains = {
  compressed,
  basic: basicCommodities,
  electronic,
  biological,
  mechanical,
  mystical
} as const

/**
 * The name of a family of commodities.
 *
 * @category models
 * @since 0.1.0
 */
export type Chain = keyof typeof chains

/**
 * What factories make, apart from what they win back from compressed forms.
 *
 * @category models
 * @since 0.1.0
 */
export type Commodity = (typeof chains)[Chain][number]

/**
 * The thirty-six commodities, family by family.
 *
 * @category constants
 * @since 0.1.0
 */
export const commodities: ReadonlyArray<Commodity> = Object.values(chains).flat()

/**
 * Tells whether a value is a commodity.
 *
 * @category guards
 * @since 0.1.0
 */
export const isCommodity: (value: unknown) => value is Commodity = oneOf(commodities)
