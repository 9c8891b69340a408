/** Laboratories, which produce compounds and boost creeps. */
import { LabActionLog } from "../ActionLog.ts"
import { amount, count } from "../../values/numbers.ts"
import {
  affected,
  damageable,
  limitedStore,
  located,
  ofType,
  owned,
  unusedCooldown
} from "../objectFields.ts"
import { nullish, record } from "../../values/Record.ts"
import type { Resource } from "../../economy/Resource.ts"
import { Tick } from "../../values/Tick.ts"

/**
 * A laboratory, which produces compounds and boosts creeps.
 *
 * **Details**
 *
 * An empty laboratory has a `storeCapacity` of 5000, with 2000 reserved for energy. While it holds a mineral,
 * `storeCapacity` is `null` and `storeCapacityResource` has a capacity for that mineral. Official servers keep a `null`
 * there for every mineral that the laboratory ever held.
 *
 * **Source** recorded from a server 4.3.0 and from official servers of 2020.
 */
export class Lab extends record<Lab>("Lab")({
  ...ofType("lab"),
  ...located,
  ...owned,
  ...damageable,
  ...affected,
  ...limitedStore,
  /** Largest total amount that an empty laboratory holds; `null` while it holds a mineral. */
  storeCapacity: nullish(count),
  ...unusedCooldown,
  /** Tick from which the laboratory can run a reaction again. */
  cooldownTime: nullish(Tick),
  /** Always 0: `store` has the amount, and the function `mineral` returns the mineral. */
  mineralAmount: nullish(amount),
  /** Reactions of the last tick; `ActionLog.entries` lists them. */
  actionLog: nullish(LabActionLog)
}) {}

/** Returns the mineral that a laboratory holds; `undefined` when it holds no mineral. */
export const mineral = ({ storeCapacityResource }: Lab): Resource | undefined =>
  Object.keys(storeCapacityResource).find(
    (resource) => resource !== "energy" && (storeCapacityResource[resource] ?? 0) > 0
  )
