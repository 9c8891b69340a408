import type * as Millis from "@screeps-effect/schema/Millis"
import type * as ObjectId from "@screeps-effect/schema/ObjectId"
import type * as Tick from "@screeps-effect/schema/Tick"
import * as UserId from "@screeps-effect/schema/UserId"
import { describe, expectTypeOf, it } from "vitest"

describe("identifiers and times", () => {
  it("are not assignable to each other", () => {
    expectTypeOf(UserId.make("2")).toEqualTypeOf<UserId.UserId>()
    expectTypeOf<UserId.UserId>().not.toExtend<ObjectId.ObjectId>()
    expectTypeOf<ObjectId.ObjectId>().not.toExtend<UserId.UserId>()
    expectTypeOf<Tick.Tick>().not.toExtend<Millis.Millis>()
    expectTypeOf<Millis.Millis>().not.toExtend<Tick.Tick>()
  })

  it("are not assignable from any text or number", () => {
    expectTypeOf<string>().not.toExtend<UserId.UserId>()
    expectTypeOf<number>().not.toExtend<Tick.Tick>()
  })

  it("are assignable to text and numbers", () => {
    expectTypeOf<UserId.UserId>().toExtend<string>()
    expectTypeOf<ObjectId.ObjectId>().toExtend<string>()
    expectTypeOf<Tick.Tick>().toExtend<number>()
    expectTypeOf<Millis.Millis>().toExtend<number>()
  })
})
