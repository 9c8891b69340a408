import * as Auth from "@screeps-effect/api/Auth"
import * as Intents from "@screeps-effect/api/Intents"
import * as PowerCreeps from "@screeps-effect/api/PowerCreeps"
import * as DbInsert from "@screeps-effect/schema/DbInsert"
import * as Intent from "@screeps-effect/schema/Intent"
import * as Millis from "@screeps-effect/schema/Millis"
import * as PowerCreepRecord from "@screeps-effect/schema/PowerCreepRecord"
import * as Tick from "@screeps-effect/schema/Tick"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/testing/TestClock"
import { grantRoom, makeWorld, only, play, playOfficial, standing, text } from "./support/play.ts"
import { alice, bob } from "./support/server.ts"

const room = "W5N8"

/** A world in which bob has five levels of power and a power creep. */
const setUp = Effect.gen(function* () {
  const world = makeWorld()
  yield* world.users.change("bob", { power: 25_000 })
  const bobs = play(world, bob)
  const id = DbInsert.createdId(yield* bobs(PowerCreeps.create({ name: "Op1", className: "operator" })))
  assert.isDefined(id)
  const list = Effect.map(bobs(PowerCreeps.list()), ({ list }) => list)
  const first = Effect.map(list, ([creep]) => {
    assert.isDefined(creep)
    return creep
  })
  /** Sends an intent of bob's account and runs it. */
  const runIntent = (wanted: Parameters<typeof Intents.addGlobalIntent>[0]) =>
    Effect.andThen(bobs(Intents.addGlobalIntent(wanted)), world.tick)
  return { world, bobs, id, list, first, runIntent }
})

/** The same with a power spawn that has spawned the power creep. */
const spawned = Effect.gen(function* () {
  const all = yield* setUp
  const { user } = yield* grantRoom(all.world, "bob", room)
  const powerSpawn = yield* all.world.rooms.addObject(room, { type: "powerSpawn", x: 20, y: 20, user })
  const spawn = Intent.spawnPowerCreep({ id: powerSpawn, name: "Op1" })
  yield* all.runIntent(spawn)
  return { ...all, user, spawn }
})

