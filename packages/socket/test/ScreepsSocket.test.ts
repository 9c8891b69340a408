import * as Channels from "@screeps-effect/socket/Channels"
import * as ScreepsSocket from "@screeps-effect/socket/ScreepsSocket"
import type { SocketError } from "@screeps-effect/socket/SocketError"
import * as Server from "@screeps-effect/api/Server"
import * as Millis from "@screeps-effect/schema/Millis"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Stream from "effect/Stream"
import { alice, asGuest, fakeServer } from "./support/fakeServer.ts"
import { listen, short, withSocket } from "./support/listen.ts"
import { pass, settle } from "@screeps-effect/fixtures/time"

const log = (...lines: ReadonlyArray<string>) => ({ messages: { log: lines, results: [] } })

const consoleName = `user:${alice}/console`

describe("ScreepsSocket", () => {
  it.effect("subscribes to nothing before the sign-in was accepted", () =>
    withSocket(
      (socket, server) =>
        Effect.gen(function* () {
          const console = yield* listen(socket.subscribe(Channels.console()))
          assert.deepStrictEqual(server.current().sent, ["auth token-1"])
          assert.deepStrictEqual(yield* socket.state, { _tag: "Authenticating" })
          server.current().sendFrames(`auth ok ${server.issueToken()}`)
          yield* settle
          assert.deepStrictEqual(yield* socket.state, { _tag: "Ready" })
          assert.deepStrictEqual(server.current().sent, ["auth token-1", `subscribe ${consoleName}`])
          server.current().sendEvent(consoleName, log("hi"))
          yield* settle
          assert.deepStrictEqual(console.emitted, [log("hi")])
        }),
      { auth: "silent" }
    )
  )

  it.effect("emits Connected when the subscription was sent, not before", () =>
    withSocket((socket, server) =>
      Effect.gen(function* () {
        const channels = [Channels.roomMap("W1N1"), Channels.roomMap("W2N1"), Channels.roomMap("W3N1")]
        const sentAtSignal: Array<number> = []
        const follow = (channel: (typeof channels)[number]) =>
          Stream.runForEach(socket.signals(channel), () =>
            Effect.sync(() => sentAtSignal.push(server.current().commands.length))
          )
        for (const [i, channel] of channels.entries()) {
          const following = yield* Effect.forkScoped(follow(channel))
          yield* settle
          assert.deepStrictEqual(
            sentAtSignal,
            Array.from({ length: i + 1 }, (_, at) => at + 1)
          )
          assert.isUndefined(following.pollUnsafe())
        }
        // All at once after the connection was lost: the gap, and the three subscriptions of the next connection.
        sentAtSignal.length = 0
        server.current().drop()
        yield* settle
        sentAtSignal.length = 0
        yield* pass(5000)
        assert.deepStrictEqual(sentAtSignal, [3, 3, 3])
      })
    )
  )

  it.effect("connects below the server's path, with encryption if its address has https", () =>
    Effect.gen(function* () {
      const urls = [
        [Server.privateServer("http://127.0.0.1:21025"), "ws://127.0.0.1:21025/socket/websocket"],
        [Server.official(), "wss://screeps.com/socket/websocket"],
        [Server.ptr(), "wss://screeps.com/ptr/socket/websocket"],
        [Server.season(), "wss://screeps.com/season/socket/websocket"]
      ] as const
      for (const [server, url] of urls) {
        yield* withSocket((_, { current }) => Effect.sync(() => assert.strictEqual(current().url, url)), {
          server,
          credentials: asGuest
        })
      }
    })
  )

  it.effect("subscribes once for many listeners, and unsubscribes after the last one", () =>
    withSocket((socket, server) =>
      Effect.gen(function* () {
        const first = yield* listen(socket.subscribe(Channels.console()))
        const second = yield* listen(socket.subscribe(Channels.console()))
        server.current().sendEvent(consoleName, log("a"))
        yield* settle
        assert.deepStrictEqual([first.emitted, second.emitted], [[log("a")], [log("a")]])
        yield* first.stop
        assert.deepStrictEqual(server.current().commands, [`subscribe ${consoleName}`])
        yield* second.stop
        yield* settle
        assert.deepStrictEqual(server.current().commands, [
          `subscribe ${consoleName}`,
          `unsubscribe ${consoleName}`
        ])
        assert.deepInclude(yield* socket.counters, { listeners: 0, subscribed: 0 })
      })
    )
  )

  it.effect("drops and counts frames without listeners: late ones and unknown channels", () =>
    withSocket((socket, server) =>
      Effect.gen(function* () {
        const room = yield* listen(socket.subscribe(Channels.room("W7N3")))
        yield* room.stop
        server.current().sendEvent("room:W7N3", { objects: {}, gameTime: 5 })
        server.current().sendEvent("server-message", "without listeners")
        server.current().sendEvent("err@room:W7N3", "subscribe limit reached")
        server.current().sendEvent("steam:shop", {})
        yield* settle
        assert.isEmpty(room.emitted)
        assert.deepInclude(yield* socket.counters, { unclaimed: 3, unknownChannels: 1 })
      })
    )
  )

  it.effect("requests the signed-in user once for all channels of the user", () =>
    withSocket((socket, server) =>
      Effect.gen(function* () {
        yield* listen(socket.subscribe(Channels.console()))
        yield* listen(socket.subscribe(Channels.cpu()))
        yield* listen(socket.subscribe(Channels.memory("stats")))
        assert.deepStrictEqual(
          server.requestedPaths.filter((path) => path.endsWith("/api/auth/me")),
          ["/api/auth/me"]
        )
      })
    )
  )

  it.effect("fails before sending on a path that crashes the server and on a missing shard", () =>
    Effect.gen(function* () {
      yield* withSocket((socket, server) =>
        Effect.gen(function* () {
          const error = yield* Effect.flip(Stream.runDrain(socket.subscribe(Channels.memory("toString"))))
          assert.strictEqual(error.reason._tag, "InvalidInput")
          yield* settle
          assert.isEmpty(server.current().commands)
        })
      )
      yield* withSocket(
        (socket) =>
          Effect.gen(function* () {
            const error = yield* Effect.flip(Stream.runDrain(socket.subscribe(Channels.room("W7N3"))))
            assert.strictEqual(error.reason._tag, "ShardRequired")
          }),
        { server: Server.official() }
      )
    })
  )

  it.effect("delivers only server messages to guests", () =>
    withSocket(
      (socket, server) =>
        Effect.gen(function* () {
          const messages = yield* listen(socket.subscribe(Channels.serverMessage()))
          server.current().sendEvent("server-message", "restart at noon")
          yield* settle
          assert.deepStrictEqual(messages.emitted, ["restart at noon"])
          for (const stream of [
            socket.subscribe(Channels.console()),
            socket.subscribe(Channels.room("W7N3"))
          ] as const) {
            assert.strictEqual(
              (yield* Effect.flip(Stream.runDrain<unknown, SocketError, never>(stream))).reason._tag,
              "AuthRefused"
            )
          }
          assert.deepStrictEqual(server.current().sent, ["subscribe server-message"])
          assert.isEmpty(server.requestedPaths)
        }),
      { credentials: asGuest }
    )
  )

  it.effect("emits Refused on the channel's error, and continues", () =>
    withSocket((socket, server) =>
      Effect.gen(function* () {
        const room = yield* listen(socket.signals(Channels.room("W7N3")))
        server.current().sendEvent("err@room:W7N3", "subscribe limit reached")
        server.current().sendEvent("room:W7N3", { objects: {}, gameTime: 6, visual: "" })
        yield* settle
        assert.deepStrictEqual(short(room.emitted), [
          "Connected",
          "Refused subscribe limit reached",
          { objects: {}, gameTime: 6, visual: "" }
        ])
      })
    )
  )

  it.effect("emits server events, and the last ones to late listeners", () =>
    withSocket((socket, server) =>
      Effect.gen(function* () {
        const events = yield* listen(socket.events)
        assert.deepStrictEqual(events.emitted, [
          { _tag: "Time", now: Millis.make(0) },
          { _tag: "Protocol", version: 14 },
          { _tag: "Auth", outcome: "ok" }
        ])
        server.current().sendFrames("package 61")
        yield* settle
        assert.deepStrictEqual(events.emitted.at(-1), { _tag: "Package", version: 61 })
        assert.lengthOf((yield* listen(socket.events)).emitted, 4)
      })
    )
  )

  it.effect("emits raw frames in order, with tokens redacted", () =>
    withSocket((socket, server) =>
      Effect.gen(function* () {
        const frames = yield* listen(socket.frames)
        server.current().sendFrames("auth ok f00d000000000000000000000000000000000002", "what-is-this")
        server.current().sendEvent("room:W7N3", { objects: {} })
        yield* settle
        const [auth, unknown, event] = frames.emitted
        assert.isTrue(auth?._tag === "AuthOk" && Redacted.isRedacted(auth.token))
        assert.isTrue(unknown?._tag === "Unknown" && Redacted.isRedacted(unknown.text))
        assert.deepStrictEqual(event, { _tag: "Event", channel: "room:W7N3", payload: { objects: {} } })
        assert.notInclude(JSON.stringify(frames.emitted), "f00d")
      })
    )
  )

  it.effect("emits its state, now and whenever it changes", () =>
    withSocket((socket, server) =>
      Effect.gen(function* () {
        const states = yield* listen(socket.states)
        server.current().drop()
        yield* pass("1 second")
        assert.deepStrictEqual(
          states.emitted.map(({ _tag }) => _tag),
          ["Ready", "Backoff", "Connecting", "Authenticating", "Ready"]
        )
      })
    )
  )

  it.effect("emits Connecting once for the first attempt", () =>
    Effect.gen(function* () {
      const server = yield* fakeServer()
      const states = yield* Effect.provide(
        Effect.gen(function* () {
          const socket = yield* ScreepsSocket.ScreepsSocket
          const states = yield* Stream.runCollect(Stream.take(socket.states, 3))
          return states.map(({ _tag }) => _tag)
        }),
        Layer.provideMerge(ScreepsSocket.layer({}), server.layer)
      )
      assert.deepStrictEqual(states, ["Connecting", "Authenticating", "Ready"])
    })
  )

  it.effect("has accessors that use the provided service", () =>
    Effect.gen(function* () {
      const server = yield* fakeServer()
      const layer = Layer.provide(ScreepsSocket.layer(), server.layer)
      yield* Effect.gen(function* () {
        const lines = yield* Effect.forkScoped(
          Stream.runCollect(Stream.take(ScreepsSocket.subscribe(Channels.serverMessage()), 1))
        )
        const signals = yield* Effect.forkScoped(
          Stream.runCollect(Stream.take(ScreepsSocket.signals(Channels.serverMessage()), 2))
        )
        yield* settle
        server.current().sendEvent("server-message", "hello")
        yield* settle
        assert.deepStrictEqual(yield* Fiber.join(lines), ["hello"])
        assert.deepStrictEqual(short(yield* Fiber.join(signals)), ["Connected", "hello"])
      }).pipe(Effect.scoped, Effect.provide(layer))
    })
  )
})
