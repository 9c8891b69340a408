import * as ScreepsWorld from "@screeps-effect/testing/ScreepsWorld"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"

const room = "W1N1"

/** A world with one plain empty room, and functions for its objects. */
const plain = Effect.gen(function* () {
  const world = ScreepsWorld.make({ accounts: [{ username: "bob" }], rooms: [], tick: 100 })
  yield* world.rooms.change(room, {})
  const { _id: user } = yield* world.users.get("bob")
  const add = (object: ScreepsWorld.NewObject) => world.rooms.addObject(room, object)
  const all = world.rooms.objects(room)
  const one = (type: string) => Effect.map(all, (objects) => objects.find((object) => object.type === type))
  const pass = (ticks: number) => Effect.replicateEffect(world.tick, ticks)
  const owned = add({ type: "controller", x: 5, y: 5, level: 3, user, progress: 0, downgradeTime: 90_000 })
  const spawn = add({
    type: "spawn",
    x: 25,
    y: 25,
    user,
    name: "Spawn1",
    store: { energy: 300 },
    storeCapacityResource: { energy: 300 },
    hits: 5000,
    hitsMax: 5000,
    spawning: null
  })
  return { world, user, add, all, one, pass, owned, spawn }
})

describe("ScreepsWorld.tick", () => {
  it.effect("removes a creep at the end of its life, and its tombstone, which leaves a pile", () =>
    Effect.gen(function* () {
      const { add, all, one, pass, user } = yield* plain
      const creep = { type: "creep", x: 3, y: 3, user, name: "Al", body: [{ type: "move", hits: 100 }] }
      const id = yield* add({ ...creep, hits: 100, hitsMax: 100, ageTime: 103, store: { energy: 30 } })
      yield* pass(2)
      assert.deepInclude(yield* one("creep"), { _id: id })
      yield* pass(1)
      assert.deepInclude(yield* one("tombstone"), {
        x: 3,
        y: 3,
        user,
        creepId: id,
        creepName: "Al",
        creepBody: ["move"],
        store: { energy: 30 },
        deathTime: 102,
        decayTime: 107
      })
      yield* pass(4)
      assert.deepStrictEqual(
        (yield* all).map(({ type, ...fields }) => [type, fields["resourceType"], fields["energy"]]),
        [["energy", "energy", 30]]
      )
      yield* pass(1)
      assert.deepInclude(yield* one("energy"), { energy: 29 })
      yield* pass(29)
      assert.deepStrictEqual(yield* all, [])
    })
  )

  it.effect("refills sources 300 ticks after the first harvest", () =>
    Effect.gen(function* () {
      const { add, one, pass } = yield* plain
      yield* add({ type: "controller", x: 5, y: 5, level: 0 })
      const id = yield* add({ type: "source", x: 1, y: 1, energy: 10, energyCapacity: 1500 })
      yield* pass(1)
      assert.deepInclude(yield* one("source"), { energy: 10, nextRegenerationTime: 400 })
      yield* pass(298)
      assert.deepInclude(yield* one("source"), { energy: 10 })
      yield* pass(1)
      assert.deepInclude(yield* one("source"), { _id: id, energy: 1500, nextRegenerationTime: null })
    })
  )

  it.effect("leaves a fifth of the body's energy for the rest of its life in a tombstone", () =>
    Effect.gen(function* () {
      const { add, one, pass, user, world } = yield* plain
      const body = [
        { type: "work", hits: 100 },
        { type: "move", hits: 0 }
      ]
      const creep = { type: "creep", x: 3, y: 3, user, name: "Al", body, ageTime: 850, store: { H: 5 } }
      const id = yield* add({ ...creep, hits: 100, hitsMax: 200 })
      yield* world.rooms.changeObject(id, { hits: 0 })
      yield* pass(1)
      const tombstone = yield* one("tombstone")
      assert.deepInclude(tombstone, { creepTicksToLive: 750, store: { H: 5, energy: 15 } })
      assert.notProperty(tombstone, "creepSaying")
    })
  )

  it.effect("gives creeps empty action logs", () =>
    Effect.gen(function* () {
      const { add, one, pass, user } = yield* plain
      const actionLog = { attack: { x: 1, y: 1 } }
      yield* add({
        type: "creep",
        x: 3,
        y: 3,
        user,
        name: "Al",
        body: [],
        hits: 100,
        ageTime: 900,
        actionLog
      })
      yield* pass(1)
      assert.deepNestedInclude(yield* one("creep"), {
        "actionLog.attack": null,
        "actionLog.say": null,
        "actionLog.reserveController": null
      })
    })
  )

  it.effect("deactivates extensions above the limit of the controller's level, the farthest first", () =>
    Effect.gen(function* () {
      const { add, all, owned, pass, user, world } = yield* plain
      yield* world.rooms.changeObject(yield* owned, { level: 2 })
      yield* Effect.forEach([10, 35, 15, 20, 25, 30], (x) => add({ type: "extension", x, y: 5, user }))
      yield* pass(1)
      const extensions = (yield* all).filter(({ type }) => type === "extension")
      assert.deepStrictEqual(
        extensions.map(({ off, x }) => [x, off]),
        [10, 35, 15, 20, 25, 30].map((x) => [x, x === 35])
      )
    })
  )

  it.effect("enlarges sources in owned rooms", () =>
    Effect.gen(function* () {
      const { add, one, owned, pass } = yield* plain
      yield* owned
      yield* add({ type: "source", x: 1, y: 1, energy: 1500, energyCapacity: 1500 })
      yield* pass(1)
      assert.deepInclude(yield* one("source"), { energy: 1500, energyCapacity: 3000 })
      assert.notProperty(yield* one("source"), "nextRegenerationTime")
      yield* pass(1)
      assert.deepInclude(yield* one("source"), { energyCapacity: 3000, nextRegenerationTime: 401 })
    })
  )

  it.effect("regenerates a used-up mineral", () =>
    Effect.gen(function* () {
      const { add, one, pass } = yield* plain
      const mineral = { type: "mineral", x: 1, y: 1, mineralType: "H", density: 2 }
      const id = yield* add({ ...mineral, mineralAmount: 0, nextRegenerationTime: 102 })
      yield* pass(2)
      assert.deepInclude(yield* one("mineral"), {
        _id: id,
        mineralAmount: 35_000,
        nextRegenerationTime: null
      })
    })
  )

  it.effect("decays roads, ramparts and containers", () =>
    Effect.gen(function* () {
      const { add, all, pass } = yield* plain
      const old = { x: 1, y: 1, nextDecayTime: 101 }
      yield* add({ ...old, type: "road", hits: 5000 })
      yield* add({ ...old, type: "rampart", hits: 1000 })
      yield* add({ ...old, type: "container", hits: 250_000, store: {} })
      yield* add({ ...old, type: "road", x: 2, hits: 100 })
      yield* pass(1)
      assert.deepStrictEqual(
        (yield* all).map(({ type, ...fields }) => [type, fields["hits"], fields["nextDecayTime"]]),
        [
          ["road", 4900, 1101],
          ["rampart", 700, 201],
          ["container", 245_000, 201]
        ]
      )
    })
  )

  it.effect("ends reservations, and downgrades neglected controllers, whose progress grows", () =>
    Effect.gen(function* () {
      const { add, one, pass, user, world } = yield* plain
      const id = yield* add({ type: "controller", x: 5, y: 5, level: 0, reservation: { user, endTime: 102 } })
      yield* pass(2)
      assert.deepInclude(yield* one("controller"), { reservation: null })
      const held = { user, level: 2, progress: 7, safeMode: 104, safeModeAvailable: 1, downgradeTime: 104 }
      yield* world.rooms.changeObject(id, held)
      yield* pass(2)
      assert.deepInclude(yield* one("controller"), {
        user,
        level: 1,
        progress: 187,
        // The tick at which it ended stays.
        safeMode: 104,
        safeModeAvailable: 0,
        safeModeCooldown: 50_103,
        downgradeTime: 10_105
      })
      yield* world.rooms.changeObject(id, { downgradeTime: 105 })
      yield* pass(1)
      assert.deepInclude(yield* one("controller"), {
        user: null,
        level: 0,
        progress: 0,
        downgradeTime: null,
        safeMode: null
      })
    })
  )

  it.effect("turns a finished construction site into its structure", () =>
    Effect.gen(function* () {
      const { add, all, one, owned, pass, user, world } = yield* plain
      yield* owned
      const site = { type: "constructionSite", x: 7, y: 8, user, structureType: "extension" }
      const id = yield* add({ ...site, progress: 2999, progressTotal: 3000 })
      yield* pass(1)
      assert.deepInclude(yield* one("constructionSite"), { _id: id })
      yield* world.rooms.changeObject(id, { progress: 3000 })
      yield* pass(1)
      assert.notInclude(
        (yield* all).map(({ type }) => type),
        "constructionSite"
      )
      assert.deepInclude(yield* one("extension"), {
        x: 7,
        y: 8,
        user,
        hits: 1000,
        hitsMax: 1000,
        store: { energy: 0 },
        storeCapacityResource: { energy: 50 }
      })
    })
  )
})

