/** Resources from deposits and factories. */

/**
 * The resources of deposits on highways, from which the four commodity chains start.
 *
 * **Source** read in the server's source.
 */
export const deposits = ["silicon", "metal", "biomass", "mist"] as const

/** A resource that is harvested from a deposit. */
export type Deposit = (typeof deposits)[number]

/**
 * The compressed forms of minerals, ghodium and energy.
 *
 * **Details**
 *
 * Any factory can produce them, and convert them back.
 *
 * **Source** read in the server's source.
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

/** A compressed mineral, compressed ghodium, or a battery. */
export type Compressed = (typeof compressed)[number]

/**
 * The commodities that higher levels of several chains need, produced by factories of level 1, 2 and 3.
 *
 * **Source** read in the server's source.
 */
export const basicCommodities = ["composite", "crystal", "liquid"] as const

/** A commodity that several chains need. */
export type BasicCommodity = (typeof basicCommodities)[number]

/**
 * The electronic chain, from silicon.
 *
 * **Details**
 *
 * In order: the first is produced by any factory, the others by factories of level 1 to 5.
 *
 * **Source** read in the server's source.
 */
export const electronic = ["wire", "switch", "transistor", "microchip", "circuit", "device"] as const

/** An electronic commodity. */
export type Electronic = (typeof electronic)[number]

/**
 * The biological chain, from biomass.
 *
 * **Details**
 *
 * In order: the first is produced by any factory, the others by factories of level 1 to 5.
 *
 * **Source** read in the server's source.
 */
export const biological = ["cell", "phlegm", "tissue", "muscle", "organoid", "organism"] as const

/** A biological commodity. */
export type Biological = (typeof biological)[number]

/**
 * The mechanical chain, from metal.
 *
 * **Details**
 *
 * In order: the first is produced by any factory, the others by factories of level 1 to 5.
 *
 * **Source** read in the server's source.
 */
export const mechanical = ["alloy", "tube", "fixtures", "frame", "hydraulics", "machine"] as const

/** A mechanical commodity. */
export type Mechanical = (typeof mechanical)[number]

/**
 * The mystical chain, from mist.
 *
 * **Details**
 *
 * In order: the first is produced by any factory, the others by factories of level 1 to 5.
 *
 * **Source** read in the server's source.
 */
export const mystical = ["condensate", "concentrate", "extract", "spirit", "emanation", "essence"] as const

/** A mystical commodity. */
export type Mystical = (typeof mystical)[number]

/** The commodities by family: compressed forms, basic ones, and the four chains that begin with a deposit. */
export const chains = {
  compressed,
  basic: basicCommodities,
  electronic,
  biological,
  mechanical,
  mystical
} as const

/** The name of a family of commodities. */
export type Chain = keyof typeof chains

/** A commodity: a product of factories, except resources recovered from compressed forms. */
export type Commodity = (typeof chains)[Chain][number]

/** The thirty-six commodities, family by family. */
export const commodities: ReadonlyArray<Commodity> = Object.values(chains).flat()
