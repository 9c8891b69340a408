/** Spawns, which create creeps. */
import * as Schema from "effect/Schema"
import { affected, damageable, limitedStore, located, ofType, owned, switchable } from "../objectFields.ts"
import { nullish, record } from "../../values/Record.ts"
import { Spawning } from "../Spawning.ts"

/**
 * A spawn, which creates creeps.
 *
 * **Gotchas**
 *
 * A player's first spawn has no name if it was placed without one.
 *
 * **Source** recorded from a server 4.3.0 and from official servers of 2020.
 */
export class Spawn extends record<Spawn>("Spawn")({
  ...ofType("spawn"),
  ...located,
  ...owned,
  ...damageable,
  ...affected,
  /** Name that the owner gave the spawn; absent if it was placed without a name. */
  name: nullish(Schema.String),
  ...limitedStore,
  /** Creep that is being spawned; absent or `null` while the spawn is idle. */
  spawning: nullish(Spawning),
  ...switchable
}) {}
