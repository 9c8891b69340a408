import * as Shards from "@screeps-effect/api/Shards"
import * as Shard from "@screeps-effect/schema/Shard"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { assertExchange, assertFails, assertNeedsShard } from "./support/exchange.ts"
import { asGuest } from "./support/fake.ts"

describe("shards", () => {
  it.effect("are one on a private server with the mod, perhaps without a name", () =>
    Effect.gen(function* () {
      const named = yield* assertExchange(Shards.info(), "game/game-shards-info.admin-utils", {
        who: asGuest
      })
      assert.deepStrictEqual(
        named.shards.map(({ cpuLimit, lastTicks, name, rooms }) => [name, rooms, lastTicks.length, cpuLimit]),
        [["privSrv", 121, 30, 0]]
      )
      const unnamed = yield* assertExchange(
        Shards.info(),
        "game/game-shards-info.admin-utils.shard-name-unset"
      )
      assert.isUndefined(unnamed.shards[0]?.name)
    })
  )

  it.effect("are several on official servers", () =>
    Effect.gen(function* () {
      const { shards } = yield* assertExchange(Shards.info(), "shards.info.official")
      assert.deepStrictEqual(
        shards.map((shard) => [shard.name, shard.users, Math.round(Shard.ticksPerHour(shard) ?? 0)]),
        [
          ["shard0", 1200, 893],
          ["shard3", 1500, 1735]
        ]
      )
    })
  )

  it.effect("are not told by a plain private server", () =>
    assertFails(Shards.info(), "game/game-shards-info.unmodded-404", "EndpointNotFound")
  )
})

describe("the length of a shard's ticks", () => {
  it.effect("is told in milliseconds", () =>
    Effect.gen(function* () {
      const { tick } = yield* assertExchange(Shards.tick(), "shards.tick", { who: asGuest })
      assert.strictEqual(tick, 2075)
    })
  )

  it.effect("is that of one shard of an official server", () =>
    Effect.gen(function* () {
      yield* assertNeedsShard(Shards.tick())
      yield* assertFails(Shards.tick(), "game/game-shards-info.unmodded-404", "EndpointNotFound")
    })
  )
})
