import { assert } from "@effect/vitest"
import * as Auth from "@screeps-effect/api/Auth"
import * as PowerCreeps from "@screeps-effect/api/PowerCreeps"
import * as User from "@screeps-effect/api/User"
import * as DbInsert from "@screeps-effect/schema/DbInsert"
import * as ObjectId from "@screeps-effect/schema/ObjectId"
import * as PowerCreepRecord from "@screeps-effect/schema/PowerCreepRecord"
import * as Effect from "effect/Effect"
import { asNewcomer, type Case, has, raw, refuses, serverCase, failsInternally } from "../case.ts"
import { change } from "../world.ts"

const unknownId = ObjectId.make("0123456789abcde")
const { cancelDelete, create, experimentation, list, remove, rename, upgrade } = PowerCreeps

/** Gives the account enough power for a number of levels. */
const empower = (levels: number) =>
  Effect.gen(function* () {
    const { _id } = yield* User.whoAmI()
    yield* change("users", { _id }, { $set: { power: 1000 * levels ** 2 } })
    return _id
  })

/** Returns the power creep with a name. */
const made = (name: string) =>
  Effect.map(create({ name, className: "operator" }), (answer) => {
    const id = DbInsert.createdId(answer)
    return id ?? assert.fail("no identity")
  })

const theOnly = Effect.map(list(), ({ list: [creep] }) => creep ?? assert.fail("no power creep"))

export const powerCreeps: ReadonlyArray<Case> = [
  serverCase(
    "creates, renames and upgrades power creeps within the account's power level",
    { accepts: [list, create, rename, upgrade], refuses: [create, rename, upgrade] },
    asNewcomer(
      Effect.gen(function* () {
        assert.isEmpty((yield* list()).list)
        yield* refuses(create({ name: "Ann", className: "operator" }), "not enough power level")
        yield* empower(4)
        const id = yield* made("Ann")
        yield* refuses(create({ name: "Ann", className: "operator" }), "name already exists")
        const body = { name: "Bob", className: "commander" }
        yield* refuses(raw({ method: "POST", path: create.path, body }), "invalid class")

        yield* upgrade({ id, powers: { 1: 1, 2: 1 } })
        const creep = yield* theOnly
        has(creep, { _id: id, name: "Ann", level: 2, hitsMax: 3000, className: "operator" })
        assert.strictEqual(creep.powers?.[2]?.level, 1)
        yield* refuses(upgrade({ id, powers: { 1: 1 } }), "cannot downgrade power 2")
        yield* refuses(upgrade({ id, powers: { 1: 1, 2: 1, 16: 1 } }), "not enough level for power 16")
        yield* refuses(upgrade({ id, powers: { 1: 1, 2: 1, 3: 1, 4: 1 } }), "not enough power level")
        yield* refuses(upgrade({ id: unknownId, powers: { 1: 1 } }), "invalid id")
        const upgradeWith = (powers: unknown) =>
          raw({ method: "POST", path: upgrade.path, body: { id, powers } })
        yield* refuses(upgradeWith("all"), "invalid powers")
        yield* refuses(upgradeWith({ 99: 1 }), "invalid power 99")
        yield* refuses(upgradeWith({ 1: "1" }), "invalid value for power 1")
        yield* refuses(upgradeWith({ 1: 6 }), "invalid max value for power 1")

        yield* rename({ id, name: "Carol" })
        assert.strictEqual((yield* theOnly).name, "Carol")
        yield* refuses(rename({ id, name: "Carol" }), "name already exists")
        yield* refuses(rename({ id: unknownId, name: "Dan" }), "invalid id")
        yield* change("users.power_creeps", { _id: id }, { $set: { spawnCooldownTime: null } })
        yield* refuses(rename({ id, name: "Dan" }), "spawned")
        yield* refuses(remove({ id }), "spawned")
      })
    )
  ),
  serverCase(
    "deletes a power creep a day later, unless the deletion is cancelled",
    { accepts: [remove, cancelDelete], refuses: [remove, cancelDelete] },
    asNewcomer(
      Effect.gen(function* () {
        yield* empower(2)
        const id = yield* made("Eve")
        yield* refuses(cancelDelete({ id }), "not being deleted")
        yield* remove({ id })
        assert.isTrue(PowerCreepRecord.isBeingDeleted(yield* theOnly))
        yield* refuses(remove({ id }), "already being deleted")
        yield* cancelDelete({ id })
        assert.isFalse(PowerCreepRecord.isBeingDeleted(yield* theOnly))
        yield* refuses(remove({ id: unknownId }), "invalid id")
        yield* refuses(cancelDelete({ id: unknownId }), "invalid id")
      })
    )
  ),
  serverCase(
    "starts a power experimentation while resets are left, and fails on deletions during it",
    { accepts: [experimentation], refuses: [experimentation, remove] },
    asNewcomer(
      Effect.gen(function* () {
        const _id = yield* empower(2)
        yield* refuses(experimentation(), "no power resets")
        yield* change("users", { _id }, { $set: { powerExperimentations: 1 } })
        const id = yield* made("Fay")
        yield* experimentation()
        const me = yield* Auth.me()
        assert.strictEqual(me.powerExperimentations, 0)
        assert.isAbove(me.powerExperimentationTime ?? 0, Date.now())
        yield* refuses(experimentation(), "no power resets")
        yield* failsInternally(remove({ id }))
        assert.strictEqual((yield* theOnly)._id, id)
      })
    )
  )
]
