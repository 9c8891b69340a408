import * as Credentials from "@screeps-effect/api/Credentials"
import * as Server from "@screeps-effect/api/Server"
import * as User from "@screeps-effect/api/User"
import { oneFile } from "@screeps-effect/fixtures/memoryFile"
import * as Channels from "@screeps-effect/socket/Channels"
import * as RoomFeed from "@screeps-effect/socket/RoomFeed"
import * as Screeps from "@screeps-effect/socket/Screeps"
import * as ScreepsSocket from "@screeps-effect/socket/ScreepsSocket"
import { assert, describe, it } from "@effect/vitest"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as FileSystem from "effect/FileSystem"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as Layer from "effect/Layer"
import * as Path from "effect/Path"
import * as Scope from "effect/Scope"
import * as Socket from "effect/socket/Socket"
import * as Stream from "effect/Stream"
import { afterAll } from "vitest"
import { Connection } from "./support/fakeServer.ts"
import { settle } from "@screeps-effect/fixtures/time"

/** Connections of the platform's `WebSocket` to hosts of these tests: each opens, is greeted, and accepts any token. */
const opened = new Map<string, Array<Connection>>()

const connect = (url: string) => {
  const connection = new Connection(url, (text, self) => {
    if (text.startsWith("auth "))
      queueMicrotask(() => self.sendFrames(`auth ok ${text.slice("auth ".length)}`))
  })
  queueMicrotask(() => connection.open(["time 0", "protocol 14"]))
  return connection
}

// Other test files run in parallel: requests to other hosts go to the platform.
const PlatformSocket = globalThis.WebSocket
globalThis.WebSocket = new Proxy(PlatformSocket, {
  construct: (target, [url, protocols]) => {
    const own = opened.get(new URL(url).host)
    if (own === undefined) return new target(url, protocols)
    const connection = connect(url)
    own.push(connection)
    return connection
  }
})
afterAll(() => {
  globalThis.WebSocket = PlatformSocket
})

const fetch: typeof globalThis.fetch = async () => Response.json({ ok: 1, status: "normal" })
const platform = Layer.succeed(FetchHttpClient.Fetch, fetch)

/** A server with a host name of its own for each test. */
const newServer = (name: string) => {
  const connections: Array<Connection> = []
  opened.set(`${name}.test`, connections)
  return { connections, url: `http://${name}.test`, token: `token-${name}` }
}

/** Subscribes to a channel, and unsubscribes once the subscription was sent. */
const listening = Effect.forkScoped(Stream.runDrain(ScreepsSocket.subscribe(Channels.roomMap("W1N1")))).pipe(
  Effect.andThen(settle),
  Effect.scoped,
  Effect.andThen(settle)
)

