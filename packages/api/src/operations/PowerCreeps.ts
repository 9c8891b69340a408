/** The power creeps of an account: creating, upgrading and deleting them. */
import { DbInsert } from "@screeps-effect/schema/DbInsert"
import { DbUpdate } from "@screeps-effect/schema/DbUpdate"
import { Ok } from "@screeps-effect/schema/Envelope"
import { Millis } from "@screeps-effect/schema/Millis"
import { nullish, record } from "@screeps-effect/schema/Record"
import { answer } from "./answer.ts"
import { ObjectId } from "@screeps-effect/schema/ObjectId"
import { maxLevel, PowerClass } from "@screeps-effect/schema/Power"
import {
  CreepPower,
  maxNameLength,
  PowerCreepClass,
  PowerCreepRecord
} from "@screeps-effect/schema/PowerCreepRecord"
import { Store } from "@screeps-effect/schema/Store"
import { UserId } from "@screeps-effect/schema/UserId"
import * as Schema from "effect/Schema"
import * as Operation from "../Operation.ts"

const named = {
  /** Name of the power creep, 1 to 50 characters, unique in the account. */
  name: Schema.NonEmptyString.check(Schema.isMaxLength(maxNameLength))
} as const

const identified = {
  /** Id of the power creep. */
  id: ObjectId
} as const

/** The user's power creeps. */
export class PowerCreepList extends answer<PowerCreepList>("PowerCreepList")({
  /** The power creeps, spawned or not. */
  list: Schema.Array(PowerCreepRecord)
}) {}

/**
 * Lists the user's power creeps, spawned or not.
 *
 * **Errors** `Unauthorized`.
 *
 * **Source** `GET /api/game/power-creeps/list`, recorded from a server 4.3.0. xxscreeps: recorded.
 */
export const list = Operation.get("/api/game/power-creeps/list", {
  output: PowerCreepList
})

/**
 * The power creep that was created.
 *
 * **Source** recorded from a server 4.3.0; official servers are reported to send the result of the database only.
 */
export class PowerCreepCreated extends record<PowerCreepCreated>("PowerCreepCreated")({
  ...DbInsert.fields,
  /** Name of the power creep; servers cut off what exceeds 50 characters. */
  name: nullish(Schema.String),
  /** Class of the power creep. */
  className: nullish(PowerCreepClass),
  /** Id of the owner. */
  user: nullish(UserId),
  /** Level of the power creep: 0. */
  level: nullish(Schema.Finite),
  /** Maximum hit points. */
  hitsMax: nullish(Schema.Finite),
  /** Resources that the power creep carries: none. */
  store: nullish(Store),
  /** Maximum amount of all resources in the store together. */
  storeCapacity: nullish(Schema.Finite),
  /** Powers of the power creep, by the number of the power: none. */
  powers: nullish(Schema.Record(Schema.String, CreepPower)),
  /** When it can be spawned, in milliseconds since 1970; 0 means now. */
  spawnCooldownTime: nullish(Millis)
}) {}

/**
 * Creates a power creep of level 0, at the cost of one power level of the account.
 *
 * **Details**
 *
 * Private servers return the new power creep. `DbInsert.createdId` of the schema package returns its id on every server.
 *
 * **Errors** `Rejected` ("not enough power level", "name already exists"), `Unauthorized`.
 *
 * **Source** `POST /api/game/power-creeps/create`, recorded from a server 4.3.0. xxscreeps: recorded.
 */
export const create = Operation.post("/api/game/power-creeps/create", {
  input: {
    ...named,
    /** Class of the power creep. */
    className: PowerClass
  },
  output: PowerCreepCreated
})

/** The levels of a power creep's powers: 0 to 5, by the number of the power. */
export type PowerLevels = { readonly [power: string]: number }

/** Checks the levels of powers: numbers of powers from 1 to 19, levels from 0 to 5. */
export const PowerLevels: Schema.Codec<PowerLevels> = Schema.Record(
  Schema.String.check(
    Schema.isPattern(/^([1-9]|1\d)$/u, { expected: "the number of a power, from 1 to 19" })
  ),
  Schema.Int.check(
    Schema.isBetween({ minimum: 0, maximum: maxLevel }, { expected: `a level from 0 to ${maxLevel}` })
  )
).annotate({ identifier: "PowerLevels" })

/**
 * Upgrades the powers of a power creep, at the cost of one power level of the account for each new level.
 *
 * **Details**
 *
 * `Power.powers` of the schema package lists the powers. Leaving out a power that the power creep has is rejected,
 * and so is lowering one.
 *
 * **Errors** `Rejected` ("invalid id", "invalid power N", "cannot downgrade power N", "not enough level for power N",
 * "not enough power level", "max level"), `Unauthorized`.
 *
 * **Source** `POST /api/game/power-creeps/upgrade`, recorded from a server 4.3.0. xxscreeps: recorded.
 */
export const upgrade = Operation.post("/api/game/power-creeps/upgrade", {
  input: {
    ...identified,
    /** New levels of all powers, unchanged ones included: 0 to 5, by the number of the power. */
    powers: PowerLevels
  },
  output: Ok,
  idempotent: true
})

/**
 * Renames a power creep that is not spawned.
 *
 * **Errors** `Rejected` ("invalid id", "spawned", "name already exists"), `Unauthorized`.
 *
 * **Source** `POST /api/game/power-creeps/rename`, recorded from a server 4.3.0. xxscreeps: recorded.
 */
export const rename = Operation.post("/api/game/power-creeps/rename", {
  input: { ...identified, ...named },
  changes: "reversible",
  output: Ok
})

/**
 * Schedules the deletion of a power creep that is not spawned, in 24 hours; `cancelDelete` cancels it.
 *
 * **Gotchas**
 *
 * During a period of power experimentation it is deleted at once; private servers fail then, and keep it.
 *
 * **Errors** `Rejected` ("invalid id", "spawned", "already being deleted"), `ServerFault` on private servers during a
 * period of power experimentation, `Unauthorized`.
 *
 * **Source** `POST /api/game/power-creeps/delete`, recorded from a server 4.3.0. xxscreeps: recorded.
 */
export const remove = Operation.post("/api/game/power-creeps/delete", {
  input: identified,
  output: Ok
})

/**
 * Cancels the deletion of a power creep.
 *
 * **Errors** `Rejected` ("invalid id", "not being deleted"), `Unauthorized`.
 *
 * **Source** `POST /api/game/power-creeps/cancel-delete`, recorded from a server 4.3.0. xxscreeps: recorded.
 */
export const cancelDelete = Operation.post("/api/game/power-creeps/cancel-delete", {
  input: identified,
  changes: "reversible",
  output: Ok
})

/**
 * Starts a period of power experimentation, in which power creeps can be deleted without delay.
 *
 * **Details**
 *
 * It uses one of the account's resets (`powerExperimentations` of `Auth.me`). The period ends at
 * `powerExperimentationTime`.
 *
 * **Errors** `Rejected` ("no power resets"), `Unauthorized`.
 *
 * **Source** `POST /api/game/power-creeps/experimentation`, recorded from a server 4.3.0. xxscreeps: absent.
 */
export const experimentation = Operation.post("/api/game/power-creeps/experimentation", {
  output: DbUpdate,
  provenance: { xxscreeps: "absent" }
})
