/** Base resources, minerals, and the compounds that labs produce, including boosts. */
import { oneOf } from "../../values/family.ts"

/**
 * Energy, power and the operation points of power creeps.
 *
 * **Source** read in the server's source.
 */
export const bases = ["energy", "power", "ops"] as const

/** Energy, power or operation points. */
export type Base = (typeof bases)[number]

/**
 * The seven minerals: hydrogen, oxygen, utrium, lemergium, keanium, zynthium and the catalyst.
 *
 * **Gotchas**
 *
 * Thorium (`T`), the second mineral of some seasons, is in `seasonal`.
 *
 * **Source** read in the server's source.
 */
export const minerals = ["H", "O", "U", "L", "K", "Z", "X"] as const

/** A mineral, by its letter. */
export type Mineral = (typeof minerals)[number]

/** Checks whether a value is a mineral. */
export const isMineral: (value: unknown) => value is Mineral = oneOf(minerals)

/**
 * The compounds that are not boosts: hydroxide, zynthium keanite, utrium lemergite and ghodium.
 *
 * **Source** read in the server's source.
 */
export const baseCompounds = ["OH", "ZK", "UL", "G"] as const

/** A base compound: a compound that is not a boost. */
export type BaseCompound = (typeof baseCompounds)[number]

/**
 * The boosts of the first tier: hydrides and oxides.
 *
 * **Source** read in the server's source.
 */
export const boostsTier1 = ["UH", "UO", "KH", "KO", "LH", "LO", "ZH", "ZO", "GH", "GO"] as const

/** A boost of the first tier. */
export type BoostTier1 = (typeof boostsTier1)[number]

/**
 * The boosts of the second tier: acids and alkalides, made with hydroxide.
 *
 * **Source** read in the server's source.
 */
export const boostsTier2 = [
  "UH2O",
  "UHO2",
  "KH2O",
  "KHO2",
  "LH2O",
  "LHO2",
  "ZH2O",
  "ZHO2",
  "GH2O",
  "GHO2"
] as const

/** A boost of the second tier. */
export type BoostTier2 = (typeof boostsTier2)[number]

/**
 * The boosts of the third tier: acids and alkalides with the catalyst.
 *
 * **Source** read in the server's source.
 */
export const boostsTier3 = [
  "XUH2O",
  "XUHO2",
  "XKH2O",
  "XKHO2",
  "XLH2O",
  "XLHO2",
  "XZH2O",
  "XZHO2",
  "XGH2O",
  "XGHO2"
] as const

/** A boost of the third tier. */
export type BoostTier3 = (typeof boostsTier3)[number]

/** A compound that boosts a body part; the module `Boost` has the effects. */
export type Boost = BoostTier1 | BoostTier2 | BoostTier3

/** The thirty boosts, tier by tier. */
export const boosts: ReadonlyArray<Boost> = [...boostsTier1, ...boostsTier2, ...boostsTier3]

/** A compound that labs produce: base compounds and boosts. */
export type Compound = BaseCompound | Boost

/** The thirty-four compounds that labs produce. */
export const compounds: ReadonlyArray<Compound> = [...baseCompounds, ...boosts]

/** A mineral or a compound: a resource that labs can contain besides energy. */
export type MineralBased = Mineral | Compound
