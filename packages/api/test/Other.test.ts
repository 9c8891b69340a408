import * as Construction from "@screeps-effect/api/Construction"
import * as Game from "@screeps-effect/api/Game"
import * as Market from "@screeps-effect/api/Market"
import * as User from "@screeps-effect/api/User"
import * as Other from "@screeps-effect/schema/Other"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { checkInvalidInput, linesWithBody, untyped } from "./support/calls.ts"
import { always, run } from "./support/fake.ts"

const square = { room: "W7N3", x: 20, y: 20 } as const
const calls = (name: Other.Other) => [
  Market.orders({ resourceType: name }),
  Market.stats({ resourceType: name }),
  User.overview({ statName: name }),
  Game.mapStats({ rooms: ["W7N3"], statName: name }),
  Construction.create({ ...square, structureType: name })
]

describe("a name that seasons or mods add", () => {
  it.effect("is sent as text", () =>
    Effect.gen(function* () {
      const server = always({ error: "no" })
      for (const call of calls(Other.make("score_x"))) yield* Effect.flip(run(call, server))
      assert.deepStrictEqual(linesWithBody(server), [
        "GET /api/game/market/orders?resourceType=score_x",
        "GET /api/game/market/stats?resourceType=score_x",
        "GET /api/user/overview?interval=8&statName=score_x",
        'POST /api/game/map-stats {"rooms":["W7N3"],"statName":"score_x"}',
        'POST /api/game/create-construction {"room":"W7N3","x":20,"y":20,"structureType":"score_x"}'
      ])
    })
  )

  it.effect("is rejected without a request when it is no name, or not marked as another name", () =>
    Effect.gen(function* () {
      const fields = ["resourceType", "resourceType", "statName", "statName", "structureType"]
      for (const [i, call] of calls(Other.make("a b")).entries())
        yield* checkInvalidInput(call, fields[i] ?? "")
      yield* checkInvalidInput(untyped(Market.orders, { resourceType: "score_x" }), "resourceType")
      yield* checkInvalidInput(
        untyped(Construction.create, { ...square, structureType: "raod" }),
        "structureType"
      )
    })
  )
})
