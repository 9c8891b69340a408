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
import { pass, settle } from "./support/time.ts"

const log = (...lines: ReadonlyArray<string>) => ({ messages: { log: lines, results: [] } })

const consoleName = `user:${alice}/console`

describe("ScreepsSocket", () => {
  it.effect("signs in, and subscribes to nothing before the server said yes", () =>
    withSocket(
      (socket, server) =>
        Effect.gen(function* () {
          const console = yield* listen(socket.subscribe(Channels.console()))
          assert.deepStrictEqual(server.now().sent, ["auth token-1"])
          assert.deepStrictEqual(yield* socket.state, { _tag: "Authenticating" })
          server.now().say(`auth ok ${server.mint()}`)
          yield* settle
          assert.deepStrictEqual(yield* socket.state, { _tag: "Ready" })
          assert.deepStrictEqual(server.now().sent, ["auth token-1", `subscribe ${consoleName}`])
          server.now().tell(consoleName, log("hi"))
          yield* settle
          assert.deepStrictEqual(console.told, [log("hi")])
        }),
      { auth: "silent" }
    )
  )

  it.effect("tells a listener that it is connected when the subscription has been sent, not before", () =>
    withSocket((socket, server) =>
      Effect.gen(function* () {
        const channels = [Channels.roomMap("W1N1"), Channels.roomMap("W2N1"), Channels.roomMap("W3N1")]
        const sentWhenTold: Array<number> = []
        const follow = (channel: (typeof channels)[number]) =>
          Stream.runForEach(socket.signals(channel), () =>
            Effect.sync(() => sentWhenTold.push(server.now().asked.length))
          )
        for (const [i, channel] of channels.entries()) {
          const following = yield* Effect.forkScoped(follow(channel))
          yield* settle
          assert.deepStrictEqual(
            sentWhenTold,
            Array.from({ length: i + 1 }, (_, at) => at + 1)
          )
          assert.isUndefined(following.pollUnsafe())
        }
        // All at once, after the connection was lost: the gap, and the three subscriptions of the next one.
        sentWhenTold.length = 0
        server.now().drop()
        yield* settle
        sentWhenTold.length = 0
        yield* pass(5000)
        assert.deepStrictEqual(sentWhenTold, [3, 3, 3])
      })
    )
  )

  it.effect("connects below the path of its server, with encryption where HTTP has it", () =>
    Effect.gen(function* () {
      const urls = [
        [Server.privateServer("http://127.0.0.1:21025"), "ws://127.0.0.1:21025/socket/websocket"],
        [Server.official(), "wss://screeps.com/socket/websocket"],
        [Server.ptr(), "wss://screeps.com/ptr/socket/websocket"],
        [Server.season(), "wss://screeps.com/season/socket/websocket"]
      ] as const
      for (const [server, url] of urls) {
        yield* withSocket((_, { now }) => Effect.sync(() => assert.strictEqual(now().url, url)), {
          server,
          who: asGuest
        })
      }
    })
  )

  it.effect("subscribes once for many listeners, and unsubscribes after the last one", () =>
    withSocket((socket, server) =>
      Effect.gen(function* () {
        const first = yield* listen(socket.subscribe(Channels.console()))
        const second = yield* listen(socket.subscribe(Channels.console()))
        server.now().tell(consoleName, log("a"))
        yield* settle
        assert.deepStrictEqual([first.told, second.told], [[log("a")], [log("a")]])
        yield* first.stop
        assert.deepStrictEqual(server.now().asked, [`subscribe ${consoleName}`])
        yield* second.stop
        yield* settle
        assert.deepStrictEqual(server.now().asked, [`subscribe ${consoleName}`, `unsubscribe ${consoleName}`])
        assert.deepInclude(yield* socket.counters, { listeners: 0, subscribed: 0 })
      })
    )
  )

  it.effect("drops and counts what nobody listens to: late frames and channels nobody knows", () =>
    withSocket((socket, server) =>
      Effect.gen(function* () {
        const room = yield* listen(socket.subscribe(Channels.room("W7N3")))
        yield* room.stop
        server.now().tell("room:W7N3", { objects: {}, gameTime: 5 })
        server.now().tell("server-message", "nobody asked")
        server.now().tell("err@room:W7N3", "subscribe limit reached")
        server.now().tell("steam:shop", {})
        yield* settle
        assert.isEmpty(room.told)
        assert.deepInclude(yield* socket.counters, { unclaimed: 3, unknownChannels: 1 })
      })
    )
  )

  it.effect("asks once who is signed in, for all channels of the user", () =>
    withSocket((socket, server) =>
      Effect.gen(function* () {
        yield* listen(socket.subscribe(Channels.console()))
        yield* listen(socket.subscribe(Channels.cpu()))
        yield* listen(socket.subscribe(Channels.memory("stats")))
        assert.deepStrictEqual(
          server.asked.filter((path) => path.endsWith("/api/auth/me")),
          ["/api/auth/me"]
        )
      })
    )
  )

  it.effect("refuses before sending: a path that ends the server, a shard that is missing", () =>
    Effect.gen(function* () {
      yield* withSocket((socket, server) =>
        Effect.gen(function* () {
          const error = yield* Effect.flip(Stream.runDrain(socket.subscribe(Channels.memory("toString"))))
          assert.strictEqual(error.reason._tag, "InvalidInput")
          yield* settle
          assert.isEmpty(server.now().asked)
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

  it.effect("lets guests hear server messages, and nothing else", () =>
    withSocket(
      (socket, server) =>
        Effect.gen(function* () {
          const messages = yield* listen(socket.subscribe(Channels.serverMessage()))
          server.now().tell("server-message", "restart at noon")
          yield* settle
          assert.deepStrictEqual(messages.told, ["restart at noon"])
          for (const stream of [
            socket.subscribe(Channels.console()),
            socket.subscribe(Channels.room("W7N3"))
          ] as const) {
            assert.strictEqual(
              (yield* Effect.flip(Stream.runDrain<unknown, SocketError, never>(stream))).reason._tag,
              "AuthRefused"
            )
          }
          assert.deepStrictEqual(server.now().sent, ["subscribe server-message"])
          assert.isEmpty(server.asked)
        }),
      { who: asGuest }
    )
  )

  it.effect("tells listeners on the channel's error, and goes on", () =>
    withSocket((socket, server) =>
      Effect.gen(function* () {
        const room = yield* listen(socket.signals(Channels.room("W7N3")))
        server.now().tell("err@room:W7N3", "subscribe limit reached")
        server.now().tell("room:W7N3", { objects: {}, gameTime: 6, visual: "" })
        yield* settle
        assert.deepStrictEqual(short(room.told), [
          "Connected",
          "Refused subscribe limit reached",
          { objects: {}, gameTime: 6, visual: "" }
        ])
      })
    )
  )

  it.effect("tells what the server says of itself, also to those who come later", () =>
    withSocket((socket, server) =>
      Effect.gen(function* () {
        const events = yield* listen(socket.events)
        assert.deepStrictEqual(events.told, [
          { _tag: "Time", now: Millis.make(0) },
          { _tag: "Protocol", version: 14 },
          { _tag: "Auth", outcome: "ok" }
        ])
        server.now().say("package 61")
        yield* settle
        assert.deepStrictEqual(events.told.at(-1), { _tag: "Package", version: 61 })
        assert.lengthOf((yield* listen(socket.events)).told, 4)
      })
    )
  )

  it.effect("gives raw frames in order, with what may be secret redacted", () =>
    withSocket((socket, server) =>
      Effect.gen(function* () {
        const frames = yield* listen(socket.frames)
        server.now().say("auth ok f00d000000000000000000000000000000000002", "what-is-this")
        server.now().tell("room:W7N3", { objects: {} })
        yield* settle
        const [auth, unknown, event] = frames.told
        assert.isTrue(auth?._tag === "AuthOk" && Redacted.isRedacted(auth.token))
        assert.isTrue(unknown?._tag === "Unknown" && Redacted.isRedacted(unknown.text))
        assert.deepStrictEqual(event, { _tag: "Event", channel: "room:W7N3", payload: { objects: {} } })
        assert.notInclude(JSON.stringify(frames.told), "f00d")
      })
    )
  )

  it.effect("tells its state, now and whenever it changes", () =>
    withSocket((socket, server) =>
      Effect.gen(function* () {
        const states = yield* listen(socket.states)
        server.now().drop()
        yield* pass("1 second")
        assert.deepStrictEqual(
          states.told.map(({ _tag }) => _tag),
          ["Ready", "Backoff", "Connecting", "Authenticating", "Ready"]
        )
      })
    )
  )

  it.effect("is asked through the service that is provided", () =>
    Effect.gen(function* () {
      const server = yield* fakeServer()
      const layer = Layer.provide(ScreepsSocket.layer, server.layer)
      yield* Effect.gen(function* () {
        const lines = yield* Effect.forkScoped(
          Stream.runCollect(Stream.take(ScreepsSocket.subscribe(Channels.serverMessage()), 1))
        )
        const signals = yield* Effect.forkScoped(
          Stream.runCollect(Stream.take(ScreepsSocket.signals(Channels.serverMessage()), 2))
        )
        yield* settle
        server.now().tell("server-message", "hello")
        yield* settle
        assert.deepStrictEqual(yield* Fiber.join(lines), ["hello"])
        assert.deepStrictEqual(short(yield* Fiber.join(signals)), ["Connected", "hello"])
      }).pipe(Effect.scoped, Effect.provide(layer))
    })
  )
})
