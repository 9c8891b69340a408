import * as Leaderboard from "@screeps-effect/api/Leaderboard"
import { toResponse } from "@screeps-effect/fixtures"
import * as Rank from "@screeps-effect/schema/Rank"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import * as TestClock from "effect/testing/TestClock"
import { answering, assertExchange, assertFails, assertRefused, fixture, told } from "./support/exchange.ts"
import { asGuest, ask, type Asked, fake, lines } from "./support/fake.ts"

const untyped = (operation: unknown) => operation as (input: unknown) => ReturnType<typeof Leaderboard.list>
const november = Date.UTC(2026, 10, 21)

/** Three ranks, told two at a time. */
const paged = () =>
  fake(({ url }) => {
    const offset = Number(url.searchParams.get("offset"))
    return toResponse(fixture(offset === 0 ? "leaderboard.list.first" : "leaderboard.list.last"))
  })

describe("a leaderboard", () => {
  it.effect("is of this month, ten ranks from the first, unless told otherwise", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(november)
      const server = answering("game/leaderboard-list.default")
      const page = yield* ask(Leaderboard.list(), server, { who: asGuest })
      assert.deepStrictEqual(page, { ok: 1, list: [], count: 0, users: {} })
      assert.deepStrictEqual(told(server), [
        {
          line: "GET /api/leaderboard/list",
          query: { limit: "10", mode: "world", offset: "0", season: "2026-11" },
          body: undefined
        }
      ])
    })
  )

  it.effect("begins with the first rank for null, too", () =>
    Effect.gen(function* () {
      const server = answering("game/leaderboard-list.default")
      yield* ask(Leaderboard.list({ offset: null }), server)
      assert.strictEqual(server.asked[0]?.url.searchParams.get("offset"), "0")
    })
  )

  it.effect("is of the month that it is in UTC", () =>
    Effect.gen(function* () {
      for (const [time, month] of [
        [Date.UTC(2026, 10, 1), "2026-11"],
        [Date.UTC(2026, 10, 1) - 1, "2026-10"],
        [Date.UTC(2027, 0, 1), "2027-01"]
      ] as const) {
        yield* TestClock.setTime(time)
        const server = answering("game/leaderboard-list.default")
        yield* ask(Leaderboard.list(), server)
        assert.strictEqual(server.asked[0]?.url.searchParams.get("season"), month)
      }
    })
  )

  it.effect("is of power and of another month when told so", () =>
    assertExchange(
      Leaderboard.list({ mode: "power", season: "2026-11" }),
      "game/leaderboard-list.with-season"
    )
  )

  it.effect("has ranks counted from 0, and users", () =>
    Effect.gen(function* () {
      const { count, list, users } = yield* assertExchange(
        Leaderboard.list({ limit: 2, season: "2026-11" }),
        "leaderboard.list.first"
      )
      assert.strictEqual(count, 3)
      assert.deepStrictEqual(
        list.map((rank) => [Rank.place(rank), users[rank.user]?.username]),
        [
          [1, "Dana"],
          [2, "Eli"]
        ]
      )
    })
  )

  it.effect("has two modes, months, and no rank before the first", () =>
    Effect.gen(function* () {
      const list = untyped(Leaderboard.list)
      yield* assertRefused(list({ limit: 0 }), "limit")
      yield* assertRefused(list({ limit: 1.5 }), "limit")
      yield* assertRefused(list({ offset: -1 }), "offset")
      yield* assertRefused(list({ mode: "credits" }), "mode")
      for (const season of ["", "2026-13", "2026-1", "November", "season9"])
        yield* assertRefused(list({ season }), "season")
      yield* assertFails(Leaderboard.list(), "game/seasons-current.unmodded-404", "EndpointNotFound")
    })
  )
})