describe("a power creep on TestServer", () => {
  it.effect("uses levels of its account when it is created and when it is upgraded", () =>
    Effect.gen(function* () {
      const { bobs, first, id, list } = yield* setUp
      assert.deepInclude(yield* first, { _id: id, name: "Op1", level: 0, hitsMax: 1000, storeCapacity: 100 })
      assert.strictEqual(PowerCreepRecord.freeLevels(25_000, yield* list), 4)
      yield* bobs(PowerCreeps.upgrade({ id, powers: { 1: 1, 2: 2 } }))
      const powers = { "1": { level: 1 }, "2": { level: 2 } }
      assert.deepInclude(yield* first, { level: 3, hitsMax: 4000, storeCapacity: 400, powers })
      const more = yield* Effect.flip(bobs(PowerCreeps.upgrade({ id, powers: { 1: 2, 2: 2, 3: 1 } })))
      assert.strictEqual(text(more), "not enough power level")
      const forgotten = yield* Effect.flip(bobs(PowerCreeps.upgrade({ id, powers: { 1: 1 } })))
      assert.strictEqual(text(forgotten), "cannot downgrade power 2")
      yield* bobs(PowerCreeps.create({ name: "Op2", className: "operator" }))
      const third = yield* Effect.flip(bobs(PowerCreeps.create({ name: "Op3", className: "operator" })))
      assert.strictEqual(text(third), "not enough power level")
    })
  )

  it.effect("gets powers only in a reachable order, and no more than 25 levels", () =>
    Effect.gen(function* () {
      const { bobs, id, world } = yield* setUp
      yield* world.users.change("bob", { power: 2_000_000 })
      const teach = (powers: PowerCreeps.PowerLevels) =>
        Effect.result(bobs(PowerCreeps.upgrade({ id, powers })))
      // Regeneration requires a creep of level 10, which these powers alone do not reach.
      const results = yield* Effect.all([
        teach({ 1: 2, 13: 5, 14: 5 }),
        teach({ 1: 5, 2: 5, 3: 5, 4: 5, 5: 5, 6: 5 }),
        teach({ 1: 3, 2: 3, 3: 3, 13: 1 }),
        teach({ 1: 3, 2: 3, 3: 3, 4: 1, 13: 1 })
      ])
      assert.deepStrictEqual(
        results.map((result) => (result._tag === "Success" ? "upgraded" : text(result.failure))),
        ["not enough level for power 13", "max level", "powers set is not valid", "upgraded"]
      )
    })
  )

  it.effect("can be renamed to a name that no other one of the account has", () =>
    Effect.gen(function* () {
      const { bobs, first, id, world } = yield* setUp
      yield* bobs(PowerCreeps.rename({ id, name: "Second" }))
      assert.strictEqual((yield* first).name, "Second")
      const others = yield* Effect.flip(play(world, alice)(PowerCreeps.rename({ id, name: "Mine" })))
      assert.strictEqual(text(others), "invalid id")
    })
  )

  it.effect("is removed a day after its deletion, with a level of power, unless that is cancelled", () =>
    Effect.gen(function* () {
      const { bobs, first, id, list, world } = yield* setUp
      yield* bobs(PowerCreeps.remove({ id }))
      assert.strictEqual((yield* first).deleteTime, 86_400_000)
      yield* bobs(PowerCreeps.cancelDelete({ id }))
      assert.isUndefined((yield* first).deleteTime)
      yield* TestClock.adjust("2 days")
      yield* world.tick
      assert.strictEqual((yield* list).length, 1)
      yield* bobs(PowerCreeps.remove({ id }))
      yield* TestClock.adjust("1 day")
      yield* world.tick
      assert.strictEqual((yield* list).length, 1)
      yield* TestClock.adjust("1 millis")
      yield* world.tick
      assert.deepStrictEqual([yield* list, (yield* world.users.get("bob")).power], [[], 16_000])
    })
  )

  it.effect("is spawned at a power spawn, and listed with the fields of its room object", () =>
    Effect.gen(function* () {
      const { runIntent, bobs, first, id, spawn, user, world } = yield* spawned
      const place = {
        type: "powerCreep",
        room,
        x: 20,
        y: 20,
        hits: 1000,
        ageTime: Tick.make(5001),
        shard: ""
      }
      assert.deepInclude(yield* first, { _id: id, spawnCooldownTime: null, ...place })
      assert.deepInclude(yield* only(world, room, "powerCreep"), { _id: id, user, name: "Op1" })
      yield* bobs(PowerCreeps.upgrade({ id, powers: { 1: 1 } }))
      assert.deepInclude(yield* only(world, room, "powerCreep"), { level: 1, hitsMax: 2000 })
      yield* runIntent(spawn)
      assert.strictEqual((yield* standing(world, room)).length, 2)
    })
  )

  it.effect("dies by its account's intent, and can be spawned again after eight hours", () =>
    Effect.gen(function* () {
      const { runIntent, first, id, spawn, world } = yield* spawned
      yield* runIntent(Intent.suicidePowerCreep({ id }))
      const grave = {
        powerCreepId: id,
        powerCreepName: "Op1",
        powerCreepTicksToLive: 4999,
        powerCreepLevel: 0
      }
      assert.deepInclude(yield* only(world, room, "tombstone"), grave)
      assert.deepInclude(yield* first, { spawnCooldownTime: Millis.make(28_800_000), shard: null })
      yield* runIntent(spawn)
      assert.isUndefined((yield* first).room)
      yield* TestClock.adjust("8 hours")
      yield* runIntent(spawn)
      assert.strictEqual((yield* first).room, room)
    })
  )

  it.effect("dies of age", () =>
    Effect.gen(function* () {
      const { id, world } = yield* spawned
      yield* world.rooms.changeObject(id, { ageTime: 4 })
      yield* world.tick
      assert.strictEqual((yield* only(world, room, "powerCreep"))._id, id)
      yield* world.tick
      assert.deepInclude(yield* only(world, room, "tombstone"), {
        powerCreepId: id,
        powerCreepTicksToLive: 1
      })
    })
  )

  it.effect("is created, upgraded, renamed and deleted by intents", () =>
    Effect.gen(function* () {
      const { runIntent, first, id, list } = yield* setUp
      yield* runIntent(Intent.createPowerCreep({ name: "Op2", className: "operator" }))
      yield* runIntent(Intent.createPowerCreep({ name: "Op2", className: "operator" }))
      assert.strictEqual((yield* list).length, 2)
      yield* runIntent(Intent.upgradePowerCreep({ id, power: 2 }))
      // The second level of a power requires a creep of level 2.
      yield* runIntent(Intent.upgradePowerCreep({ id, power: 2 }))
      assert.deepInclude(yield* first, { level: 1, powers: { "2": { level: 1 } } })
      yield* runIntent(Intent.renamePowerCreep({ id, name: "Op2" }))
      yield* runIntent(Intent.deletePowerCreep({ id }))
      assert.deepInclude(yield* first, { name: "Op1", deleteTime: Millis.make(86_400_000) })
      yield* runIntent(Intent.deletePowerCreep({ id, cancel: true }))
      assert.deepInclude(yield* first, { deleteTime: null })
    })
  )
})

describe("a period of power experimentation on TestServer", () => {
  it.effect("uses up a reset, and lasts a day", () =>
    Effect.gen(function* () {
      const { bobs, id, world } = yield* setUp
      yield* world.users.change("bob", { powerExperimentations: 1 })
      yield* bobs(PowerCreeps.experimentation())
      const experiment = { powerExperimentations: 0, powerExperimentationTime: 86_400_000 }
      assert.deepInclude(yield* bobs(Auth.me()), experiment)
      assert.strictEqual(text(yield* Effect.flip(bobs(PowerCreeps.experimentation()))), "no power resets")
      // Private servers crash here.
      assert.strictEqual((yield* Effect.flip(bobs(PowerCreeps.remove({ id })))).reason._tag, "ServerFault")
      yield* TestClock.adjust("1 day")
      yield* bobs(PowerCreeps.remove({ id }))
    })
  )

  it.effect("removes power creeps of official servers at once", () =>
    Effect.gen(function* () {
      const { id, list, world } = yield* setUp
      yield* world.users.change("bob", { powerExperimentations: 1 })
      const bobs = playOfficial(world, bob, "shard0")
      yield* bobs(Effect.andThen(PowerCreeps.experimentation(), PowerCreeps.remove({ id })))
      assert.deepStrictEqual([yield* list, (yield* world.users.get("bob")).power], [[], 25_000])
    })
  )
})
