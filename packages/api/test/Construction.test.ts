import * as Construction from "@screeps-effect/api/Construction"
import * as DbInsert from "@screeps-effect/schema/DbInsert"
import * as DbUpdate from "@screeps-effect/schema/DbUpdate"
import * as ObjectId from "@screeps-effect/schema/ObjectId"
import * as StructureType from "@screeps-effect/schema/StructureType"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import {
  answering,
  assertExchange,
  assertFails,
  assertNeedsShard,
  assertRefused
} from "./support/exchange.ts"
import { ask } from "./support/fake.ts"

const untyped = (operation: unknown) =>
  operation as (input: unknown) => ReturnType<typeof Construction.create>
const road = { room: "W5N8", x: 24, y: 18, structureType: "road" } as const
const spawn = { ...road, structureType: "spawn" } as const

describe("a construction site", () => {
  it.effect("is placed, and told by its identity", () =>
    Effect.gen(function* () {
      const answer = yield* assertExchange(Construction.create(road), "game/game-create-construction.road")
      assert.strictEqual(DbInsert.createdId(answer), "0a1ae4333b2fc90")
    })
  )

  it.effect("is told in the driver's words on official servers", () =>
    Effect.gen(function* () {
      const answer = yield* assertExchange(
        Construction.create({ room: "E1S1", x: 20, y: 21, structureType: "road" }),
        "construction.create.inserted"
      )
      assert.strictEqual(DbInsert.createdId(answer), "5c3f00000000000000000258")
    })
  )

  it.effect("may be for anything that players build", () =>
    Effect.gen(function* () {
      for (const structureType of StructureType.buildable) {
        const server = answering("game/game-create-construction.road")
        yield* ask(Construction.create({ ...road, structureType, name: "Spawn1" }), server)
        assert.deepStrictEqual(server.asked[0]?.body, { ...road, structureType, name: "Spawn1" })
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
    it.effect(`is rejected with "${text}" (${name})`, () =>
      assertFails(Construction.create(road), `game/game-create-construction.${name}`, "Rejected", text)
    )
  }

  it.effect("is for what players build, on a square, in a shard", () =>
    Effect.gen(function* () {
      const create = untyped(Construction.create)
      yield* assertRefused(create({ ...road, structureType: "controller" }), "structureType")
      yield* assertRefused(create({ ...road, structureType: "keeperLair" }), "structureType")
      yield* assertRefused(create({ room: "W5N8", x: 24, y: 18 }), "structureType")
      yield* assertRefused(create({ ...road, x: 50 }), "x")
      yield* assertRefused(create({ ...road, y: 1.5 }), "y")
      yield* assertNeedsShard(create(road))
    })
  )

  it.effect("of a spawn has a name of 1 to 50 characters", () =>
    Effect.gen(function* () {
      const create = untyped(Construction.create)
      yield* assertRefused(create(spawn), "name")
      yield* assertRefused(create({ ...spawn, name: undefined }), "name")
      yield* assertRefused(create({ ...spawn, name: null }), "name")
      yield* assertRefused(Construction.create({ ...spawn, name: "" }), "name")
      yield* assertRefused(Construction.create({ ...spawn, name: "x".repeat(51) }), "name")
      const server = answering("game/game-create-construction.road")
      yield* ask(Construction.create({ ...spawn, name: "x".repeat(50) }), server)
      assert.lengthOf(server.asked, 1)
    })
  )

  it("is not placed twice when nobody knows what became of the first request", () => {
    assert.isFalse(Construction.create.idempotent)
  })
})

describe("an object", () => {
  const _id = ObjectId.make("16c7e4210511e86")
  const silent = Construction.setNotifyWhenAttacked({ _id, enabled: false })

  it.effect("reports attacks or does not", () =>
    Effect.gen(function* () {
      const answer = yield* assertExchange(silent, "game/game-set-notify-when-attacked.ok")
      assert.strictEqual(DbUpdate.changed(answer), 1)
      yield* assertExchange(
        Construction.setNotifyWhenAttacked({ _id, enabled: true }),
        "game/game-set-notify-when-attacked.on"
      )
    })
  )

  it.effect("is the user's own", () =>
    Effect.gen(function* () {
      const recorded = "game/game-set-notify-when-attacked"
      yield* assertFails(silent, `${recorded}.not-owner`, "Rejected", "not owner")
      yield* assertFails(silent, `${recorded}.not-controller-owner`, "Rejected", "not controller owner")
    })
  )

  it.effect("is told yes or no, in a shard", () =>
    Effect.gen(function* () {
      const tell = untyped(Construction.setNotifyWhenAttacked)
      yield* assertRefused(tell({ _id }), "enabled")
      yield* assertRefused(tell({ _id, enabled: 1 }), "enabled")
      yield* assertRefused(tell({ enabled: true }), "_id")
      yield* assertRefused(tell({ _id: "", enabled: true }), "_id")
      yield* assertNeedsShard(silent)
    })
  )
})
