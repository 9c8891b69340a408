/** Lairs, from which source keepers spawn. */
import { located, ofType } from "../objectFields.ts"
import { nullish, record } from "../../values/Record.ts"
import { Tick } from "../../values/Tick.ts"

/**
 * A lair, from which source keepers spawn.
 *
 * **Source** recorded from a server 4.3.0.
 */
export class KeeperLair extends record<KeeperLair>("KeeperLair")({
  ...ofType("keeperLair"),
  ...located,
  /** Tick in which the next keeper spawns; set only while the keeper is missing or damaged. */
  nextSpawnTime: nullish(Tick)
}) {}
