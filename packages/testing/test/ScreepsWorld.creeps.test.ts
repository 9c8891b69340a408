import * as Intents from "@screeps-effect/api/Intents"
import type { ObjectId } from "@screeps-effect/schema/ObjectId"
import { fromSquares } from "@screeps-effect/schema/Terrain"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { grantRoom, makeWorld, only, play, standing } from "./support/play.ts"
import { alice, bob } from "./support/server.ts"

const room = "W5N8"

/** A plain room of bob's with functions for its creeps. */
const setUp = Effect.gen(function* () {
  const world = makeWorld()
  const { controller, user } = yield* grantRoom(world, "bob", room)
  const creep = (name: string, x: number, y: number, body: ReadonlyArray<string>, fields: object = {}) =>
    world.rooms.addObject(room, {
      type: "creep",
      name,
      x,
      y,
      user,
      body: body.map((type) => ({ type, hits: 100 })),
      hits: 100 * body.length,
      hitsMax: 100 * body.length,
      fatigue: 0,
      store: {},
      storeCapacity: 50,
      spawning: false,
      ageTime: 1000,
      ...fields
    })
  const send = (id: ObjectId, name: string, intent: Intents.IntentFields) =>
    play(world, bob)(Intents.addObjectIntent({ room, _id: id, name, intent }))
  const move = (id: ObjectId, direction: number) => send(id, "move", { direction })
  const squares = Effect.map(standing(world, room), (all) =>
    Object.fromEntries(all.filter(({ type }) => type === "creep").map(({ name, x, y }) => [name, [x, y]]))
  )
  return { world, controller, user, creep, send, move, squares }
})

