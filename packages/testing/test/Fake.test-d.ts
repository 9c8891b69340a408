import * as Game from "@screeps-effect/api/Game"
import * as Market from "@screeps-effect/api/Market"
import * as Register from "@screeps-effect/api/Register"
import type { Rejected } from "@screeps-effect/api/ScreepsError"
import * as User from "@screeps-effect/api/User"
import type * as RoomName from "@screeps-effect/schema/RoomName"
import type { ShardName } from "@screeps-effect/schema/ShardName"
import * as Tick from "@screeps-effect/schema/Tick"
import * as Channels from "@screeps-effect/socket/Channels"
import * as Fake from "@screeps-effect/testing/Fake"
import * as Effect from "effect/Effect"
import type * as HttpClient from "effect/http/HttpClient"
import type * as Layer from "effect/Layer"
import type * as Socket from "effect/socket/Socket"
import type * as Redacted from "effect/Redacted"
import { describe, expectTypeOf, it } from "vitest"

describe("Fake.answer", () => {
  it("types its handler's parameter as the operation's input", () => {
    Fake.answer(Game.roomTerrain, (input, request) => {
      expectTypeOf(input.room).toEqualTypeOf<RoomName.RoomName>()
      expectTypeOf(input.encoded).toEqualTypeOf<1 | undefined>()
      expectTypeOf(input.shard).toEqualTypeOf<ShardName | undefined>()
      expectTypeOf(request).toEqualTypeOf<Request>()
      return Effect.succeed({ ok: 1, terrain: [] })
    })
    Fake.answer(Register.submit, (input) => {
      expectTypeOf(input.password).toEqualTypeOf<Redacted.Redacted>()
      return Effect.succeed({ ok: 1 })
    })
  })

  it("types any name in its handler's parameter as a text, which an answer may have", () => {
    Fake.answer(Market.orders, ({ resourceType }) => {
      expectTypeOf(resourceType).toEqualTypeOf<string>()
      const order = {
        _id: "1",
        type: "sell",
        price: 9,
        amount: 10,
        remainingAmount: 10,
        resourceType
      } as const
      return Effect.succeed({ ok: 1, list: [order] })
    })
  })

  it("types its handler's result as the operation's output", () => {
    const time = Fake.answer(Game.time, () => Effect.succeed({ ok: 1, time: Tick.make(42) }))
    Fake.answer(Game.time, () => Effect.succeed({ ok: 1, time: 42 }))
    Fake.answer(User.find, () => Effect.succeed({ ok: 1, user: { _id: "57874d42", username: "bob" } }))
    expectTypeOf(time).toEqualTypeOf<Fake.Route>()
    // @ts-expect-error a response requires ok
    Fake.answer(Game.time, () => Effect.succeed({ time: Tick.make(42) }))
    // @ts-expect-error ok is 1, not 0
    Fake.answer(Game.time, () => Effect.succeed({ ok: 0, time: Tick.make(42) }))
    // @ts-expect-error time is a tick, not a text
    Fake.answer(Game.time, () => Effect.succeed({ ok: 1, time: "42" }))
    // @ts-expect-error the response has no field room
    Fake.answer(Game.time, ({ room }) => Effect.succeed({ ok: 1, time: Tick.make(room) }))
  })

  it("types its handler's error as Rejected", () => {
    Fake.answer(Game.time, () => Fake.refuse("no"))
    type Handler = Parameters<typeof Fake.answer<{}, Game.GameTime>>[1]
    expectTypeOf<() => Effect.Effect<Game.GameTime, Rejected>>().toExtend<Handler>()
    expectTypeOf<() => Effect.Effect<Game.GameTime, string>>().not.toExtend<Handler>()
    expectTypeOf(Fake.refuse("no")).toEqualTypeOf<Effect.Effect<never, Rejected>>()
  })
})

describe("Fake.emit", () => {
  it("types its payloads by the channel's schema", () => {
    expectTypeOf(Fake.emit(Channels.cpu(), { cpu: 1 })).toEqualTypeOf<Fake.Emission>()
    expectTypeOf(Fake.layer(Fake.emit(Channels.memory("a"), "1", "2"))).toExtend<
      Layer.Layer<Socket.WebSocketConstructor>
    >()
    // @ts-expect-error cpu is a number or "error"
    Fake.emit(Channels.cpu(), { cpu: "much" })
    Fake.emit(Channels.newMessage(), { message: { _id: "1", text: "hi", type: "in", unread: true } })
    // @ts-expect-error a watched value is a text
    Fake.emit(Channels.memory("a"), 1)
    // @ts-expect-error a channel is not a text
    Fake.emit("user:1/cpu", { cpu: 1 })
  })
})

describe("Fake.layer", () => {
  it("provides an HTTP client and a WebSocket without requirements", () => {
    const time = Fake.answer(Game.time, () => Fake.refuse("no"))
    const other = Fake.respond("GET", "/api/nope", () => Effect.succeed(new Response()))
    expectTypeOf(Fake.layer(time, other)).toEqualTypeOf<
      Layer.Layer<HttpClient.HttpClient | Socket.WebSocketConstructor>
    >()
    Fake.respond("PUT", "/api/nope", () => Effect.succeed(new Response()))
    // @ts-expect-error methods have capital letters
    Fake.respond("put", "/api/nope", () => Effect.succeed(new Response()))
    // @ts-expect-error paths start with a slash
    Fake.respond("GET", "api/nope", () => Effect.succeed(new Response()))
  })
})