describe("a walk through a leaderboard", () => {
  it.effect("tells every rank with its user, page by page, and ends", () =>
    Effect.gen(function* () {
      const server = paged()
      const walk = Leaderboard.entries({ season: "2026-11", limit: 2 })
      const entries = yield* ask(Stream.runCollect(walk), server)
      assert.deepStrictEqual(
        entries.map(({ rank, user }) => [rank.rank, user?.username]),
        [
          [0, "Dana"],
          [1, "Eli"],
          [2, undefined]
        ]
      )
      assert.deepStrictEqual(
        told(server).map(({ query }) => [query["offset"], query["limit"]]),
        [
          ["0", "2"],
          ["2", "2"]
        ]
      )
    })
  )

  it.effect("asks for no page that is not wanted", () =>
    Effect.gen(function* () {
      const server = paged()
      const first = Stream.take(Leaderboard.entries({ season: "2026-11", limit: 2 }), 2)
      assert.lengthOf(yield* ask(Stream.runCollect(first), server), 2)
      assert.lengthOf(server.asked, 1)
    })
  )

  it.effect("begins where it is told to", () =>
    Effect.gen(function* () {
      const server = paged()
      const walk = Leaderboard.pages({ season: "2026-11", limit: 2, offset: 2 })
      assert.lengthOf(yield* ask(Stream.runCollect(walk), server), 1)
      assert.strictEqual(server.asked[0]?.url.searchParams.get("offset"), "2")
    })
  )

  it.effect("ends at the first empty page, whatever the server counts", () =>
    Effect.gen(function* () {
      const server = fake(() => Response.json({ ok: 1, list: [], count: 1000, users: {} }))
      assert.lengthOf(yield* ask(Stream.runCollect(Leaderboard.pages()), server), 1)
      assert.lengthOf(server.asked, 1)
    })
  )

  it.effect("stays in the month in which it began", () =>
    Effect.gen(function* () {
      const evening = Date.UTC(2026, 10, 30, 23, 59, 59)
      yield* TestClock.setTime(evening)
      const months: Array<string | null> = []
      const server = fake(({ url }: Asked) => {
        months.push(url.searchParams.get("season"))
        const first = url.searchParams.get("offset") === "0"
        return toResponse(fixture(first ? "leaderboard.list.first" : "leaderboard.list.last"))
      })
      const walk = Stream.tap(Leaderboard.pages({ limit: 2 }), () => TestClock.adjust("1 day"))
      yield* ask(Stream.runDrain(walk), server)
      assert.deepStrictEqual(months, ["2026-11", "2026-11"])
    })
  )

  it.effect("fails where a page fails, and refuses what a page refuses", () =>
    Effect.gen(function* () {
      yield* assertFails(
        Stream.runDrain(Leaderboard.entries()),
        "game/leaderboard-find.with-season",
        "Rejected"
      )
      yield* assertRefused(Stream.runDrain(Leaderboard.pages({ limit: 0 })), "limit")
    })
  )
})

describe("a user's rank", () => {
  it.effect("is one in a month", () =>
    Effect.gen(function* () {
      const found = yield* assertExchange(
        Leaderboard.find({ username: "Dana", season: "2026-11" }),
        "leaderboard.find.season"
      )
      assert.deepStrictEqual(
        Leaderboard.ranks(found).map(({ rank, season }) => [season, rank]),
        [["2026-11", 0]]
      )
    })
  )

  it.effect("is a list over all months", () =>
    Effect.gen(function* () {
      const found = yield* assertExchange(
        Leaderboard.find({ username: "Dana", mode: "power" }),
        "leaderboard.find.all"
      )
      assert.deepStrictEqual(
        Leaderboard.ranks(found).map(({ rank, season }) => [season, rank]),
        [
          ["2026-11", 0],
          ["2026-10", 4]
        ]
      )
      const none = yield* assertExchange(
        Leaderboard.find({ username: "alice" }),
        "game/leaderboard-find.no-season"
      )
      assert.isEmpty(Leaderboard.ranks(none))
    })
  )

  it.effect("may not be there", () =>
    assertFails(
      Leaderboard.find({ username: "alice", season: "2026-11" }),
      "game/leaderboard-find.with-season",
      "Rejected",
      "result not found"
    )
  )

  it.effect("is that of a name in one of two modes", () =>
    Effect.gen(function* () {
      const find = untyped(Leaderboard.find)
      yield* assertRefused(find({}), "username")
      yield* assertRefused(find({ username: "" }), "username")
      yield* assertRefused(find({ username: "alice", season: "" }), "season")
      yield* assertRefused(find({ username: "alice", mode: "credits" }), "mode")
      const server = answering("game/leaderboard-find.no-season")
      yield* ask(Leaderboard.find({ username: "alice" }), server)
      assert.deepStrictEqual(lines(server), ["GET /api/leaderboard/find?username=alice&mode=world"])
    })
  )
})

describe("the months of a leaderboard", () => {
  it.effect("are listed from the newest on", () =>
    Effect.gen(function* () {
      const { seasons } = yield* assertExchange(Leaderboard.seasons(), "leaderboard.seasons.official", {
        who: asGuest
      })
      assert.deepStrictEqual(
        seasons.map((season) => [season._id, Rank.isMonth(season)]),
        [
          ["2026-11", true],
          ["2026-10", true]
        ]
      )
    })
  )

  it.effect("are placeholders on private servers", () =>
    Effect.gen(function* () {
      const { seasons } = yield* assertExchange(Leaderboard.seasons(), "game/leaderboard-seasons")
      assert.deepStrictEqual(
        seasons.map((season) => [season._id, season.date, Rank.isMonth(season)]),
        [
          ["empty1", undefined, false],
          ["empty2", undefined, false]
        ]
      )
      yield* assertFails(Leaderboard.seasons(), "game/seasons-current.unmodded-404", "EndpointNotFound")
    })
  )
})
