/** Extensions, which hold energy for spawns. */
import * as Schema from "effect/Schema"
import { affected, damageable, located, owned } from "../objectFields.ts"
import { nullish } from "../../values/Nullish.ts"
import { Store, StoreCapacityResource } from "../Store.ts"

/**
 * An extension.
 *
 * **Details**
 *
 * It holds 50, 100 or 200 energy, as the room's level allows; nothing in its first tick.
 *
 * **Source** recorded from a server 4.3.0 and from official servers of 2020.
 */
export class Extension extends Schema.Opaque<Extension>()(
  Schema.Struct({
    type: Schema.Literal("extension"),
    ...located,
    ...owned,
    ...damageable,
    ...affected,
    store: Store,
    storeCapacityResource: StoreCapacityResource,
    /** Whether the room's level does not allow it. */
    off: nullish(Schema.Boolean)
  }).annotate({ identifier: "Extension" })
) {}