describe("a creep in ScreepsWorld", () => {
  it.effect("moves by an intent, gets tired by its load and its parts, and recovers", () =>
    Effect.gen(function* () {
      const { creep, move, squares, world } = yield* setUp
      const id = yield* creep("Al", 20, 20, ["work", "carry", "move"], { store: { energy: 20 } })
      yield* move(id, 3)
      yield* world.tick
      assert.deepStrictEqual(yield* squares, { Al: [21, 20] })
      // Two heavy parts on plain land cost four; the move part takes two of them per tick.
      assert.deepInclude(yield* only(world, room, "creep"), { fatigue: 2 })
      yield* move(id, 3)
      yield* world.tick
      assert.deepStrictEqual(yield* squares, { Al: [21, 20] })
      assert.deepInclude(yield* only(world, room, "creep"), { fatigue: 0 })
      yield* move(id, 3)
      yield* world.tick
      assert.deepStrictEqual(yield* squares, { Al: [22, 20] })
    })
  )

  it.effect("does not move into walls, structures, standing creeps and off the map, nor for strangers", () =>
    Effect.gen(function* () {
      const { creep, move, squares, user, world } = yield* setUp
      yield* world.rooms.change(room, { terrain: fromSquares([{ x: 21, y: 20, type: "wall" }]) })
      yield* world.rooms.addObject(room, { type: "controller", x: 10, y: 10, user, level: 1 })
      const al = yield* creep("Al", 20, 20, ["move"])
      const bo = yield* creep("Bo", 20, 21, ["move"])
      const ed = yield* creep("Ed", 0, 5, ["move"])
      const lame = yield* creep("Lame", 30, 30, ["work"])
      yield* world.rooms.addObject(room, { type: "extension", x: 20, y: 19, user, hits: 1000, hitsMax: 1000 })
      const before = yield* squares
      for (const direction of [1, 3, 5]) {
        yield* move(al, direction)
        yield* world.tick
      }
      yield* Effect.all([move(ed, 7), move(lame, 1)])
      yield* play(
        world,
        alice
      )(Intents.addObjectIntent({ room, _id: bo, name: "move", intent: { direction: 7 } }))
      yield* world.tick
      assert.deepStrictEqual(yield* squares, before)
    })
  )

  it.effect("follows another one, swaps squares with it, and yields to a faster one", () =>
    Effect.gen(function* () {
      const { creep, move, squares, world } = yield* setUp
      const al = yield* creep("Al", 20, 20, ["move"])
      const bo = yield* creep("Bo", 21, 20, ["move"])
      yield* Effect.all([move(al, 3), move(bo, 3)])
      yield* world.tick
      assert.deepStrictEqual(yield* squares, { Al: [21, 20], Bo: [22, 20] })
      yield* Effect.all([move(al, 3), move(bo, 7)])
      yield* world.tick
      assert.deepStrictEqual(yield* squares, { Al: [22, 20], Bo: [21, 20] })
      const slow = yield* creep("Slow", 24, 20, ["work", "work", "work", "move"])
      yield* Effect.all([move(slow, 7), move(al, 3)])
      yield* world.tick
      assert.deepStrictEqual(yield* squares, { Al: [23, 20], Bo: [21, 20], Slow: [24, 20] })
    })
  )

  it.effect("uses roads through walls, which wear out", () =>
    Effect.gen(function* () {
      const { creep, move, squares, user, world } = yield* setUp
      yield* world.rooms.change(room, { terrain: fromSquares([{ x: 21, y: 20, type: "wall" }]) })
      yield* world.rooms.addObject(room, { type: "controller", x: 10, y: 10, user, level: 1 })
      yield* world.rooms.addObject(room, { type: "road", x: 21, y: 20, hits: 5000, nextDecayTime: 500 })
      const al = yield* creep("Al", 20, 20, ["work", "move"])
      yield* move(al, 3)
      yield* world.tick
      assert.deepStrictEqual(yield* squares, { Al: [21, 20] })
      assert.deepInclude(yield* only(world, room, "road"), { nextDecayTime: 498 })
      assert.deepInclude(yield* only(world, room, "creep"), { fatigue: 0 })
    })
  )

  it.effect("says at most ten characters, for one tick", () =>
    Effect.gen(function* () {
      const { creep, send, world } = yield* setUp
      const id = yield* creep("Al", 20, 20, ["move"])
      yield* send(id, "say", { message: "twelve signs", isPublic: true })
      yield* world.tick
      const said = Effect.map(
        only(world, room, "creep"),
        ({ actionLog }) => (actionLog as { readonly say: unknown }).say
      )
      assert.deepStrictEqual(yield* said, { message: "twelve sig", isPublic: true })
      yield* world.tick
      assert.isNull(yield* said)
    })
  )

  it.effect("drops what it has on the ground, or into a container as far as it fits", () =>
    Effect.gen(function* () {
      const { creep, send, world } = yield* setUp
      const id = yield* creep("Al", 20, 20, ["carry", "move"], { store: { energy: 30 } })
      const drop = (amount: number) => send(id, "drop", { resourceType: "energy", amount })
      yield* drop(31)
      yield* world.tick
      assert.deepInclude(yield* only(world, room, "creep"), { store: { energy: 30 } })
      yield* drop(10)
      yield* world.tick
      assert.deepInclude(yield* only(world, room, "creep"), { store: { energy: 20 } })
      // A pile loses energy in every tick.
      assert.deepInclude(yield* only(world, room, "energy"), { x: 20, y: 20, energy: 9 })
      const full = { hits: 1, hitsMax: 1, store: { H: 1990 }, storeCapacity: 2000, nextDecayTime: 900 }
      yield* world.rooms.addObject(room, { type: "container", x: 20, y: 20, ...full })
      yield* drop(20)
      yield* world.tick
      assert.deepInclude(yield* only(world, room, "container"), { store: { H: 1990, energy: 10 } })
      assert.deepInclude(yield* only(world, room, "energy"), { energy: 18 })
    })
  )
})

