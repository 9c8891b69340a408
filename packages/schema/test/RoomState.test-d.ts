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

describe("a room state", () => {
  it("is folded by a reducer and is readonly", () => {
    expectTypeOf(RoomState.fold).toEqualTypeOf<
      (state: RoomState.RoomState, frame: RoomFrame) => RoomState.RoomState
    >()
    expectTypeOf<RoomState.RoomState["objects"]>().toEqualTypeOf<ReadonlyMap<ObjectId, RoomObject>>()
    expectTypeOf<RoomState.RoomState["objects"]>().not.toExtend<Map<ObjectId, RoomObject>>()
  })

  it("of history has the same type", () => {
    expectTypeOf(RoomHistory.states).returns.toEqualTypeOf<Iterable<RoomState.RoomState>>()
    expectTypeOf(RoomHistory.stateAt).returns.toEqualTypeOf<
      Result.Result<RoomState.RoomState, RoomHistory.TickNotInChunk>
    >()
  })
})

describe("a frame", () => {
  it("is narrowed by its tag and redacts tokens", () => {
    expectTypeOf<Extract<Frame.Frame, { _tag: "AuthOk" }>["token"]>().toEqualTypeOf<Redacted.Redacted>()
    expectTypeOf<Extract<Frame.Frame, { _tag: "Event" }>["payload"]>().toEqualTypeOf<unknown>()
  })

  it("is text after decompression, which fails only with InflateError", () => {
    expectTypeOf(Frame.decompress).returns.toEqualTypeOf<Effect.Effect<string, Frame.InflateError>>()
    expectTypeOf<Frame.PlainFrame["_tag"]>().not.toExtend<Frame.CompressedFrame["_tag"]>()
  })
})

describe("a channel name", () => {
  it("of a user requires a user", () => {
    expectTypeOf<{ _tag: "Console" }>().not.toExtend<ChannelName.ChannelName>()
    expectTypeOf<{ _tag: "Console"; user: string }>().not.toExtend<ChannelName.ChannelName>()
    expectTypeOf<{ _tag: "Room"; room: string }>().toExtend<ChannelName.ChannelName>()
  })
})

describe("an item of a visual", () => {
  it("is narrowed by t, unknown items included", () => {
    type Item<T> = Extract<RoomVisual.RoomVisual[number], { readonly t: T }>
    expectTypeOf<Item<"t">["text"]>().toEqualTypeOf<string>()
    expectTypeOf<Item<"unknown">["line"]>().toEqualTypeOf<string>()
    expectTypeOf<Item<"p">["points"]>().toEqualTypeOf<ReadonlyArray<readonly [number, number]>>()
  })
})
