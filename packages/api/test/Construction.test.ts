import * as Construction from "@screeps-effect/api/Construction"
import * as DbInsert from "@screeps-effect/schema/DbInsert"
import * as DbUpdate from "@screeps-effect/schema/DbUpdate"
import * as ObjectId from "@screeps-effect/schema/ObjectId"
import * as StructureType from "@screeps-effect/schema/StructureType"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import {
  serverReturning,
  assertExchange,
  assertFails,
  assertNeedsShard,
  assertInvalidInput
} from "./support/exchange.ts"
import { run } from "./support/fake.ts"

const untyped = (operation: unknown) =>
  operation as (input: unknown) => ReturnType<typeof Construction.create>
const road = { room: "W5N8", x: 24, y: 18, structureType: "road" } as const
const spawn = { ...road, structureType: "spawn" } as const

describe("Construction.create", () => {
  it.effect("returns the _id of the new site", () =>
    Effect.gen(function* () {
      const response = yield* assertExchange(Construction.create(road), "game/game-create-construction.road")
      assert.strictEqual(DbInsert.createdId(response), "0a1ae4333b2fc90")
    })
  )

  it.effect("returns the _id from the database driver's result of official servers", () =>
    Effect.gen(function* () {
      const response = yield* assertExchange(
        Construction.create({ room: "E1S1", x: 20, y: 21, structureType: "road" }),
        "construction.create.inserted"
      )
      assert.strictEqual(DbInsert.createdId(response), "5c3f00000000000000000258")
    })
  )

  it.effect("sends every structure type that players can build", () =>
    Effect.gen(function* () {
      for (const structureType of StructureType.buildable) {
        const server = serverReturning("game/game-create-construction.road")
        yield* run(Construction.create({ ...road, structureType, name: "Spawn1" }), server)
        assert.deepStrictEqual(server.requests[0]?.body, { ...road, structureType, name: "Spawn1" })
      }
    })
  )

  const texts = {
    "not-owner": "not a controller owner",
    "reserved-by-other": "not a controller owner",
    occupied: "invalid location",
    rcl: "RCL not enough",
    "too-many": "too many",
    "unknown-room": "invalid room"
  }
  for (const [name, text] of Object.entries(texts)) {
    it.effect(`fails with Rejected "${text}" (${name})`, () =>
      assertFails(Construction.create(road), `game/game-create-construction.${name}`, "Rejected", text)
    )
  }

  it.effect("rejects unbuildable types, squares outside the room and a missing shard without a request", () =>
    Effect.gen(function* () {
      const create = untyped(Construction.create)
      yield* assertInvalidInput(create({ ...road, structureType: "controller" }), "structureType")
      yield* assertInvalidInput(create({ ...road, structureType: "keeperLair" }), "structureType")
      yield* assertInvalidInput(create({ room: "W5N8", x: 24, y: 18 }), "structureType")
      yield* assertInvalidInput(create({ ...road, x: 50 }), "x")
      yield* assertInvalidInput(create({ ...road, y: 1.5 }), "y")
      yield* assertNeedsShard(create(road))
    })
  )

  it.effect("requires a name of 1 to 50 characters for a spawn", () =>
    Effect.gen(function* () {
      const create = untyped(Construction.create)
      yield* assertInvalidInput(create(spawn), "name")
      yield* assertInvalidInput(create({ ...spawn, name: undefined }), "name")
      yield* assertInvalidInput(create({ ...spawn, name: null }), "name")
      yield* assertInvalidInput(Construction.create({ ...spawn, name: "" }), "name")
      yield* assertInvalidInput(Construction.create({ ...spawn, name: "x".repeat(51) }), "name")
      const server = serverReturning("game/game-create-construction.road")
      yield* run(Construction.create({ ...spawn, name: "x".repeat(50) }), server)
      assert.lengthOf(server.requests, 1)
    })
  )

  it("is not idempotent, so that it is never retried", () => {
    assert.isFalse(Construction.create.idempotent)
  })
})

describe("Construction.setNotifyWhenAttacked", () => {
  const _id = ObjectId.make("16c7e4210511e86")
  const disable = Construction.setNotifyWhenAttacked({ _id, enabled: false })

  it.effect("switches attack notifications off and on", () =>
    Effect.gen(function* () {
      const response = yield* assertExchange(disable, "game/game-set-notify-when-attacked.ok")
      assert.strictEqual(DbUpdate.changed(response), 1)
      yield* assertExchange(
        Construction.setNotifyWhenAttacked({ _id, enabled: true }),
        "game/game-set-notify-when-attacked.on"
      )
    })
  )

  it.effect("fails with Rejected for another user's object", () =>
    Effect.gen(function* () {
      const recorded = "game/game-set-notify-when-attacked"
      yield* assertFails(disable, `${recorded}.not-owner`, "Rejected", "not owner")
      yield* assertFails(disable, `${recorded}.not-controller-owner`, "Rejected", "not controller owner")
    })
  )

  it.effect("rejects a missing _id, a non-boolean and a missing shard without a request", () =>
    Effect.gen(function* () {
      const set = untyped(Construction.setNotifyWhenAttacked)
      yield* assertInvalidInput(set({ _id }), "enabled")
      yield* assertInvalidInput(set({ _id, enabled: 1 }), "enabled")
      yield* assertInvalidInput(set({ enabled: true }), "_id")
      yield* assertInvalidInput(set({ _id: "", enabled: true }), "_id")
      yield* assertNeedsShard(disable)
    })
  )
})
