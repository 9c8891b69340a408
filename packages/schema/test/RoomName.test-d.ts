import * as RoomName from "@screeps-effect/schema/RoomName"
import { describe, expectTypeOf, it } from "vitest"

describe("a room name", () => {
  it("accepts literals in the right format", () => {
    expectTypeOf<"W1N1">().toExtend<RoomName.RoomName>()
    expectTypeOf<"E0S0">().toExtend<RoomName.RoomName>()
    expectTypeOf(RoomName.toWorld).toBeCallableWith("W12N3")
  })

  it("rejects any other text", () => {
    expectTypeOf<"kitchen">().not.toExtend<RoomName.RoomName>()
    expectTypeOf<"sim">().not.toExtend<RoomName.RoomName>()
    expectTypeOf<string>().not.toExtend<RoomName.RoomName>()
    // @ts-expect-error kitchen is not a room name
    RoomName.distance("W1N1", "kitchen")
  })

  it("is the result of a checked text", () => {
    const text: string = "W1N1"
    if (RoomName.is(text)) expectTypeOf(text).toEqualTypeOf<RoomName.RoomName>()
    expectTypeOf<(typeof RoomName.RoomName)["Type"]>().toEqualTypeOf<RoomName.RoomName>()
  })
})
