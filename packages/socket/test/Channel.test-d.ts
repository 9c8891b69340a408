import type * as Channel from "@screeps-effect/socket/Channel"
import * as Channels from "@screeps-effect/socket/Channels"
import * as ScreepsSocket from "@screeps-effect/socket/ScreepsSocket"
import type { Signal } from "@screeps-effect/socket/Channel"
import type { SocketError } from "@screeps-effect/socket/SocketError"
import type { Server } from "@screeps-effect/api/Server"
import type { Session } from "@screeps-effect/api/Session"
import type { ConsoleEvent } from "@screeps-effect/schema/ConsoleEvent"
import type { RoomFrame } from "@screeps-effect/schema/RoomFrame"
import { describe, expectTypeOf, it } from "@effect/vitest"
import type * as Layer from "effect/Layer"
import type * as Socket from "effect/socket/Socket"
import type * as Stream from "effect/Stream"

describe("a channel", () => {
  it("has the payload type of its function", () => {
    expectTypeOf(Channels.room("W7N3")).toEqualTypeOf<Channel.Channel<RoomFrame>>()
    expectTypeOf(ScreepsSocket.subscribe(Channels.console())).toEqualTypeOf<
      Stream.Stream<ConsoleEvent, SocketError, ScreepsSocket.ScreepsSocket>
    >()
    expectTypeOf(ScreepsSocket.signals(Channels.memory("stats"))).toEqualTypeOf<
      Stream.Stream<Signal<string>, SocketError, ScreepsSocket.ScreepsSocket>
    >()
  })

  it("accepts only room names and user ids", () => {
    expectTypeOf<"kitchen">().not.toExtend<Parameters<typeof Channels.room>[0]>()
    expectTypeOf<"alice">().not.toExtend<Parameters<typeof Channels.conversation>[0]>()
  })
})

describe("a socket", () => {
  it("requires a session, a server and a WebSocket constructor, and is created without errors", () => {
    expectTypeOf(ScreepsSocket.layer()).toEqualTypeOf<
      Layer.Layer<ScreepsSocket.ScreepsSocket, never, Session | Server | Socket.WebSocketConstructor>
    >()
  })
})
