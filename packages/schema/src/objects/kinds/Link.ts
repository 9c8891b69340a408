/** Links, which send energy through a room. */
import * as Schema from "effect/Schema"
import { LinkActionLog } from "../ActionLog.ts"
import { count } from "../../values/numbers.ts"
import { affected, damageable, located, owned } from "../objectFields.ts"
import { nullish } from "../../values/Nullish.ts"
import { Store, StoreCapacityResource } from "../Store.ts"

/**
 * A link.
 *
 * **Source** recorded from a server 4.3.0 and from official servers of 2020.
 */
export class Link extends Schema.Opaque<Link>()(
  Schema.Struct({
    type: Schema.Literal("link"),
    ...located,
    ...owned,
    ...damageable,
    ...affected,
    store: Store,
    storeCapacityResource: StoreCapacityResource,
    /** Ticks until it can send again: a countdown; missing on those that were put in by hand, until they send. */
    cooldown: nullish(count),
    actionLog: nullish(LinkActionLog)
  }).annotate({ identifier: "Link" })
) {}
