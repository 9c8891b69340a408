import * as Game from "@screeps-effect/api/Game"
import * as Terrain from "@screeps-effect/schema/Terrain"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { always, ask, lines, why } from "./support/fake.ts"

describe("terrain", () => {
  it.effect("asks for digits and reads them (game-room-terrain.encoded)", () =>
    Effect.gen(function* () {
      const server = always("game/game-room-terrain.encoded")
      const terrain = yield* ask(Game.terrain({ room: "W1N8" }), server)
      assert.deepStrictEqual([terrain.at(0, 0), terrain.at(4, 0)], ["wall", "plain"])
      assert.deepStrictEqual(lines(server), ["GET /api/game/room-terrain?room=W1N8&encoded=1"])
    })
  )

  it.effect("reads a list of squares just as well (game-room-terrain.unencoded)", () =>
    Effect.gen(function* () {
      const ofDigits = yield* ask(Game.terrain({ room: "W1N8" }), always("game/game-room-terrain.encoded"))
      const ofList = yield* ask(Game.terrain({ room: "W1N8" }), always("game/game-room-terrain.unencoded"))
      assert.strictEqual(Terrain.encode(ofList), Terrain.encode(ofDigits))
    })
  )

  it.effect("is rejected for a room that does not exist (game-room-terrain.unknown-room)", () =>
    Effect.gen(function* () {
      const reason = yield* why(
        Game.terrain({ room: "W99N99" }),
        always("game/game-room-terrain.unknown-room")
      )
      assert.strictEqual(reason._tag, "Rejected")
      assert.strictEqual(reason.message, "invalid room")
    })
  )
})

describe("version", () => {
  it.effect("lists features of mods, whose versions are text (version.admin-utils)", () =>
    Effect.gen(function* () {
      const { packageVersion, serverData } = yield* ask(Game.version(), always("game/version.admin-utils"))
      assert.strictEqual(packageVersion, "4.3.0")
      assert.deepStrictEqual(serverData.features?.[1], { name: "screepsmod-auth", version: "2.7.2" })
      assert.strictEqual(serverData.historyChunkSize, 20)
    })
  )

  it.effect("may tell a shard without a name (version.admin-utils.shard-name-unset)", () =>
    Effect.gen(function* () {
      const { serverData } = yield* ask(Game.version(), always("game/version.admin-utils.shard-name-unset"))
      assert.deepStrictEqual(serverData.shards, [null])
    })
  )
})
