/** Power creeps that walk in the world. */
import * as Schema from "effect/Schema"
import { PowerCreepActionLog } from "../ActionLog.ts"
import { count, level } from "../../values/numbers.ts"
import { damageable, located } from "../objectFields.ts"
import { Millis } from "../../values/Millis.ts"
import { nullish } from "../../values/Nullish.ts"
import { PowerCreepClass, PowerLearnt } from "../../account/PowerCreepRecord.ts"
import { Store } from "../Store.ts"
import { Tick } from "../../values/Tick.ts"
import * as TicksLeft from "../../values/TicksLeft.ts"
import { UserId } from "../../values/UserId.ts"
import { Destination } from "./Destination.ts"

/**
 * A power creep that walks in the world.
 *
 * **Source** recorded from a server 4.3.0.
 */
export class PowerCreep extends Schema.Opaque<PowerCreep>()(
  Schema.Struct({
    type: Schema.Literal("powerCreep"),
    ...located,
    name: Schema.String,
    className: PowerCreepClass,
    user: UserId,
    /** 0–25. */
    level,
    ...damageable,
    store: Store,
    storeCapacity: count,
    /** The tick in which it dies of age. */
    ageTime: Tick,
    /** By the number of the power, 1–19. */
    powers: Schema.Record(Schema.String, PowerLearnt),
    /** When it may be brought into the world again; `null` while it is there. */
    spawnCooldownTime: nullish(Millis),
    /** When it is deleted; `null` unless its owner asked for that. */
    deleteTime: nullish(Millis),
    /** The shard it is on; empty on private servers. */
    shard: nullish(Schema.String),
    actionLog: nullish(PowerCreepActionLog),
    /** Where it goes in the tick in which it leaves the room. */
    interRoom: nullish(Destination)
  }).annotate({ identifier: "PowerCreep" })
) {}

/** Counts the ticks until a power creep dies of age. */
export const lifeTicksLeft = (creep: PowerCreep, now: Tick): number => TicksLeft.of(creep.ageTime, now) ?? 0

/**
 * Counts the ticks until a power creep can use a power (1–19) again, 0 when it can; `undefined` for powers that it
 * has not learnt.
 */
export const cooldownTicksLeft = (creep: PowerCreep, power: number, now: Tick): number | undefined => {
  const learnt = creep.powers[power]
  return learnt === undefined ? undefined : (TicksLeft.of(learnt.cooldownTime, now) ?? 0)
}
