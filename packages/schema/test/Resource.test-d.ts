import * as Resource from "@screeps-effect/schema/Resource"
import { describe, expectTypeOf, it } from "vitest"

describe("a resource", () => {
  it("of a family accepts the known literals", () => {
    expectTypeOf<"H">().toExtend<Resource.Mineral>()
    expectTypeOf<"OH">().toExtend<Resource.BaseCompound>()
    expectTypeOf<"XGH2O">().toExtend<Resource.BoostTier3>()
    expectTypeOf<"symbol_sim">().toExtend<Resource.Seasonal>()
    expectTypeOf<"pixel">().toExtend<Resource.AccountBound>()
  })

  it("of a family rejects any other text", () => {
    expectTypeOf<"kitchen">().not.toExtend<Resource.Mineral>()
    expectTypeOf<"T">().not.toExtend<Resource.Mineral>()
    expectTypeOf<"kitchen">().not.toExtend<Resource.Known>()
    expectTypeOf<"pixel">().not.toExtend<Resource.RoomResource>()
    expectTypeOf<"symbol_sin">().not.toExtend<Resource.Seasonal>()
  })

  it("of a family is assignable to the families that contain it", () => {
    expectTypeOf<Resource.Boost>().toExtend<Resource.Compound>()
    expectTypeOf<Resource.Compound>().toExtend<Resource.MineralBased>()
    expectTypeOf<Resource.MineralBased>().toExtend<Resource.RoomResource>()
    expectTypeOf<Resource.Commodity>().toExtend<Resource.RoomResource>()
    expectTypeOf<Resource.RoomResource>().toExtend<Resource.MarketResource>()
    expectTypeOf<Resource.MarketResource | Resource.Seasonal>().toEqualTypeOf<Resource.Known>()
  })

  it("may be any text in responses", () => {
    expectTypeOf<string>().toExtend<Resource.Resource>()
    expectTypeOf<(typeof Resource.Resource)["Type"]>().toEqualTypeOf<Resource.Resource>()
  })

  it("is narrowed by the guards of its families", () => {
    const mineral = (resource: Resource.Resource) => (Resource.isMineral(resource) ? resource : "none")
    expectTypeOf(mineral).returns.toEqualTypeOf<Resource.Mineral | "none">()
  })
})
