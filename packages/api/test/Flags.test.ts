import * as Flags from "@screeps-effect/api/Flags"
import * as DbUpdate from "@screeps-effect/schema/DbUpdate"
import * as DbUpsert from "@screeps-effect/schema/DbUpsert"
import { colors } from "@screeps-effect/schema/FlagColor"
import * as ObjectId from "@screeps-effect/schema/ObjectId"
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

const untyped = (operation: unknown) => operation as (input: unknown) => ReturnType<typeof Flags.remove>
const flag = { room: "W5N8", name: "Flag1" } as const

describe("a new flag", () => {
  it.effect("is white unless told otherwise", () =>
    Effect.gen(function* () {
      const answer = yield* assertExchange(
        Flags.create({ ...flag, x: 20, y: 20 }),
        "game/game-create-flag.new"
      )
      assert.isTrue(DbUpsert.isCreated(answer))
    })
  )

  it.effect("has the colours that it is given", () =>
    Effect.gen(function* () {
      const { name, room } = { room: "W5N8", name: "a|b~c" } as const
      const answer = yield* assertExchange(
        Flags.create({ room, x: 30, y: 30, name, color: colors.blue, secondaryColor: colors.cyan }),
        "game/game-create-flag.second-in-room"
      )
      assert.strictEqual(DbUpsert.changed(answer), 1)
    })
  )

  it.effect("has an identity on official servers, a moved one has none", () =>
    Effect.gen(function* () {
      const at = { room: "E1S1", y: 21, name: "Flag1" } as const
      const made = yield* assertExchange(Flags.create({ ...at, x: 20 }), "flags.create.new")
      assert.strictEqual(DbUpsert.createdId(made), "5c3f000000000000000001f4")
      const moved = yield* assertExchange(Flags.create({ ...at, x: 22 }), "flags.create.moved")
      assert.deepStrictEqual([DbUpsert.isCreated(moved), DbUpsert.changed(moved)], [false, 1])
    })
  )

  it.effect("may be one too many, or in no room", () =>
    Effect.gen(function* () {
      const create = Flags.create({ ...flag, x: 3, y: 3 })
      yield* assertFails(create, "game/game-create-flag.limit", "Rejected", "flags limit exceeded")
      yield* assertFails(create, "game/game-create-flag.unknown-room", "Rejected", "invalid room")
    })
  )

  it.effect("stands on a square, has ten colours, a name and a shard", () =>
    Effect.gen(function* () {
      const create = untyped(Flags.create)
      const good = { ...flag, x: 20, y: 20 }
      yield* assertRefused(create({ ...good, x: 50 }), "x")
      yield* assertRefused(create({ ...good, x: "20" }), "x")
      yield* assertRefused(create({ ...good, y: -1 }), "y")
      yield* assertRefused(create({ ...good, color: 11 }), "color")
      yield* assertRefused(create({ ...good, secondaryColor: 0 }), "secondaryColor")
      yield* assertRefused(create({ ...good, color: "white" }), "color")
      yield* assertRefused(create({ ...good, name: "x".repeat(61) }), "name")
      yield* assertRefused(create({ ...good, name: "" }), "name")
      yield* assertNeedsShard(create(good))
      const longest = answering("game/game-create-flag.new")
      yield* ask(create({ ...good, name: "x".repeat(60) }), longest)
      assert.lengthOf(longest.asked, 1)
    })
  )
})

describe("a flag that is there", () => {
  it.effect("takes other colours", () =>
    Effect.gen(function* () {
      const change = Flags.changeColor({ ...flag, color: colors.green, secondaryColor: colors.yellow })
      const answer = yield* assertExchange(change, "game/game-change-flag-color.ok")
      assert.strictEqual(DbUpdate.changed(answer), 1)
      yield* assertFails(change, "game/game-change-flag-color.bad-color", "Rejected", "invalid params")
      yield* assertNeedsShard(change)
    })
  )

  it.effect("is changed in one room, to both colours", () =>
    Effect.gen(function* () {
      const change = untyped(Flags.changeColor)
      yield* assertRefused(change({ name: "Flag1", color: 1, secondaryColor: 1 }), "room")
      yield* assertRefused(change({ ...flag, color: 1 }), "secondaryColor")
      yield* assertRefused(change({ ...flag, secondaryColor: 1 }), "color")
      yield* assertRefused(change({ ...flag, color: 1, secondaryColor: 1, name: "x".repeat(61) }), "name")
    })
  )

  it.effect("is removed, whether or not it was there", () =>
    Effect.gen(function* () {
      yield* assertExchange(Flags.remove({ room: "W1N1", name: "Spy" }), "game/game-remove-flag.ok")
      const answer = yield* assertExchange(
        Flags.remove({ room: "W5N8", name: "Nope" }),
        "game/game-remove-flag.unknown"
      )
      assert.strictEqual(DbUpdate.changed(answer), 1)
      yield* assertRefused(untyped(Flags.remove)({ name: "Flag1" }), "room")
      yield* assertRefused(Flags.remove({ room: "W5N8", name: "x".repeat(61) }), "name")
      yield* assertNeedsShard(Flags.remove(flag))
    })
  )

  it.effect("is moved by its identity on official servers only", () =>
    Effect.gen(function* () {
      const _id = ObjectId.make("5c3f000000000000000001f4")
      const move = Flags.move({ _id, room: "E1S1", x: 5, y: 6 })
      assert.strictEqual(DbUpdate.changed(yield* assertExchange(move, "flags.move")), 1)
      yield* assertFails(move, "game/game-change-flag.unmodded-404", "EndpointNotFound")
      yield* assertRefused(Flags.move({ _id, room: "E1S1", x: 50, y: 6 }), "x")
      yield* assertNeedsShard(move)
    })
  )

  it("is told the same again without harm", () => {
    for (const operation of [Flags.create, Flags.changeColor, Flags.move, Flags.remove])
      assert.isTrue(operation.idempotent, operation.path)
  })
})
