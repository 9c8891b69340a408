import type { ObjectDocument } from "@screeps-effect/testing/ScreepsWorld"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { alice, bob, home, makeServer, type Server } from "./support/server.ts"

const mods = ["screepsmod-auth", "screepsmod-admin-utils"]

interface BattleRecord {
  readonly room: string
  readonly classification: number
  readonly defender: string | false
  readonly attackers: ReadonlyArray<string>
  readonly powerCreeps: ReadonlyArray<object>
}

/** The objects in a room besides the controller. */
interface Scene {
  /** The controller's level; 0 without an owner. */
  readonly level?: number
  readonly reserved?: boolean
  readonly towers?: number
  readonly storage?: boolean
  readonly nuked?: boolean
  /** Creeps of bob, as numbers of parts by type. */
  readonly creeps?: ReadonlyArray<Readonly<Record<string, number>>>
  readonly boosted?: boolean
  /** Whether a third player has a creep. */
  readonly ally?: boolean
  readonly powerCreep?: boolean
}

const build = (server: Server, scene: Scene) =>
  Effect.gen(function* () {
    const { rooms, users } = server.world
    const host = (yield* users.get("alice"))._id
    const user = (yield* users.get("bob"))._id
    const put = (object: Partial<ObjectDocument> & { readonly type: string }) =>
      rooms.addObject(home.room, { x: 25, y: 25, ...object })
    yield* rooms.clear(home.room)
    yield* rooms.change(home.room, { lastPvpTime: 1 })
    const level = scene.level ?? 0
    yield* put({
      type: "controller",
      level,
      ...(level > 0 ? { user: host } : {}),
      ...(scene.reserved === true ? { reservation: { user: host, endTime: 99 } } : {})
    })
    yield* Effect.replicateEffect(put({ type: "tower", user: host }), scene.towers ?? 0)
    if (scene.storage === true) yield* put({ type: "storage", user: host })
    if (scene.nuked === true) yield* put({ type: "nuke", landTime: 100, launchRoomName: "W1N1" })
    for (const parts of scene.creeps ?? []) {
      const body = Object.entries(parts).flatMap(([type, count]) =>
        Array.from({ length: count }, () => ({
          type,
          hits: 100,
          ...(scene.boosted ? { boost: "XUH2O" } : {})
        }))
      )
      yield* put({ type: "creep", user, body })
    }
    if (scene.ally === true) {
      const third = yield* users.add({ username: "carol" })
      yield* put({ type: "creep", user: third, body: [{ type: "attack", hits: 100 }] })
    }
    if (scene.powerCreep === true) {
      const powers = { 1: { level: 2 }, 19: { level: 1 } }
      yield* put({ type: "powerCreep", user, name: "Op", className: "operator", level: 3, powers })
    }
  })

const fight = (scene: Scene) =>
  Effect.gen(function* () {
    const server = makeServer({ accounts: [alice, bob] }, { mods })
    yield* build(server, scene)
    const { body } = yield* server.get("/api/warpath/battles")
    return body as ReadonlyArray<BattleRecord>
  })

const one = { creeps: [{ attack: 1 }] }
const squad = { creeps: [{ attack: 25 }, { heal: 25 }], boosted: true }
const fortress = { level: 8, towers: 5, storage: true }

const weights: ReadonlyArray<readonly [string, Scene, number]> = [
  ["of healers against a host", { level: 1, creeps: [{ heal: 1 }] }, 0],
  ["of one creep in a reserved room", { reserved: true, ...one }, 1],
  ["of a squad in a reserved room", { reserved: true, ...squad }, 2],
  ["of a squad and others in a reserved room", { reserved: true, ...squad, ally: true }, 3],
  ["of one creep in a room without towers", { level: 3, ...one }, 1],
  ["of one creep in a room below level 6", { level: 3, towers: 1, ...one }, 2],
  ["of a squad in a room below level 6", { level: 3, towers: 1, ...squad }, 3],
  ["of one creep in a fortress", { ...fortress, ...one }, 3],
  ["of a squad in a room of level 6", { ...fortress, level: 6, ...squad }, 3],
  ["of a squad in a fortress", { ...fortress, ...squad }, 4],
  ["of many healers in a fortress", { ...fortress, creeps: [{ attack: 1, heal: 100 }] }, 4],
  ["of ten creeps in a fortress", { ...fortress, creeps: [{ attack: 250 }, { tough: 1 }], boosted: true }, 5],
  ["under a nuke that lands", { ...fortress, ...squad, nuked: true }, 5],
  ["with a power creep", { level: 3, ...one, powerCreep: true }, 2]
]