describe("a spawn of a world", () => {
  it.effect("creates the requested creep, which appears after three ticks per part", () =>
    Effect.gen(function* () {
      const { one, pass, spawn, user, world } = yield* plain
      const id = yield* spawn
      yield* world.rooms.spawn(id, { name: "Al", body: ["work", "carry", "move"] })
      assert.deepInclude(yield* one("spawn"), {
        store: { energy: 100 },
        spawning: { name: "Al", needTime: 9, spawnTime: 109 }
      })
      assert.deepInclude(yield* one("creep"), { x: 25, y: 25, spawning: true, user, storeCapacity: 50 })
      yield* pass(8)
      assert.deepInclude(yield* one("creep"), { spawning: true })
      yield* pass(1)
      assert.deepInclude(yield* one("creep"), { x: 25, y: 24, spawning: false, ageTime: 1608 })
      assert.deepInclude(yield* one("spawn"), { spawning: null })
    })
  )

  it.effect("gains energy while its room has less than one creep's", () =>
    Effect.gen(function* () {
      const { one, pass, spawn, world } = yield* plain
      yield* world.rooms.changeObject(yield* spawn, { store: { energy: 298 } })
      yield* pass(1)
      assert.deepInclude(yield* one("spawn"), { store: { energy: 299 } })
      yield* pass(5)
      assert.deepInclude(yield* one("spawn"), { store: { energy: 300 } })
    })
  )

  it.effect("ends a test with a defect that explains why it cannot spawn", () =>
    Effect.gen(function* () {
      const { spawn, world } = yield* plain
      const id = yield* spawn
      const spawnError = (name: string, body: ReadonlyArray<string>) =>
        Effect.map(Effect.exit(world.rooms.spawn(id, { name, body })), (exit) => String(exit))
      assert.include(yield* spawnError("Al", ["claim"]), "not enough energy")
      assert.include(yield* spawnError("Al", []), "invalid args")
      assert.include(yield* spawnError("Al", ["wing"]), "Unknown body part in wing.")
      yield* world.rooms.spawn(id, { name: "Al", body: ["move"] })
      assert.include(yield* spawnError("Bo", ["move"]), "busy")
    })
  )
})