describe("the connection of a ready-made layer", () => {
  it.effect("is not opened by a program that only calls operations", () =>
    Effect.gen(function* () {
      const { connections, ...options } = newServer("operations")
      const layer = Layer.provideMerge(Screeps.layer(options), platform)
      yield* Effect.andThen(User.worldStatus(), settle).pipe(Effect.provide(layer))
      assert.lengthOf(connections, 0)
    })
  )

  it.effect("is opened once by the first use of the socket, and closed with the layer", () =>
    Effect.gen(function* () {
      const { connections, ...options } = newServer("once")
      yield* Effect.gen(function* () {
        const socket = yield* ScreepsSocket.ScreepsSocket
        yield* Effect.all([listening, listening], { concurrency: 2 })
        assert.deepStrictEqual(yield* socket.state, { _tag: "Ready" })
        assert.strictEqual((yield* socket.counters).connections, 1)
        assert.strictEqual(connections[0]?.readyState, 1)
      }).pipe(Effect.provide(Layer.provideMerge(Screeps.layer(options), platform)))
      const [one, ...others] = connections
      assert.strictEqual(one?.url, "ws://once.test/socket/websocket")
      assert.deepStrictEqual(one?.sent, [
        "auth token-once",
        "subscribe roomMap2:W1N1",
        "unsubscribe roomMap2:W1N1"
      ])
      assert.strictEqual(one?.readyState, 3)
      assert.lengthOf(others, 0)
    })
  )

  it.effect("is closed by a frame that exceeds the provided Limits", () =>
    Effect.gen(function* () {
      const { connections, ...options } = newServer("limits")
      const limits = Layer.succeed(ScreepsSocket.Limits, { frameBytes: 100, waitingBytes: 1000 })
      const layer = Screeps.layer(options).pipe(Layer.provide(limits), Layer.provideMerge(platform))
      yield* Effect.gen(function* () {
        const socket = yield* ScreepsSocket.ScreepsSocket
        yield* listening
        connections[0]?.sendFrames("x".repeat(101))
        yield* settle
        const state = yield* socket.state
        assert.strictEqual(state._tag === "Backoff" && state.error.reason._tag, "LimitExceeded")
      }).pipe(Effect.provide(layer))
    })
  )

  it.effect("is opened by every member of the socket", () =>
    Effect.gen(function* () {
      const channel = Channels.roomMap("W1N1")
      const uses: Record<
        keyof ScreepsSocket.ScreepsSocket["Service"],
        (socket: ScreepsSocket.ScreepsSocket["Service"]) => Effect.Effect<unknown, unknown>
      > = {
        subscribe: ({ subscribe }) => Stream.runHead(subscribe(channel)),
        signals: ({ signals }) => Stream.runHead(signals(channel)),
        runForEachWhile: ({ runForEachWhile }) => runForEachWhile(channel, () => false),
        name: ({ name }) => name(channel),
        responds: ({ responds }) => responds,
        roundTrip: ({ roundTrip }) => roundTrip,
        state: ({ state }) => state,
        states: ({ states }) => Stream.runHead(states),
        events: ({ events }) => Stream.runHead(events),
        frames: ({ frames }) => Stream.runHead(frames),
        counters: ({ counters }) => counters
      }
      for (const [name, use] of Object.entries(uses)) {
        const { connections, ...options } = newServer(`member-${name.toLowerCase()}`)
        yield* Effect.gen(function* () {
          yield* Effect.forkScoped(use(yield* ScreepsSocket.ScreepsSocket))
          yield* settle
        }).pipe(Effect.scoped, Effect.provide(Layer.provideMerge(Screeps.layer(options), platform)))
        assert.lengthOf(connections, 1, name)
      }
    })
  )

  it.effect("is closed once the layer is, also when it was never used", () =>
    Effect.gen(function* () {
      const { connections, ...server } = newServer("never")
      const scope = yield* Scope.make()
      const services = yield* Layer.buildWithScope(Screeps.layer(server), scope)
      yield* Scope.close(scope, Exit.void)
      const socket = Context.get(services, ScreepsSocket.ScreepsSocket)
      const feed = Context.get(services, RoomFeed.RoomFeed)
      for (const use of [
        socket.responds,
        Stream.runDrain(socket.subscribe(Channels.roomMap("W1N1"))),
        Stream.runDrain(socket.events),
        Stream.runDrain(socket.frames),
        Stream.runDrain(feed.signals("W1N1"))
      ]) {
        const exit = yield* Effect.exit(Effect.asVoid(use))
        assert.isTrue(Exit.isFailure(exit) && !Exit.hasInterrupts(exit))
        const error = yield* Effect.flip(exit)
        assert.strictEqual(error.reason._tag, "Ended")
      }
      assert.strictEqual((yield* socket.state)._tag, "Closed")
      const states = yield* Stream.runCollect(socket.states)
      assert.deepStrictEqual(
        states.map(({ _tag }) => _tag),
        ["Closed"]
      )
      assert.deepInclude(yield* socket.counters, { connections: 0, listeners: 0 })
      assert.lengthOf(connections, 0)
    }).pipe(Effect.provide(platform))
  )

  it.effect("applies the options of the socket and of rooms", () =>
    Effect.gen(function* () {
      const { connections, ...server } = newServer("options")
      const layer = Screeps.layer({ ...server, socket: { gzip: true }, rooms: { slots: 1 } })
      yield* Effect.gen(function* () {
        for (const room of ["W1N1", "W2N2"] as const) {
          yield* Effect.forkScoped(Stream.runDrain(RoomFeed.states(room)))
        }
        yield* settle
        assert.deepStrictEqual(connections[0]?.commands, ["gzip on", "subscribe room:W1N1"])
      }).pipe(Effect.scoped, Effect.provide(Layer.provideMerge(layer, platform)))
    })
  )
})

