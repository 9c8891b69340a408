/** Towers, which attack, heal and repair. */
import * as Schema from "effect/Schema"
import { TowerActionLog } from "../ActionLog.ts"
import { affected, damageable, fortified, located, owned } from "../objectFields.ts"
import { nullish } from "../../values/Nullish.ts"
import { Store, StoreCapacityResource } from "../Store.ts"

/**
 * A tower.
 *
 * **Source** recorded from a server 4.3.0 and from official servers of 2020.
 */
export class Tower extends Schema.Opaque<Tower>()(
  Schema.Struct({
    type: Schema.Literal("tower"),
    ...located,
    ...owned,
    ...damageable,
    ...affected,
    ...fortified,
    store: Store,
    storeCapacityResource: StoreCapacityResource,
    actionLog: nullish(TowerActionLog)
  }).annotate({ identifier: "Tower" })
) {}
