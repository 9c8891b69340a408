/** Nukers, which launch nukes. */
import { affected, damageable, limitedStore, located, ofType, owned } from "../objectFields.ts"
import { Tick } from "../../values/Tick.ts"
import { record } from "../../values/Record.ts"

/**
 * A nuker, which launches nukes; a launch takes 300 000 energy and 5000 ghodium.
 *
 * **Source** recorded from a server 4.3.0 and from an official server of 2020.
 */
export class Nuker extends record<Nuker>("Nuker")({
  ...ofType("nuker"),
  ...located,
  ...owned,
  ...damageable,
  ...affected,
  ...limitedStore,
  /** Tick from which the nuker can launch again. */
  cooldownTime: Tick
}) {}
