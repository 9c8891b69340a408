import * as Scoreboard from "@screeps-effect/api/Scoreboard"
import { toResponse } from "@screeps-effect/fixtures"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import {
  answering,
  assertExchange,
  assertFails,
  assertRefused,
  fixture,
  official,
  told
} from "./support/exchange.ts"
import { ask, fake, lines } from "./support/fake.ts"

/** Twenty-one players, told twenty at a time. */
const paged = () =>
  fake(({ url }) => {
    const first = url.searchParams.get("offset") === "0"
    return toResponse(fixture(first ? "scoreboard.list.first" : "scoreboard.list.last"))
  })

describe("a scoreboard", () => {
  it.effect("is told twenty players at a time, ranks counted from 1", () =>
    Effect.gen(function* () {
      const { meta, users } = yield* assertExchange(Scoreboard.list(), "scoreboard.list.first")
      assert.strictEqual(meta.length, 21)
      assert.deepStrictEqual([users.length, users[0]?.rank, users[0]?.score], [20, 1, 999])
    })
  )

  it.effect("is told from any player on", () =>
    Effect.gen(function* () {
      const { users } = yield* assertExchange(Scoreboard.list({ offset: 20 }), "scoreboard.list.last")
      assert.deepStrictEqual(users, [{ username: "player21", rank: 21 }])
    })
  )

  it.effect("is told to users of seasonal servers only", () =>
    assertFails(Scoreboard.list(), "game/scoreboard-list.unmodded-404", "EndpointNotFound")
  )

  it.effect("gives 1 to 20 players from the first on", () =>
    Effect.gen(function* () {
      for (const limit of [0, 21, 1.5, -1]) yield* assertRefused(Scoreboard.list({ limit }), "limit")
      for (const offset of [-1, 0.5]) yield* assertRefused(Scoreboard.list({ offset }), "offset")
      const server = answering("scoreboard.list.first")
      yield* ask(Scoreboard.list({ limit: 1, offset: 3 }), server, { server: official })
      assert.deepStrictEqual(lines(server), ["GET /api/scoreboard/list?limit=1&offset=3"])
    })
  )
})

describe("a walk through a scoreboard", () => {
  it.effect("tells every player, page by page, and ends", () =>
    Effect.gen(function* () {
      const server = paged()
      const players = yield* ask(Stream.runCollect(Scoreboard.entries()), server, { server: official })
      assert.deepStrictEqual(
        players.map(({ rank }) => rank),
        Array.from({ length: 21 }, (_, i) => i + 1)
      )
      assert.deepStrictEqual(
        told(server).map(({ query }) => query),
        [
          { limit: "20", offset: "0" },
          { limit: "20", offset: "20" }
        ]
      )
    })
  )

  it.effect("asks for no page that is not wanted", () =>
    Effect.gen(function* () {
      const server = paged()
      yield* ask(Stream.runDrain(Stream.take(Scoreboard.entries(), 20)), server)
      assert.lengthOf(server.asked, 1)
    })
  )

  it.effect("ends at the first empty page, whatever the server counts", () =>
    Effect.gen(function* () {
      const server = fake(() => Response.json({ ok: 1, meta: { length: 1000 }, users: [] }))
      assert.isEmpty(yield* ask(Stream.runCollect(Scoreboard.entries({ offset: 40 })), server))
      assert.deepStrictEqual(lines(server), ["GET /api/scoreboard/list?limit=20&offset=40"])
    })
  )

  it.effect("refuses what a page refuses", () =>
    assertRefused(Stream.runDrain(Scoreboard.entries({ limit: 21 })), "limit")
  )
})
