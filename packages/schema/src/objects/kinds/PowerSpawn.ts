/** Power spawns, which process power and bring power creeps into the world. */
import * as Schema from "effect/Schema"
import { affected, damageable, located, owned } from "../objectFields.ts"
import { Store, StoreCapacityResource } from "../Store.ts"

/**
 * A power spawn.
 *
 * **Source** recorded from a server 4.3.0 and from an official server of 2020.
 */
export class PowerSpawn extends Schema.Opaque<PowerSpawn>()(
  Schema.Struct({
    type: Schema.Literal("powerSpawn"),
    ...located,
    ...owned,
    ...damageable,
    ...affected,
    store: Store,
    storeCapacityResource: StoreCapacityResource
  }).annotate({ identifier: "PowerSpawn" })
) {}