describe("a nuke in ScreepsWorld", () => {
  const target = Effect.gen(function* () {
    const ground = yield* setUp
    const { creep, user, world } = ground
    const put = (type: string, x: number, fields: object = {}) =>
      world.rooms.addObject(room, { type, x, y: 20, ...fields })
    const spawning = { name: "Baby", needTime: 9, spawnTime: 50 }
    yield* put("spawn", 40, { user, hits: 5000, hitsMax: 5000, store: { energy: 300 }, spawning })
    yield* creep("Al", 45, 45, ["move"])
    yield* put("energy", 5, { resourceType: "energy", energy: 500 })
    yield* put("tombstone", 6, { decayTime: 900, store: {} })
    yield* put("ruin", 7, { decayTime: 900, store: {} })
    yield* put("constructionSite", 8, { user, structureType: "road", progress: 0, progressTotal: 300 })
    yield* put("storage", 20, { user, hits: 10_000, hitsMax: 10_000, store: {} })
    yield* put("storage", 22, { user, hits: 20_000_000, hitsMax: 20_000_000, store: {} })
    yield* put("rampart", 18, { user, hits: 6_000_000, hitsMax: 10_000_000, nextDecayTime: 900 })
    yield* put("tower", 18, { user, hits: 3000, hitsMax: 3000, store: {} })
    yield* put("tower", 23, { user, hits: 3000, hitsMax: 3000, store: {} })
    yield* put("nuke", 20, { landTime: 4, launchRoomName: "W1N1" })
    const kinds = Effect.map(standing(world, room), (all) =>
      all.map(({ hits, type, x }) => [type, x, hits] as const)
    )
    return { ...ground, kinds }
  })

  it.effect("kills every creep, removes what lies around, and damages structures nearby", () =>
    Effect.gen(function* () {
      const { kinds, world } = yield* target
      yield* Effect.replicateEffect(world.tick, 2)
      assert.lengthOf(yield* kinds, 12)
      yield* world.tick
      assert.deepStrictEqual(yield* kinds, [
        ["spawn", 40, 5000],
        ["storage", 22, 15_000_000],
        ["rampart", 18, 1_000_000],
        ["tower", 18, 3000],
        ["tower", 23, 3000],
        ["nuke", 20, undefined]
      ])
      assert.deepInclude(yield* only(world, room, "spawn"), { spawning: null })
      assert.deepInclude(yield* only(world, room, "controller"), { upgradeBlocked: 203 })
      yield* world.tick
      assert.notInclude(
        (yield* kinds).map(([type]) => type),
        "nuke"
      )
    })
  )

  it.effect("ends the safe mode of the room, and disappears in a novice area", () =>
    Effect.gen(function* () {
      const { controller, kinds, world } = yield* target
      yield* world.rooms.changeObject(controller, { safeMode: 900, safeModeCooldown: 1000 })
      yield* Effect.replicateEffect(world.tick, 3)
      assert.deepInclude(yield* only(world, room, "controller"), { safeMode: 3, safeModeCooldown: null })
      const safe = yield* target
      yield* safe.world.rooms.change(room, { novice: 1_000_000 })
      yield* safe.world.tick
      assert.notInclude(
        (yield* safe.kinds).map(([type]) => type),
        "nuke"
      )
      assert.isAbove((yield* safe.kinds).length, (yield* kinds).length)
    })
  )
})

describe("a wall around a novice area in ScreepsWorld", () => {
  it.effect("disappears after its moment or its tick; other walls stay", () =>
    Effect.gen(function* () {
      const { user, world } = yield* setUp
      const wall = (x: number, decayTime: unknown) =>
        world.rooms.addObject(room, {
          type: "constructedWall",
          x,
          y: 5,
          user,
          hits: 1,
          hitsMax: 1,
          decayTime
        })
      yield* wall(1, { timestamp: -1 })
      yield* wall(2, { timestamp: 1000 })
      yield* wall(3, 3)
      yield* wall(4, null)
      const left = Effect.map(standing(world, room), (all) => all.map(({ x }) => x))
      yield* world.tick
      assert.deepStrictEqual(yield* left, [2, 3, 4])
      yield* world.tick
      assert.deepStrictEqual(yield* left, [2, 4])
    })
  )
})
