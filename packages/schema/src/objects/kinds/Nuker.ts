/** Nukers, which launch nukes. */
import * as Schema from "effect/Schema"
import { affected, damageable, located, owned } from "../objectFields.ts"
import { Store, StoreCapacityResource } from "../Store.ts"
import { Tick } from "../../values/Tick.ts"
import * as TicksLeft from "../../values/TicksLeft.ts"

/**
 * A nuker; it is loaded with 300 000 energy and 5000 ghodium.
 *
 * **Source** recorded from a server 4.3.0 and from an official server of 2020.
 */
export class Nuker extends Schema.Opaque<Nuker>()(
  Schema.Struct({
    type: Schema.Literal("nuker"),
    ...located,
    ...owned,
    ...damageable,
    ...affected,
    store: Store,
    storeCapacityResource: StoreCapacityResource,
    /** The tick in which it can launch again. */
    cooldownTime: Tick
  }).annotate({ identifier: "Nuker" })
) {}

/** Counts the ticks until a nuker can launch again; 0 when it can. */
export const cooldownTicksLeft = (nuker: Nuker, now: Tick): number =>
  TicksLeft.of(nuker.cooldownTime, now) ?? 0
