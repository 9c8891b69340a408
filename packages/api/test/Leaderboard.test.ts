import * as Leaderboard from "@screeps-effect/api/Leaderboard"
import { toResponse } from "@screeps-effect/fixtures"
import * as Rank from "@screeps-effect/schema/Rank"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import * as TestClock from "effect/testing/TestClock"
import {
  serverReturning,
  assertExchange,
  assertFails,
  assertInvalidInput,
  fixture,
  sentRequests
} from "./support/exchange.ts"
import { asGuest, run, type ReceivedRequest, fake, lines } from "./support/fake.ts"

const untyped = (operation: unknown) => operation as (input: unknown) => ReturnType<typeof Leaderboard.list>
const november = Date.UTC(2026, 10, 21)

/** Three ranks in pages of two. */
const paged = () =>
  fake(({ url }) => {
    const offset = Number(url.searchParams.get("offset"))
    return toResponse(fixture(offset === 0 ? "leaderboard.list.first" : "leaderboard.list.last"))
  })

describe("Leaderboard.list", () => {
  it.effect("requests the first ten ranks of the current month by default", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(november)
      const server = serverReturning("game/leaderboard-list.default")
      const page = yield* run(Leaderboard.list(), server, { credentials: asGuest })
      assert.deepStrictEqual(page, { ok: 1, list: [], count: 0, users: {} })
      assert.deepStrictEqual(sentRequests(server), [
        {
          line: "GET /api/leaderboard/list",
          query: { limit: "10", mode: "world", offset: "0", season: "2026-11" },
          body: undefined
        }
      ])
    })
  )

  it.effect("requests offset 0 for a null offset", () =>
    Effect.gen(function* () {
      const server = serverReturning("game/leaderboard-list.default")
      yield* run(Leaderboard.list({ offset: null }), server)
      assert.strictEqual(server.requests[0]?.url.searchParams.get("offset"), "0")
    })
  )

  it.effect("uses the current month in UTC by default", () =>
    Effect.gen(function* () {
      for (const [time, month] of [
        [Date.UTC(2026, 10, 1), "2026-11"],
        [Date.UTC(2026, 10, 1) - 1, "2026-10"],
        [Date.UTC(2027, 0, 1), "2027-01"]
      ] as const) {
        yield* TestClock.setTime(time)
        const server = serverReturning("game/leaderboard-list.default")
        yield* run(Leaderboard.list(), server)
        assert.strictEqual(server.requests[0]?.url.searchParams.get("season"), month)
      }
    })
  )

  it.effect("sends the given mode and month", () =>
    assertExchange(
      Leaderboard.list({ mode: "power", season: "2026-11" }),
      "game/leaderboard-list.with-season"
    )
  )

  it.effect("returns ranks with their users", () =>
    Effect.gen(function* () {
      const { count, list, users } = yield* assertExchange(
        Leaderboard.list({ limit: 2, season: "2026-11" }),
        "leaderboard.list.first"
      )
      assert.strictEqual(count, 3)
      assert.deepStrictEqual(
        list.map((rank) => [Rank.place(rank), users?.[rank.user]?.username]),
        [
          [1, "Dana"],
          [2, "Eli"]
        ]
      )
    })
  )

  it.effect("rejects invalid limits, offsets, modes and months without a request", () =>
    Effect.gen(function* () {
      const list = untyped(Leaderboard.list)
      yield* assertInvalidInput(list({ limit: 0 }), "limit")
      yield* assertInvalidInput(list({ limit: 1.5 }), "limit")
      yield* assertInvalidInput(list({ offset: -1 }), "offset")
      yield* assertInvalidInput(list({ mode: "credits" }), "mode")
      for (const season of ["", "2026-13", "2026-1", "November", "season9"])
        yield* assertInvalidInput(list({ season }), "season")
      yield* assertFails(Leaderboard.list(), "game/seasons-current.unmodded-404", "EndpointNotFound")
    })
  )
})

