import { Auth, Game, Market, Memory, RateLimits, Segments } from "@screeps-effect/api"
import { RoomObject } from "@screeps-effect/schema"
import { CodeSync } from "@screeps-effect/socket/workflows"
import * as SampleWorld from "@screeps-effect/testing/SampleWorld"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"

/** The objects in the room, all of known kinds. */
const standing = (world: Effect.Success<ReturnType<typeof SampleWorld.make>>) =>
  Effect.map(world.rooms.objects(SampleWorld.room), (documents) =>
    documents.map((document) => {
      const object = RoomObject.classify(document)
      assert.notStrictEqual(object.type, "unknown", JSON.stringify(document))
      return object
    })
  )
type World = Effect.Success<ReturnType<typeof SampleWorld.make>>
const creeps = (world: World) => Effect.map(standing(world), (all) => all.filter(RoomObject.is("creep")))

/** Energy in the storage, and progress of the controller. */
const wealth = (world: World) =>
  Effect.map(standing(world), (all) => {
    const storage = all.find(RoomObject.is("storage"))
    const controller = all.find(RoomObject.is("controller"))
    return { energy: storage?.store["energy"] ?? 0, progress: controller?.progress ?? 0 }
  })

describe("SampleWorld.make", () => {
  it.effect("creates the same world every time", () =>
    Effect.gen(function* () {
      const [one, other] = yield* Effect.all([SampleWorld.make(), SampleWorld.make()])
      for (let tick = 0; tick < 50; tick++) yield* Effect.all([one.tick, other.tick])
      assert.deepStrictEqual(yield* standing(one), yield* standing(other))
      assert.deepStrictEqual(yield* one.tables.orders, yield* other.tables.orders)
    })
  )

  it.effect("has active orders to buy and sell each resource, also after some ticks", () =>
    Effect.gen(function* () {
      const world = yield* SampleWorld.make()
      for (let tick = 0; tick < 5; tick++) yield* world.tick
      const orders = yield* world.tables.orders
      const active = orders.filter(({ active }) => active)
      for (const { resourceType, type } of orders) {
        assert.isTrue(active.some((one) => one.resourceType === resourceType && one.type === type))
      }
    })
  )

  it.effect("runs two harvesters and one upgrader that never share a square", () =>
    Effect.gen(function* () {
      const world = yield* SampleWorld.make()
      const { _id: bob } = yield* world.users.get("bob")
      const before = yield* wealth(world)
      for (let tick = 0; tick < 300; tick++) {
        yield* world.tick
        const all = yield* creeps(world)
        const squares = all.map(({ x, y }) => `${x},${y}`)
        assert.strictEqual(new Set(squares).size, squares.length, "two creeps on one square")
        assert.lengthOf(
          all.filter(({ user }) => user === bob),
          3
        )
      }
      const after = yield* wealth(world)
      assert.isAbove(after.energy, before.energy)
      assert.isAbove(after.progress, before.progress)
    })
  )

  it.effect(
    "logs what its creeps do: harvest beside a source, upgrade beside the controller, say at the storage",
    () =>
      Effect.gen(function* () {
        const world = yield* SampleWorld.make()
        const targets = (yield* world.rooms.objects(SampleWorld.room)).filter(({ type }) =>
          ["source", "controller"].includes(type)
        )
        const done = new Set<string>()
        for (let tick = 0; tick < 150; tick++) {
          yield* world.tick
          for (const { actionLog, name = "" } of yield* creeps(world)) {
            const { harvest, say, upgradeController } = actionLog ?? {}
            const target = harvest ?? upgradeController
            if (target) {
              const [object] = targets.filter(({ x, y }) => x === target.x && y === target.y)
              done.add(`${name} ${harvest ? "harvests" : "upgrades"} a ${object?.type}`)
            }
            if (say) done.add(`${name} says ${say.message}`)
          }
        }
        assert.deepStrictEqual(
          [...done]
            .map((text) => text.replace(/\d/, ""))
            .filter((text, i, all) => all.indexOf(text) === i)
            .toSorted(),
          [
            "Harvester harvests a source",
            "Harvester says store",
            "Upgrader says take",
            "Upgrader upgrades a controller"
          ]
        )
      })
  )

  it.effect("lets a stranger's creep walk through, leave and return", () =>
    Effect.gen(function* () {
      const world = yield* SampleWorld.make()
      const { _id: alice } = yield* world.users.get("alice")
      const isThere = Effect.map(creeps(world), (all) => all.some(({ user }) => user === alice))
      const seen: Array<boolean> = []
      for (let tick = 0; tick < 200; tick++) {
        yield* world.tick
        const now = yield* isThere
        if (seen.at(-1) !== now) seen.push(now)
      }
      assert.deepStrictEqual(seen.slice(0, 3), [true, false, true])
    })
  )

  it.effect("replaces a removed creep", () =>
    Effect.gen(function* () {
      const world = yield* SampleWorld.make()
      yield* world.tick
      const [first] = yield* creeps(world)
      yield* world.rooms.removeObject(first?._id ?? "")
      yield* world.tick
      const names = (yield* creeps(world)).map(({ name }) => name)
      assert.include(names, first?.name)
    })
  )
})

describe("SampleWorld.layer", () => {
  it.effect("provides the account with its code, Memory and segment", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* Auth.me()).username, SampleWorld.account.username)
      assert.deepStrictEqual(yield* Segments.read({ segment: 0 }), Option.some('{"plan":"roads first"}'))
    }).pipe(Effect.provide(SampleWorld.layer()))
  )

  it.effect("serves a world that the program keeps: changes of one are seen by the other", () =>
    Effect.gen(function* () {
      const world = yield* SampleWorld.make()
      yield* world.tick
      const program = Effect.gen(function* () {
        assert.strictEqual((yield* Game.time()).time, 1001)
        yield* Memory.set({ path: "settings.reserve", value: 5 })
      })
      yield* Effect.provide(program, SampleWorld.layer({ world, tickEvery: undefined }))
      yield* world.tick
      assert.deepInclude(yield* world.users.memory(SampleWorld.account.username), {
        settings: { reserve: 5, allies: ["alice"], autoBuild: true }
      })
    })
  )

  it.effect("provides an official server with a market, rate limits and an API token", () =>
    Effect.gen(function* () {
      const { list } = yield* Market.orders({ resourceType: "energy" })
      const prices = (type: string) => list.filter((order) => order.type === type).map(({ price }) => price)
      assert.isBelow(Math.max(...prices("buy")), Math.min(...prices("sell")))
      assert.lengthOf((yield* Market.stats({ resourceType: "energy" })).stats, 21)
      const limits = yield* RateLimits.RateLimits
      assert.strictEqual((yield* limits.state(Market.orders.name))?.remaining, 59)
    }).pipe(Effect.provide(SampleWorld.layer({ dialect: "official" })))
  )

  it.live("confirms an upload on the socket", () =>
    Effect.gen(function* () {
      const pushed = yield* CodeSync.push({ main: "" }, { branch: "next", confirm: "5 seconds" })
      assert.strictEqual(pushed.code, "confirmed")
    }).pipe(Effect.provide(SampleWorld.layer()))
  )
})
