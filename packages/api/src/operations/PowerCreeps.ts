/** The power creeps of an account: making, training and dismissing them. */
import { DbInsert } from "@screeps-effect/schema/DbInsert"
import { DbUpdate } from "@screeps-effect/schema/DbUpdate"
import { Ok } from "@screeps-effect/schema/Envelope"
import { ObjectId } from "@screeps-effect/schema/ObjectId"
import { maxLevel, PowerClass } from "@screeps-effect/schema/Power"
import { maxNameLength, PowerCreepRecord } from "@screeps-effect/schema/PowerCreepRecord"
import * as Schema from "effect/Schema"
import * as Operation from "../Operation.ts"

const name = Schema.NonEmptyString.check(Schema.isMaxLength(maxNameLength))

/** The power creeps of the user. */
export class PowerCreepList extends Schema.Opaque<PowerCreepList>()(
  Schema.Struct({ ok: Schema.Literal(1), list: Schema.Array(PowerCreepRecord) }).annotate({
    identifier: "PowerCreepList"
  })
) {}

/**
 * Lists the user's power creeps, those in rooms and those that wait.
 *
 * **Errors** `Unauthorized`.
 *
 * **Source** `GET /api/game/power-creeps/list`, recorded from a server 4.3.0.
 */
export const list = Operation.get("/api/game/power-creeps/list", {
  output: PowerCreepList,
  inSpecification: false
})

/**
 * Makes a power creep of level 0, at the cost of one level of the account's power.
 *
 * **Details**
 *
 * Names have 1 to 50 characters and are unique in the account. `DbInsert.createdId` reads the new identity.
 *
 * **Errors** `Rejected` ("not enough power level", "name already exists"), `Unauthorized`.
 *
 * **Source** `POST /api/game/power-creeps/create`, recorded from a server 4.3.0.
 */
export const create = Operation.post("/api/game/power-creeps/create", {
  input: { name, className: PowerClass },
  output: DbInsert,
  inSpecification: false
})

/** The levels of all powers of a power creep by their numbers: 0 to 5 each. */
export type PowerLevels = { readonly [power: string]: number }

/** Checks the levels of powers, for what callers send: numbers of powers (1–19), levels 0 to 5. */
export const PowerLevels: Schema.Codec<PowerLevels> = Schema.Record(
  Schema.String.check(
    Schema.isPattern(/^([1-9]|1\d)$/u, { expected: "the number of a power, from 1 to 19" })
  ),
  Schema.Int.check(
    Schema.isBetween({ minimum: 0, maximum: maxLevel }, { expected: `a level from 0 to ${maxLevel}` })
  )
).annotate({ identifier: "PowerLevels" })

/**
 * Teaches a power creep: sets the levels of its powers, at the cost of one level of the account's power each.
 *
 * **Details**
 *
 * `powers` are all powers that it shall have then, by number (see `Power.powers` of the schemas): leaving one out
 * that it has is refused, as is lowering one.
 *
 * **Errors** `Rejected` ("invalid id", "invalid power N", "cannot downgrade power N", "not enough level for power N",
 * "not enough power level", "max level"), `Unauthorized`.
 *
 * **Source** `POST /api/game/power-creeps/upgrade`, recorded from a server 4.3.0.
 */
export const upgrade = Operation.post("/api/game/power-creeps/upgrade", {
  input: { id: ObjectId, powers: PowerLevels },
  output: Ok,
  idempotent: true,
  inSpecification: false
})

/**
 * Gives a power creep another name, while it is in no room.
 *
 * **Details**
 *
 * Names have 1 to 50 characters and are unique in the account.
 *
 * **Errors** `Rejected` ("invalid id", "spawned", "name already exists"), `Unauthorized`.
 *
 * **Source** `POST /api/game/power-creeps/rename`, recorded from a server 4.3.0.
 */
export const rename = Operation.post("/api/game/power-creeps/rename", {
  input: { id: ObjectId, name },
  output: Ok,
  inSpecification: false
})

/**
 * Has a power creep deleted in 24 hours, while it is in no room; `cancelDelete` takes it back.
 *
 * **Gotchas**
 *
 * During a period of power experimentation it is deleted at once; private servers stumble over that and keep it.
 *
 * **Errors** `Rejected` ("invalid id", "spawned", "already being deleted"), `ServerFault` on private servers during
 * a period of power experimentation, `Unauthorized`.
 *
 * **Source** `POST /api/game/power-creeps/delete`, recorded from a server 4.3.0.
 */
export const remove = Operation.post("/api/game/power-creeps/delete", {
  input: { id: ObjectId },
  output: Ok,
  inSpecification: false
})

/**
 * Keeps a power creep that was about to be deleted.
 *
 * **Errors** `Rejected` ("invalid id", "not being deleted"), `Unauthorized`.
 *
 * **Source** `POST /api/game/power-creeps/cancel-delete`, recorded from a server 4.3.0.
 */
export const cancelDelete = Operation.post("/api/game/power-creeps/cancel-delete", {
  input: { id: ObjectId },
  output: Ok,
  inSpecification: false
})

/**
 * Begins a period of power experimentation: power creeps can be deleted without delay while it lasts.
 *
 * **Details**
 *
 * Uses up one of the account's resets (`powerExperimentations` of `Auth.me`); `powerExperimentationTime` is when the
 * period ends.
 *
 * **Errors** `Rejected` ("no power resets"), `Unauthorized`.
 *
 * **Source** `POST /api/game/power-creeps/experimentation`, recorded from a server 4.3.0.
 */
export const experimentation = Operation.post("/api/game/power-creeps/experimentation", {
  output: DbUpdate,
  inSpecification: false
})
