/** Tombstones, which remain of dead creeps. */
import * as Schema from "effect/Schema"
import { BodyPartType } from "../BodyPartType.ts"
import { level, whole } from "../../values/numbers.ts"
import { contents, located, ofType, ownedAlways, temporary } from "../objectFields.ts"
import { nullish, record } from "../../values/Record.ts"
import { ObjectId } from "../../values/ObjectId.ts"
import { PowerCreepClass } from "../../account/PowerCreepRecord.ts"
import { Tick } from "../../values/Tick.ts"

const ticksToLive = whole(-1500, 5000)

/**
 * A power of a dead power creep.
 *
 * **Source** recorded from a server 4.3.0.
 */
export class BuriedPower extends record<BuriedPower>("BuriedPower")({
  /** Level of the power, 1 to 5. */
  level: whole(1, 5)
}) {}

/**
 * The tombstone of a creep or of a power creep.
 *
 * **Details**
 *
 * Either the `creep…` or the `powerCreep…` fields are present.
 *
 * **Gotchas**
 *
 * `creepTicksToLive` may be negative or `null`.
 *
 * **Source** recorded from a server 4.3.0 and from official servers of 2020.
 */
export class Tombstone extends record<Tombstone>("Tombstone")({
  ...ofType("tombstone"),
  ...located,
  ...ownedAlways,
  /** Tick in which the creep died. */
  deathTime: Tick,
  ...temporary,
  ...contents,
  /** Identifier of the dead creep. */
  creepId: nullish(ObjectId),
  /** Name of the dead creep. */
  creepName: nullish(Schema.String),
  /** Lifetime that the creep had left, in ticks; may be negative. */
  creepTicksToLive: nullish(ticksToLive),
  /** Types of the creep's body parts. */
  creepBody: nullish(Schema.Array(BodyPartType)),
  /** Last public text that the creep said. */
  creepSaying: nullish(Schema.String),
  /** Identifier of the dead power creep. */
  powerCreepId: nullish(ObjectId),
  /** Name of the dead power creep. */
  powerCreepName: nullish(Schema.String),
  /** Lifetime that the power creep had left, in ticks. */
  powerCreepTicksToLive: nullish(ticksToLive),
  /** Class of the dead power creep. */
  powerCreepClassName: nullish(PowerCreepClass),
  /** Level of the dead power creep, 0 to 25. */
  powerCreepLevel: nullish(level),
  /** Powers of the dead power creep, keyed by the number of the power, 1 to 19. */
  powerCreepPowers: nullish(Schema.Record(Schema.String, BuriedPower)),
  /** Last public text that the power creep said. */
  powerCreepSaying: nullish(Schema.String)
}) {}