describe("Leaderboard.entries", () => {
  it.effect("emits every rank with its user, page by page, and ends", () =>
    Effect.gen(function* () {
      const server = paged()
      const walk = Leaderboard.entries({ season: "2026-11", limit: 2 })
      const entries = yield* run(Stream.runCollect(walk), server)
      assert.deepStrictEqual(
        entries.map(({ rank, user }) => [rank.rank, user?.username]),
        [
          [0, "Dana"],
          [1, "Eli"],
          [2, undefined]
        ]
      )
      assert.deepStrictEqual(
        sentRequests(server).map(({ query }) => [query["offset"], query["limit"]]),
        [
          ["0", "2"],
          ["2", "2"]
        ]
      )
    })
  )

  it.effect("requests no page that the consumer does not take", () =>
    Effect.gen(function* () {
      const server = paged()
      const first = Stream.take(Leaderboard.entries({ season: "2026-11", limit: 2 }), 2)
      assert.lengthOf(yield* run(Stream.runCollect(first), server), 2)
      assert.lengthOf(server.requests, 1)
    })
  )

  it.effect("starts at the given offset", () =>
    Effect.gen(function* () {
      const server = paged()
      const walk = Leaderboard.entries({ season: "2026-11", limit: 2, offset: 2 })
      assert.lengthOf(yield* run(Stream.runCollect(walk), server), 1)
      assert.lengthOf(server.requests, 1)
      assert.strictEqual(server.requests[0]?.url.searchParams.get("offset"), "2")
    })
  )

  it.effect("ends at the first empty page, whatever count the server reports", () =>
    Effect.gen(function* () {
      const server = fake(() => Response.json({ ok: 1, list: [], count: 1000, users: {} }))
      assert.isEmpty(yield* run(Stream.runCollect(Leaderboard.entries()), server))
      assert.lengthOf(server.requests, 1)
    })
  )

  it.effect("stays in the month in which it started", () =>
    Effect.gen(function* () {
      const evening = Date.UTC(2026, 10, 30, 23, 59, 59)
      yield* TestClock.setTime(evening)
      const months: Array<string | null> = []
      const server = fake(({ url }: ReceivedRequest) => {
        months.push(url.searchParams.get("season"))
        const first = url.searchParams.get("offset") === "0"
        return toResponse(fixture(first ? "leaderboard.list.first" : "leaderboard.list.last"))
      })
      const walk = Stream.tap(Leaderboard.entries({ limit: 2 }), () => TestClock.adjust("1 day"))
      yield* run(Stream.runDrain(walk), server)
      assert.deepStrictEqual(months, ["2026-11", "2026-11"])
    })
  )

  it.effect("fails when a page fails, and rejects invalid input as list does", () =>
    Effect.gen(function* () {
      yield* assertFails(
        Stream.runDrain(Leaderboard.entries()),
        "game/leaderboard-find.with-season",
        "Rejected"
      )
      yield* assertInvalidInput(Stream.runDrain(Leaderboard.entries({ limit: 0 })), "limit")
    })
  )
})

describe("Leaderboard.find", () => {
  it.effect("returns one rank for a month", () =>
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

  it.effect("returns a list of ranks over all months", () =>
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

  it.effect("fails with Rejected for a user without a rank", () =>
    assertFails(
      Leaderboard.find({ username: "alice", season: "2026-11" }),
      "game/leaderboard-find.with-season",
      "Rejected",
      "result not found"
    )
  )

  it.effect("rejects invalid names, months and modes without a request", () =>
    Effect.gen(function* () {
      const find = untyped(Leaderboard.find)
      yield* assertInvalidInput(find({}), "username")
      yield* assertInvalidInput(find({ username: "" }), "username")
      yield* assertInvalidInput(find({ username: "alice", season: "" }), "season")
      yield* assertInvalidInput(find({ username: "alice", mode: "credits" }), "mode")
      const server = serverReturning("game/leaderboard-find.no-season")
      yield* run(Leaderboard.find({ username: "alice" }), server)
      assert.deepStrictEqual(lines(server), ["GET /api/leaderboard/find?username=alice&mode=world"])
    })
  )
})

describe("Leaderboard.seasons", () => {
  it.effect("returns months, newest first", () =>
    Effect.gen(function* () {
      const { seasons } = yield* assertExchange(Leaderboard.seasons(), "leaderboard.seasons.official", {
        credentials: asGuest
      })
      assert.deepStrictEqual(
        seasons.map((season) => season._id),
        ["2026-11", "2026-10"]
      )
    })
  )

  it.effect("returns placeholders on private servers", () =>
    Effect.gen(function* () {
      const { seasons } = yield* assertExchange(Leaderboard.seasons(), "game/leaderboard-seasons")
      assert.deepStrictEqual(
        seasons.map((season) => [season._id, season.date]),
        [
          ["empty1", undefined],
          ["empty2", undefined]
        ]
      )
      yield* assertFails(Leaderboard.seasons(), "game/seasons-current.unmodded-404", "EndpointNotFound")
    })
  )
})
