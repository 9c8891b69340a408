import * as Invaders from "@screeps-effect/api/Invaders"
import * as DbInsert from "@screeps-effect/schema/DbInsert"
import * as DbUpdate from "@screeps-effect/schema/DbUpdate"
import * as ObjectId from "@screeps-effect/schema/ObjectId"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { assertExchange, assertFails, assertNeedsShard, assertRefused } from "./support/exchange.ts"

const untyped = (operation: unknown) => operation as (input: unknown) => ReturnType<typeof Invaders.create>
const small = { room: "W5N8", x: 0, y: 20, size: "small", type: "Melee" } as const

describe("an invader", () => {
  it.effect("is summoned, boosted when told so", () =>
    Effect.gen(function* () {
      const answer = yield* assertExchange(
        Invaders.create({ ...small, boosted: true }),
        "game/game-create-invader.ok"
      )
      assert.strictEqual(DbInsert.createdId(answer), "7782e4526188a16")
    })
  )

  it.effect("is not boosted otherwise", () =>
    Effect.gen(function* () {
      yield* assertExchange(
        Invaders.create({ room: "W5N8", x: 0, y: 21, size: "big", type: "Healer" }),
        "game/game-create-invader.big-healer"
      )
      const answer = yield* assertExchange(
        Invaders.create({ ...small, room: "E1S1", y: 21 }),
        "invaders.create.inserted"
      )
      assert.strictEqual(DbInsert.createdId(answer), "5c3f00000000000000000262")
    })
  )

  it.effect("comes into own rooms without enemies only, five at most", () =>
    Effect.gen(function* () {
      const create = Invaders.create(small)
      yield* assertFails(create, "game/game-create-invader.not-owned", "Rejected", "not owned")
      yield* assertFails(create, "game/game-create-invader.hostiles-present", "Rejected", "hostiles present")
      yield* assertFails(create, "game/game-create-invader.too-many", "Rejected", "too many invaders exist")
    })
  )

  it.effect("has one of two sizes and three types, a square and a shard", () =>
    Effect.gen(function* () {
      const create = untyped(Invaders.create)
      yield* assertRefused(create({ ...small, size: "huge" }), "size")
      yield* assertRefused(create({ ...small, type: "melee" }), "type")
      yield* assertRefused(create({ ...small, boosted: 1 }), "boosted")
      yield* assertRefused(create({ ...small, x: 50 }), "x")
      yield* assertRefused(create({ ...small, y: 0.5 }), "y")
      yield* assertRefused(create({ ...small, room: "nowhere" }), "room")
      yield* assertNeedsShard(create(small))
    })
  )

  it.effect("is sent away by who summoned it", () =>
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
      const answer = yield* assertExchange(Invaders.remove({ _id: official }), "invaders.remove")
      assert.strictEqual(DbUpdate.changed(answer), 1)
      yield* assertRefused(untyped(Invaders.remove)({}), "_id")
      yield* assertNeedsShard(Invaders.remove({ _id }))
    })
  )
})
