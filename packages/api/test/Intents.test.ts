import * as Intents from "@screeps-effect/api/Intents"
import * as Server from "@screeps-effect/api/Server"
import * as DbUpsert from "@screeps-effect/schema/DbUpsert"
import * as Intent from "@screeps-effect/schema/Intent"
import * as ObjectId from "@screeps-effect/schema/ObjectId"
import * as UserId from "@screeps-effect/schema/UserId"
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
  operation as (input: unknown) => ReturnType<typeof Intents.addObjectIntent>
const controller = ObjectId.make("cdbf0773313f0a9")
const bob = UserId.make("fa9de3cf09818e6")
const room = "W5N8" as const
const removed = "game/game-add-object-intent.remove-site-by-room"

describe("an object", () => {
  it.effect("is asked for something by name", () =>
    Effect.gen(function* () {
      const call = Intents.addObjectIntent({ _id: controller, room, name: "activateSafeMode", intent: {} })
      assert.deepStrictEqual(yield* assertExchange(call, "game/game-add-object-intent.activate-safe-mode"), {
        ok: 1
      })
    })
  )

  it.effect("is asked in the words of the schemas", () =>
    Effect.gen(function* () {
      const server = answering(removed)
      const _id = ObjectId.make("1")
      const id = ObjectId.make("2")
      yield* ask(Intents.addObjectIntent({ _id, room, ...Intent.attack({ id }) }), server)
      yield* ask(Intents.addObjectIntent({ _id, room, ...Intent.move({ direction: 3 }) }), server)
      assert.deepStrictEqual(
        server.asked.map(({ body }) => body),
        [
          { _id: "1", room, name: "attack", intent: { id: "2" } },
          { _id: "1", room, name: "move", intent: { direction: 3 } }
        ]
      )
    })
  )

  it.effect("is asked for what a mod knows, too", () =>
    Effect.gen(function* () {
      const fly = { _id: ObjectId.make("16c7e4210511e86"), room, name: "fly", intent: {} } as const
      yield* assertExchange(Intents.addObjectIntent(fly), "game/game-add-object-intent.unknown-name")
    })
  )

  it.effect("is told by official servers in the driver's words", () =>
    Effect.gen(function* () {
      const creep = ObjectId.make("5c3f000000000000000002bd")
      const answer = yield* assertExchange(Intents.suicide({ creep, room: "E1S1" }), "intents.object")
      assert.strictEqual(DbUpsert.createdId(answer), "5c3f000000000000000002bc")
    })
  )

  it.effect("is asked by a user, in a room that exists", () =>
    Effect.gen(function* () {
      const call = Intents.unclaim({ controller, room })
      yield* assertFails(call, "game/game-add-object-intent.no-token", "Unauthorized")
      yield* assertFails(
        Intents.activateSafeMode({ controller, room }),
        "game/game-add-object-intent.safe-mode-active",
        "Rejected",
        "safe mode active already"
      )
      yield* assertNeedsShard(call)
    })
  )

  it("is not asked twice when nobody knows what became of the first request", () => {
    assert.isFalse(Intents.addObjectIntent.idempotent)
    assert.isFalse(Intents.addGlobalIntent.idempotent)
  })
})

describe("what was seen to work", () => {
  it.effect("destroys several structures at once", () =>
    assertExchange(
      Intents.destroyStructures({
        room,
        user: bob,
        structures: ["9e72e446f9cbaef", "4f84e446f9cd7c2", "ada3e446f9cdab5"].map(ObjectId.make)
      }),
      "game/game-add-object-intent.destroy-structures"
    )
  )

  it.effect("removes construction sites by a list that is asked of the room", () =>
    assertExchange(Intents.removeSites({ room, sites: [ObjectId.make("0a1ae4333b2fc90")] }), removed)
  )

  it.effect("puts a room into safe mode", () =>
    assertExchange(
      Intents.activateSafeMode({ controller, room }),
      "game/game-add-object-intent.activate-safe-mode"
    )
  )

  it.effect("removes flags, ends creeps and gives up rooms", () =>
    Effect.gen(function* () {
      const server = answering(removed)
      const options = { server: Server.official() }
      const creep = ObjectId.make("1")
      yield* ask(Intents.removeFlag({ room, name: "a|b", shard: "shard1" }), server, options)
      yield* ask(Intents.suicide({ creep, room, shard: "shard1" }), server, options)
      yield* ask(Intents.unclaim({ controller, room, shard: "shard1" }), server, options)
      assert.deepStrictEqual(
        server.asked.map(({ body }) => body),
        [
          {
            _id: "room",
            room,
            name: "removeFlag",
            intent: [{ roomName: room, name: "a|b" }],
            shard: "shard1"
          },
          { _id: "1", room, name: "suicide", intent: {}, shard: "shard1" },
          { _id: controller, room, name: "unclaim", intent: {}, shard: "shard1" }
        ]
      )
    })
  )
})

