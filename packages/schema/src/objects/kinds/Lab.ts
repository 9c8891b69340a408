/** Laboratories, which make compounds and boost creeps. */
import * as Schema from "effect/Schema"
import { LabActionLog } from "../ActionLog.ts"
import { amount, count } from "../../values/numbers.ts"
import { affected, damageable, located, owned } from "../objectFields.ts"
import { nullish } from "../../values/Nullish.ts"
import type { Resource } from "../../economy/Resource.ts"
import { Store, StoreCapacityResource } from "../Store.ts"
import { Tick } from "../../values/Tick.ts"
import * as TicksLeft from "../../values/TicksLeft.ts"

/**
 * A laboratory.
 *
 * **Details**
 *
 * Empty, it has `storeCapacity` 5000, of which 2000 are for energy. While it holds a mineral, `storeCapacity` is
 * `null` and the mineral has a place of its own in `storeCapacityResource`. Official servers keep a `null` there for
 * every mineral it ever held.
 *
 * **Source** recorded from a server 4.3.0 and from official servers of 2020.
 */
export class Lab extends Schema.Opaque<Lab>()(
  Schema.Struct({
    type: Schema.Literal("lab"),
    ...located,
    ...owned,
    ...damageable,
    ...affected,
    store: Store,
    storeCapacity: nullish(count),
    storeCapacityResource: StoreCapacityResource,
    /** Always 0, missing on those that were put in by hand: see `cooldownTime`. */
    cooldown: nullish(count),
    /** The tick in which it can react again. */
    cooldownTime: nullish(Tick),
    /** Always 0: see `mineral` and the store. */
    mineralAmount: nullish(amount),
    actionLog: nullish(LabActionLog)
  }).annotate({ identifier: "Lab" })
) {}

/** The mineral that a laboratory holds; `undefined` when it is empty. */
export const mineral = ({ storeCapacityResource }: Lab): Resource | undefined =>
  Object.keys(storeCapacityResource).find(
    (resource) => resource !== "energy" && (storeCapacityResource[resource] ?? 0) > 0
  )

/** Counts the ticks until a laboratory can react again; 0 when it can. */
export const cooldownTicksLeft = (lab: Lab, now: Tick): number => TicksLeft.of(lab.cooldownTime, now) ?? 0
