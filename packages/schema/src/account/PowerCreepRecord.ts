/** Power creeps as an account has them, in a room or not. */
import * as Schema from "effect/Schema"
import * as Gcl from "./Gcl.ts"
import { Millis } from "../values/Millis.ts"
import { nullish } from "../values/Nullish.ts"
import { ObjectId } from "../values/ObjectId.ts"
import type { PowerClass } from "./Power.ts"
import { Store } from "../objects/Store.ts"
import { Tick } from "../values/Tick.ts"
import { UserId } from "../values/UserId.ts"

/** The class of a power creep. */
export type PowerCreepClass = PowerClass | (string & {})

/** Decodes the class of a power creep; other words than the known one are let through. */
export const PowerCreepClass: Schema.Codec<PowerCreepClass, string> = Schema.String.annotate({
  identifier: "PowerCreepClass"
})

/**
 * What a power creep has learnt of a power: its level, 1 to 5, and the tick from which it can be used again.
 *
 * **Source** recorded from a server 4.3.0.
 */
export class CreepPower extends Schema.Opaque<CreepPower>()(
  Schema.Struct({ level: Schema.Finite, cooldownTime: nullish(Tick) }).annotate({ identifier: "CreepPower" })
) {}

/**
 * A power creep of an account: name, level, powers by their numbers, and what it carries.
 *
 * **Details**
 *
 * `spawnCooldownTime` is `null` while the creep is in a room; afterwards it is the moment from which it can be
 * spawned again, or 0. `deleteTime` is the moment in which it will be gone. `type`, the place, `hits` and `ageTime`
 * come only while it is in a room. Private servers have an empty `shard` then, official ones are reported to name it.
 *
 * **Source** recorded from a server 4.3.0.
 */
export class PowerCreepRecord extends Schema.Opaque<PowerCreepRecord>()(
  Schema.Struct({
    _id: ObjectId,
    name: Schema.String,
    className: PowerCreepClass,
    user: UserId,
    level: Schema.Finite,
    hitsMax: Schema.Finite,
    store: Store,
    storeCapacity: Schema.Finite,
    powers: Schema.Record(Schema.String, CreepPower),
    spawnCooldownTime: nullish(Millis),
    deleteTime: nullish(Millis),
    shard: nullish(Schema.String),
    type: nullish(Schema.String),
    room: nullish(Schema.String),
    x: nullish(Schema.Finite),
    y: nullish(Schema.Finite),
    hits: nullish(Schema.Finite),
    ageTime: nullish(Tick),
    notifyWhenAttacked: nullish(Schema.Boolean)
  }).annotate({ identifier: "PowerCreepRecord" })
) {}

/**
 * The most characters that a power creep's name may have; the rest is cut off.
 *
 * **Source** read in the server's source.
 */
export const maxNameLength = 50

/** Checks whether a power creep is in a room. */
export const isSpawned = (creep: PowerCreepRecord): boolean =>
  (creep.spawnCooldownTime ?? undefined) === undefined || (creep.shard ?? "") !== ""

/** Checks whether a power creep can be spawned at `now` (milliseconds since 1970). */
export const canSpawn = (creep: PowerCreepRecord, now: number): boolean =>
  !isSpawned(creep) && (creep.spawnCooldownTime ?? 0) <= now

/** Checks whether a power creep is about to be deleted; until then that can be cancelled. */
export const isBeingDeleted = (creep: PowerCreepRecord): boolean => (creep.deleteTime ?? 0) > 0

/** The level that a power creep has learnt of a power, by the power's number; 0 when it has not. */
export const powerLevel = (creep: PowerCreepRecord, power: number): number =>
  creep.powers[String(power)]?.level ?? 0

/**
 * How many levels an account with so many points of power can still give to its power creeps; a new creep costs one,
 * each of its levels another.
 *
 * **Source** read in the server's source.
 */
export const freeLevels = (power: number, creeps: ReadonlyArray<PowerCreepRecord>): number =>
  Gcl.powerLevel(power) - creeps.reduce((used, { level }) => used + 1 + level, 0)
