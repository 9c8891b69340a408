import type * as ChannelName from "@screeps-effect/schema/ChannelName"
import * as Frame from "@screeps-effect/schema/Frame"
import * as RoomHistory from "@screeps-effect/schema/RoomHistory"
import type { ObjectId } from "@screeps-effect/schema/ObjectId"
import type { RoomFrame } from "@screeps-effect/schema/RoomFrame"
import type { RoomObject } from "@screeps-effect/schema/RoomObject"
import * as RoomState from "@screeps-effect/schema/RoomState"
import type * as RoomVisual from "@screeps-effect/schema/RoomVisual"
import type * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"
import type * as Result from "effect/Result"
import { describe, expectTypeOf, it } from "vitest"

describe("a state of a room", () => {
  it("folds like a reducer and cannot be written to", () => {
    expectTypeOf(RoomState.fold).toEqualTypeOf<
      (state: RoomState.RoomState, frame: RoomFrame) => RoomState.RoomState
    >()
    expectTypeOf<RoomState.RoomState["objects"]>().toEqualTypeOf<ReadonlyMap<ObjectId, RoomObject>>()
    expectTypeOf<RoomState.RoomState["objects"]>().not.toExtend<Map<ObjectId, RoomObject>>()
  })

  it("of history is the same", () => {
    expectTypeOf(RoomHistory.states).returns.toEqualTypeOf<Iterable<RoomState.RoomState>>()
    expectTypeOf(RoomHistory.stateAt).returns.toEqualTypeOf<
      Result.Result<RoomState.RoomState, RoomHistory.TickNotInChunk>
    >()
  })
})

describe("a frame", () => {
  it("is told apart by its tag, with tokens that are not shown", () => {
    expectTypeOf<Extract<Frame.Frame, { _tag: "AuthOk" }>["token"]>().toEqualTypeOf<Redacted.Redacted>()
    expectTypeOf<Extract<Frame.Frame, { _tag: "Event" }>["payload"]>().toEqualTypeOf<unknown>()
  })

  it("that is unpacked is not packed again, or fails for one reason", () => {
    expectTypeOf(Frame.inflate).returns.toEqualTypeOf<Effect.Effect<Frame.PlainFrame, Frame.InflateError>>()
    expectTypeOf<Frame.PlainFrame["_tag"]>().not.toExtend<Frame.CompressedFrame["_tag"]>()
  })
})

describe("a channel", () => {
  it("of a user needs one", () => {
    expectTypeOf<{ _tag: "Console" }>().not.toExtend<ChannelName.ChannelName>()
    expectTypeOf<{ _tag: "Console"; user: string }>().not.toExtend<ChannelName.ChannelName>()
    expectTypeOf<{ _tag: "Room"; room: string }>().toExtend<ChannelName.ChannelName>()
  })
})

describe("an item of a visual", () => {
  it("is told apart by t, what is not known included", () => {
    type Item<T> = Extract<RoomVisual.RoomVisual[number], { readonly t: T }>
    expectTypeOf<Item<"t">["text"]>().toEqualTypeOf<string>()
    expectTypeOf<Item<"unknown">["line"]>().toEqualTypeOf<string>()
    expectTypeOf<Item<"p">["points"]>().toEqualTypeOf<ReadonlyArray<readonly [number, number]>>()
  })
})
