import * as Mods from "@screeps-effect/api/Mods"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { assertExchange, assertFails } from "./support/exchange.ts"
import { asGuest } from "./support/fake.ts"

describe("the admin mod", () => {
  it.effect("lists the mods of its server", () =>
    Effect.gen(function* () {
      const mods = yield* assertExchange(Mods.list(), "game/mods-list.admin-utils", { who: asGuest })
      assert.deepStrictEqual(mods, ["screepsmod-auth", "screepsmod-admin-utils"])
    })
  )

  it.effect("tells its server in numbers", () =>
    Effect.gen(function* () {
      const { activeUsers, gametime, objects, ticks, users } = yield* assertExchange(
        Mods.stats(),
        "game/stats.admin-utils",
        { who: asGuest }
      )
      assert.deepStrictEqual([activeUsers, Number(gametime), objects], [3, 11551, { all: 44, creeps: 38 }])
      assert.deepStrictEqual([ticks.avg, ticks.stages?.["global"], ticks.ticks?.length], [141.38, 2.68, 250])
      assert.deepStrictEqual(
        users.map(({ username }) => username),
        ["Invader", "alice", "bob"]
      )
    })
  )

  it.effect("may be missing", () =>
    Effect.gen(function* () {
      yield* assertFails(Mods.list(), "game/game-shards-info.unmodded-404", "EndpointNotFound")
      yield* assertFails(Mods.stats(), "game/game-shards-info.unmodded-404", "EndpointNotFound")
    })
  )
})
