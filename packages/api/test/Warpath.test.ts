import * as Warpath from "@screeps-effect/api/Warpath"
import * as Battle from "@screeps-effect/schema/Battle"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { assertExchange, assertFails, assertRefused } from "./support/exchange.ts"
import { asGuest, ask, fake, lines, privateServer } from "./support/fake.ts"

const fought = (report: Battle.BattleReport) =>
  Battle.all(report).map(({ battle, shard }) => [
    shard,
    battle.room,
    Battle.classification(battle),
    Battle.defender(battle),
    Number(Battle.lastTick(battle))
  ])

describe("battles", () => {
  it.effect("are a bare list of the mod", () =>
    Effect.gen(function* () {
      const report = yield* assertExchange(
        Warpath.battles({ start: 12893 }),
        "game/warpath-battles.admin-utils.start",
        { who: asGuest }
      )
      assert.deepStrictEqual(fought(report), [["privSrv", "W5N8", 3, "bob", 12931]])
    })
  )

  it.effect("are a report by shard of third-party services", () =>
    Effect.gen(function* () {
      const report = yield* assertExchange(Warpath.battles({ interval: 100 }), "warpath.battles.service", {
        server: privateServer
      })
      assert.deepStrictEqual(fought(report), [["shard3", "E1S1", 2, "Dana", 49999990]])
    })
  )

  it.effect("may be none", () =>
    Effect.gen(function* () {
      const server = fake(() => Response.json([]))
      assert.isEmpty(fought(yield* ask(Warpath.battles(), server)))
      assert.deepStrictEqual(lines(server), ["GET /api/warpath/battles"])
    })
  )

  it.effect("are asked for in whole ticks of this mod", () =>
    Effect.gen(function* () {
      for (const interval of [0, -1, 1.5]) yield* assertRefused(Warpath.battles({ interval }), "interval")
      for (const start of [-1, 1.5]) yield* assertRefused(Warpath.battles({ start }), "start")
      yield* assertFails(Warpath.battles(), "game/warpath-battles.unmodded-404", "EndpointNotFound")
    })
  )
})
