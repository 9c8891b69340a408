/** Power spawns, which process power and spawn power creeps. */
import { affected, damageable, limitedStore, located, ofType, owned } from "../objectFields.ts"
import { record } from "../../values/Record.ts"

/**
 * A power spawn, which processes power and spawns power creeps.
 *
 * **Source** recorded from a server 4.3.0 and from an official server of 2020.
 */
export class PowerSpawn extends record<PowerSpawn>("PowerSpawn")({
  ...ofType("powerSpawn"),
  ...located,
  ...owned,
  ...damageable,
  ...affected,
  ...limitedStore
}) {}
