import * as Decorations from "@screeps-effect/api/Decorations"
import * as Game from "@screeps-effect/api/Game"
import type { Decoration } from "@screeps-effect/schema/Decoration"
import * as ObjectId from "@screeps-effect/schema/ObjectId"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/testing/TestClock"
import { makeWorld, play, playOfficial, text } from "./support/play.ts"
import { alice, bob } from "./support/server.ts"

const theme = ObjectId.make("7e01")
const ivy: Decoration = { _id: ObjectId.make("dec01"), name: "Ivy", type: "wallGraffiti", theme: "7e02" }
const fire = { _id: ObjectId.make("dec02"), name: "Fire", type: "creep", theme } as const
const old: Decoration = { _id: ObjectId.make("dec03"), name: "Old", type: "creep", theme, enabled: false }

const setUp = Effect.gen(function* () {
  const world = makeWorld({ shards: ["shard0", "shard3"] })
  yield* Effect.forEach([ivy, fire, old], world.tables.addToCatalogue)
  yield* world.tables.addTheme({ _id: theme, name: "Fire" })
  yield* world.users.change("bob", { resources: { pixel: 3000 } })
  const pixels = Effect.map(world.users.get("bob"), ({ resources }) => resources["pixel"])
  return { world, pixels, bobs: playOfficial(world, bob, "shard3") }
})

describe("decorations on an official TestServer", () => {
  it.effect("are created for pixels, with a chosen theme for more", () =>
    Effect.gen(function* () {
      const { bobs, pixels } = yield* setUp
      const { decorations } = yield* bobs(Decorations.pixelize({ count: 2 }))
      assert.deepStrictEqual(
        decorations?.map(({ decoration }) => decoration.name),
        ["Ivy", "Fire"]
      )
      assert.strictEqual(yield* pixels, 2000)
      yield* bobs(Decorations.pixelize({ count: 1, theme }))
      assert.strictEqual(yield* pixels, 0)
      const { list } = yield* bobs(Decorations.inventory())
      assert.deepStrictEqual(
        list.map(({ active, decoration }) => [decoration.name, active]),
        [
          ["Ivy", null],
          ["Fire", null],
          ["Fire", null]
        ]
      )
      assert.strictEqual(
        text(yield* Effect.flip(bobs(Decorations.pixelize({ count: 1 })))),
        "not enough resources"
      )
      const nowhere = yield* Effect.flip(bobs(Decorations.pixelize({ count: 1, theme: "nope" })))
      assert.strictEqual(text(nowhere), "invalid params")
      assert.strictEqual((yield* bobs(Decorations.inventory())).list.length, 3)
    })
  )

  it.effect("are converted to pixels, except restricted ones and those of others", () =>
    Effect.gen(function* () {
      const { bobs, pixels, world } = yield* setUp
      const { giveDecoration } = world.tables
      const mine = [yield* giveDecoration("bob", ivy), yield* giveDecoration("bob", fire)]
      const bound = yield* giveDecoration("bob", { ...fire, restricted: true })
      const hers = yield* giveDecoration("alice", ivy)
      for (const other of [bound, hers]) {
        const refused = yield* Effect.flip(bobs(Decorations.convert({ decorations: [...mine, other] })))
        assert.strictEqual(text(refused), "invalid params")
      }
      assert.strictEqual(yield* pixels, 3000)
      yield* bobs(Decorations.convert({ decorations: [...mine, ...mine] }))
      assert.strictEqual(yield* pixels, 3800)
      const { list } = yield* bobs(Decorations.inventory())
      assert.deepStrictEqual(
        list.map(({ _id }) => _id),
        [bound]
      )
    })
  )

  it.effect("are placed in a room of a shard and removed from it", () =>
    Effect.gen(function* () {
      const { bobs, world } = yield* setUp
      const _id = yield* world.tables.giveDecoration("bob", ivy)
      yield* TestClock.adjust("1 minute")
      const place = { shard: "shard3", room: "W5N8", world: true, x: 3, y: 4 }
      yield* bobs(Decorations.activate({ _id, active: place }))
      const { decorations } = yield* bobs(Game.roomDecorations({ room: "W5N8" }))
      assert.deepStrictEqual(
        decorations.map(({ _id, active }) => [_id, active]),
        [[_id, place]]
      )
      const elsewhere = yield* bobs(Game.roomDecorations({ room: "W5N8", shard: "shard0" }))
      assert.deepStrictEqual(elsewhere.decorations, [])
      const [placed] = (yield* bobs(Decorations.inventory())).list
      assert.deepInclude(placed, { activatedAt: "1970-01-01T00:01:00.000Z", active: place })
      yield* bobs(Decorations.deactivate({ decorations: [_id] }))
      const [left] = (yield* bobs(Decorations.inventory())).list
      assert.isDefined(left)
      assert.isNotOk(left.active)
      assert.deepStrictEqual((yield* bobs(Game.roomDecorations({ room: "W5N8" }))).decorations, [])
    })
  )

  it.effect("are placed and removed by their owner only", () =>
    Effect.gen(function* () {
      const { world } = yield* setUp
      const _id = yield* world.tables.giveDecoration("bob", ivy)
      const alices = playOfficial(world, alice, "shard3")
      assert.strictEqual(
        text(yield* Effect.flip(alices(Decorations.activate({ _id, active: {} })))),
        "invalid id"
      )
      const taken = Effect.flip(alices(Decorations.deactivate({ decorations: [_id] })))
      assert.strictEqual(text(yield* taken), "invalid params")
    })
  )

  it.effect("belong to themes, and do not exist on private servers", () =>
    Effect.gen(function* () {
      const { bobs, world } = yield* setUp
      assert.deepStrictEqual((yield* bobs(Decorations.themes())).list, [{ _id: theme, name: "Fire" }])
      const absent = yield* Effect.flip(play(world, bob)(Decorations.themes()))
      assert.strictEqual(absent.reason._tag, "EndpointNotFound")
    })
  )
})
