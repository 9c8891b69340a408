import * as Servers from "@screeps-effect/api/Servers"
import * as ServerEntry from "@screeps-effect/schema/ServerEntry"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { answering, assertExchange, assertFails, official } from "./support/exchange.ts"
import { ask } from "./support/fake.ts"

describe("community servers", () => {
  it.effect("are listed with their addresses, ports as text", () =>
    Effect.gen(function* () {
      const { servers } = yield* assertExchange(Servers.list(), "servers.list")
      assert.deepStrictEqual(
        servers.map((server) => [server.settings.port, ServerEntry.url(server)]),
        [["21025", "http://example.com:21025"]]
      )
    })
  )

  it.effect("are asked for without a token, and once more when nobody knows what became of it", () =>
    Effect.gen(function* () {
      const server = answering("servers.list")
      yield* ask(Servers.list(), server, { server: official })
      assert.isUndefined(server.asked[0]?.headers["x-token"])
      assert.isTrue(Servers.list.idempotent)
    })
  )

  it.effect("are not listed by private servers", () =>
    assertFails(Servers.list(), "game/servers-list.unmodded-404", "EndpointNotFound")
  )
})
