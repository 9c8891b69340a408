import * as RoomName from "@screeps-effect/schema/RoomName"
import { describe, expectTypeOf, it } from "vitest"

describe("a room's name", () => {
  it("is written by hand", () => {
    expectTypeOf<"W1N1">().toExtend<RoomName.RoomName>()
    expectTypeOf<"E0S0">().toExtend<RoomName.RoomName>()
    expectTypeOf(RoomName.toWorld).toBeCallableWith("W12N3")
  })

  it("is no other text", () => {
    expectTypeOf<"kitchen">().not.toExtend<RoomName.RoomName>()
    expectTypeOf<"sim">().not.toExtend<RoomName.RoomName>()
    expectTypeOf<string>().not.toExtend<RoomName.RoomName>()
    // @ts-expect-error a kitchen is no room of the game
    RoomName.distance("W1N1", "kitchen")
  })

  it("is what a checked text becomes", () => {
    const text: string = "W1N1"
    if (RoomName.is(text)) expectTypeOf(text).toEqualTypeOf<RoomName.RoomName>()
    expectTypeOf<(typeof RoomName.RoomName)["Type"]>().toEqualTypeOf<RoomName.RoomName>()
  })
})