describe("what servers accept and pass over in silence", () => {
  const add = untyped(Intents.addObjectIntent)
  const site = { id: "bc51e4333b7a55d", roomName: room }
  const sites = { _id: "room", room, name: "removeConstructionSite" }
  const refused: ReadonlyArray<readonly [what: string, input: unknown, field: string]> = [
    ["JSON as text", { ...sites, intent: JSON.stringify([site]) }, "intent"],
    ["nothing", sites, "intent"],
    ["null", { ...sites, intent: null }, "intent"],
    ["a number", { ...sites, intent: 5 }, "intent"],
    ["a list of texts", { ...sites, intent: [site.id] }, "intent"],
    ["an empty list", { ...sites, intent: [] }, "intent"],
    ["a single object for a room", { ...sites, intent: site }, "intent"],
    ["a function as a field", { ...sites, intent: [{ ...site, f: () => 1 }] }, "intent"],
    ["a list that is asked of a site", { ...sites, _id: site.id, intent: [site] }, "_id"],
    ["an object's intent, asked of a room", { ...sites, name: "suicide", intent: [{}] }, "_id"],
    ["an account's intent, asked of a room", { ...sites, name: "createOrder", intent: [{}] }, "name"],
    ["an intent without a name", { ...sites, name: "", intent: [site] }, "name"]
  ]
  for (const [what, input, field] of refused) {
    it.effect(`is refused: ${what}`, () => assertRefused(add(input), field))
  }

  it.effect("is refused: an object's intent, asked of the account", () =>
    assertRefused(Intents.addGlobalIntent({ name: "suicide", intent: {} }), "name")
  )

  it.effect("is refused: a list, asked of the account", () =>
    assertRefused(untyped(Intents.addGlobalIntent)({ name: "cancelOrder", intent: [{}] }), "intent")
  )

  it.effect("is refused: no site, no structure at all", () =>
    Effect.gen(function* () {
      yield* assertRefused(Intents.removeSites({ room, sites: [] }), "intent")
      yield* assertRefused(Intents.destroyStructures({ room, structures: [], user: bob }), "intent")
    })
  )
})

describe("a list that names another room than the request", () => {
  it.effect("is refused, since the server would act there", () =>
    Effect.gen(function* () {
      const item = { id: ObjectId.make("1"), roomName: "W5N9" } as const
      yield* assertRefused(
        Intents.addObjectIntent({ _id: "room", room, ...Intent.destroyStructure([item]) }),
        "intent"
      )
    })
  )
})

describe("the account", () => {
  it.effect("is asked by name; what the server does not know leaves nothing behind", () =>
    Effect.gen(function* () {
      const { intents, user } = yield* assertExchange(
        Intents.addGlobalIntent({ name: "fly", intent: {} }),
        "game/game-add-global-intent.unknown-name"
      )
      assert.deepStrictEqual(intents, {})
      assert.strictEqual(user, bob)
    })
  )

  it.effect("is asked without a shard, or with one", () =>
    Effect.gen(function* () {
      const server = answering("game/game-add-global-intent.unknown-name")
      const cancel = Intent.cancelOrder({ orderId: ObjectId.make("1") })
      yield* ask(Intents.addGlobalIntent(cancel), server, { server: Server.official() })
      yield* ask(Intents.addGlobalIntent({ ...cancel, shard: "shard1" }), server, {
        server: Server.official()
      })
      assert.deepStrictEqual(
        server.asked.map(({ body }) => body),
        [
          { name: "cancelOrder", intent: { orderId: "1" } },
          { name: "cancelOrder", intent: { orderId: "1" }, shard: "shard1" }
        ]
      )
    })
  )

  it.effect("is the signed-in user's", () =>
    assertFails(
      Intents.addGlobalIntent({ name: "fly", intent: {} }),
      "game/game-add-object-intent.no-token",
      "Unauthorized"
    )
  )
})
