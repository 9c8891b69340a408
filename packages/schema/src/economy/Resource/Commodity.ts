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
 * The commodities by family.
 *
 * **Details**
 *
 * Any factory produces the compressed forms of minerals, ghodium and energy, and converts them back. Several chains need the
 * basic commodities, from factories of level 1, 2 and 3. Each of the four chains begins with a deposit: silicon, biomass,
 * metal or mist; any factory produces the first commodity, factories of level 1 to 5 the others, in order.
 *
 * **Source** read in the server's source.
 */
export const chains = {
  compressed: [
    "utrium_bar",
    "lemergium_bar",
    "zynthium_bar",
    "keanium_bar",
    "ghodium_melt",
    "oxidant",
    "reductant",
    "purifier",
    "battery"
  ],
  basic: ["composite", "crystal", "liquid"],
  electronic: ["wire", "switch", "transistor", "microchip", "circuit", "device"],
  biological: ["cell", "phlegm", "tissue", "muscle", "organoid", "organism"],
  mechanical: ["alloy", "tube", "fixtures", "frame", "hydraulics", "machine"],
  mystical: ["condensate", "concentrate", "extract", "spirit", "emanation", "essence"]
} as const

/** The name of a family of commodities. */
export type Chain = keyof typeof chains

/** A commodity: a product of factories, except resources recovered from compressed forms. */
export type Commodity = (typeof chains)[Chain][number]
