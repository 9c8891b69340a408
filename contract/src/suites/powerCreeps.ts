import * as PowerCreeps from "@screeps-effect/api/PowerCreeps"
import * as DbInsert from "@screeps-effect/schema/DbInsert"
import * as ObjectId from "@screeps-effect/schema/ObjectId"
import * as PowerCreepRecord from "@screeps-effect/schema/PowerCreepRecord"
import * as Effect from "effect/Effect"
import { account, has, isTrue, raw, rejects, same, some, test, testAsNewUser, type Test } from "../test.ts"
import { ServerAdmin } from "../serverAdmin.ts"

const unknownId = ObjectId.make("0123456789abcde")
const { cancelDelete, create, experimentation, list, remove, rename, upgrade } = PowerCreeps

/** Runs a program as a new user with power for so many levels. */
const asPowerful = <A, E, R>(levels: number, program: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const { as, username } = yield* account
    const { setBalance } = yield* ServerAdmin
    yield* setBalance(username, { power: 1000 * levels ** 2 })
    return yield* as(program)
  })

const made = (name: string) =>
  Effect.flatMap(create({ name, className: "operator" }), (answer) => some(DbInsert.createdId(answer), "id"))

const theOnly = Effect.flatMap(list(), ({ list: [creep] }) => some(creep, "power creep"))

/** Power creeps. */
export const powerCreeps: ReadonlyArray<Test> = [
  testAsNewUser("rejects creating power creeps without power and lists none", function* () {
    yield* same((yield* list()).list, [], "the power creeps")
    yield* rejects(create({ name: "Ann", className: "operator" }), "not enough power level")
    yield* rejects(experimentation(), "no power resets")
    yield* rejects(rename({ id: unknownId, name: "Dan" }), "invalid id")
  }),
  test(
    "creates, upgrades and renames power creeps within the account's power",
    asPowerful(
      4,
      Effect.gen(function* () {
        const id = yield* made("Ann")
        yield* rejects(create({ name: "Ann", className: "operator" }), "name already exists")
        const body = { name: "Bob", className: "commander" }
        yield* rejects(raw({ method: "POST", path: create.path, body }), "invalid class")
        yield* upgrade({ id, powers: { 1: 1, 2: 1 } })
        const creep = yield* theOnly
        yield* has(creep, { _id: id, name: "Ann", level: 2, hitsMax: 3000 }, "the power creep")
        yield* same(creep.powers?.["2"]?.level, 1, "the level of a power")
        yield* rejects(upgrade({ id, powers: { 1: 1 } }), "cannot downgrade power 2")
        yield* rejects(upgrade({ id, powers: { 1: 1, 2: 1, 16: 1 } }), "not enough level for power 16")
        yield* rename({ id, name: "Carol" })
        yield* same((yield* theOnly).name, "Carol", "the new name")
      })
    )
  ),
  test(
    "schedules the deletion of a power creep and cancels it",
    asPowerful(
      2,
      Effect.gen(function* () {
        const id = yield* made("Eve")
        yield* rejects(cancelDelete({ id }), "not being deleted")
        yield* remove({ id })
        yield* isTrue(PowerCreepRecord.isBeingDeleted(yield* theOnly), "it is being deleted")
        yield* rejects(remove({ id }), "already being deleted")
        yield* cancelDelete({ id })
        yield* isTrue(!PowerCreepRecord.isBeingDeleted(yield* theOnly), "it is not being deleted")
      })
    )
  )
]
