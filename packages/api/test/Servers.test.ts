import * as Servers from "@screeps-effect/api/Servers"
import * as ServerEntry from "@screeps-effect/schema/ServerEntry"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { serverReturning, assertExchange, assertFails, official } from "./support/exchange.ts"
import { run } from "./support/fake.ts"

describe("Servers.list", () => {
  it.effect("returns community servers with their URLs", () =>
    Effect.gen(function* () {
      const { servers } = yield* assertExchange(Servers.list(), "servers.list")
      assert.deepStrictEqual(
        servers.map((server) => [server.settings.port, ServerEntry.url(server)]),
        [["21025", "http://example.com:21025"]]
      )
    })
  )

  it.effect("sends no token and is idempotent", () =>
    Effect.gen(function* () {
      const server = serverReturning("servers.list")
      yield* run(Servers.list(), server, { server: official })
      assert.isUndefined(server.requests[0]?.headers["x-token"])
      assert.isTrue(Servers.list.idempotent)
    })
  )

  it.effect("fails with EndpointNotFound on private servers", () =>
    assertFails(Servers.list(), "game/servers-list.unmodded-404", "EndpointNotFound")
  )
})

describe("Servers.news", () => {
  it.effect("returns the announcements on Steam, without a token", () =>
    Effect.gen(function* () {
      const { appnews } = yield* assertExchange(Servers.news(), "servers.news")
      assert.deepStrictEqual(
        appnews.newsitems.map(({ date, title }) => [title, date]),
        [["A new season", 1_790_000_000]]
      )
      assert.strictEqual(Servers.news.auth.official, "never")
    })
  )
})
