import { Strictness } from "@screeps-effect/api/ScreepsClient"
import * as Channel from "@screeps-effect/socket/Channel"
import * as Channels from "@screeps-effect/socket/Channels"
import { assert, describe, it } from "@effect/vitest"
import * as RoomObject from "@screeps-effect/schema/RoomObject"
import * as RoomState from "@screeps-effect/schema/RoomState"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schedule from "effect/Schedule"
import * as Schema from "effect/Schema"
import { alice } from "./support/fakeServer.ts"
import { listen, short, withSocket } from "./support/listen.ts"
import { pass, settle } from "@screeps-effect/fixtures/time"

const consoleName = `user:${alice}/console`
const line = (text: string) => ({ messages: { log: [text], results: [] } })

describe("unexpected data", () => {
  it.effect("in control words is counted and ignored", () =>
    withSocket((socket, server) =>
      Effect.gen(function* () {
        const lines = yield* listen(socket.subscribe(Channels.console()))
        server
          .current()
          .sendFrames(
            "server down",
            "cannot subscribe",
            "",
            "protocol fourteen",
            "{}",
            "[",
            "[1]",
            '["room:W1N1"]'
          )
        server.current().sendFrames(new TextEncoder().encode(JSON.stringify([consoleName, line("as bytes")])))
        server.current().sendEvent(consoleName, line("as text"))
        yield* settle
        assert.deepStrictEqual(lines.emitted, [line("as bytes"), line("as text")])
        assert.deepInclude(yield* socket.counters, { unknownWords: 8, connections: 1 })
      })
    )
  )

  it.effect("in a payload is left out, counted and emitted as DecodeFailure, and the stream continues", () =>
    withSocket((socket, server) =>
      Effect.gen(function* () {
        const payloads = yield* listen(socket.subscribe(Channels.console()))
        const signals = yield* listen(socket.signals(Channels.console()))
        for (const payload of [line("1"), { messages: "secret words" }, null, line("2")]) {
          server.current().sendEvent(consoleName, payload)
        }
        yield* settle
        assert.deepStrictEqual(payloads.emitted, [line("1"), line("2")])
        assert.deepStrictEqual(short(signals.emitted), [
          "Connected",
          line("1"),
          "DecodeFailure",
          "DecodeFailure",
          line("2")
        ])
        assert.notInclude(JSON.stringify(signals.emitted), "secret words")
        assert.deepInclude(yield* socket.counters, { decodeFailures: 2 })
        assert.deepStrictEqual(server.current().commands, [`subscribe ${consoleName}`])
      })
    )
  )

  it.effect("in a part of a payload is left out, or for a strict program the whole payload", () =>
    Effect.gen(function* () {
      const received = (strictness: "tolerant" | "strict", ofListener = strictness) =>
        withSocket((socket, server) =>
          Effect.gen(function* () {
            const signals = yield* listen(socket.signals(Channels.console())).pipe(
              Effect.provideService(Strictness, ofListener)
            )
            server.current().sendEvent(consoleName, { messages: { log: ["1"] } })
            yield* settle
            return short(signals.emitted)
          })
        ).pipe(Effect.provideService(Strictness, strictness))
      assert.deepStrictEqual(yield* received("tolerant"), ["Connected", { messages: { log: ["1"] } }])
      assert.deepStrictEqual(yield* received("strict"), ["Connected", "DecodeFailure"])
      // Listeners share one payload: that of the socket counts.
      assert.deepStrictEqual(yield* received("strict", "tolerant"), ["Connected", "DecodeFailure"])
    })
  )

  it.effect("in a payload fails the stream with onDecodeFailure: fail", () =>
    withSocket(
      (socket, server) =>
        Effect.gen(function* () {
          const lines = yield* listen(socket.subscribe(Channels.console()))
          const cpu = yield* listen(socket.subscribe(Channels.cpu()))
          server.current().sendEvent(consoleName, line("1"))
          server.current().sendEvent(consoleName, { messages: "?" })
          server.current().sendEvent(`user:${alice}/cpu`, { cpu: 5 })
          yield* settle
          assert.deepStrictEqual(lines.emitted, [line("1")])
          assert.deepInclude(lines.failure(), { _tag: "UnexpectedPayload", channel: consoleName })
          assert.deepStrictEqual(cpu.emitted, [{ cpu: 5 }])
          assert.deepStrictEqual(server.current().commands.slice(-1), [`unsubscribe ${consoleName}`])
        }),
      { onDecodeFailure: "fail" }
    )
  )

  it.effect("in a patch makes the socket subscribe to the room again, once", () =>
    withSocket((socket, server) =>
      Effect.gen(function* () {
        const room = yield* listen(socket.signals(Channels.room("W7N3")))
        const whole = { objects: { a: { _id: "a", type: "creep" } } }
        for (const payload of [whole, { objects: [] }]) server.current().sendEvent("room:W7N3", payload)
        server.current().sendEvent("room:W7N3", { objects: { late: null } }) // of the previous subscription: not delivered
        yield* settle
        server.current().sendEvent("room:W7N3", whole)
        yield* settle
        assert.deepStrictEqual(short(room.emitted), [
          "Connected",
          whole,
          "DecodeFailure",
          "Gap unexpected",
          "Resumed",
          whole
        ])
        assert.deepStrictEqual(server.current().commands, [
          "subscribe room:W7N3",
          "unsubscribe room:W7N3",
          "subscribe room:W7N3"
        ])
      })
    )
  )

  it.effect("that makes a channel's schema throw affects no other channel", () =>
    withSocket((socket, server) =>
      Effect.gen(function* () {
        const family = Channel.family<{ readonly list: ReadonlyArray<number> }>({
          kind: "Unknown",
          delivery: "every",
          access: "authenticated",
          schema: Schema.Struct({ list: Schema.Array(Schema.Finite) }).check(
            Schema.makeFilter(() => {
              throw new Error("a mod's own mistake")
            })
          )
        })
        const mod = Channel.make(family, () => Result.succeed({ _tag: "Unknown", name: "mod" }))
        const odd = yield* listen(socket.signals(mod))
        const lines = yield* listen(socket.subscribe(Channels.console()))
        server.current().sendEvent("mod", { list: [1] })
        server.current().sendEvent(consoleName, line("1"))
        yield* settle
        assert.deepStrictEqual(short(odd.emitted), ["Connected", "DecodeFailure"])
        assert.deepStrictEqual(lines.emitted, [line("1")])
        assert.strictEqual(server.connections.length, 1)
      })
    )
  )

  it.effect("as a defect in the socket itself ends all streams", () =>
    withSocket(
      (socket, server) =>
        Effect.gen(function* () {
          const lines = yield* listen(socket.subscribe(Channels.console()))
          server.current().drop()
          yield* settle
          assert.deepStrictEqual(lines.failure()?._tag, "Ended")
          assert.strictEqual((yield* socket.state)._tag, "Closed")
        }),
      { backoff: Schedule.tap(Schedule.forever, () => Effect.die("a fault")) }
    )
  )

  it.effect("before a new subscription belongs to the previous one, refusals too", () =>
    withSocket((socket, server) =>
      Effect.gen(function* () {
        const room = yield* listen(socket.signals(Channels.room("W7N3")))
        const whole = { objects: { a: { _id: "a", type: "creep" } } }
        server.current().sendEvent("room:W7N3", whole)
        const patch = JSON.stringify(["room:W7N3", { objects: { a: { x: 1 } }, gameTime: 7 }])
        server
          .current()
          .sendFrames("gz:%%%", patch, JSON.stringify(["err@room:W7N3", "subscribe limit reached"]))
        yield* settle
        server.current().sendEvent("room:W7N3", whole)
        yield* settle
        assert.deepStrictEqual(short(room.emitted), ["Connected", whole, "Gap damaged", "Resumed", whole])
      })
    )
  )

  it.effect(
    "in every message of a room fails its stream after one new subscription, and no other stream",
    () =>
      withSocket((socket, server) =>
        Effect.gen(function* () {
          const bad = yield* listen(socket.subscribe(Channels.room("W7N3")))
          const good = yield* listen(socket.subscribe(Channels.room("W1N1")))
          for (const payload of ["?", "?", "?"]) {
            server.current().sendEvent("room:W7N3", payload)
            yield* settle
          }
          server.current().sendEvent("room:W1N1", { objects: {} })
          yield* settle
          assert.deepInclude(bad.failure(), { _tag: "UnexpectedPayload", channel: "room:W7N3" })
          assert.lengthOf(good.emitted, 1)
          assert.deepStrictEqual(server.current().commands, [
            "subscribe room:W7N3",
            "subscribe room:W1N1",
            "unsubscribe room:W7N3",
            "subscribe room:W7N3",
            "unsubscribe room:W7N3"
          ])
        })
      )
  )
})

