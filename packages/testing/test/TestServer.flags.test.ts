import * as Flags from "@screeps-effect/api/Flags"
import * as Game from "@screeps-effect/api/Game"
import * as Intents from "@screeps-effect/api/Intents"
import * as Intent from "@screeps-effect/schema/Intent"
import * as ObjectId from "@screeps-effect/schema/ObjectId"
import * as DbUpdate from "@screeps-effect/schema/DbUpdate"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { makeWorld, play, playOfficial } from "./support/play.ts"
import { bob, makeServer } from "./support/server.ts"

const flag = { room: "W5N8", x: 20, y: 21, name: "Flag1", color: 1, secondaryColor: 2 } as const
const { room: _, ...there } = flag

describe("a flag on TestServer", () => {
  it.effect("is created in its room, and its name is taken", () =>
    Effect.gen(function* () {
      const world = makeWorld()
      yield* play(
        world,
        bob
      )(
        Effect.gen(function* () {
          assert.strictEqual((yield* Flags.create(flag)).inserted, 1)
          assert.strictEqual((yield* Game.genUniqueFlagName()).name, "Flag2")
          const taken = yield* Effect.flip(Game.checkUniqueFlagName({ name: "Flag1" }))
          assert.deepInclude(taken.reason, { _tag: "Rejected", detail: "name exists" })
        })
      )
      assert.deepStrictEqual(yield* world.rooms.flags("bob", "W5N8"), [there])
      assert.deepStrictEqual(yield* world.rooms.flags("alice", "W5N8"), [])
    })
  )

  it.effect("moves to another room with its name", () =>
    Effect.gen(function* () {
      const world = makeWorld()
      yield* play(
        world,
        bob
      )(
        Effect.gen(function* () {
          yield* Flags.create(flag)
          // The first flag of the other room creates its record.
          assert.strictEqual((yield* Flags.create({ ...flag, room: "W1N1", x: 3 })).inserted, 1)
          assert.strictEqual((yield* Flags.create({ ...flag, room: "W1N1", x: 4 })).modified, 1)
        })
      )
      assert.deepStrictEqual(yield* world.rooms.flags("bob", "W5N8"), [])
      assert.deepStrictEqual(yield* world.rooms.flags("bob", "W1N1"), [{ ...there, x: 4 }])
    })
  )

  it.effect("is recoloured and removed without affecting others in its room", () =>
    Effect.gen(function* () {
      const world = makeWorld()
      const colors = { color: 5, secondaryColor: 6 } as const
      yield* play(
        world,
        bob
      )(
        Effect.gen(function* () {
          yield* Flags.create(flag)
          yield* Flags.create({ ...flag, name: "a|b~c" })
          yield* Flags.changeColor({ room: "W5N8", name: "a|b~c", ...colors })
          yield* Flags.changeColor({ room: "W5N8", name: "Nope", ...colors })
          assert.strictEqual(DbUpdate.changed(yield* Flags.remove({ room: "W5N8", name: "Flag1" })), 1)
        })
      )
      assert.deepStrictEqual(yield* world.rooms.flags("bob", "W5N8"), [
        { ...there, name: "a|b~c", ...colors }
      ])
    })
  )

  it.effect("stays unchanged in a request without a room, which succeeds", () =>
    Effect.gen(function* () {
      const server = makeServer()
      const headers = yield* server.signIn(bob)
      const post = (path: string, body: unknown) =>
        Effect.map(server.post(`/api/game/${path}`, body, headers), ({ body }) => body)
      yield* post("create-flag", flag)
      const paint = { name: "Flag1", color: 5, secondaryColor: 6 }
      assert.deepStrictEqual(yield* post("change-flag-color", paint), { ok: 1 })
      assert.deepStrictEqual(yield* post("remove-flag", { name: "Flag1" }), { ok: 1 })
      assert.deepStrictEqual(yield* server.world.rooms.flags("bob", "W5N8"), [there])
    })
  )

  it.effect("is rejected where building is not allowed", () =>
    Effect.gen(function* () {
      const world = makeWorld()
      yield* world.rooms.change("W5N8", { status: "out of borders" })
      const refused = yield* Effect.flip(play(world, bob)(Flags.create(flag)))
      assert.deepInclude(refused.reason, { _tag: "Rejected", detail: "out of borders" })
    })
  )

  it.effect("is removed in the next tick by its room's intent", () =>
    Effect.gen(function* () {
      const world = makeWorld()
      yield* play(
        world,
        bob
      )(Effect.andThen(Flags.create(flag), Intents.removeFlag({ room: "W5N8", name: "Flag1" })))
      assert.strictEqual((yield* world.rooms.flags("bob", "W5N8")).length, 1)
      yield* world.tick
      assert.deepStrictEqual(yield* world.rooms.flags("bob", "W5N8"), [])
    })
  )

  it.effect("is created in the next tick by its room's intent, unless the room has one with that name", () =>
    Effect.gen(function* () {
      const world = makeWorld()
      const createAt = (x: number) =>
        Intents.addObjectIntent({
          _id: Intent.roomId,
          room: "W5N8",
          ...Intent.createFlag([{ roomName: "W5N8", ...there, x }])
        })
      const bobs = play(world, bob)
      yield* bobs(createAt(1))
      yield* world.tick
      yield* bobs(createAt(2))
      yield* world.tick
      assert.deepStrictEqual(yield* world.rooms.flags("bob", "W5N8"), [{ ...there, x: 1 }])
    })
  )
})

describe("a flag on an official TestServer", () => {
  it.effect("has an id, which it keeps when it moves, and by which it is moved", () =>
    Effect.gen(function* () {
      const world = makeWorld({ shards: ["shard0", "shard3"] })
      yield* playOfficial(
        world,
        bob,
        "shard3"
      )(
        Effect.gen(function* () {
          const _id = (yield* Flags.create(flag)).result?.upserted?.[0]?._id
          assert.isDefined(_id)
          assert.isUndefined((yield* Flags.create({ ...flag, room: "W1N1" })).result?.upserted)
          const moved = yield* Flags.move({ _id, room: "W2N2", x: 7, y: 8 })
          assert.strictEqual(DbUpdate.changed(moved), 1)
          const other = yield* Flags.move({ _id: ObjectId.make("5c3f00000000bad"), room: "W2N2", x: 7, y: 8 })
          assert.strictEqual(DbUpdate.changed(other), 0)
        })
      )
      assert.deepStrictEqual(yield* world.rooms.flags("bob", "W2N2", "shard3"), [{ ...there, x: 7, y: 8 }])
      assert.deepStrictEqual(yield* world.rooms.flags("bob", "W2N2"), [])
    })
  )
})
