import type * as RoomName from "@screeps-effect/schema/RoomName"
import * as ScreepsWorld from "@screeps-effect/testing/ScreepsWorld"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/testing/TestClock"
import { bob, home, makeServer } from "./support/server.ts"

describe("the size of a world", () => {
  const size = (rooms?: ReadonlyArray<RoomName.RoomName>) =>
    Effect.map(
      makeServer(rooms === undefined ? {} : { rooms }).get("/api/game/world-size"),
      ({ body }) => body
    )

  it.effect("is that of the default map when no rooms are given", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* size(), { ok: 1, width: 12, height: 12 })
    })
  )

  it.effect("is its larger side, twice", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* size(["E0S0"]), { ok: 1, width: 1, height: 1 })
      assert.deepStrictEqual(yield* size(["E0S0", "E4S1"]), { ok: 1, width: 5, height: 5 })
      assert.deepStrictEqual(yield* size(["W0N0", "E0S0"]), { ok: 1, width: 2, height: 2 })
      assert.deepStrictEqual(yield* size(["W2N0", "E1S0"]), { ok: 1, width: 5, height: 5 })
    })
  )

  it.effect("excludes rooms that were not given", () =>
    Effect.gen(function* () {
      const server = makeServer({ rooms: ["W1N1", "W2N1"] })
      const headers = yield* server.signIn(bob)
      const status = (room: string) =>
        Effect.map(server.get("/api/game/room-status", { room }, headers), ({ body }) => body)
      assert.deepStrictEqual(yield* status("W2N1"), { ok: 1, room: { status: "normal" } })
      assert.deepStrictEqual(yield* status("W3N1"), { ok: 1, room: {} })
    })
  )
})

describe("the clock of a world", () => {
  it.effect("advances only by world.tick", () =>
    Effect.gen(function* () {
      const world = ScreepsWorld.make({ tick: 100 })
      yield* TestClock.adjust("1 day")
      assert.strictEqual(Number(yield* world.time), 100)
      assert.strictEqual(Number(yield* world.tick), 101)
      assert.strictEqual(Number(yield* world.time), 101)
    })
  )

  it.effect("starts at tick 1 by default", () =>
    Effect.gen(function* () {
      assert.strictEqual(Number(yield* ScreepsWorld.make().time), 1)
    })
  )
})

describe("the console of a world", () => {
  it.effect("stores the lines of each player, oldest first, without running them", () =>
    Effect.gen(function* () {
      const server = makeServer()
      const headers = yield* server.settle(bob, home)
      for (const expression of ["Game.time", "))("]) {
        yield* server.post("/api/user/console", { expression }, headers)
        yield* server.world.tick
      }
      yield* server.post("/api/user/console", { expression: "x".repeat(1023) }, headers)
      assert.deepStrictEqual(yield* server.world.users.consoleLines("bob"), ["Game.time", "))("])
      assert.deepStrictEqual(yield* server.world.users.consoleLines("alice"), [])
      assert.deepStrictEqual(yield* server.world.users.consoleLines("nobody"), [])
    })
  )
})
