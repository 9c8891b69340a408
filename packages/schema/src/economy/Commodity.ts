/** Products of factories and their recipes. */
import type * as Resource from "./Resource.ts"

/** A product of a factory: a commodity, or a resource that is recovered from its compressed form. */
export type Product = Resource.Commodity | Resource.Mineral | "G" | "energy"

/** The level of a factory, which a power creep sets permanently. */
export type FactoryLevel = 1 | 2 | 3 | 4 | 5

/** Amounts of resources that one production consumes. */
export type Components = { readonly [R in Resource.RoomResource]?: number }

/**
 * A recipe of a factory.
 *
 * **Details**
 *
 * A product with a `level` can only be produced by a factory of exactly that level, and only while a power creep
 * operates it; a product without one can be produced by every factory.
 */
export interface Commodity {
  readonly product: Product
  /** Required level of the factory; `undefined` if every factory can produce it. */
  readonly level: FactoryLevel | undefined
  /** Units of the product per production. */
  readonly amount: number
  /** Ticks until the factory can produce again. */
  readonly cooldown: number
  /** Units of each resource that one production consumes. */
  readonly components: Components
}

type Row = readonly [
  level: FactoryLevel | undefined,
  amount: number,
  cooldown: number,
  components: Components
]

const rows: { readonly [P in Product]: Row } = {
  utrium_bar: [undefined, 100, 20, { U: 500, energy: 200 }],
  lemergium_bar: [undefined, 100, 20, { L: 500, energy: 200 }],
  zynthium_bar: [undefined, 100, 20, { Z: 500, energy: 200 }],
  keanium_bar: [undefined, 100, 20, { K: 500, energy: 200 }],
  ghodium_melt: [undefined, 100, 20, { G: 500, energy: 200 }],
  oxidant: [undefined, 100, 20, { O: 500, energy: 200 }],
  reductant: [undefined, 100, 20, { H: 500, energy: 200 }],
  purifier: [undefined, 100, 20, { X: 500, energy: 200 }],
  battery: [undefined, 50, 10, { energy: 600 }],
  composite: [1, 20, 50, { utrium_bar: 20, zynthium_bar: 20, energy: 20 }],
  crystal: [2, 6, 21, { lemergium_bar: 6, keanium_bar: 6, purifier: 6, energy: 45 }],
  liquid: [3, 12, 60, { oxidant: 12, reductant: 12, ghodium_melt: 12, energy: 90 }],
  wire: [undefined, 20, 8, { utrium_bar: 20, silicon: 100, energy: 40 }],
  switch: [1, 5, 70, { wire: 40, oxidant: 95, utrium_bar: 35, energy: 20 }],
  transistor: [2, 1, 59, { switch: 4, wire: 15, reductant: 85, energy: 8 }],
  microchip: [3, 1, 250, { transistor: 2, composite: 50, wire: 117, purifier: 25, energy: 16 }],
  circuit: [4, 1, 800, { microchip: 1, transistor: 5, switch: 4, oxidant: 115, energy: 32 }],
  device: [5, 1, 600, { circuit: 1, microchip: 3, crystal: 110, ghodium_melt: 150, energy: 64 }],
  cell: [undefined, 20, 8, { lemergium_bar: 20, biomass: 100, energy: 40 }],
  phlegm: [1, 2, 35, { cell: 20, oxidant: 36, lemergium_bar: 16, energy: 8 }],
  tissue: [2, 2, 164, { phlegm: 10, cell: 10, reductant: 110, energy: 16 }],
  muscle: [3, 1, 250, { tissue: 3, phlegm: 3, zynthium_bar: 50, reductant: 50, energy: 16 }],
  organoid: [4, 1, 800, { muscle: 1, tissue: 5, purifier: 208, oxidant: 256, energy: 32 }],
  organism: [5, 1, 600, { organoid: 1, liquid: 150, tissue: 6, cell: 310, energy: 64 }],
  alloy: [undefined, 20, 8, { zynthium_bar: 20, metal: 100, energy: 40 }],
  tube: [1, 2, 45, { alloy: 40, zynthium_bar: 16, energy: 8 }],
  fixtures: [2, 1, 115, { composite: 20, alloy: 41, oxidant: 161, energy: 8 }],
  frame: [3, 1, 125, { fixtures: 2, tube: 4, reductant: 330, zynthium_bar: 31, energy: 16 }],
  hydraulics: [4, 1, 800, { liquid: 150, fixtures: 3, tube: 15, purifier: 208, energy: 32 }],
  machine: [5, 1, 600, { hydraulics: 1, frame: 2, fixtures: 3, tube: 12, energy: 64 }],
  condensate: [undefined, 20, 8, { keanium_bar: 20, mist: 100, energy: 40 }],
  concentrate: [1, 3, 41, { condensate: 30, keanium_bar: 15, reductant: 54, energy: 12 }],
  extract: [2, 2, 128, { concentrate: 10, condensate: 30, oxidant: 60, energy: 16 }],
  spirit: [3, 1, 200, { extract: 2, concentrate: 6, reductant: 90, purifier: 20, energy: 16 }],
  emanation: [4, 1, 800, { spirit: 2, extract: 2, concentrate: 3, keanium_bar: 112, energy: 32 }],
  essence: [5, 1, 600, { emanation: 1, spirit: 3, crystal: 110, ghodium_melt: 150, energy: 64 }],
  energy: [undefined, 500, 10, { battery: 50 }],
  U: [undefined, 500, 20, { utrium_bar: 100, energy: 200 }],
  L: [undefined, 500, 20, { lemergium_bar: 100, energy: 200 }],
  Z: [undefined, 500, 20, { zynthium_bar: 100, energy: 200 }],
  K: [undefined, 500, 20, { keanium_bar: 100, energy: 200 }],
  G: [undefined, 500, 20, { ghodium_melt: 100, energy: 200 }],
  O: [undefined, 500, 20, { oxidant: 100, energy: 200 }],
  H: [undefined, 500, 20, { reductant: 100, energy: 200 }],
  X: [undefined, 500, 20, { purifier: 100, energy: 200 }]
}

/**
 * Returns the recipe of a product.
 *
 * **Source** read in the server's source.
 */
export const of = (product: Product): Commodity => {
  const [level, amount, cooldown, components] = rows[product]
  return { product, level, amount, cooldown, components }
}

const isProduct = (name: string): name is Product => Object.hasOwn(rows, name)

/** All products of factories, commodities first, family by family. */
export const products: ReadonlyArray<Product> = Object.keys(rows).filter(isProduct)
