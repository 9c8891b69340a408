import * as Game from "@screeps-effect/api/Game"
import * as ObjectId from "@screeps-effect/schema/ObjectId"
import * as Terrain from "@screeps-effect/schema/Terrain"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { assertExchange } from "./support/exchange.ts"
import { always, run, lines, reasonOf } from "./support/fake.ts"

describe("Game.terrain", () => {
  it.effect("requests and decodes encoded terrain (game-room-terrain.encoded)", () =>
    Effect.gen(function* () {
      const server = always("game/game-room-terrain.encoded")
      const terrain = yield* run(Game.terrain({ room: "W1N8" }), server)
      assert.deepStrictEqual([terrain.at(0, 0), terrain.at(4, 0)], ["wall", "plain"])
      assert.deepStrictEqual(lines(server), ["GET /api/game/room-terrain?room=W1N8&encoded=1"])
    })
  )

  it.effect("decodes a list of squares to the same terrain (game-room-terrain.unencoded)", () =>
    Effect.gen(function* () {
      const ofDigits = yield* run(Game.terrain({ room: "W1N8" }), always("game/game-room-terrain.encoded"))
      const ofList = yield* run(Game.terrain({ room: "W1N8" }), always("game/game-room-terrain.unencoded"))
      assert.strictEqual(Terrain.encode(ofList), Terrain.encode(ofDigits))
    })
  )

  it.effect("fails with Rejected for a room that does not exist (game-room-terrain.unknown-room)", () =>
    Effect.gen(function* () {
      const reason = yield* reasonOf(
        Game.terrain({ room: "W99N99" }),
        always("game/game-room-terrain.unknown-room")
      )
      assert.strictEqual(reason._tag, "Rejected")
      assert.strictEqual(reason.message, "invalid room")
    })
  )
})

describe("Game.version", () => {
  it.effect("returns features of mods, whose versions are text (version.admin-utils)", () =>
    Effect.gen(function* () {
      const { packageVersion, serverData } = yield* run(Game.version(), always("game/version.admin-utils"))
      assert.strictEqual(packageVersion, "4.3.0")
      assert.deepStrictEqual(serverData?.features?.[1], { name: "screepsmod-auth", version: "2.7.2" })
      assert.strictEqual(serverData?.historyChunkSize, 20)
    })
  )

  it.effect("returns null for a shard without a name (version.admin-utils.shard-name-unset)", () =>
    Effect.gen(function* () {
      const { serverData } = yield* run(Game.version(), always("game/version.admin-utils.shard-name-unset"))
      assert.deepStrictEqual(serverData?.shards, [null])
    })
  )
})

describe("Game.findObject", () => {
  it.effect("returns the room of an object", () =>
    Effect.gen(function* () {
      const call = Game.findObject({ _id: ObjectId.make("5c3f00000000000000000262") })
      const { object } = yield* assertExchange(call, "game.find-object.found")
      assert.strictEqual(object.room, "E1S1")
    })
  )
})

describe("Game.randomNoviceRoom", () => {
  it.effect("returns a room of a novice area and its shard, or no room", () =>
    Effect.gen(function* () {
      const found = yield* assertExchange(Game.randomNoviceRoom(), "game.random-novice-room.found")
      assert.deepStrictEqual([found.room, found.shard], ["E12S34", "shard3"])
      const none = yield* assertExchange(Game.randomNoviceRoom(), "game.random-novice-room.none")
      assert.isUndefined(none.room)
    })
  )
})
