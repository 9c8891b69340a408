import * as Invaders from "@screeps-effect/api/Invaders"
import * as DbInsert from "@screeps-effect/schema/DbInsert"
import * as DbUpdate from "@screeps-effect/schema/DbUpdate"
import * as ObjectId from "@screeps-effect/schema/ObjectId"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { assertExchange, assertFails, assertNeedsShard, assertInvalidInput } from "./support/exchange.ts"

const untyped = (operation: unknown) => operation as (input: unknown) => ReturnType<typeof Invaders.create>
const small = { room: "W5N8", x: 0, y: 20, size: "small", type: "Melee" } as const

describe("Invaders", () => {
  it.effect("create sends boosted true when given and returns the _id", () =>
    Effect.gen(function* () {
      const response = yield* assertExchange(
        Invaders.create({ ...small, boosted: true }),
        "game/game-create-invader.ok"
      )
      assert.strictEqual(DbInsert.createdId(response), "7782e4526188a16")
    })
  )

  it.effect("create sends boosted false by default", () =>
    Effect.gen(function* () {
      yield* assertExchange(
        Invaders.create({ room: "W5N8", x: 0, y: 21, size: "big", type: "Healer" }),
        "game/game-create-invader.big-healer"
      )
      const response = yield* assertExchange(
        Invaders.create({ ...small, room: "E1S1", y: 21 }),
        "invaders.create.inserted"
      )
      assert.strictEqual(DbInsert.createdId(response), "5c3f00000000000000000262")
    })
  )

  it.effect("create fails with Rejected in foreign rooms, beside hostiles and beyond five invaders", () =>
    Effect.gen(function* () {
      const create = Invaders.create(small)
      yield* assertFails(create, "game/game-create-invader.not-owned", "Rejected", "not owned")
      yield* assertFails(create, "game/game-create-invader.hostiles-present", "Rejected", "hostiles present")
      yield* assertFails(create, "game/game-create-invader.too-many", "Rejected", "too many invaders exist")
    })
  )

  it.effect(
    "create rejects unknown sizes and types, invalid squares and a missing shard without a request",
    () =>
      Effect.gen(function* () {
        const create = untyped(Invaders.create)
        yield* assertInvalidInput(create({ ...small, size: "huge" }), "size")
        yield* assertInvalidInput(create({ ...small, type: "melee" }), "type")
        yield* assertInvalidInput(create({ ...small, boosted: 1 }), "boosted")
        yield* assertInvalidInput(create({ ...small, x: 50 }), "x")
        yield* assertInvalidInput(create({ ...small, y: 0.5 }), "y")
        yield* assertInvalidInput(create({ ...small, room: "nowhere" }), "room")
        yield* assertNeedsShard(create(small))
      })
  )

  it.effect("remove deletes an invader by its _id and fails with Rejected for an unknown one", () =>
    Effect.gen(function* () {
      const _id = ObjectId.make("7782e4526188a16")
      yield* assertExchange(Invaders.remove({ _id }), "game/game-remove-invader.ok")
      yield* assertFails(
        Invaders.remove({ _id }),
        "game/game-remove-invader.invalid",
        "Rejected",
        "invalid object"
      )
      const official = ObjectId.make("5c3f00000000000000000262")
      const response = yield* assertExchange(Invaders.remove({ _id: official }), "invaders.remove")
      assert.strictEqual(DbUpdate.changed(response), 1)
      yield* assertInvalidInput(untyped(Invaders.remove)({}), "_id")
      yield* assertNeedsShard(Invaders.remove({ _id }))
    })
  )
})
