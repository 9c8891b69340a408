/** Observers, which make other rooms visible to scripts. */
import * as Schema from "effect/Schema"
import { affected, damageable, located, ofType, owned } from "../objectFields.ts"
import { nullish, record } from "../../values/Record.ts"

/**
 * An observer, which makes other rooms visible to scripts.
 *
 * **Source** recorded from a server 4.3.0 and from official servers of 2020.
 */
export class Observer extends record<Observer>("Observer")({
  ...ofType("observer"),
  ...located,
  ...owned,
  ...damageable,
  ...affected,
  /** Name of the observed room; `null` in ticks without an observation. */
  observeRoom: nullish(Schema.String)
}) {}
