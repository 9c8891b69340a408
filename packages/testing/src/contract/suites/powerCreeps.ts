import * as PowerCreeps from "@screeps-effect/api/PowerCreeps"
import * as DbInsert from "@screeps-effect/schema/DbInsert"
import * as ObjectId from "@screeps-effect/schema/ObjectId"
import * as PowerCreepRecord from "@screeps-effect/schema/PowerCreepRecord"
import * as Effect from "effect/Effect"
import { account, asNewcomer, type Clause, clause, has, holds, raw, refuses, same, some } from "../test.ts"
import { ServerAdmin } from "../serverAdmin.ts"

const nobody = ObjectId.make("0123456789abcde")
const { cancelDelete, create, experimentation, list, remove, rename, upgrade } = PowerCreeps

/** Asks as somebody with power for so many levels. */
const asPowerful = <A, E, R>(levels: number, program: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const { as, username } = yield* account
    const { setBalance: endow } = yield* ServerAdmin
    yield* endow(username, { power: 1000 * levels ** 2 })
    return yield* as(program)
  })

const made = (name: string) =>
  Effect.flatMap(create({ name, className: "operator" }), (answer) =>
    some(DbInsert.createdId(answer), "identity")
  )

const theOnly = Effect.flatMap(list(), ({ list: [creep] }) => some(creep, "power creep"))

/** Power creeps. @internal */
export const powerCreeps: ReadonlyArray<Clause> = [
  clause(
    "makes no power creeps without power, and lists none",
    asNewcomer(
      Effect.gen(function* () {
        yield* same((yield* list()).list, [], "the power creeps")
        yield* refuses(create({ name: "Ann", className: "operator" }), "not enough power level")
        yield* refuses(experimentation(), "no power resets")
        yield* refuses(rename({ id: nobody, name: "Dan" }), "invalid id")
      })
    )
  ),
  clause(
    "makes, teaches and names power creeps as far as the account's power goes",
    asPowerful(
      4,
      Effect.gen(function* () {
        const id = yield* made("Ann")
        yield* refuses(create({ name: "Ann", className: "operator" }), "name already exists")
        const body = { name: "Bob", className: "commander" }
        yield* refuses(raw({ method: "POST", path: create.path, body }), "invalid class")
        yield* upgrade({ id, powers: { 1: 1, 2: 1 } })
        const creep = yield* theOnly
        yield* has(creep, { _id: id, name: "Ann", level: 2, hitsMax: 3000 }, "the power creep")
        yield* same(PowerCreepRecord.powerLevel(creep, 2), 1, "the level of a power")
        yield* refuses(upgrade({ id, powers: { 1: 1 } }), "cannot downgrade power 2")
        yield* refuses(upgrade({ id, powers: { 1: 1, 2: 1, 16: 1 } }), "not enough level for power 16")
        yield* rename({ id, name: "Carol" })
        yield* same((yield* theOnly).name, "Carol", "the new name")
      })
    )
  ),
  clause(
    "deletes a power creep a day later, unless that is taken back",
    asPowerful(
      2,
      Effect.gen(function* () {
        const id = yield* made("Eve")
        yield* refuses(cancelDelete({ id }), "not being deleted")
        yield* remove({ id })
        yield* holds(PowerCreepRecord.isBeingDeleted(yield* theOnly), "it is being deleted")
        yield* refuses(remove({ id }), "already being deleted")
        yield* cancelDelete({ id })
        yield* holds(!PowerCreepRecord.isBeingDeleted(yield* theOnly), "it is not being deleted")
      })
    )
  )
]
