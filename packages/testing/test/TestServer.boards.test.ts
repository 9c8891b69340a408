import * as Credentials from "@screeps-effect/api/Credentials"
import * as Leaderboard from "@screeps-effect/api/Leaderboard"
import * as Scoreboard from "@screeps-effect/api/Scoreboard"
import * as ScreepsClient from "@screeps-effect/api/ScreepsClient"
import * as Seasons from "@screeps-effect/api/Seasons"
import type * as Session from "@screeps-effect/api/Session"
import * as Shards from "@screeps-effect/api/Shards"
import * as ObjectId from "@screeps-effect/schema/ObjectId"
import * as ScreepsWorld from "@screeps-effect/testing/ScreepsWorld"
import * as TestServer from "@screeps-effect/testing/TestServer"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"
import * as TestClock from "effect/testing/TestClock"
import { within } from "@screeps-effect/fixtures/time"

const players = ["ann", "ben", "cid", "dee", "eve"]

const worldOf = (options: ScreepsWorld.Options = {}) =>
  ScreepsWorld.make({ accounts: players.map((username) => ({ username })), ...options })

/** Runs a program as ann on an official server. */
const run = <A, E>(
  world: ScreepsWorld.ScreepsWorld,
  program: Effect.Effect<A, E, ScreepsClient.ScreepsClient | Session.Session>
) =>
  Effect.flatMap(world.users.grantToken("ann"), (token) =>
    within(
      Effect.provide(
        program,
        ScreepsClient.layerNoDeps().pipe(
          Layer.provide(Credentials.layerToken(token)),
          Layer.provide(TestServer.layer(world, { dialect: "official" }))
        )
      )
    )
  )

const month = (season: string, mode: "world" | "power" = "world") =>
  Effect.fnUntraced(function* (world: ScreepsWorld.ScreepsWorld) {
    for (const [index, username] of players.entries()) {
      yield* world.tables.addScore({ mode, season, username, score: (index * 7) % 5 })
    }
  })

describe("the leaderboard of an official TestServer", () => {
  it.effect("returns the best first, in pages", () => {
    const world = worldOf()
    return Effect.gen(function* () {
      yield* month("2026-11")(world)
      const entries = yield* run(
        world,
        Stream.runCollect(Leaderboard.entries({ season: "2026-11", limit: 2 }))
      )
      assert.deepStrictEqual(
        Array.from(entries, ({ rank, user }) => [rank.rank, rank.score, user?.username]),
        [
          [0, 4, "cid"],
          [1, 3, "eve"],
          [2, 2, "ben"],
          [3, 1, "dee"],
          [4, 0, "ann"]
        ]
      )
    })
  })

  it.effect("defaults to the present month and to control points", () => {
    const world = worldOf()
    return Effect.gen(function* () {
      yield* TestClock.setTime(Date.UTC(2026, 10, 21))
      yield* month("2026-11")(world)
      yield* month("2026-11", "power")(world)
      yield* month("2026-10")(world)
      const { count, list } = yield* run(world, Leaderboard.list())
      assert.strictEqual(count, 5)
      assert.deepStrictEqual([...new Set(list.map(({ season }) => season))], ["2026-11"])
    })
  })

  it.effect("returns a player's rank in one month, or in all months, most recent first", () => {
    const world = worldOf()
    return Effect.gen(function* () {
      for (const season of ["2026-09", "2026-10", "2026-11"]) yield* month(season)(world)
      const one = yield* run(world, Leaderboard.find({ username: "ben", season: "2026-10" }))
      assert.deepStrictEqual(
        Leaderboard.ranks(one).map(({ rank, season }) => [season, rank]),
        [["2026-10", 2]]
      )
      const all = yield* run(world, Leaderboard.find({ username: "ben" }))
      assert.deepStrictEqual(
        Leaderboard.ranks(all).map(({ season }) => season),
        ["2026-11", "2026-10", "2026-09"]
      )
    })
  })

  it.effect("has no result for an unknown user or for a month without points", () => {
    const world = worldOf()
    return Effect.gen(function* () {
      yield* month("2026-11")(world)
      for (const input of [{ username: "zed" }, { username: "ann", season: "2020-01" }] as const) {
        const { reason } = yield* run(world, Effect.flip(Leaderboard.find(input)))
        assert.deepInclude(reason, { _tag: "Rejected", detail: "result not found" })
      }
    })
  })
})

describe("the seasonal worlds of TestServer", () => {
  const season = (index: number, start: number, end: number) => ({
    _id: ObjectId.make(`season${index}`),
    title: `Season ${index}`,
    index,
    startDate: new Date(start).toISOString(),
    endDate: new Date(end).toISOString()
  })

  it.effect("return the running one with the user's rank, then the next one, then none", () => {
    const world = worldOf()
    return Effect.gen(function* () {
      yield* world.tables.addSeason(season(2, 50_000, 60_000))
      yield* world.tables.addSeason(season(1, 0, 40_000))
      yield* world.tables.setSeasonScore("ben", 10)
      yield* world.tables.setSeasonScore("ann", 5)
      const titles = []
      for (const at of [10_000, 45_000, 60_000]) {
        yield* TestClock.setTime(at)
        const now = yield* run(world, Seasons.current())
        titles.push(now === null ? null : [now.title, now.rank])
      }
      assert.deepStrictEqual(titles, [["Season 1", 2], ["Season 2", 2], null])
      const { list } = yield* run(world, Seasons.list())
      assert.deepStrictEqual(
        list.map(({ index }) => index),
        [1, 2]
      )
    })
  })

  it.effect("have a scoreboard in pages of at most 20", () => {
    const names = Array.from({ length: 45 }, (_, index) => `player${index}`)
    const world = worldOf({ accounts: [...players, ...names].map((username) => ({ username })) })
    return Effect.gen(function* () {
      for (const [index, username] of names.entries()) {
        yield* world.tables.setSeasonScore(username, 1000 - index)
      }
      const { meta, users } = yield* run(world, Scoreboard.list())
      assert.deepStrictEqual([meta?.length, users.length], [45, 20])
      const all = Array.from(yield* run(world, Stream.runCollect(Scoreboard.entries())))
      assert.deepStrictEqual(
        all.map(({ rank, username }) => [rank, username]),
        names.map((name, index) => [index + 1, name])
      )
    })
  })
})

describe("the shards of an official TestServer", () => {
  it.effect("return their tick durations and their numbers of players", () => {
    const world = worldOf({ shards: ["shard0", "shard3"] })
    return Effect.gen(function* () {
      yield* world.rooms.addObject("W1N1", { type: "creep", x: 1, y: 1, user: "nobody" }, "shard0")
      const { _id: user } = yield* world.users.get("ben")
      yield* world.rooms.addObject("W1N1", { type: "creep", x: 1, y: 1, user }, "shard3")
      for (const length of [0, 3000, 5000]) {
        yield* TestClock.adjust(length)
        yield* world.tick
      }
      const { shards } = yield* run(world, Shards.info())
      assert.deepStrictEqual(
        shards.map(({ lastTicks, name, tick, users }) => ({ name, lastTicks, tick, users })),
        [
          { name: "shard0", lastTicks: [5000, 3000], tick: 4000, users: 0 },
          { name: "shard3", lastTicks: [5000, 3000], tick: 4000, users: 1 }
        ]
      )
      assert.strictEqual((yield* run(world, Shards.tick({ shard: "shard3" }))).tick, 4000)
    })
  })
})