describe("a battle of the admin mod", () => {
  for (const [what, scene, weight] of weights) {
    it.effect(`${what} has the classification ${weight}`, () =>
      Effect.gen(function* () {
        const [battle] = yield* fight(scene)
        assert.strictEqual(battle?.classification, weight)
        assert.strictEqual(battle?.defender, "alice")
        assert.isTrue(battle?.attackers.includes("bob"))
      })
    )
  }

  it.effect("does not exist with a single party, except under a nuke", () =>
    Effect.gen(function* () {
      assert.isEmpty(yield* fight({ level: 3 }))
      assert.isEmpty(yield* fight(one))
      assert.lengthOf(yield* fight({ level: 3, nuked: true }), 1)
    })
  )

  it.effect("has no defender in a neutral room", () =>
    Effect.gen(function* () {
      const [battle] = yield* fight({ ...squad, ally: true })
      assert.deepInclude(battle, { classification: 1, defender: false, attackers: ["bob", "carol"] })
    })
  )

  it.effect("lists attacking power creeps and their powers", () =>
    Effect.gen(function* () {
      const [battle] = yield* fight({ level: 3, ...one, powerCreep: true })
      const powers = [
        { power: "GENERATE_OPS", level: 2 },
        { power: "OPERATE_FACTORY", level: 1 }
      ]
      assert.deepStrictEqual(battle?.powerCreeps, [{ name: "Op", className: "operator", level: 3, powers }])
    })
  )
})

describe("the rooms in which players fought", () => {
  const rooms = (server: Server, query: Readonly<Record<string, string>>) =>
    Effect.map(server.get("/api/experimental/pvp", query), ({ body }) => {
      const { pvp } = body as {
        readonly pvp: Readonly<Record<string, { readonly rooms: ReadonlyArray<{ readonly _id: string }> }>>
      }
      return Object.fromEntries(
        Object.entries(pvp).map(([shard, { rooms }]) => [shard, rooms.map(({ _id }) => _id)])
      )
    })

  it.effect("are returned by the admin mod within its interval, counted back from a tick", () =>
    Effect.gen(function* () {
      const server = makeServer({ tick: 20_000 }, { mods })
      yield* server.world.rooms.change("W1N1", { lastPvpTime: 19_500 })
      yield* server.world.rooms.change("W2N2", { lastPvpTime: 10_500 })
      yield* server.world.rooms.change("W3N3", { lastPvpTime: 9_000 })
      assert.deepStrictEqual(yield* rooms(server, {}), { shard0: ["W1N1"] })
      assert.deepStrictEqual(yield* rooms(server, { interval: "0" }), { shard0: [] })
      assert.deepStrictEqual(yield* rooms(server, { interval: "999999" }), { shard0: ["W1N1", "W2N2"] })
      assert.deepStrictEqual(yield* rooms(server, { start: "10000" }), { shard0: ["W1N1", "W2N2", "W3N3"] })
    })
  )

  it.effect("are returned by official servers for every shard since a given tick, most recent first", () =>
    Effect.gen(function* () {
      const server = makeServer({ tick: 20_000, shards: ["shard0", "shard1"] }, { dialect: "official" })
      yield* server.world.rooms.change("W1N1", { lastPvpTime: 10_500 })
      yield* server.world.rooms.change("W2N2", { lastPvpTime: 19_500 })
      yield* server.world.rooms.change("W3N3", { lastPvpTime: 19_990 }, "shard1")
      assert.deepStrictEqual(yield* rooms(server, {}), { shard0: [], shard1: [] })
      assert.deepStrictEqual(yield* rooms(server, { interval: "1000" }), {
        shard0: ["W2N2"],
        shard1: ["W3N3"]
      })
      assert.deepStrictEqual(yield* rooms(server, { start: "10000" }), {
        shard0: ["W2N2", "W1N1"],
        shard1: ["W3N3"]
      })
    })
  )
})
