import * as PowerCreeps from "@screeps-effect/api/PowerCreeps"
import * as DbInsert from "@screeps-effect/schema/DbInsert"
import * as DbUpdate from "@screeps-effect/schema/DbUpdate"
import * as ObjectId from "@screeps-effect/schema/ObjectId"
import * as PowerCreepRecord from "@screeps-effect/schema/PowerCreepRecord"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { serverReturning, assertExchange, assertFails, assertInvalidInput } from "./support/exchange.ts"
import { run } from "./support/fake.ts"

const untyped = (operation: unknown) => operation as (input: unknown) => ReturnType<typeof PowerCreeps.rename>
const id = ObjectId.make("976fe46027b0186")
const spawned = ObjectId.make("3457e460274bf04")
const recorded = "game/power-creeps"

describe("PowerCreeps.list", () => {
  it.effect("returns spawned and unspawned power creeps", () =>
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

  it.effect("returns an empty list for a new account, and fails without a token", () =>
    Effect.gen(function* () {
      assert.isEmpty((yield* assertExchange(PowerCreeps.list(), `${recorded}-list.empty`)).list)
      yield* assertFails(PowerCreeps.list(), `${recorded}-list.no-token`, "Unauthorized")
    })
  )
})

describe("PowerCreeps", () => {
  it.effect("create returns the new power creep", () =>
    Effect.gen(function* () {
      const create = PowerCreeps.create({ name: "Op2", className: "operator" })
      const response = yield* assertExchange(create, `${recorded}-create.second`)
      assert.strictEqual(DbInsert.createdId(response), id)
      const { className, level, name, powers, spawnCooldownTime } = response
      assert.deepStrictEqual(
        [name, className, level, powers, spawnCooldownTime],
        ["Op2", "operator", 0, {}, 0]
      )
      yield* assertFails(create, `${recorded}-create.not-enough`, "Rejected", "not enough power level")
      yield* assertFails(create, `${recorded}-create.name-exists`, "Rejected", "name already exists")
    })
  )

  it.effect("create and rename reject invalid names and classes without a request", () =>
    Effect.gen(function* () {
      const create = untyped(PowerCreeps.create)
      yield* assertInvalidInput(create({ name: "x".repeat(51), className: "operator" }), "name")
      yield* assertInvalidInput(create({ name: "", className: "operator" }), "name")
      yield* assertInvalidInput(create({ name: "Op1", className: "warrior" }), "className")
      yield* assertInvalidInput(create({ name: "Op1" }), "className")
      yield* assertInvalidInput(PowerCreeps.rename({ id, name: "x".repeat(51) }), "name")
      yield* assertInvalidInput(PowerCreeps.rename({ id, name: "" }), "name")
      const server = serverReturning(`${recorded}-rename.ok`)
      yield* run(PowerCreeps.rename({ id, name: "x".repeat(50) }), server)
      assert.lengthOf(server.requests, 1)
    })
  )

  it.effect("upgrade sends levels by power", () =>
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

  it.effect("upgrade rejects unknown powers and levels without a request", () =>
    Effect.gen(function* () {
      const upgrade = untyped(PowerCreeps.upgrade)
      for (const power of ["0", "20", "99", "01", "operateSpawn"])
        yield* assertInvalidInput(upgrade({ id, powers: { [power]: 1 } }), "powers")
      for (const level of [6, -1, 1.5, "2", null])
        yield* assertInvalidInput(upgrade({ id, powers: { "1": level } }), "powers")
      yield* assertInvalidInput(upgrade({ id }), "powers")
      yield* assertInvalidInput(upgrade({ powers: { "1": 1 } }), "id")
      const server = serverReturning(`${recorded}-upgrade.spawned-creep`)
      yield* run(PowerCreeps.upgrade({ id, powers: { 19: 5, 9: 0 } }), server)
      assert.deepStrictEqual(server.requests[0]?.body, { id, powers: { 19: 5, 9: 0 } })
    })
  )

  it.effect("rename fails with Rejected for a spawned power creep", () =>
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

  it.effect("remove schedules the deletion, and cancelDelete cancels it", () =>
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

  it.effect("remove and cancelDelete reject a missing or empty _id without a request", () =>
    Effect.gen(function* () {
      for (const operation of [PowerCreeps.remove, PowerCreeps.cancelDelete]) {
        yield* assertInvalidInput(untyped(operation)({}), "id")
        yield* assertInvalidInput(untyped(operation)({ id: "" }), "id")
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

describe("PowerCreeps on a server", () => {
  it.effect("experimentation starts while resets are left", () =>
    Effect.gen(function* () {
      const response = yield* assertExchange(PowerCreeps.experimentation(), `${recorded}-experimentation.ok`)
      assert.strictEqual(DbUpdate.changed(response), 1)
      yield* assertFails(
        PowerCreeps.experimentation(),
        `${recorded}-experimentation.none-left`,
        "Rejected",
        "no power resets"
      )
    })
  )

  it.effect("remove fails with ServerFault on private servers that delete immediately", () =>
    assertFails(PowerCreeps.remove({ id }), `${recorded}-delete.immediate`, "ServerFault")
  )
})

describe("operations of power creeps", () => {
  it("are not idempotent, except list and upgrade", () => {
    const { cancelDelete, create, experimentation, list, remove, rename, upgrade } = PowerCreeps
    assert.isTrue([list, upgrade].every(({ idempotent }) => idempotent))
    assert.isFalse(
      [create, rename, remove, cancelDelete, experimentation].some(({ idempotent }) => idempotent)
    )
  })
})