describe("a player's run", () => {
  const script = (evaluate: ScreepsWorld.Options["evaluate"]) =>
    Effect.gen(function* () {
      const world = ScreepsWorld.make({ accounts: [{ username: "bob" }], rooms: ["W1N1"], evaluate })
      const { _id: user } = yield* world.users.get("bob")
      return { world, settle: world.rooms.addObject("W1N1", { type: "spawn", x: 9, y: 9, user }) }
    })

  it.effect("is run by `evaluate` once per tick, with Memory and the active code", () =>
    Effect.gen(function* () {
      const runs: Array<readonly [number, string, number]> = []
      const { settle, world } = yield* script(({ branch, memory, shard, time }) => {
        const count = Number(memory["count"] ?? 0) + 1
        memory["count"] = count
        runs.push([time, `${shard} ${branch}`, count])
        return {}
      })
      yield* world.tick
      assert.deepStrictEqual(runs, [])
      yield* settle
      yield* world.tick
      yield* world.tick
      assert.deepStrictEqual(runs, [
        [2, "shard0 default", 1],
        [3, "shard0 default", 2]
      ])
      assert.deepStrictEqual(yield* world.users.memory("bob"), { count: 2 })
    })
  )

  it.effect("is not run for a player without CPU, nor for a blocked one", () =>
    Effect.gen(function* () {
      const runs: Array<number> = []
      const { settle, world } = yield* script(({ time }) => {
        runs.push(time)
        return {}
      })
      yield* settle
      yield* world.users.change("bob", { cpu: 0 })
      yield* world.tick
      yield* world.users.change("bob", { cpu: 20, blocked: true })
      yield* world.tick
      yield* world.users.change("bob", { blocked: false })
      yield* world.tick
      assert.deepStrictEqual(runs, [3])
    })
  )
})
