/** Ramparts, which protect everything on their square. */
import * as Schema from "effect/Schema"
import { hits } from "../../values/numbers.ts"
import { affected, damageable, fortified, located, ofType, owned, wearing } from "../objectFields.ts"
import { nullish, record } from "../../values/Record.ts"

/**
 * A rampart. The short-lived shield that a power creates is a rampart too, with a `hitsMax` of 0.
 *
 * **Source** recorded from a server 4.3.0 and from official servers of 2020.
 */
export class Rampart extends record<Rampart>("Rampart")({
  ...ofType("rampart"),
  ...located,
  ...owned,
  ...damageable,
  ...affected,
  ...fortified,
  ...wearing,
  /** Whether creeps of all players can walk through it. */
  isPublic: nullish(Schema.Boolean),
  /** Hit points up to which a stronghold repairs it; absent elsewhere. */
  hitsTarget: nullish(hits)
}) {}
