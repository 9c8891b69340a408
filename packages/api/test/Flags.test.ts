import * as Flags from "@screeps-effect/api/Flags"
import * as DbUpdate from "@screeps-effect/schema/DbUpdate"
import { colors } from "@screeps-effect/schema/FlagColor"
import * as ObjectId from "@screeps-effect/schema/ObjectId"
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

const untyped = (operation: unknown) => operation as (input: unknown) => ReturnType<typeof Flags.remove>
const flag = { room: "W5N8", name: "Flag1" } as const

describe("Flags.create", () => {
  it.effect("sends white for both colors by default", () =>
    Effect.gen(function* () {
      const response = yield* assertExchange(
        Flags.create({ ...flag, x: 20, y: 20 }),
        "game/game-create-flag.new"
      )
      assert.strictEqual(response.inserted, 1)
    })
  )

  it.effect("sends the given colors", () =>
    Effect.gen(function* () {
      const { name, room } = { room: "W5N8", name: "a|b~c" } as const
      const response = yield* assertExchange(
        Flags.create({ room, x: 30, y: 30, name, color: colors.blue, secondaryColor: colors.cyan }),
        "game/game-create-flag.second-in-room"
      )
      assert.strictEqual(response.modified, 1)
    })
  )

  it.effect("returns the _id of a new flag on official servers, and none for a moved one", () =>
    Effect.gen(function* () {
      const at = { room: "E1S1", y: 21, name: "Flag1" } as const
      const made = yield* assertExchange(Flags.create({ ...at, x: 20 }), "flags.create.new")
      assert.strictEqual(made.result?.upserted?.[0]?._id, "5c3f000000000000000001f4")
      const moved = yield* assertExchange(Flags.create({ ...at, x: 22 }), "flags.create.moved")
      assert.deepStrictEqual([moved.result?.upserted, moved.result?.nModified], [undefined, 1])
    })
  )

  it.effect("fails with Rejected beyond the flag limit and for an unknown room", () =>
    Effect.gen(function* () {
      const create = Flags.create({ ...flag, x: 3, y: 3 })
      yield* assertFails(create, "game/game-create-flag.limit", "Rejected", "flags limit exceeded")
      yield* assertFails(create, "game/game-create-flag.unknown-room", "Rejected", "invalid room")
    })
  )

  it.effect("rejects invalid squares, colors and names and a missing shard without a request", () =>
    Effect.gen(function* () {
      const create = untyped(Flags.create)
      const good = { ...flag, x: 20, y: 20 }
      yield* assertInvalidInput(create({ ...good, x: 50 }), "x")
      yield* assertInvalidInput(create({ ...good, x: "20" }), "x")
      yield* assertInvalidInput(create({ ...good, y: -1 }), "y")
      yield* assertInvalidInput(create({ ...good, color: 11 }), "color")
      yield* assertInvalidInput(create({ ...good, secondaryColor: 0 }), "secondaryColor")
      yield* assertInvalidInput(create({ ...good, color: "white" }), "color")
      yield* assertInvalidInput(create({ ...good, name: "x".repeat(61) }), "name")
      yield* assertInvalidInput(create({ ...good, name: "" }), "name")
      yield* assertNeedsShard(create(good))
      const longest = serverReturning("game/game-create-flag.new")
      yield* run(create({ ...good, name: "x".repeat(60) }), longest)
      assert.lengthOf(longest.requests, 1)
    })
  )
})

describe("an existing flag", () => {
  it.effect("is given new colors by Flags.changeColor", () =>
    Effect.gen(function* () {
      const change = Flags.changeColor({ ...flag, color: colors.green, secondaryColor: colors.yellow })
      const response = yield* assertExchange(change, "game/game-change-flag-color.ok")
      assert.strictEqual(DbUpdate.changed(response), 1)
      yield* assertFails(change, "game/game-change-flag-color.bad-color", "Rejected", "invalid params")
      yield* assertNeedsShard(change)
    })
  )

  it.effect("is not changed without a room and both colors", () =>
    Effect.gen(function* () {
      const change = untyped(Flags.changeColor)
      yield* assertInvalidInput(change({ name: "Flag1", color: 1, secondaryColor: 1 }), "room")
      yield* assertInvalidInput(change({ ...flag, color: 1 }), "secondaryColor")
      yield* assertInvalidInput(change({ ...flag, secondaryColor: 1 }), "color")
      yield* assertInvalidInput(
        change({ ...flag, color: 1, secondaryColor: 1, name: "x".repeat(61) }),
        "name"
      )
    })
  )

  it.effect("is removed by Flags.remove, which also succeeds for an unknown flag", () =>
    Effect.gen(function* () {
      yield* assertExchange(Flags.remove({ room: "W1N1", name: "Spy" }), "game/game-remove-flag.ok")
      const response = yield* assertExchange(
        Flags.remove({ room: "W5N8", name: "Nope" }),
        "game/game-remove-flag.unknown"
      )
      assert.strictEqual(DbUpdate.changed(response), 1)
      yield* assertInvalidInput(untyped(Flags.remove)({ name: "Flag1" }), "room")
      yield* assertInvalidInput(Flags.remove({ room: "W5N8", name: "x".repeat(61) }), "name")
      yield* assertNeedsShard(Flags.remove(flag))
    })
  )

  it.effect("is moved by its _id on official servers only", () =>
    Effect.gen(function* () {
      const _id = ObjectId.make("5c3f000000000000000001f4")
      const move = Flags.move({ _id, room: "E1S1", x: 5, y: 6 })
      assert.strictEqual(DbUpdate.changed(yield* assertExchange(move, "flags.move")), 1)
      yield* assertFails(move, "game/game-change-flag.unmodded-404", "EndpointNotFound")
      yield* assertInvalidInput(Flags.move({ _id, room: "E1S1", x: 50, y: 6 }), "x")
      yield* assertNeedsShard(move)
    })
  )

  it("is changed by idempotent operations only", () => {
    for (const operation of [Flags.create, Flags.changeColor, Flags.move, Flags.remove])
      assert.isTrue(operation.idempotent, operation.path)
  })
})
