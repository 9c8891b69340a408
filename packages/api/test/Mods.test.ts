import * as Mods from "@screeps-effect/api/Mods"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { assertExchange, assertFails } from "./support/exchange.ts"
import { asGuest } from "./support/fake.ts"

describe("Mods", () => {
  it.effect("list returns the mods of the server", () =>
    Effect.gen(function* () {
      const mods = yield* assertExchange(Mods.list(), "game/mods-list.admin-utils", { credentials: asGuest })
      assert.deepStrictEqual(mods, ["screepsmod-auth", "screepsmod-admin-utils"])
    })
  )

  it.effect("stats returns the numbers of the server", () =>
    Effect.gen(function* () {
      const { activeUsers, gametime, objects, ticks, users } = yield* assertExchange(
        Mods.stats(),
        "game/stats.admin-utils",
        { credentials: asGuest }
      )
      assert.deepStrictEqual([activeUsers, Number(gametime), objects], [3, 11551, { all: 44, creeps: 38 }])
      assert.deepStrictEqual([ticks.avg, ticks.stages?.["global"], ticks.ticks?.length], [141.38, 2.68, 250])
      assert.deepStrictEqual(
        users.map(({ username }) => username),
        ["Invader", "alice", "bob"]
      )
    })
  )

  it.effect("list and stats fail with EndpointNotFound without the admin mod", () =>
    Effect.gen(function* () {
      yield* assertFails(Mods.list(), "game/game-shards-info.unmodded-404", "EndpointNotFound")
      yield* assertFails(Mods.stats(), "game/game-shards-info.unmodded-404", "EndpointNotFound")
    })
  )
})
