import type * as Construction from "@screeps-effect/api/Construction"
import type * as Game from "@screeps-effect/api/Game"
import type * as Market from "@screeps-effect/api/Market"
import type * as User from "@screeps-effect/api/User"
import type { Other } from "@screeps-effect/schema/Other"
import { describe, expectTypeOf, it } from "vitest"

type Input<F extends (...given: never) => unknown> = NonNullable<Parameters<F>[0]>

describe("a name in an input", () => {
  it("is a known literal or marked as another name", () => {
    expectTypeOf<{ resourceType: "energy" }>().toExtend<Input<typeof Market.orders>>()
    expectTypeOf<{ resourceType: Other }>().toExtend<Input<typeof Market.orders>>()
    expectTypeOf<{ statName: Other }>().toExtend<Input<typeof User.overview>>()
    expectTypeOf<{ rooms: []; statName: Other }>().toExtend<Input<typeof Game.mapStats>>()
    type Site = { room: "W7N3"; x: 1; y: 1; structureType: Other }
    expectTypeOf<Site>().toExtend<Input<typeof Construction.create>>()
  })

  it("is an error when it is misspelt, or any text", () => {
    expectTypeOf<{ resourceType: "enregy" }>().not.toExtend<Input<typeof Market.orders>>()
    expectTypeOf<{ resourceType: "enregy" }>().not.toExtend<Input<typeof Market.stats>>()
    expectTypeOf<{ resourceType: string }>().not.toExtend<Input<typeof Market.orders>>()
    expectTypeOf<{ statName: "energyControll" }>().not.toExtend<Input<typeof User.overview>>()
    expectTypeOf<{ rooms: []; statName: "owner" }>().not.toExtend<Input<typeof Game.mapStats>>()
    type Site = { room: "W7N3"; x: 1; y: 1; structureType: "raod" }
    expectTypeOf<Site>().not.toExtend<Input<typeof Construction.create>>()
  })
})
