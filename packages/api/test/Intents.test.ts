import * as Intents from "@screeps-effect/api/Intents"
import * as Server from "@screeps-effect/api/Server"
import * as Intent from "@screeps-effect/schema/Intent"
import * as ObjectId from "@screeps-effect/schema/ObjectId"
import * as UserId from "@screeps-effect/schema/UserId"
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
  operation as (input: unknown) => ReturnType<typeof Intents.addObjectIntent>
const controller = ObjectId.make("cdbf0773313f0a9")
const bob = UserId.make("fa9de3cf09818e6")
const room = "W5N8" as const
const removed = "game/game-add-object-intent.remove-site-by-room"

describe("Intents.addObjectIntent", () => {
  it.effect("sends an intent by name", () =>
    Effect.gen(function* () {
      const call = Intents.addObjectIntent({ _id: controller, room, name: "activateSafeMode", intent: {} })
      assert.deepStrictEqual(yield* assertExchange(call, "game/game-add-object-intent.activate-safe-mode"), {
        ok: 1
      })
    })
  )

  it.effect("sends intents made with the Intent module", () =>
    Effect.gen(function* () {
      const server = serverReturning(removed)
      const _id = ObjectId.make("1")
      const id = ObjectId.make("2")
      yield* run(Intents.addObjectIntent({ _id, room, ...Intent.attack({ id }) }), server)
      yield* run(Intents.addObjectIntent({ _id, room, ...Intent.move({ direction: 3 }) }), server)
      assert.deepStrictEqual(
        server.requests.map(({ body }) => body),
        [
          { _id: "1", room, name: "attack", intent: { id: "2" } },
          { _id: "1", room, name: "move", intent: { direction: 3 } }
        ]
      )
    })
  )

  it.effect("sends intents with unknown names, which mods may handle", () =>
    Effect.gen(function* () {
      const fly = { _id: ObjectId.make("16c7e4210511e86"), room, name: "fly", intent: {} } as const
      yield* assertExchange(Intents.addObjectIntent(fly), "game/game-add-object-intent.unknown-name")
    })
  )

  it.effect("returns the database driver's result of official servers", () =>
    Effect.gen(function* () {
      const creep = ObjectId.make("5c3f000000000000000002bd")
      const response = yield* assertExchange(
        Intents.addObjectIntent({ _id: creep, room: "E1S1", ...Intent.suicide() }),
        "intents.object"
      )
      assert.strictEqual(response.result?.upserted?.[0]?._id, "5c3f000000000000000002bc")
    })
  )

  it.effect("fails without a token, a shard, or when the server rejects the intent", () =>
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

  it("is not idempotent, and neither is addGlobalIntent", () => {
    assert.isFalse(Intents.addObjectIntent.idempotent)
    assert.isFalse(Intents.addGlobalIntent.idempotent)
  })
})

describe("intents recorded from a real server", () => {
  it.effect("destroy several structures with one request", () =>
    assertExchange(
      Intents.destroyStructures({
        room,
        user: bob,
        structures: ["9e72e446f9cbaef", "4f84e446f9cd7c2", "ada3e446f9cdab5"].map(ObjectId.make)
      }),
      "game/game-add-object-intent.destroy-structures"
    )
  )

  it.effect("remove construction sites with a list addressed to the room", () =>
    assertExchange(Intents.removeSites({ room, sites: [ObjectId.make("0a1ae4333b2fc90")] }), removed)
  )

  it.effect("activate safe mode", () =>
    assertExchange(
      Intents.activateSafeMode({ controller, room }),
      "game/game-add-object-intent.activate-safe-mode"
    )
  )

  it.effect("remove flags, end creeps and unclaim rooms", () =>
    Effect.gen(function* () {
      const server = serverReturning(removed)
      const options = { server: Server.official() }
      const creep = ObjectId.make("1")
      yield* run(Intents.removeFlag({ room, name: "a|b", shard: "shard1" }), server, options)
      yield* run(
        Intents.addObjectIntent({ _id: creep, room, ...Intent.suicide(), shard: "shard1" }),
        server,
        options
      )
      yield* run(Intents.unclaim({ controller, room, shard: "shard1" }), server, options)
      assert.deepStrictEqual(
        server.requests.map(({ body }) => body),
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

describe("an intent that servers accept and silently ignore", () => {
  const add = untyped(Intents.addObjectIntent)
  const site = { id: "bc51e4333b7a55d", roomName: room }
  const sites = { _id: "room", room, name: "removeConstructionSite" }
  const ignored: ReadonlyArray<readonly [what: string, input: unknown, field: string]> = [
    ["text that is not JSON", { ...sites, intent: "[{]" }, "intent"],
    ["a single object for a room as JSON text", { ...sites, intent: JSON.stringify(site) }, "intent"],
    ["an empty list as JSON text", { ...sites, intent: "[]" }, "intent"],
    ["no intent field", sites, "intent"],
    ["null", { ...sites, intent: null }, "intent"],
    ["a number", { ...sites, intent: 5 }, "intent"],
    ["a list of strings", { ...sites, intent: [site.id] }, "intent"],
    ["an empty list", { ...sites, intent: [] }, "intent"],
    ["a single object for a room", { ...sites, intent: site }, "intent"],
    ["a function as a field", { ...sites, intent: [{ ...site, f: () => 1 }] }, "intent"],
    ["a room's list addressed to a site", { ...sites, _id: site.id, intent: [site] }, "_id"],
    ["an object's intent addressed to a room", { ...sites, name: "suicide", intent: [{}] }, "_id"],
    ["an account's intent addressed to a room", { ...sites, name: "createOrder", intent: [{}] }, "name"],
    ["an intent without a name", { ...sites, name: "", intent: [site] }, "name"]
  ]
  for (const [what, input, field] of ignored) {
    it.effect(`is rejected without a request: ${what}`, () => assertInvalidInput(add(input), field))
  }

  it.effect("is rejected without a request: an object's intent addressed to the account", () =>
    assertInvalidInput(Intents.addGlobalIntent({ name: "suicide", intent: {} }), "name")
  )

  it.effect("is rejected without a request: a list addressed to the account", () =>
    assertInvalidInput(untyped(Intents.addGlobalIntent)({ name: "cancelOrder", intent: [{}] }), "intent")
  )

  it.effect("is rejected without a request: an empty list of sites or structures", () =>
    Effect.gen(function* () {
      yield* assertInvalidInput(Intents.removeSites({ room, sites: [] }), "intent")
      yield* assertInvalidInput(Intents.destroyStructures({ room, structures: [], user: bob }), "intent")
    })
  )
})

describe("an intent list for another room than the request's", () => {
  it.effect("is rejected without a request, because the server would act in that room", () =>
    Effect.gen(function* () {
      const item = { id: ObjectId.make("1"), roomName: "W5N9" } as const
      yield* assertInvalidInput(
        Intents.addObjectIntent({ _id: "room", room, ...Intent.destroyStructure([item]) }),
        "intent"
      )
    })
  )
})

describe("Intents.addGlobalIntent", () => {
  it.effect("returns no intents when the server does not know the name", () =>
    Effect.gen(function* () {
      const { intents, user } = yield* assertExchange(
        Intents.addGlobalIntent({ name: "fly", intent: {} }),
        "game/game-add-global-intent.unknown-name"
      )
      assert.deepStrictEqual(intents, {})
      assert.strictEqual(user, bob)
    })
  )

  it.effect("sends a shard only when one is given", () =>
    Effect.gen(function* () {
      const server = serverReturning("game/game-add-global-intent.unknown-name")
      const cancel = Intent.cancelOrder({ orderId: ObjectId.make("1") })
      yield* run(Intents.addGlobalIntent(cancel), server, { server: Server.official() })
      yield* run(Intents.addGlobalIntent({ ...cancel, shard: "shard1" }), server, {
        server: Server.official()
      })
      assert.deepStrictEqual(
        server.requests.map(({ body }) => body),
        [
          { name: "cancelOrder", intent: { orderId: "1" } },
          { name: "cancelOrder", intent: { orderId: "1" }, shard: "shard1" }
        ]
      )
    })
  )

  it.effect("fails with Unauthorized without a token", () =>
    assertFails(
      Intents.addGlobalIntent({ name: "fly", intent: {} }),
      "game/game-add-object-intent.no-token",
      "Unauthorized"
    )
  )
})
