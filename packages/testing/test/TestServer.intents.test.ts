import * as Construction from "@screeps-effect/api/Construction"
import * as Game from "@screeps-effect/api/Game"
import * as Intents from "@screeps-effect/api/Intents"
import * as Invaders from "@screeps-effect/api/Invaders"
import * as DbInsert from "@screeps-effect/schema/DbInsert"
import * as Intent from "@screeps-effect/schema/Intent"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { grantRoom, makeWorld, only, play, standing, text } from "./support/play.ts"
import { alice, bob, makeServer } from "./support/server.ts"

const room = "W5N8"

/** A world in which bob has a room. */
const setUp = Effect.gen(function* () {
  const world = makeWorld()
  const own = yield* grantRoom(world, "bob", room)
  const put = (type: string, fields: object = {}) =>
    world.rooms.addObject(room, { type, x: 20, y: 20, user: own.user, ...fields })
  return { world, ...own, put, bobs: play(world, bob) }
})

describe("a construction site on TestServer", () => {
  it.effect("is placed, costs more on swamps and in walls, and is removed a tick after its intent", () =>
    Effect.gen(function* () {
      const { bobs, world } = yield* setUp
      const place = { room, structureType: "road", y: 18 } as const
      const id = DbInsert.createdId(yield* bobs(Construction.create({ ...place, x: 24 })))
      assert.isDefined(id)
      const site = yield* only(world, room, "constructionSite")
      assert.deepInclude(site, {
        _id: id,
        x: 24,
        y: 18,
        structureType: "road",
        progress: 0,
        progressTotal: 300
      })
      yield* world.rooms.changeObject(id, { progress: 101 })
      yield* bobs(Intents.removeSites({ room, sites: [id] }))
      assert.strictEqual((yield* standing(world, room)).length, 1)
      yield* world.tick
      // Half of its energy, which decays in the same tick.
      assert.deepInclude(yield* only(world, room, "energy"), {
        resourceType: "energy",
        energy: 49,
        x: 24,
        y: 18
      })
      assert.strictEqual((yield* standing(world, room)).length, 1)
    })
  )

  it.effect("counts among the names of spawns, and towards the limits of a level", () =>
    Effect.gen(function* () {
      const { bobs } = yield* setUp
      const spawn = { room, structureType: "spawn", name: "Spawn1" } as const
      yield* bobs(Construction.create({ ...spawn, x: 24, y: 18 }))
      assert.strictEqual((yield* bobs(Game.genUniqueObjectName({ type: "spawn" }))).name, "Spawn2")
      const more = Effect.flip(bobs(Construction.create({ ...spawn, x: 26, y: 18 })))
      assert.strictEqual(text(yield* more), "RCL not enough")
    })
  )

  it.effect("is created by an intent of its room, without an error when that is impossible", () =>
    Effect.gen(function* () {
      const { bobs, world } = yield* setUp
      const site = { roomName: room, y: 18, structureType: "tower" } as const
      const wanted = Intent.createConstructionSite([
        { ...site, x: 24 },
        { ...site, x: 26 }
      ])
      yield* bobs(Intents.addObjectIntent({ _id: Intent.roomId, room, ...wanted }))
      yield* world.tick
      // Level 4 allows one tower.
      assert.deepInclude(yield* only(world, room, "constructionSite"), { x: 24, structureType: "tower" })
    })
  )

  it.effect("is rejected on occupied squares, in walls and beside exits", () =>
    Effect.gen(function* () {
      const { bobs, put } = yield* setUp
      yield* put("extension")
      const at = (x: number, y: number, structureType: "tower" | "rampart" | "extractor") =>
        Effect.result(bobs(Construction.create({ room, x, y, structureType })))
      const results = yield* Effect.all([
        at(20, 20, "tower"),
        at(1, 25, "tower"),
        at(0, 25, "rampart"),
        at(25, 25, "extractor"),
        at(20, 20, "rampart")
      ])
      assert.deepStrictEqual(
        results.map((result) => (result._tag === "Success" ? "placed" : text(result.failure))),
        ["invalid location", "invalid location", "invalid location", "invalid location", "placed"]
      )
    })
  )
})

