/** Endpoints that the official client of 2026 calls: what they change and return in a world of its own. */
import * as Account from "@screeps-effect/api/Account"
import * as Auth from "@screeps-effect/api/Auth"
import * as Credentials from "@screeps-effect/api/Credentials"
import * as Game from "@screeps-effect/api/Game"
import * as History from "@screeps-effect/api/History"
import * as ScreepsClient from "@screeps-effect/api/ScreepsClient"
import * as Seasons from "@screeps-effect/api/Seasons"
import * as User from "@screeps-effect/api/User"
import * as ObjectId from "@screeps-effect/schema/ObjectId"
import * as ScreepsWorld from "@screeps-effect/testing/ScreepsWorld"
import * as TestServer from "@screeps-effect/testing/TestServer"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as TestClock from "effect/testing/TestClock"

const makeWorld = () =>
  ScreepsWorld.make({
    accounts: [{ username: "alice" }, { username: "bob" }],
    shards: ["shard3", "shardX"],
    rooms: ["E1S1", "W1N1"],
    historyChunkSize: 5
  })

/** Runs a program as alice on an official server with this world. */
const play = <A, E>(
  world: ScreepsWorld.ScreepsWorld,
  program: Effect.Effect<A, E, ScreepsClient.ScreepsClient>
) =>
  Effect.flatMap(world.users.grantToken("alice"), (token) =>
    Effect.provide(
      program,
      ScreepsClient.layerNoDeps().pipe(
        Layer.provide(Credentials.layerToken(token)),
        Layer.provide(TestServer.layer(world, { dialect: "official" }))
      )
    )
  )

const reasonOf = <A, E extends { readonly message: string }, R>(call: Effect.Effect<A, E, R>) =>
  Effect.map(Effect.flip(call), ({ message }) => message)

describe("an official TestServer", () => {
  it.effect("spends CPU unlocks and access keys, as many as the account has", () =>
    Effect.gen(function* () {
      const world = makeWorld()
      yield* world.users.change("alice", { resources: { cpuUnlock: 2, accessKey: 3 } })
      const program = Effect.gen(function* () {
        yield* Account.activateCpuUnlocks({ count: 1 })
        yield* Account.activateShardAccess({ shard: "shardX", count: 2 })
        assert.include(
          yield* reasonOf(Account.activateShardAccess({ shard: "shardX", count: 2 })),
          "not enough resources"
        )
        assert.isFalse((yield* Seasons.access()).access)
        yield* Seasons.enter()
        assert.isTrue((yield* Seasons.access()).access)
        return (yield* Auth.me()).resources
      })
      assert.deepStrictEqual(yield* play(world, program), { cpuUnlock: 1, accessKey: 0 })
    })
  )

  it.effect("refuses access to a shard that the world does not have", () =>
    Effect.gen(function* () {
      const world = makeWorld()
      yield* world.users.change("alice", { resources: { accessKey: 3 } })
      const call = Account.activateShardAccess({ shard: "shardY", count: 1 })
      assert.include(yield* play(world, reasonOf(call)), "invalid shard")
      assert.strictEqual((yield* world.users.get("alice")).resources["accessKey"], 3)
    })
  )

  it.effect("finds objects on every shard, and refuses an unknown id", () =>
    Effect.gen(function* () {
      const world = makeWorld()
      const [object] = yield* world.rooms.objects("W1N1", "shardX")
      const program = Effect.gen(function* () {
        const found = yield* Game.findObject({ _id: ObjectId.make(object?._id ?? "none") })
        assert.strictEqual(found.object.room, "W1N1")
        return yield* reasonOf(Game.findObject({ _id: ObjectId.make("none") }))
      })
      assert.include(yield* play(world, program), "invalid id")
    })
  )

  it.effect("returns a room of a novice area while it is one, on the given shard", () =>
    Effect.gen(function* () {
      const world = makeWorld()
      yield* world.rooms.change("E1S1", { novice: 60_000 }, "shard3")
      const program = Effect.gen(function* () {
        assert.strictEqual((yield* Game.randomNoviceRoom()).room, "E1S1")
        assert.isUndefined((yield* Game.randomNoviceRoom({ shard: "shardX" })).room)
        yield* TestClock.adjust("1 minute")
        return yield* Game.randomNoviceRoom()
      })
      assert.isUndefined((yield* play(world, program)).room)
    })
  )

  it.effect("shares a part of room history by a code, and returns its chunks", () =>
    Effect.gen(function* () {
      const world = makeWorld()
      const { _id: user } = yield* world.users.get("alice")
      yield* world.rooms.addObject("W1N1", { type: "spawn", x: 25, y: 25, user, name: "Spawn1" }, "shardX")
      yield* Effect.replicateEffect(world.tick, 12)
      const program = Effect.gen(function* () {
        const { code } = yield* History.share({ room: "W1N1", shard: "shardX", time: 7 })
        const { maxTime, minTime, room } = yield* History.shared({ code })
        assert.deepStrictEqual([room, Number(minTime), Number(maxTime)], ["W1N1", 5, 9])
        const chunk = yield* History.sharedChunk({ code, tick: 5, room: "W1N1" })
        assert.deepStrictEqual(Object.keys(chunk.ticks), ["5", "6", "7", "8", "9"])
        assert.include(yield* reasonOf(History.shared({ code: "none" })), "invalid code")
        return yield* reasonOf(History.sharedChunk({ code, tick: 6, room: "W1N1" }))
      })
      assert.include(yield* play(world, program), "no history is recorded from tick 6")
    })
  )

  it.effect("returns both sides of a deal, and nobody for another deal", () =>
    Effect.gen(function* () {
      const world = makeWorld()
      const deal = { roomName: "E1S1", targetRoomName: "W1N1" } as const
      const market = { resourceType: "energy", price: 1, amount: 10, ...deal }
      yield* world.tables.charge({ username: "alice", change: 10, type: "market.sell", market })
      yield* world.tables.charge({ username: "bob", change: -10, type: "market.buy", market })
      const program = Effect.gen(function* () {
        const [entry] = (yield* User.moneyHistory()).list
        const tick = Number(entry?.tick)
        const { orders, users } = yield* User.moneyHistoryDetails({ tick, ...deal })
        assert.lengthOf((yield* User.moneyHistoryDetails({ tick, roomName: "W1N1" })).orders, 0)
        return orders.map(({ type, user }) => [type, users?.[user ?? ""]?.username])
      })
      assert.deepStrictEqual(yield* play(world, program), [
        ["market.sell", "alice"],
        ["market.buy", "bob"]
      ])
    })
  )
})
