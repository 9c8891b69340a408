import * as Scoreboard from "@screeps-effect/api/Scoreboard"
import { toResponse } from "@screeps-effect/fixtures"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import {
  serverReturning,
  assertExchange,
  assertFails,
  assertInvalidInput,
  fixture,
  official,
  sentRequests
} from "./support/exchange.ts"
import { asGuest, run, fake, lines } from "./support/fake.ts"

/** Twenty-one players in pages of twenty. */
const paged = () =>
  fake(({ url }) => {
    const first = url.searchParams.get("offset") === "0"
    return toResponse(fixture(first ? "scoreboard.list.first" : "scoreboard.list.last"))
  })

describe("Scoreboard.list", () => {
  it.effect("returns twenty players, with ranks from 1", () =>
    Effect.gen(function* () {
      const { meta, users } = yield* assertExchange(Scoreboard.list(), "scoreboard.list.first")
      assert.strictEqual(meta?.length, 21)
      assert.deepStrictEqual([users.length, users[0]?.rank, users[0]?.score], [20, 1, 999])
    })
  )

  it.effect("returns players from the given offset", () =>
    Effect.gen(function* () {
      const { users } = yield* assertExchange(Scoreboard.list({ offset: 20 }), "scoreboard.list.last")
      assert.deepStrictEqual(users, [{ username: "player21", rank: 21 }])
    })
  )

  it.effect("returns the players whose names contain a text, for guests, too", () =>
    Effect.gen(function* () {
      const call = Scoreboard.list({ search: "er12" })
      const { users } = yield* assertExchange(call, "scoreboard.list.search", { credentials: asGuest })
      assert.deepStrictEqual(
        users.map(({ rank, username }) => [username, rank]),
        [["player12", 12]]
      )
      yield* assertInvalidInput(Scoreboard.list({ search: "" }), "search")
    })
  )

  it.effect("fails with EndpointNotFound on other servers", () =>
    assertFails(Scoreboard.list(), "game/scoreboard-list.unmodded-404", "EndpointNotFound")
  )

  it.effect("rejects limits outside 1 to 20 and invalid offsets without a request", () =>
    Effect.gen(function* () {
      for (const limit of [0, 21, 1.5, -1]) yield* assertInvalidInput(Scoreboard.list({ limit }), "limit")
      for (const offset of [-1, 0.5]) yield* assertInvalidInput(Scoreboard.list({ offset }), "offset")
      const server = serverReturning("scoreboard.list.first")
      yield* run(Scoreboard.list({ limit: 1, offset: 3 }), server, { server: official })
      assert.deepStrictEqual(lines(server), ["GET /api/scoreboard/list?limit=1&offset=3"])
    })
  )
})

describe("Scoreboard.entries", () => {
  it.effect("searches on every page", () =>
    Effect.gen(function* () {
      const server = paged()
      yield* run(Stream.runDrain(Scoreboard.entries({ search: "er" })), server, { server: official })
      assert.deepStrictEqual(lines(server), [
        "GET /api/scoreboard/list?limit=20&offset=0&search=er",
        "GET /api/scoreboard/list?limit=20&offset=20&search=er"
      ])
    })
  )

  it.effect("emits every player, page by page, and ends", () =>
    Effect.gen(function* () {
      const server = paged()
      const players = yield* run(Stream.runCollect(Scoreboard.entries()), server, { server: official })
      assert.deepStrictEqual(
        players.map(({ rank }) => rank),
        Array.from({ length: 21 }, (_, i) => i + 1)
      )
      assert.deepStrictEqual(
        sentRequests(server).map(({ query }) => query),
        [
          { limit: "20", offset: "0" },
          { limit: "20", offset: "20" }
        ]
      )
    })
  )

  it.effect("requests no page that the consumer does not take", () =>
    Effect.gen(function* () {
      const server = paged()
      yield* run(Stream.runDrain(Stream.take(Scoreboard.entries(), 20)), server)
      assert.lengthOf(server.requests, 1)
    })
  )

  it.effect("ends at the first empty page, whatever count the server reports", () =>
    Effect.gen(function* () {
      const server = fake(() => Response.json({ ok: 1, meta: { length: 1000 }, users: [] }))
      assert.isEmpty(yield* run(Stream.runCollect(Scoreboard.entries({ offset: 40 })), server))
      assert.deepStrictEqual(lines(server), ["GET /api/scoreboard/list?limit=20&offset=40"])
    })
  )

  it.effect("rejects invalid input as list does", () =>
    assertInvalidInput(Stream.runDrain(Scoreboard.entries({ limit: 21 })), "limit")
  )
})
