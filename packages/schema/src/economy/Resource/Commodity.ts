/** Resources out of deposits and factories. */
import { oneOf } from "../../values/family.ts"

/**
 * What is harvested from deposits on highways: the start of the four commodity chains.
 *
 * **Source** read in the server's source.
 */
export const deposits = ["silicon", "metal", "biomass", "mist"] as const

/** What is harvested from a deposit. */
export type Deposit = (typeof deposits)[number]

export const isDeposit: (value: unknown) => value is Deposit = oneOf(deposits)

/**
 * The compressed forms of minerals, ghodium and energy, which factories make and unmake.
 *
 * **Details**
 *
 * Any factory makes them, and takes them apart again.
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

export const isCompressed: (value: unknown) => value is Compressed = oneOf(compressed)

/**
 * The commodities that higher levels of several chains need, made by factories of level 1, 2 and 3.
 *
 * **Source** read in the server's source.
 */
export const basicCommodities = ["composite", "crystal", "liquid"] as const

/** A commodity that several chains need. */
export type BasicCommodity = (typeof basicCommodities)[number]

export const isBasicCommodity: (value: unknown) => value is BasicCommodity = oneOf(basicCommodities)

/**
 * The electronic chain, out of silicon.
 *
 * **Details**
 *
 * Ordered: the first is made by any factory, the others by factories of level 1 to 5.
 *
 * **Source** read in the server's source.
 */
export const electronic = ["wire", "switch", "transistor", "microchip", "circuit", "device"] as const

/** An electronic commodity. */
export type Electronic = (typeof electronic)[number]

export const isElectronic: (value: unknown) => value is Electronic = oneOf(electronic)

/**
 * The biological chain, out of biomass.
 *
 * **Details**
 *
 * Ordered: the first is made by any factory, the others by factories of level 1 to 5.
 *
 * **Source** read in the server's source.
 */
export const biological = ["cell", "phlegm", "tissue", "muscle", "organoid", "organism"] as const

/** A biological commodity. */
export type Biological = (typeof biological)[number]

export const isBiological: (value: unknown) => value is Biological = oneOf(biological)

/**
 * The mechanical chain, out of metal.
 *
 * **Details**
 *
 * Ordered: the first is made by any factory, the others by factories of level 1 to 5.
 *
 * **Source** read in the server's source.
 */
export const mechanical = ["alloy", "tube", "fixtures", "frame", "hydraulics", "machine"] as const

/** A mechanical commodity. */
export type Mechanical = (typeof mechanical)[number]

export const isMechanical: (value: unknown) => value is Mechanical = oneOf(mechanical)

/**
 * The mystical chain, out of mist.
 *
 * **Details**
 *
 * Ordered: the first is made by any factory, the others by factories of level 1 to 5.
 *
 * **Source** read in the server's source.
 */
export const mystical = ["condensate", "concentrate", "extract", "spirit", "emanation", "essence"] as const

/** A mystical commodity. */
export type Mystical = (typeof mystical)[number]

export const isMystical: (value: unknown) => value is Mystical = oneOf(mystical)

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

/** What factories make, apart from what they win back from compressed forms. */
export type Commodity = (typeof chains)[Chain][number]

/** The thirty-six commodities, family by family. */
export const commodities: ReadonlyArray<Commodity> = Object.values(chains).flat()

export const isCommodity: (value: unknown) => value is Commodity = oneOf(commodities)
