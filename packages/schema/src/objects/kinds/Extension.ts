/** Extensions, which hold energy for spawning. */
import { affected, damageable, limitedStore, located, ofType, owned, switchable } from "../objectFields.ts"
import { record } from "../../values/Record.ts"

/**
 * An extension, which holds energy for spawning.
 *
 * **Details**
 *
 * The capacity is 50, 100 or 200 energy, by the level of the room's controller, and 0 in the extension's first tick.
 *
 * **Source** recorded from a server 4.3.0 and from official servers of 2020.
 */
export class Extension extends record<Extension>("Extension")({
  ...ofType("extension"),
  ...located,
  ...owned,
  ...damageable,
  ...affected,
  ...limitedStore,
  ...switchable
}) {}
