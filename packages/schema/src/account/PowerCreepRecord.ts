/** Power creeps of an account, whether or not they are in a room. */
import * as Schema from "effect/Schema"
import { expected, nullish, record } from "../values/Record.ts"
import * as Gcl from "./Gcl.ts"
import { Millis } from "../values/Millis.ts"
import { ObjectId } from "../values/ObjectId.ts"
import type { PowerClass } from "./Power.ts"
import { Store } from "../objects/Store.ts"
import { Tick } from "../values/Tick.ts"
import { UserId } from "../values/UserId.ts"

/** The class of a power creep. */
export type PowerCreepClass = PowerClass | (string & {})

/** Decodes the class of a power creep; unknown classes are accepted. */
export const PowerCreepClass: Schema.Codec<PowerCreepClass, string> = Schema.String.annotate({
  identifier: "PowerCreepClass"
})

/**
 * A power of a power creep.
 *
 * **Source** recorded from a server 4.3.0.
 */
export class CreepPower extends record<CreepPower>("CreepPower")({
  /** Level of the power, 1–5. */
  level: Schema.Finite,
  /** Tick from which the power can be used again; absent before its first use. */
  cooldownTime: nullish(Tick)
}) {}

/**
 * A power creep of an account.
 *
 * **Source** recorded from a server 4.3.0.
 */
export class PowerCreepRecord extends record<PowerCreepRecord>("PowerCreepRecord")({
  /** Id of the power creep. */
  _id: ObjectId,
  /** Name of the power creep. */
  name: Schema.String,
  /** Class of the power creep; `operator` is the only known one. */
  className: expected(PowerCreepClass),
  /** Id of the owner. */
  user: expected(UserId),
  /** Level of the power creep, 0–25. */
  level: Schema.Finite,
  /** Maximum hit points. */
  hitsMax: expected(Schema.Finite),
  /** Resources that the power creep carries. */
  store: expected(Store),
  /** Maximum amount of all resources in the store together. */
  storeCapacity: expected(Schema.Finite),
  /** Powers of the power creep, by the number of the power. */
  powers: expected(Schema.Record(Schema.String, CreepPower)),
  /** When it can be spawned again, in milliseconds since 1970; 0 means now, `null` that it is in a room. */
  spawnCooldownTime: nullish(Millis),
  /** When it will be deleted, in milliseconds since 1970; absent unless the owner deleted it. */
  deleteTime: nullish(Millis),
  /** Shard that it is in (official servers, reported); empty on private servers, absent outside of rooms. */
  shard: nullish(Schema.String),
  /** `powerCreep`; absent while it is not in a room. */
  type: nullish(Schema.String),
  /** Room that it is in; absent while it is not in a room. */
  room: nullish(Schema.String),
  /** Column of its square in the room, 0–49; absent while it is not in a room. */
  x: nullish(Schema.Finite),
  /** Row of its square in the room, 0–49; absent while it is not in a room. */
  y: nullish(Schema.Finite),
  /** Current hit points; absent while it is not in a room. */
  hits: nullish(Schema.Finite),
  /** Tick in which it dies of old age; absent while it is not in a room. */
  ageTime: nullish(Tick),
  /** Whether the owner is notified by mail when it is attacked. */
  notifyWhenAttacked: nullish(Schema.Boolean)
}) {}

/**
 * The maximum length of a power creep's name, in characters; servers cut off the rest.
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

/** Checks whether a power creep is going to be deleted, which can still be cancelled. */
export const isBeingDeleted = (creep: PowerCreepRecord): boolean => (creep.deleteTime ?? 0) > 0

/**
 * Returns how many levels an account can still assign to its power creeps, given its lifetime power points; creating
 * a power creep takes one level, and each of its levels another.
 *
 * **Source** read in the server's source.
 */
export const freeLevels = (power: number, creeps: ReadonlyArray<PowerCreepRecord>): number =>
  Gcl.powerLevel(power) - creeps.reduce((used, { level }) => used + 1 + level, 0)
