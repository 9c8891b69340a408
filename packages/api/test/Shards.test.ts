import * as Shards from "@screeps-effect/api/Shards"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { assertExchange, assertFails, assertNeedsShard } from "./support/exchange.ts"
import { asGuest } from "./support/fake.ts"

describe("Shards.info", () => {
  it.effect("returns one shard on a private server with the mod, also without a name", () =>
    Effect.gen(function* () {
      const named = yield* assertExchange(Shards.info(), "game/game-shards-info.admin-utils", {
        credentials: asGuest
      })
      assert.deepStrictEqual(
        named.shards.map(({ cpuLimit, lastTicks, name, rooms }) => [
          name,
          rooms,
          lastTicks?.length,
          cpuLimit
        ]),
        [["privSrv", 121, 30, 0]]
      )
      const unnamed = yield* assertExchange(
        Shards.info(),
        "game/game-shards-info.admin-utils.shard-name-unset"
      )
      assert.isUndefined(unnamed.shards[0]?.name)
    })
  )

  it.effect("returns several shards on official servers", () =>
    Effect.gen(function* () {
      const { shards } = yield* assertExchange(Shards.info(), "shards.info.official")
      assert.deepStrictEqual(
        shards.map((shard) => [shard.name, shard.users]),
        [
          ["shard0", 1200],
          ["shard3", 1500]
        ]
      )
    })
  )

  it.effect("fails with EndpointNotFound on a private server without the mod", () =>
    assertFails(Shards.info(), "game/game-shards-info.unmodded-404", "EndpointNotFound")
  )
})

describe("Shards.tick", () => {
  it.effect("returns the tick length in milliseconds", () =>
    Effect.gen(function* () {
      const { tick } = yield* assertExchange(Shards.tick(), "shards.tick", { credentials: asGuest })
      assert.strictEqual(tick, 2075)
    })
  )

  it.effect("requires a shard, and fails with EndpointNotFound on private servers", () =>
    Effect.gen(function* () {
      yield* assertNeedsShard(Shards.tick())
      yield* assertFails(Shards.tick(), "game/game-shards-info.unmodded-404", "EndpointNotFound")
    })
  )
})
