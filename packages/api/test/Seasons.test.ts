import * as Seasons from "@screeps-effect/api/Seasons"
import * as Season from "@screeps-effect/schema/Season"
import * as UserId from "@screeps-effect/schema/UserId"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { assertExchange, assertFails, assertInvalidInput } from "./support/exchange.ts"

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

describe("Seasons.access and Seasons.enter", () => {
  it.effect("return whether the account may enter the season, and enter it", () =>
    Effect.gen(function* () {
      const { access } = yield* assertExchange(Seasons.access(), "seasons.access")
      assert.isTrue(access)
      yield* assertExchange(Seasons.enter(), "seasons.enter")
    })
  )
})

describe("Seasons.lastPost", () => {
  it.effect("returns the id of the newest post of the chronicle", () =>
    Effect.gen(function* () {
      const { post } = yield* assertExchange(Seasons.lastPost(), "seasons.last-post")
      assert.strictEqual(post?._id, "5c3f000000000000000000e7")
    })
  )
})

describe("Seasons.ranks", () => {
  const userId = UserId.make("57874d42d0ae911e3bd15bbc")

  it.effect("returns a player's ranks with the number of their season", () =>
    Effect.gen(function* () {
      const { seasons, usersSeasons } = yield* assertExchange(Seasons.ranks({ userId }), "seasons.ranks")
      const titles = usersSeasons.map(({ rank, season }) => [
        seasons.find(({ index }) => index === season)?.title,
        rank
      ])
      assert.deepStrictEqual(titles, [
        ["Season 8", 17],
        ["Season 9", 204]
      ])
    })
  )

  it.effect("rejects an id that would change the path, without a request", () =>
    assertInvalidInput(Seasons.ranks({ userId: UserId.make("../1") }), "userId")
  )
})
