/** Spawns, which make creeps. */
import * as Schema from "effect/Schema"
import { affected, damageable, located, owned } from "../objectFields.ts"
import { nullish } from "../../values/Nullish.ts"
import { Spawning } from "../Spawning.ts"
import { Store, StoreCapacityResource } from "../Store.ts"

/**
 * A spawn.
 *
 * **Gotchas**
 *
 * A first spawn that was placed without a name has none.
 *
 * **Source** recorded from a server 4.3.0 and from official servers of 2020.
 */
export class Spawn extends Schema.Opaque<Spawn>()(
  Schema.Struct({
    type: Schema.Literal("spawn"),
    ...located,
    ...owned,
    ...damageable,
    ...affected,
    /** Absent where it was placed without one. */
    name: nullish(Schema.String),
    store: Store,
    storeCapacityResource: StoreCapacityResource,
    /** The creep that is being made; absent or `null` when there is none. */
    spawning: nullish(Spawning),
    /** Whether the room's level does not allow it. */
    off: nullish(Schema.Boolean)
  }).annotate({ identifier: "Spawn" })
) {}
