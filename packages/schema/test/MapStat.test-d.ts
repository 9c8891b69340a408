import type * as MapStat from "@screeps-effect/schema/MapStat"
import { describe, expectTypeOf, it } from "vitest"

describe("MapStat", () => {
  it("accepts known literals", () => {
    expectTypeOf<"owner0">().toExtend<MapStat.MapStat>()
    expectTypeOf<"energyHarvested180">().toExtend<MapStat.MapStat>()
  })

  it("rejects any other text", () => {
    expectTypeOf<"energyHarvested60">().not.toExtend<MapStat.MapStat>()
    expectTypeOf<"energyHarvested">().not.toExtend<MapStat.MapStat>()
    expectTypeOf<string>().not.toExtend<MapStat.MapStat>()
  })
})