describe("the server and account of a ready-made layer", () => {
  const auths = (connections: ReadonlyArray<Connection>) => connections.map(({ sent, url }) => [url, sent[0]])

  it.effect("come from the environment with layerConfig", () =>
    Effect.gen(function* () {
      const { connections, token, url } = newServer("environment")
      const env = { SCREEPS_URL: url, SCREEPS_TOKEN: token }
      const variables = ConfigProvider.layer(ConfigProvider.fromEnvRecord(env))
      yield* Effect.provide(
        listening,
        Layer.provideMerge(Screeps.layerConfig(), Layer.merge(platform, variables))
      )
      assert.deepStrictEqual(auths(connections), [
        ["ws://environment.test/socket/websocket", "auth token-environment"]
      ])
    })
  )

  it.effect("come from a file with layerFile", () =>
    Effect.gen(function* () {
      const { connections, token, url } = newServer("file")
      const text = JSON.stringify({ servers: { main: {}, other: { url, token } } })
      const files = FileSystem.layerNoop(oneFile(text))
      const layer = Screeps.layerFile({ file: "servers.json", server: "other", socket: { gzip: true } })
      yield* Effect.provide(listening, Layer.provideMerge(layer, Layer.mergeAll(platform, files, Path.layer)))
      assert.deepStrictEqual(auths(connections), [["ws://file.test/socket/websocket", "auth token-file"]])
      assert.strictEqual(connections[0]?.commands[0], "gzip on")
    })
  )

  it.effect("come from other layers with layerNoDeps, and so does the transport", () =>
    Effect.gen(function* () {
      const dialled: Array<string> = []
      const layer = Screeps.layerNoDeps().pipe(
        Layer.provide([
          Server.layer(Server.privateServer("http://parts.test")),
          Credentials.layerGuest,
          FetchHttpClient.layer,
          Layer.succeed(Socket.WebSocketConstructor, (url) => {
            dialled.push(url)
            return connect(url)
          })
        ])
      )
      yield* Effect.provide(listening, layer)
      assert.deepStrictEqual(dialled, ["ws://parts.test/socket/websocket"])
    })
  )
})

describe("ready-made layers of several servers", () => {
  it.effect("have a connection each, one provided inside the other", () =>
    Effect.gen(function* () {
      const [one, other] = [newServer("one"), newServer("other")]
      const inner = Effect.provide(listening, Screeps.layer(other))
      const layer = Layer.provideMerge(Screeps.layer(one), platform)
      yield* Effect.provide(Effect.all([listening, inner, listening]), layer)
      for (const { connections, token } of [one, other]) {
        assert.deepStrictEqual(
          connections.map(({ sent }) => sent[0]),
          [`auth ${token}`]
        )
      }
    })
  )

  it.effect("share a connection when they are one constant", () =>
    Effect.gen(function* () {
      const { connections, ...options } = newServer("constant")
      class One extends Context.Service<One, void>()("test/One") {}
      class Other extends Context.Service<Other, void>()("test/Other") {}
      const screeps = Screeps.layer(options)
      const both = Layer.merge(
        Layer.effect(One, listening).pipe(Layer.provide(screeps)),
        Layer.effect(Other, listening).pipe(Layer.provide(screeps))
      )
      yield* Effect.provide(Effect.all([One, Other]), Layer.provide(both, platform))
      assert.lengthOf(connections, 1)
    })
  )
})
