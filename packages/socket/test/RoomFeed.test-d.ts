import type { Millis } from "@screeps-effect/schema/Millis"
import type { RoomName } from "@screeps-effect/schema/RoomName"
import type { RoomState } from "@screeps-effect/schema/RoomState"
import * as RoomFeed from "@screeps-effect/socket/RoomFeed"
import type { ScreepsSocket } from "@screeps-effect/socket/ScreepsSocket"
import type { SocketError } from "@screeps-effect/socket/SocketError"
import type { Layer } from "effect/Layer"
import type { Stream } from "effect/Stream"
import { describe, expectTypeOf, it } from "vitest"

describe("RoomFeed", () => {
  it("emits room views, and fails with SocketError", () => {
    expectTypeOf(RoomFeed.states("W1N1")).toEqualTypeOf<
      Stream<RoomFeed.RoomView, SocketError, RoomFeed.RoomFeed>
    >()
    expectTypeOf<RoomFeed.RoomView>().toExtend<RoomState>()
    expectTypeOf<RoomFeed.RoomView["receivedAt"]>().toEqualTypeOf<Millis>()
    expectTypeOf<RoomFeed.RoomView["room"]>().toEqualTypeOf<RoomName>()
  })

  it("emits states, gaps and refusals", () => {
    expectTypeOf<RoomFeed.RoomSignal["_tag"]>().toEqualTypeOf<"State" | "Gap" | "Refused">()
    expectTypeOf<RoomFeed.RoomGap["reason"]>().toEqualTypeOf<
      "disconnected" | "behind" | "resubscribed" | "damaged" | "unexpected" | "turn" | "mismatch"
    >()
  })

  it("accepts only room names", () => {
    expectTypeOf<"W1N1">().toExtend<Parameters<typeof RoomFeed.states>[0]>()
    expectTypeOf<"kitchen">().not.toExtend<Parameters<typeof RoomFeed.states>[0]>()
  })

  it("requires a socket", () => {
    expectTypeOf(RoomFeed.layer()).toEqualTypeOf<Layer<RoomFeed.RoomFeed, never, ScreepsSocket>>()
  })
})
