/** Reactions of labs: compounds and their two reagents. */
import { type Compound, compounds, type MineralBased, type Resource } from "./Resource.ts"

/**
 * The amount of each reagent that one reaction consumes, and of the product that it produces.
 *
 * **Details**
 *
 * The power `operateLab` increases it by 2 to 10.
 *
 * **Source** read in the server's source.
 */
export const amount = 5

type Row = readonly [MineralBased, MineralBased, time: number]

const rows: { readonly [P in Compound]: Row } = {
  OH: ["H", "O", 20],
  ZK: ["Z", "K", 5],
  UL: ["U", "L", 5],
  G: ["ZK", "UL", 5],
  UH: ["U", "H", 10],
  UO: ["U", "O", 10],
  KH: ["K", "H", 10],
  KO: ["K", "O", 10],
  LH: ["L", "H", 15],
  LO: ["L", "O", 10],
  ZH: ["Z", "H", 20],
  ZO: ["Z", "O", 10],
  GH: ["G", "H", 10],
  GO: ["G", "O", 10],
  UH2O: ["UH", "OH", 5],
  UHO2: ["UO", "OH", 5],
  KH2O: ["KH", "OH", 5],
  KHO2: ["KO", "OH", 5],
  LH2O: ["LH", "OH", 10],
  LHO2: ["LO", "OH", 5],
  ZH2O: ["ZH", "OH", 40],
  ZHO2: ["ZO", "OH", 5],
  GH2O: ["GH", "OH", 15],
  GHO2: ["GO", "OH", 30],
  XUH2O: ["UH2O", "X", 60],
  XUHO2: ["UHO2", "X", 60],
  XKH2O: ["KH2O", "X", 60],
  XKHO2: ["KHO2", "X", 60],
  XLH2O: ["LH2O", "X", 65],
  XLHO2: ["LHO2", "X", 60],
  XZH2O: ["ZH2O", "X", 160],
  XZHO2: ["ZHO2", "X", 60],
  XGH2O: ["GH2O", "X", 80],
  XGHO2: ["GHO2", "X", 150]
}

/**
 * Returns the two reagents of a compound; reactions and reverse reactions accept them in either order.
 *
 * **Source** read in the server's source.
 */
export const reagents = (product: Compound): readonly [MineralBased, MineralBased] => {
  const [first, second] = rows[product]
  return [first, second]
}

/**
 * Returns the cooldown of a lab after producing a compound, or after the reverse reaction, in ticks.
 *
 * **Source** read in the server's source.
 */
export const time = (product: Compound): number => rows[product][2]

let byReagents: ReadonlyMap<string, Compound> | undefined

// No name of a resource contains a plus sign.
const key = (first: string, second: string) => `${first}+${second}`

/** Returns the product of two reagents, in either order; `undefined` when they do not react. */
export const product = (first: Resource, second: Resource): Compound | undefined => {
  byReagents ??= new Map(
    compounds.flatMap((product) => {
      const [a, b] = rows[product]
      return [
        [key(a, b), product],
        [key(b, a), product]
      ]
    })
  )
  return byReagents.get(key(first, second))
}
