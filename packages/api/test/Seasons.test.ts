import * as Seasons from "@screeps-effect/api/Seasons"
import * as Season from "@screeps-effect/schema/Season"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { assertExchange, assertFails } from "./support/exchange.ts"

describe("Seasons.current", () => {
  it.effect("returns the season with the user's rank", () =>
    Effect.gen(function* () {
      const season = yield* assertExchange(Seasons.current(), "seasons.current.running")
      assert.isNotNull(season)
      assert.deepStrictEqual([season.title, season.index, season.rank], ["Season 9", 9, 12])
      assert.strictEqual(Season.phase(season, Date.UTC(2026, 10, 21)), "running")
    })
  )

  it.effect("returns null between seasons", () =>
    Effect.gen(function* () {
      assert.isNull(yield* assertExchange(Seasons.current(), "seasons.current.none"))
    })
  )

  it.effect("fails with EndpointNotFound on private servers", () =>
    assertFails(Seasons.current(), "game/seasons-current.unmodded-404", "EndpointNotFound")
  )
})

describe("Seasons.list", () => {
  it.effect("returns seasons, first one first, and fails on private servers", () =>
    Effect.gen(function* () {
      const { list } = yield* assertExchange(Seasons.list(), "seasons.list")
      assert.deepStrictEqual(
        list.map(({ index }) => index),
        [8, 9]
      )
      yield* assertFails(Seasons.list(), "game/seasons-current.unmodded-404", "EndpointNotFound")
    })
  )
})
