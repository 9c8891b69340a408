/** Storages, which hold a million of anything. */
import * as Schema from "effect/Schema"
import { count } from "../../values/numbers.ts"
import { affected, damageable, located, owned } from "../objectFields.ts"
import { Store } from "../Store.ts"

/**
 * A storage.
 *
 * **Source** recorded from a server 4.3.0 and from official servers of 2020.
 */
export class Storage extends Schema.Opaque<Storage>()(
  Schema.Struct({
    type: Schema.Literal("storage"),
    ...located,
    ...owned,
    ...damageable,
    ...affected,
    store: Store,
    /** 1 000 000, more under a power, 0 where its owner does not hold the room. */
    storeCapacity: count
  }).annotate({ identifier: "Storage" })
) {}