describe("an intent on TestServer", () => {
  it.effect("destroys structures and leaves ruins", () =>
    Effect.gen(function* () {
      const { bobs, put, user, world } = yield* setUp
      const structures = [
        yield* put("tower", { store: { energy: 7 } }),
        yield* put("road", { user: undefined })
      ]
      yield* bobs(Intents.destroyStructures({ room, structures, user }))
      yield* world.tick
      const left = yield* standing(world, room)
      assert.deepStrictEqual(
        left.map(({ structure, type }) => [type, (structure as { readonly id: string }).id]),
        structures.map((id) => ["ruin", id])
      )
      assert.deepInclude(left[0], { user, store: { energy: 7 } })
    })
  )

  it.effect("destroys nothing while other players' creeps are in the room, nor in other players' rooms", () =>
    Effect.gen(function* () {
      const { bobs, put, user, world } = yield* setUp
      const tower = yield* put("tower")
      const { _id: stranger } = yield* world.users.get("alice")
      const creep = yield* put("creep", { user: stranger, x: 5, body: [] })
      yield* bobs(Intents.destroyStructures({ room, structures: [tower], user }))
      yield* world.tick
      yield* world.rooms.removeObject(creep)
      yield* play(world, alice)(Intents.destroyStructures({ room, structures: [tower], user }))
      yield* world.tick
      assert.strictEqual((yield* only(world, room, "tower"))._id, tower)
    })
  )

  it.effect("kills a creep, except one that is still spawning", () =>
    Effect.gen(function* () {
      const { bobs, put, world } = yield* setUp
      const body = [{ type: "move", hits: 100 }]
      const creep = yield* put("creep", { name: "Al", body, ageTime: 900 })
      const unborn = yield* put("creep", { name: "Bo", body, spawning: true })
      const kill = (_id: typeof creep) => Intents.addObjectIntent({ _id, room, ...Intent.suicide() })
      yield* bobs(Effect.andThen(kill(creep), kill(unborn)))
      yield* world.tick
      assert.deepInclude(yield* only(world, room, "tombstone"), { creepId: creep, creepTicksToLive: 899 })
      assert.strictEqual((yield* only(world, room, "creep"))._id, unborn)
    })
  )

  it.effect("unclaims a controller", () =>
    Effect.gen(function* () {
      const { bobs, controller, world } = yield* setUp
      yield* bobs(Intents.unclaim({ controller, room }))
      yield* world.tick
      const freed = { user: null, level: 0, progress: 0, downgradeTime: null, safeMode: null }
      const rest = { safeModeAvailable: 0, safeModeCooldown: 50_001, isPowerEnabled: false }
      assert.deepInclude(yield* only(world, room, "controller"), { ...freed, ...rest })
    })
  )

  it.effect("activates safe mode, once", () =>
    Effect.gen(function* () {
      const { bobs, controller, world } = yield* setUp
      yield* bobs(Intents.activateSafeMode({ controller, room }))
      yield* world.tick
      const safe = { safeMode: 20_001, safeModeAvailable: 0, safeModeCooldown: 50_001 }
      assert.deepInclude(yield* only(world, room, "controller"), safe)
      const refused = yield* Effect.flip(bobs(Intents.activateSafeMode({ controller, room })))
      assert.strictEqual(text(refused), "safe mode active already")
    })
  )

  it.effect("does not activate safe mode without one available, or while the controller is downgrading", () =>
    Effect.gen(function* () {
      const { bobs, controller, world } = yield* setUp
      for (const fields of [{ safeModeAvailable: 0 }, { safeModeAvailable: 1, downgradeTime: 9000 }]) {
        yield* world.rooms.changeObject(controller, fields)
        yield* bobs(Intents.activateSafeMode({ controller, room }))
        yield* world.tick
        assert.isUndefined((yield* only(world, room, "controller"))["safeMode"])
      }
    })
  )

  it.effect("sets whether objects report attacks, and opens ramparts", () =>
    Effect.gen(function* () {
      const { bobs, put, world } = yield* setUp
      const _id = yield* put("rampart", { hits: 900 })
      const target = { _id, room } as const
      yield* bobs(Intents.addObjectIntent({ ...target, ...Intent.setPublic({ isPublic: true }) }))
      yield* bobs(Intents.addObjectIntent({ ...target, ...Intent.notifyWhenAttacked({ enabled: true }) }))
      yield* world.tick
      assert.deepInclude(yield* only(world, room, "rampart"), { isPublic: true, notifyWhenAttacked: true })
      yield* bobs(Construction.setNotifyWhenAttacked({ _id, enabled: false }))
      assert.deepInclude(yield* only(world, room, "rampart"), { notifyWhenAttacked: false })
    })
  )

  it.effect("makes a spawn start and cancel a creep", () =>
    Effect.gen(function* () {
      const { bobs, put, world } = yield* setUp
      const _id = yield* put("spawn", { name: "Spawn1", store: { energy: 300 }, spawning: null })
      const creep = { name: "Al", body: ["move"] as const }
      yield* bobs(Intents.addObjectIntent({ _id, room, ...Intent.createCreep(creep) }))
      yield* world.tick
      assert.deepInclude(yield* only(world, room, "creep"), { name: "Al", spawning: true })
      yield* bobs(Intents.addObjectIntent({ _id, room, ...Intent.cancelSpawning() }))
      yield* world.tick
      assert.deepStrictEqual(
        (yield* standing(world, room)).map(({ spawning, type }) => [type, spawning]),
        [["spawn", null]]
      )
    })
  )

  it.effect("is merged, entry by entry, with an earlier one of the same object and tick", () =>
    Effect.gen(function* () {
      const { bobs, put, user, world } = yield* setUp
      const [first, second] = [yield* put("road"), yield* put("tower")]
      yield* bobs(Intents.destroyStructures({ room, structures: [first], user }))
      yield* bobs(Intents.destroyStructures({ room, structures: [second], user }))
      yield* world.tick
      assert.deepStrictEqual(
        (yield* standing(world, room)).map(({ type }) => type),
        ["road", "ruin"]
      )
    })
  )

  it.effect(
    "has no effect as JSON text, with an unknown name, as a single item for a room, or on other players' objects",
    () =>
      Effect.gen(function* () {
        const server = makeServer()
        const { user } = yield* grantRoom(server.world, "bob", room)
        const headers = yield* server.signIn(bob)
        const thief = yield* server.signIn(alice)
        const { rooms } = server.world
        const site = yield* rooms.addObject(room, { type: "constructionSite", x: 7, y: 7, user, progress: 0 })
        const creep = yield* rooms.addObject(room, { type: "creep", x: 8, y: 7, user, body: [], name: "Al" })
        const remove = { _id: "room", room, name: "removeConstructionSite" }
        const item = { id: site, roomName: room }
        const sendIntent = (body: unknown, who = headers) =>
          Effect.map(server.post("/api/game/add-object-intent", body, who), ({ body }) => body)
        const responses = [
          yield* sendIntent({ ...remove, intent: item }),
          yield* sendIntent({ ...remove, name: "fly", intent: [item] }),
          yield* sendIntent({ _id: creep, room, name: "suicide", intent: {} }, thief),
          yield* sendIntent({ ...remove, room, _id: "room", intent: JSON.stringify([item]) }, thief),
          yield* sendIntent({ ...remove })
        ]
        yield* server.world.tick
        assert.deepStrictEqual(
          responses,
          Array.from({ length: 5 }, () => ({ ok: 1 }))
        )
        assert.deepStrictEqual(
          (yield* standing(server.world, room)).map(({ _id }) => _id),
          [site, creep]
        )
      })
  )

  it.effect("of an account is returned as the server stores it", () =>
    Effect.gen(function* () {
      const { bobs } = yield* setUp
      const { intents } = yield* bobs(
        Intents.addGlobalIntent(
          Intent.createOrder({
            type: "sell",
            resourceType: "energy",
            price: 0.25,
            totalAmount: 1000,
            roomName: room
          })
        )
      )
      const order = { type: "sell", resourceType: "energy", price: 250, totalAmount: 1000, roomName: room }
      assert.deepStrictEqual(intents, { createOrder: [order] })
    })
  )
})

