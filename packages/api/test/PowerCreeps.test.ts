import * as PowerCreeps from "@screeps-effect/api/PowerCreeps"
import * as DbInsert from "@screeps-effect/schema/DbInsert"
import * as DbUpdate from "@screeps-effect/schema/DbUpdate"
import * as ObjectId from "@screeps-effect/schema/ObjectId"
import * as PowerCreepRecord from "@screeps-effect/schema/PowerCreepRecord"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { answering, assertExchange, assertFails, assertRefused } from "./support/exchange.ts"
import { ask } from "./support/fake.ts"

const untyped = (operation: unknown) => operation as (input: unknown) => ReturnType<typeof PowerCreeps.rename>
const id = ObjectId.make("976fe46027b0186")
const spawned = ObjectId.make("3457e460274bf04")
const recorded = "game/power-creeps"

describe("power creeps", () => {
  it.effect("are listed in rooms and out of them", () =>
    Effect.gen(function* () {
      const { list } = yield* assertExchange(PowerCreeps.list(), `${recorded}-list.spawned`)
      assert.deepStrictEqual(
        list.map((creep) => [creep.name, creep.room, PowerCreepRecord.isSpawned(creep)]),
        [
          ["Op1", "W5N8", true],
          ["Second", undefined, false]
        ]
      )
    })
  )

  it.effect("are none at first, and nobody's without an account", () =>
    Effect.gen(function* () {
      assert.isEmpty((yield* assertExchange(PowerCreeps.list(), `${recorded}-list.empty`)).list)
      yield* assertFails(PowerCreeps.list(), `${recorded}-list.no-token`, "Unauthorized")
    })
  )
})

describe("a power creep", () => {
  it.effect("is made, and told by its identity", () =>
    Effect.gen(function* () {
      const create = PowerCreeps.create({ name: "Op2", className: "operator" })
      const answer = yield* assertExchange(create, `${recorded}-create.second`)
      assert.strictEqual(DbInsert.createdId(answer), id)
      yield* assertFails(create, `${recorded}-create.not-enough`, "Rejected", "not enough power level")
      yield* assertFails(create, `${recorded}-create.name-exists`, "Rejected", "name already exists")
    })
  )

  it.effect("has a name of 1 to 50 characters and one class", () =>
    Effect.gen(function* () {
      const create = untyped(PowerCreeps.create)
      yield* assertRefused(create({ name: "x".repeat(51), className: "operator" }), "name")
      yield* assertRefused(create({ name: "", className: "operator" }), "name")
      yield* assertRefused(create({ name: "Op1", className: "warrior" }), "className")
      yield* assertRefused(create({ name: "Op1" }), "className")
      yield* assertRefused(PowerCreeps.rename({ id, name: "x".repeat(51) }), "name")
      yield* assertRefused(PowerCreeps.rename({ id, name: "" }), "name")
      const server = answering(`${recorded}-rename.ok`)
      yield* ask(PowerCreeps.rename({ id, name: "x".repeat(50) }), server)
      assert.lengthOf(server.asked, 1)
    })
  )

  it.effect("learns powers", () =>
    Effect.gen(function* () {
      const upgrade = PowerCreeps.upgrade({ id: spawned, powers: { 1: 2, 2: 1 } })
      assert.deepStrictEqual(yield* assertExchange(upgrade, `${recorded}-upgrade.spawned-creep`), { ok: 1 })
      yield* assertFails(upgrade, `${recorded}-upgrade.downgrade`, "Rejected", "cannot downgrade power 1")
      yield* assertFails(
        upgrade,
        `${recorded}-upgrade.not-valid-set`,
        "Rejected",
        "not enough level for power 1"
      )
    })
  )

  it.effect("learns the powers 1 to 19 up to level 5", () =>
    Effect.gen(function* () {
      const upgrade = untyped(PowerCreeps.upgrade)
      for (const power of ["0", "20", "99", "01", "operateSpawn"])
        yield* assertRefused(upgrade({ id, powers: { [power]: 1 } }), "powers")
      for (const level of [6, -1, 1.5, "2", null])
        yield* assertRefused(upgrade({ id, powers: { "1": level } }), "powers")
      yield* assertRefused(upgrade({ id }), "powers")
      yield* assertRefused(upgrade({ powers: { "1": 1 } }), "id")
      const server = answering(`${recorded}-upgrade.spawned-creep`)
      yield* ask(PowerCreeps.upgrade({ id, powers: { 19: 5, 9: 0 } }), server)
      assert.deepStrictEqual(server.asked[0]?.body, { id, powers: { 19: 5, 9: 0 } })
    })
  )

  it.effect("takes another name while it is in no room", () =>
    Effect.gen(function* () {
      yield* assertExchange(PowerCreeps.rename({ id, name: "Second" }), `${recorded}-rename.ok`)
      yield* assertFails(
        PowerCreeps.rename({ id: spawned, name: "NewName" }),
        `${recorded}-rename.spawned`,
        "Rejected",
        "spawned"
      )
    })
  )

  it.effect("is deleted in a day, unless that is cancelled", () =>
    Effect.gen(function* () {
      yield* assertExchange(PowerCreeps.remove({ id }), `${recorded}-delete.schedules`)
      yield* assertFails(
        PowerCreeps.remove({ id }),
        `${recorded}-delete.already`,
        "Rejected",
        "already being deleted"
      )
      yield* assertExchange(PowerCreeps.cancelDelete({ id }), `${recorded}-cancel-delete.ok`)
      yield* assertFails(
        PowerCreeps.cancelDelete({ id }),
        `${recorded}-cancel-delete.not-deleting`,
        "Rejected",
        "not being deleted"
      )
    })
  )

  it.effect("has an identity", () =>
    Effect.gen(function* () {
      for (const operation of [PowerCreeps.remove, PowerCreeps.cancelDelete]) {
        yield* assertRefused(untyped(operation)({}), "id")
        yield* assertRefused(untyped(operation)({ id: "" }), "id")
      }
      yield* assertFails(
        PowerCreeps.remove({ id }),
        `${recorded}-delete.invalid-id`,
        "Rejected",
        "invalid id"
      )
    })
  )
})

describe("power experimentation", () => {
  it.effect("begins while there are resets left", () =>
    Effect.gen(function* () {
      const answer = yield* assertExchange(PowerCreeps.experimentation(), `${recorded}-experimentation.ok`)
      assert.strictEqual(DbUpdate.changed(answer), 1)
      yield* assertFails(
        PowerCreeps.experimentation(),
        `${recorded}-experimentation.none-left`,
        "Rejected",
        "no power resets"
      )
    })
  )

  it.effect("lets private servers stumble over deleting", () =>
    assertFails(PowerCreeps.remove({ id }), `${recorded}-delete.immediate`, "ServerFault")
  )
})

describe("what nobody knows the fate of", () => {
  it("is not sent again, but for lists and whole sets of powers", () => {
    const { cancelDelete, create, experimentation, list, remove, rename, upgrade } = PowerCreeps
    assert.isTrue([list, upgrade].every(({ idempotent }) => idempotent))
    assert.isFalse(
      [create, rename, remove, cancelDelete, experimentation].some(({ idempotent }) => idempotent)
    )
  })
})
