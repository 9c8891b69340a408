/** Boosts: the effects of compounds on body parts. */
import type { Known as BodyPart } from "../objects/BodyPartType.ts"
import type * as Resource from "./Resource.ts"

/**
 * The effect that a boost changes: an action, the `capacity` of a carry part, the `fatigue` that a move part removes,
 * or the `damage` that a tough part receives.
 */
export type Action =
  | "harvest"
  | "build"
  | "repair"
  | "dismantle"
  | "upgradeController"
  | "attack"
  | "rangedAttack"
  | "rangedMassAttack"
  | "heal"
  | "rangedHeal"
  | "capacity"
  | "fatigue"
  | "damage"

/** The effect of a compound on a body part. */
export interface Boost {
  readonly compound: Resource.Boost
  readonly tier: 1 | 2 | 3
  /** Type of the body part that can be boosted. */
  readonly part: BodyPart
  /** Effects of the part that the boost changes. */
  readonly actions: ReadonlyArray<Action>
  /** Multiplier for each of the actions: 3 is three times as much; for `damage`, 0.7 is 30 % less. */
  readonly factor: number
}

type Tiers = readonly [Resource.BoostTier1, Resource.BoostTier2, Resource.BoostTier3]

const line = (
  part: BodyPart,
  actions: ReadonlyArray<Action>,
  [one, two, three]: Tiers,
  [first, second, third]: readonly [number, number, number]
): ReadonlyArray<Boost> => [
  { compound: one, tier: 1, part, actions, factor: first },
  { compound: two, tier: 2, part, actions, factor: second },
  { compound: three, tier: 3, part, actions, factor: third }
]

/**
 * All boosts, by body part and action.
 *
 * **Source** read in the server's source.
 */
export const all: ReadonlyArray<Boost> = [
  ...line("work", ["harvest"], ["UO", "UHO2", "XUHO2"], [3, 5, 7]),
  ...line("work", ["build", "repair"], ["LH", "LH2O", "XLH2O"], [1.5, 1.8, 2]),
  ...line("work", ["dismantle"], ["ZH", "ZH2O", "XZH2O"], [2, 3, 4]),
  ...line("work", ["upgradeController"], ["GH", "GH2O", "XGH2O"], [1.5, 1.8, 2]),
  ...line("attack", ["attack"], ["UH", "UH2O", "XUH2O"], [2, 3, 4]),
  ...line("ranged_attack", ["rangedAttack", "rangedMassAttack"], ["KO", "KHO2", "XKHO2"], [2, 3, 4]),
  ...line("heal", ["heal", "rangedHeal"], ["LO", "LHO2", "XLHO2"], [2, 3, 4]),
  ...line("carry", ["capacity"], ["KH", "KH2O", "XKH2O"], [2, 3, 4]),
  ...line("move", ["fatigue"], ["ZO", "ZHO2", "XZHO2"], [2, 3, 4]),
  ...line("tough", ["damage"], ["GO", "GHO2", "XGHO2"], [0.7, 0.5, 0.3])
]

/**
 * The cost of boosting one body part: 30 of the compound and 20 energy.
 *
 * **Source** read in the server's source.
 */
export const cost = { compound: 30, energy: 20 } as const

/**
 * The refund for unboosting one body part: 15 of the compound, no energy.
 *
 * **Source** read in the server's source.
 */
export const refund = { compound: 15, energy: 0 } as const

let byCompound: ReadonlyMap<string, Boost> | undefined

/** Returns the boost of a compound; `undefined` when the compound is not a boost. */
export const of = (compound: Resource.Resource): Boost | undefined => {
  byCompound ??= new Map(all.map((boost) => [boost.compound, boost]))
  return byCompound.get(compound)
}

/**
 * Returns the multiplier of a body part for an action; 1 when the compound does not change that action.
 *
 * **Details**
 *
 * `compound` is the `boost` of the body part as servers send it, including `null` and `undefined`.
 */
export const factor = (
  part: BodyPart,
  action: Action,
  compound: Resource.Resource | null | undefined
): number => {
  const boost = compound === null || compound === undefined ? undefined : of(compound)
  return boost?.part === part && boost.actions.includes(action) ? boost.factor : 1
}