describe("a summoned invader on TestServer", () => {
  const place = { room, x: 0, y: 20, size: "small", type: "Melee" } as const

  it.effect("is created with its body and boosts, and removed by its summoner only", () =>
    Effect.gen(function* () {
      const { bobs, user, world } = yield* setUp
      const _id = DbInsert.createdId(yield* bobs(Invaders.create({ ...place, boosted: true })))
      assert.isDefined(_id)
      const invader = yield* only(world, room, "creep")
      assert.deepInclude(invader, {
        _id,
        user: "2",
        userSummoned: user,
        hits: 1000,
        ticksToLive: 1500,
        x: 0,
        y: 20
      })
      assert.match(String(invader["name"]), /^invader_W5N8_\d{1,3}$/)
      const body = invader["body"] as ReadonlyArray<{ readonly type: string; readonly boost?: string }>
      assert.deepStrictEqual(
        body.map(({ boost, type }) => (boost === undefined ? type : `${type} ${boost}`)),
        ["tough", "tough", "move", "move", "move", "move", "ranged_attack KO", "work ZH", "attack UH", "move"]
      )
      const refused = yield* Effect.flip(play(world, alice)(Invaders.remove({ _id })))
      assert.strictEqual(text(refused), "invalid object")
      yield* bobs(Invaders.remove({ _id }))
      assert.deepStrictEqual(yield* standing(world, room), [])
    })
  )

  it.effect("removes itself in the next tick without enemies", () =>
    Effect.gen(function* () {
      const { bobs, world } = yield* setUp
      yield* bobs(Invaders.create(place))
      yield* world.tick
      assert.deepInclude(yield* only(world, room, "tombstone"), { user: "2", creepTicksToLive: null })
    })
  )

  it.effect("stays while a player's creep is in the room", () =>
    Effect.gen(function* () {
      const { bobs, put, user, world } = yield* setUp
      yield* put("creep", { name: "Al", body: [], ageTime: 900 })
      yield* bobs(Invaders.create(place))
      yield* bobs(Invaders.create({ ...place, y: 21, type: "Healer" }))
      yield* world.tick
      const owners = (yield* standing(world, room)).map((creep) => creep["user"])
      assert.deepStrictEqual(owners, [user, "2", "2"])
    })
  )
})
