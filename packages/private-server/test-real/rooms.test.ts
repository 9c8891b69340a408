/** A server with rooms of one's own: only these rooms, without other players. */
import { assert, describe, it } from "@effect/vitest"
import { Bots, Objects, Rooms, Storage, System } from "@screeps-effect/private-server"
import type { RoomName } from "@screeps-effect/schema/RoomName"
import * as Terrain from "@screeps-effect/schema/Terrain"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { inject } from "vitest"
import * as RealServer from "./support/server.ts"

/** Plains with walls around, and a wall from top to bottom with one gap in its last row. */
const terrain = Result.getOrThrow(
  Terrain.decode(
    Array.from({ length: 2500 }, (_, index) => {
      const [x, y] = [index % 50, Math.floor(index / 50)]
      const isEdge = x === 0 || x === 49 || y === 0 || y === 49
      return isEdge || (x === 25 && y !== 48) ? "1" : "0"
    }).join("")
  )
)
const room: RoomName = "E3S4"

/** Stores how long the paths of the script's and of the engine's path finders are. */
const main = `module.exports.loop = () => {
  const from = new RoomPosition(10, 10, "${room}"), to = new RoomPosition(40, 10, "${room}")
  Memory.path = PathFinder.search(from, { pos: to, range: 0 }).path.length
}`

const layer = RealServer.layer({ paused: true, tickRate: "1 millis", rooms: [{ room, terrain }] })

describe.skipIf(inject("whyNot") !== "")("a server with rooms of one's own", () => {
  it.layer(layer, { timeout: "1 minute", excludeTestServices: true })((it) => {
    it.effect("has these rooms, no objects, and the game's own accounts", () =>
      Effect.gen(function* () {
        assert.deepStrictEqual(
          (yield* Rooms.list).map(({ _id, status }) => [_id, status]),
          [[room, "normal"]]
        )
        assert.deepStrictEqual(yield* Rooms.terrain(room), terrain)
        assert.deepStrictEqual(yield* Objects.find({}), [])
        const users = yield* Storage.find("users", Schema.Struct({ username: Schema.String }))
        assert.deepStrictEqual(users.map(({ username }) => username).toSorted(), [
          "Invader",
          "Screeps",
          "Source Keeper"
        ])
      })
    )

    it.effect("runs scripts whose path finder knows the terrain from the first tick", () =>
      Effect.gen(function* () {
        yield* Objects.insert([{ type: "controller", room, x: 5, y: 5, level: 0 }])
        const bot = yield* Bots.spawn({ bot: "walker", room, x: 10, y: 12, modules: { main } })
        yield* System.step(2)
        const memory = yield* Storage.get(`memory:${bot._id}`)
        // Down to the gap in row 48 and up again, instead of 30 squares straight ahead.
        assert.strictEqual(memory, '{"path":76}')
      })
    )
  })

  it.effect("does not start with a room that the game cannot have", () =>
    Effect.gen(function* () {
      const exit = yield* Effect.exit(
        Effect.scoped(
          RealServer.make({
            rooms: [
              { room: "W1N1", terrain },
              { room: "W1N1", terrain }
            ]
          })
        )
      )
      assert.isTrue(Exit.isFailure(exit))
      assert.include(Exit.isFailure(exit) ? Cause.pretty(exit.cause) : "", "W1N1 is there twice")
    })
  )
})
