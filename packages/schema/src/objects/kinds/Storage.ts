/** Storages, which hold up to a million units of resources. */
import { count } from "../../values/numbers.ts"
import { affected, contents, damageable, located, ofType, owned } from "../objectFields.ts"
import { record } from "../../values/Record.ts"

/**
 * A storage, which holds up to a million units of resources.
 *
 * **Source** recorded from a server 4.3.0 and from official servers of 2020.
 */
export class Storage extends record<Storage>("Storage")({
  ...ofType("storage"),
  ...located,
  ...owned,
  ...damageable,
  ...affected,
  ...contents,
  /** Largest total amount: 1 000 000, more under a power, 0 while its owner does not own the room. */
  storeCapacity: count
}) {}