describe("a room with malformed patches", () => {
  const tolerantly: typeof withSocket = (...args) =>
    withSocket(...args).pipe(Effect.provideService(Strictness, "tolerant"))

  const join = "subscribe room:W7N3"
  const leave = "unsubscribe room:W7N3"
  const whole = { objects: { a: { _id: "a", type: "creep" }, b: { _id: "b", type: "creep" } } }
  const bad = { objects: { a: 5, b: { x: 1 } }, gameTime: 7 }
  const rest = { objects: { b: { x: 1 } }, gameTime: 7 }

  it.effect("is subscribed to again when the patch of one object is malformed", () =>
    tolerantly((socket, server) =>
      Effect.gen(function* () {
        const room = yield* listen(socket.signals(Channels.room("W7N3")))
        server.current().sendEvent("room:W7N3", whole)
        server.current().sendEvent("room:W7N3", bad)
        yield* settle
        server.current().sendEvent("room:W7N3", whole)
        yield* settle
        assert.deepStrictEqual(short(room.emitted), [
          "Connected",
          whole,
          rest,
          "Gap unexpected",
          "Resumed",
          whole
        ])
        assert.deepStrictEqual(server.current().commands, [join, leave, join])
      })
    )
  )

  it.effect("is not subscribed to again when the whole room contains a malformed object", () =>
    tolerantly((socket, server) =>
      Effect.gen(function* () {
        const room = yield* listen(socket.signals(Channels.room("W7N3")))
        server.current().sendEvent("room:W7N3", { objects: { a: 5, b: { _id: "b", type: "creep" } } })
        yield* settle
        assert.deepStrictEqual(short(room.emitted), [
          "Connected",
          { objects: { b: { _id: "b", type: "creep" } } }
        ])
        assert.deepStrictEqual(server.current().commands, [join])
      })
    )
  )

  const always: ReadonlyArray<readonly [what: string, bad: unknown, good: unknown]> = [
    ["one malformed patch in each message", bad, bad],
    ["each second message malformed", { objects: [], gameTime: 7 }, { objects: {}, gameTime: 7 }]
  ]
  it.effect.each(always)(
    "is subscribed to again at most three times a minute, with %s",
    ([, first, second]) =>
      tolerantly(
        (socket, server) =>
          Effect.gen(function* () {
            const room = yield* listen(socket.signals(Channels.room("W7N3")))
            for (let tick = 0; tick < 600; tick++) {
              server.current().sendEvent("room:W7N3", tick % 2 === 0 ? first : second)
              yield* pass("1 second")
            }
            const joins = server.current().commands.filter((text) => text === join).length
            assert.isAtLeast(joins, 25)
            assert.isAtMost(joins, 31)
            assert.isUndefined(room.failure())
            // The server behaves again: the last damage is repaired within a minute.
            yield* pass("1 minute")
            server.current().sendEvent("room:W7N3", { objects: {}, gameTime: 8 })
            yield* settle
            server.current().sendEvent("room:W7N3", { objects: {}, gameTime: 9 })
            yield* settle
            assert.deepStrictEqual(short(room.emitted).slice(-3), [
              "Resumed",
              whole,
              { objects: {}, gameTime: 9 }
            ])
          }),
        {
          onCommand: (text, connection) => {
            if (text === join) connection.sendEvent("room:W7N3", whole)
          }
        }
      )
  )
})

