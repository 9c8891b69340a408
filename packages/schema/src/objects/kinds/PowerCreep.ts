/** Power creeps that are spawned in the world. */
import * as Schema from "effect/Schema"
import { PowerCreepActionLog } from "../ActionLog.ts"
import { level } from "../../values/numbers.ts"
import { crossing, damageable, generalStore, located, ofType, ownedAlways } from "../objectFields.ts"
import { Millis } from "../../values/Millis.ts"
import { nullish, record } from "../../values/Record.ts"
import { PowerCreepClass, CreepPower } from "../../account/PowerCreepRecord.ts"
import { Tick } from "../../values/Tick.ts"

/**
 * A power creep that is spawned in the world.
 *
 * **Source** recorded from a server 4.3.0.
 */
export class PowerCreep extends record<PowerCreep>("PowerCreep")({
  ...ofType("powerCreep"),
  ...located,
  /** Name that the owner gave the power creep. */
  name: Schema.String,
  /** Class of the power creep; the only known class is `operator`. */
  className: PowerCreepClass,
  ...ownedAlways,
  /** Level of the power creep, 0 to 25. */
  level,
  ...damageable,
  ...generalStore,
  /** Tick in which the power creep dies of old age unless it is renewed. */
  ageTime: Tick,
  /** Powers that it has learned, keyed by the number of the power, 1 to 19. */
  powers: Schema.Record(Schema.String, CreepPower),
  /** Time from which it can be spawned again, in milliseconds since 1970; `null` while it is spawned. */
  spawnCooldownTime: nullish(Millis),
  /** Time at which it is deleted, in milliseconds since 1970; `null` unless the owner requested the deletion. */
  deleteTime: nullish(Millis),
  /** Name of the shard that it is on; empty on private servers. */
  shard: nullish(Schema.String),
  /** Actions of the last tick; `ActionLog.entries` lists them. */
  actionLog: nullish(PowerCreepActionLog),
  ...crossing
}) {}
