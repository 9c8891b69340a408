/** Constructed walls: those that players build, and those around protected areas. */
import * as Schema from "effect/Schema"
import { count } from "../../values/numbers.ts"
import { affected, located, ofType, owned, sometimesDamageable } from "../objectFields.ts"
import { Millis } from "../../values/Millis.ts"
import { nullish, record } from "../../values/Record.ts"
import { Tick } from "../../values/Tick.ts"

/**
 * The time at which the wall around a protected area disappears.
 *
 * **Source** reported for official servers; kept by a server 4.3.0 as it was inserted.
 */
export class WallDecay extends record<WallDecay>("WallDecay")({
  /** Time at which the wall disappears, in milliseconds since 1970. */
  timestamp: Millis
}) {}

/**
 * A constructed wall; its type on the wire is `constructedWall`.
 *
 * **Details**
 *
 * Walls that players build do not decay and have no owner. Those around protected areas have `decayTime`, in ticks or
 * as a wall-clock time.
 *
 * **Source** recorded from a server 4.3.0.
 */
export class Wall extends record<Wall>("Wall")({
  ...ofType("constructedWall"),
  ...located,
  ...sometimesDamageable,
  ...affected,
  ...owned,
  /** Whether the wall is part of the protection of a new player. */
  newbieWall: nullish(Schema.Boolean),
  /** Tick in which the wall disappears, or the time as an object. */
  decayTime: nullish(Schema.Union([Tick, WallDecay])),
  /** Lifetime in ticks; only before the wall's first tick. */
  ticksToLive: nullish(count)
}) {}
