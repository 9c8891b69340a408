/** Records of the world: kept, requested together, and never twice. */
import { assert, describe, it } from "@effect/vitest"
import type { RoomName } from "@screeps-effect/schema/RoomName"
import * as ScreepsWorld from "@screeps-effect/testing/ScreepsWorld"
import * as World from "@screeps-effect/world/World"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/testing/TestClock"
import { kept } from "./support/program.ts"

const bob = { username: "bob", password: "secret" }

/** The first rooms of a square. */
const roomsOf = (count: number): ReadonlyArray<RoomName> =>
  Array.from({ length: count }, (_, i): RoomName => `W${(i % 32) + 1}N${Math.floor(i / 32) + 1}`)

const makeWorld = (rooms: ReadonlyArray<RoomName> = roomsOf(8)) =>
  ScreepsWorld.make({ accounts: [bob], rooms })

describe("World.leaderboard", () => {
  it.effect("keeps a page for an hour, and a page of a month that had ended for ever", () => {
    const world = makeWorld()
    const { layer, sent } = kept(world, { server: { dialect: "official", shard: "shard0" } })
    const past = World.leaderboard({ season: "2026-01" })
    return Effect.gen(function* () {
      yield* TestClock.setTime(Date.parse("2026-01-15T00:00:00Z"))
      yield* world.tables.addScore({ username: "bob", mode: "world", season: "2026-01", score: 7 })
      const { page } = yield* World.leaderboard()
      assert.deepStrictEqual(
        page.list.map(({ score }) => score),
        [7]
      )
      assert.strictEqual(sent.count("/api/leaderboard/list"), 1)
      yield* past
      assert.strictEqual(sent.count("/api/leaderboard/list"), 1)
      yield* TestClock.setTime(Date.parse("2026-02-02T00:00:00Z"))
      yield* past
      assert.strictEqual(sent.count("/api/leaderboard/list"), 2)
      yield* TestClock.adjust("1000 days")
      yield* past
      assert.strictEqual(sent.count("/api/leaderboard/list"), 2)
    }).pipe(Effect.provide(layer))
  })
})
