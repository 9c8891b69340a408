import * as Warpath from "@screeps-effect/api/Warpath"
import * as Battle from "@screeps-effect/schema/Battle"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { assertExchange, assertFails, assertInvalidInput } from "./support/exchange.ts"
import { asGuest, run, fake, lines, privateServer } from "./support/fake.ts"

const summary = (report: Battle.BattleReport) =>
  Battle.all(report).map(({ battle, shard }) => [
    shard,
    battle.room,
    Battle.classification(battle),
    Battle.defender(battle),
    Number(Battle.lastTick(battle))
  ])

describe("Warpath.battles", () => {
  it.effect("returns the bare list of the mod", () =>
    Effect.gen(function* () {
      const report = yield* assertExchange(
        Warpath.battles({ start: 12893 }),
        "game/warpath-battles.admin-utils.start",
        { credentials: asGuest }
      )
      assert.deepStrictEqual(summary(report), [["privSrv", "W5N8", 3, "bob", 12931]])
    })
  )

  it.effect("returns the report by shard of third-party services", () =>
    Effect.gen(function* () {
      const report = yield* assertExchange(Warpath.battles({ interval: 100 }), "warpath.battles.service", {
        server: privateServer
      })
      assert.deepStrictEqual(summary(report), [["shard3", "E1S1", 2, "Dana", 49999990]])
    })
  )

  it.effect("returns no battles for an empty list", () =>
    Effect.gen(function* () {
      const server = fake(() => Response.json([]))
      assert.isEmpty(summary(yield* run(Warpath.battles(), server)))
      assert.deepStrictEqual(lines(server), ["GET /api/warpath/battles"])
    })
  )

  it.effect("rejects invalid intervals and starts without a request, and fails without the mod", () =>
    Effect.gen(function* () {
      for (const interval of [0, -1, 1.5])
        yield* assertInvalidInput(Warpath.battles({ interval }), "interval")
      for (const start of [-1, 1.5]) yield* assertInvalidInput(Warpath.battles({ start }), "start")
      yield* assertFails(Warpath.battles(), "game/warpath-battles.unmodded-404", "EndpointNotFound")
    })
  )
})