describe("the independent server xxscreeps", () => {
  it.effect("may send gameTime at once, leave objects out and put null into nested fields", () =>
    withSocket(
      (socket, server) =>
        Effect.gen(function* () {
          const room = yield* listen(socket.subscribe(Channels.room("W7N3")))
          for (const payload of [
            {
              objects: { a: { _id: "a", type: "container", store: { energy: 5, H: 1 } } },
              gameTime: 10,
              visual: ""
            },
            { gameTime: 11, visual: "" },
            { objects: { a: { store: { H: null } } }, gameTime: 12, visual: "" }
          ]) {
            server.current().sendEvent("room:W7N3", payload)
          }
          yield* settle
          assert.lengthOf(room.emitted, 3)
          const container = { _id: "a", type: "container", store: { energy: 5 } }
          const { objects } = room.emitted.reduce(RoomState.fold, RoomState.empty)
          assert.deepStrictEqual([...objects.values()].map(RoomObject.toDocument), [container])
          // It does not respond to `gzip on` and continues with plain text.
          assert.deepStrictEqual(server.current().commands, ["gzip on", "subscribe room:W7N3"])
        }),
      { gzip: true }
    )
  )
})

describe("a custom channel", () => {
  it.effect("can be used together with the SDK's channel of the same name", () =>
    withSocket((socket, server) =>
      Effect.gen(function* () {
        const family = Channel.family({
          kind: "Console",
          delivery: "every",
          access: "owner",
          schema: Schema.Struct({ error: Schema.String })
        })
        const errors = Channel.make(family, (place) => Channels.console().name(place))
        const mine = yield* listen(socket.signals(errors))
        const all = yield* listen(socket.subscribe(Channels.console()))
        server.current().sendEvent(consoleName, { error: "Error: boom" })
        server.current().sendEvent(consoleName, line("1"))
        yield* settle
        assert.deepStrictEqual(short(mine.emitted), ["Connected", { error: "Error: boom" }, "DecodeFailure"])
        assert.deepStrictEqual(all.emitted, [{ error: "Error: boom" }, line("1")])
        assert.deepStrictEqual(server.current().commands, [`subscribe ${consoleName}`])
        yield* all.stop
        assert.deepStrictEqual(server.current().commands, [`subscribe ${consoleName}`])
        yield* mine.stop
        yield* settle
        assert.deepStrictEqual(server.current().commands, [
          `subscribe ${consoleName}`,
          `unsubscribe ${consoleName}`
        ])
      })
    )
  )

  it.effect("of a mod delivers payloads like any other channel", () =>
    withSocket((socket, server) =>
      Effect.gen(function* () {
        const family = Channel.family({
          kind: "Unknown",
          delivery: "latest",
          access: "authenticated",
          schema: Schema.Finite
        })
        const clock = Channel.make(family, () => Result.succeed({ _tag: "Unknown", name: "mod:clock" }))
        const emitted = yield* listen(socket.subscribe(clock))
        server.current().sendEvent("mod:clock", 5)
        yield* settle
        assert.deepStrictEqual(emitted.emitted, [5])
        assert.deepInclude(yield* socket.counters, { unknownChannels: 0 })
      })
    )
  )
})
