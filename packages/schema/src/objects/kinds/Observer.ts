/** Observers, which look into other rooms. */
import * as Schema from "effect/Schema"
import { affected, damageable, located, owned } from "../objectFields.ts"
import { nullish } from "../../values/Nullish.ts"

/**
 * An observer.
 *
 * **Source** recorded from a server 4.3.0 and from official servers of 2020.
 */
export class Observer extends Schema.Opaque<Observer>()(
  Schema.Struct({
    type: Schema.Literal("observer"),
    ...located,
    ...owned,
    ...damageable,
    ...affected,
    /** The room it looks into; `null` in ticks in which it rests. */
    observeRoom: nullish(Schema.String)
  }).annotate({ identifier: "Observer" })
) {}
