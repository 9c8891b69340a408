import * as Code from "@screeps-effect/api/Code"
import * as User from "@screeps-effect/api/User"
import * as Channels from "@screeps-effect/socket/Channels"
import * as RoomFeed from "@screeps-effect/socket/RoomFeed"
import * as ScreepsSocket from "@screeps-effect/socket/ScreepsSocket"
import type { Signal } from "@screeps-effect/socket/Channel"
import type { RoomName } from "@screeps-effect/schema/RoomName"
import * as RoomObject from "@screeps-effect/schema/RoomObject"
import * as ScreepsWorld from "@screeps-effect/testing/ScreepsWorld"
import * as TestServer from "@screeps-effect/testing/TestServer"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as HttpClient from "effect/http/HttpClient"
import * as Layer from "effect/Layer"
import * as TestClock from "effect/testing/TestClock"
import * as Credentials from "@screeps-effect/api/Credentials"
import * as Server from "@screeps-effect/api/Server"
import { listen, on, playing, playingAs } from "./support/player.ts"
import { alice, bob } from "./support/server.ts"
import { pass, settle, until } from "@screeps-effect/fixtures/time"

const room: RoomName = "W7N7"

/** A world in which bob has a spawn and a script that logs, writes Memory and draws. */
const makeWorld = (options: ScreepsWorld.Options = {}) =>
  Effect.gen(function* () {
    const world = ScreepsWorld.make({
      accounts: [alice, bob],
      evaluate: ({ expressions, memory, time }) => {
        memory["tick"] = time
        return {
          log: [`tick ${time}`],
          results: [...expressions],
          visuals: { [room]: `{"t":"c","x":1,"y":${time}}\n` },
          mapVisual: '{"t":"t","text":"hi","x":1,"y":1,"n":"W7N7","s":{}}\n'
        }
      },
      ...options
    })
    const { _id } = yield* world.users.get("bob")
    yield* world.rooms.addObject(room, { type: "spawn", x: 25, y: 25, user: _id, name: "Spawn1" })
    return { world, id: _id, tick: Effect.andThen(world.tick, settle) }
  })

/** The objects of a room in the world and in a listener's state. */
const folded = (view: RoomFeed.RoomView | undefined) =>
  Object.fromEntries(
    [...(view?.objects ?? [])].map(([id, object]) => [id, RoomObject.toDocument(object)] as const)
  )
const stands = (world: ScreepsWorld.ScreepsWorld, name: RoomName) =>
  Effect.map(world.rooms.objects(name), (objects) =>
    Object.fromEntries(objects.map((object) => [object._id, object] as const))
  )

/** Returns the tags of signals. */
const tags = (signals: ReadonlyArray<Signal<unknown>>) =>
  signals.map((signal) => (signal._tag === "Gap" ? `Gap ${signal.reason}` : signal._tag))

describe("a player's program on TestServer", () => {
  it.effect("receives every channel", () =>
    Effect.gen(function* () {
      const { tick, world } = yield* makeWorld()
      const { _id: other } = yield* world.users.get("alice")
      yield* Effect.gen(function* () {
        const { subscribe } = yield* ScreepsSocket.ScreepsSocket
        const received = {
          room: yield* listen(subscribe(Channels.room(room))),
          roomMap: yield* listen(subscribe(Channels.roomMap(room))),
          mapVisual: yield* listen(subscribe(Channels.mapVisual())),
          memory: yield* listen(subscribe(Channels.memory("tick"))),
          console: yield* listen(subscribe(Channels.console())),
          cpu: yield* listen(subscribe(Channels.cpu())),
          resources: yield* listen(subscribe(Channels.resources())),
          money: yield* listen(subscribe(Channels.money())),
          code: yield* listen(subscribe(Channels.code())),
          activeBranch: yield* listen(subscribe(Channels.activeBranch())),
          newMessage: yield* listen(subscribe(Channels.newMessage())),
          conversation: yield* listen(subscribe(Channels.conversation(other))),
          serverMessage: yield* listen(subscribe(Channels.serverMessage()))
        }
        yield* User.console({ expression: "Game.time" })
        yield* Code.set({ branch: "default", modules: { main: "1" } })
        yield* Code.setActiveBranch({ branch: "default", activeName: "activeSim" })
        yield* world.users.sendMessage("alice", "bob", "hello")
        yield* world.tables.announce("maintenance")
        yield* tick
        const { counters } = yield* ScreepsSocket.ScreepsSocket
        assert.deepInclude(yield* counters, {
          unclaimed: 0,
          decodeFailures: 0,
          unknownChannels: 0,
          unknownWords: 0
        })
        const counts = Object.fromEntries(Object.entries(received).map(([name, list]) => [name, list.length]))
        assert.deepStrictEqual(counts, {
          room: 2,
          roomMap: 2,
          mapVisual: 2,
          memory: 1,
          console: 1,
          cpu: 2,
          resources: 1,
          money: 0,
          code: 1,
          activeBranch: 1,
          newMessage: 1,
          conversation: 1,
          serverMessage: 1
        })
        assert.deepStrictEqual(received.console, [{ messages: { log: ["tick 1"], results: ["Game.time"] } }])
        assert.deepStrictEqual(received.memory, ["1"])
        assert.strictEqual(received.newMessage[0]?.message.text, "hello")
        assert.deepStrictEqual(received.serverMessage, ["maintenance"])
      }).pipe(on(TestServer.layer(world), playing(bob)))
    })
  )

  it.effect("has the same room state as the world after a hundred ticks and with two players", () =>
    Effect.gen(function* () {
      const { id, tick, world } = yield* makeWorld()
      const { _id: other } = yield* world.users.get("alice")
      const server = yield* Layer.build(TestServer.layer(world))
      const watching = (who: typeof bob) =>
        Effect.gen(function* () {
          const services = yield* Layer.build(playing(who))
          return yield* Effect.provide(listen(RoomFeed.states(room)), services)
        }).pipe(Effect.provide(server))
      const views = [yield* watching(bob), yield* watching(alice)] as const
      const wall = yield* world.rooms.addObject(room, {
        type: "constructedWall",
        x: 2,
        y: 2,
        hits: 1,
        hitsMax: 9
      })
      for (let time = 0; time < 100; time++) {
        const owner = time % 50 === 0 ? id : other
        yield* world.rooms.changeObject(wall, { hits: time })
        const drop = { type: "energy", x: time % 50, y: 3, energy: 7, resourceType: "energy" }
        yield* world.rooms.addObject(room, drop)
        if (time % 25 === 0) yield* world.rooms.addObject(room, { ...creep, x: 1, y: time % 49, user: owner })
        yield* tick
        if (time % 20 !== 0) continue
        const expected = yield* stands(world, room)
        for (const received of views) assert.deepStrictEqual(folded(received.at(-1)), expected)
      }
      const expected = yield* stands(world, room)
      assert.isAbove(Object.keys(expected).length, 5)
      for (const received of views) {
        assert.lengthOf(received, 101)
        assert.deepStrictEqual(folded(received.at(-1)), expected)
      }
      const [seen] = views.map((received) => received.at(-1))
      assert.deepStrictEqual(seen?.visual, `{"t":"c","x":1,"y":100}\n`)
      assert.deepStrictEqual([...(seen?.users.keys() ?? [])].toSorted(), ["2", "3", id, other].toSorted())
      assert.notProperty(seen?.users.get(id), "email")
    }).pipe(Effect.scoped)
  )

  it.effect("watches three rooms in turns where two are served", () =>
    Effect.gen(function* () {
      const { tick, world } = yield* makeWorld()
      yield* Effect.gen(function* () {
        const received = yield* Effect.forEach(["W1N1", "W2N2", "W3N3"] as const, (name) =>
          listen(RoomFeed.states(name))
        )
        for (let time = 0; time < 40; time++) {
          yield* TestClock.adjust("1 second")
          yield* tick
        }
        for (const views of received) assert.isAbove(views.length, 10)
        assert.deepStrictEqual(folded(received[0]?.at(-1)), yield* stands(world, "W1N1"))
      }).pipe(on(TestServer.layer(world), playing(bob)))
    })
  )

  it.effect("receives nothing of another player", () =>
    Effect.gen(function* () {
      const { id, tick, world } = yield* makeWorld()
      yield* Effect.gen(function* () {
        const { frames, subscribe } = yield* ScreepsSocket.ScreepsSocket
        const all = yield* listen(frames)
        const own = yield* listen(subscribe(Channels.console()))
        yield* tick
        assert.deepStrictEqual(own, [])
        assert.isFalse(all.some((frame) => frame._tag === "Event" && frame.channel.includes(id)))
        const [connection] = yield* (yield* TestServer.Controls).connections
        const { _id } = yield* world.users.get("alice")
        assert.deepStrictEqual(connection, { username: "alice", subscriptions: [`user:${_id}/console`] })
      }).pipe(on(TestServer.layer(world), playing(alice)))
    })
  )

  it.effect("receives public channels as a guest", () =>
    Effect.gen(function* () {
      const { tick, world } = yield* makeWorld()
      yield* Effect.gen(function* () {
        const received = yield* listen(ScreepsSocket.subscribe(Channels.serverMessage()))
        yield* world.tables.announce("welcome")
        yield* tick
        assert.deepStrictEqual(received, ["welcome"])
      }).pipe(on(TestServer.layer(world), playingAs(Credentials.layerGuest)))
    })
  )

  it.effect("decompresses the frames that it requested", () =>
    Effect.gen(function* () {
      const { tick, world } = yield* makeWorld()
      yield* Effect.gen(function* () {
        const views = yield* listen(RoomFeed.states(room))
        yield* until(() => views.length === 1)
        for (let time = 0; time < 5; time++) {
          yield* tick
          yield* until(() => views.length === time + 2)
        }
        assert.deepStrictEqual(folded(views.at(-1)), yield* stands(world, room))
        const { counters } = yield* ScreepsSocket.ScreepsSocket
        assert.deepInclude(yield* counters, { damaged: 0, decodeFailures: 0 })
      }).pipe(on(TestServer.layer(world), playing(bob, { gzip: true })))
    })
  )

  it.effect("runs on a shard of an official server", () =>
    Effect.gen(function* () {
      const { tick, world } = yield* makeWorld({ shards: ["shard0", "shard1"] })
      const { _id } = yield* world.users.get("bob")
      yield* world.rooms.addObject(room, { type: "spawn", x: 25, y: 25, user: _id, name: "Spawn1" }, "shard1")
      const token = yield* world.users.grantToken("bob")
      const server = Layer.merge(
        TestServer.layer(world, { dialect: "official" }),
        Server.layer(Server.official({ shard: "shard1" }))
      )
      yield* Effect.gen(function* () {
        const { subscribe } = yield* ScreepsSocket.ScreepsSocket
        const rooms = yield* listen(subscribe(Channels.room(room)))
        const memory = yield* listen(subscribe(Channels.memory("tick")))
        const lines = yield* listen(subscribe(Channels.console()))
        const money = yield* listen(subscribe(Channels.money()))
        yield* world.users.change("bob", { money: 3 })
        yield* tick
        assert.strictEqual(rooms.length, 2)
        assert.deepStrictEqual(memory, ["1"])
        assert.deepStrictEqual(
          lines.map(({ shard }) => shard),
          ["shard0", "shard1"]
        )
        assert.deepStrictEqual(money, [3])
      }).pipe(on(server, playingAs(Credentials.layerToken(token))))
    })
  )
})

const creep = {
  type: "creep",
  name: "c",
  body: [{ type: "move", hits: 100 }],
  hits: 100,
  hitsMax: 100,
  fatigue: 0,
  spawning: false,
  store: {},
  storeCapacity: 0,
  actionLog: {}
} as const

describe("a player's program on TestServer with Controls", () => {
  const backoff = "5 seconds"

  /** Runs `change` while bob is subscribed to his console and to a room. */
  const meanwhile = (
    happen: (
      controls: TestServer.Controls["Service"],
      world: ScreepsWorld.ScreepsWorld
    ) => Effect.Effect<void>,
    options: ScreepsSocket.Options = {}
  ) =>
    Effect.gen(function* () {
      const { tick, world } = yield* makeWorld()
      return yield* Effect.gen(function* () {
        const controls = yield* TestServer.Controls
        const socket = yield* ScreepsSocket.ScreepsSocket
        const signals = yield* listen(socket.signals(Channels.console()))
        const views = yield* listen(RoomFeed.states(room))
        yield* tick
        yield* happen(controls, world)
        yield* pass(backoff)
        const before = views.length
        yield* tick
        assert.isAbove(views.length, before)
        assert.deepStrictEqual(folded(views.at(-1)), yield* stands(world, room))
        const [connection, ...others] = yield* controls.connections
        assert.deepStrictEqual(others, [])
        assert.strictEqual(new Set(connection?.subscriptions).size, 2)
        assert.lengthOf(connection?.subscriptions ?? [], 2)
        return { received: tags(signals), counters: yield* socket.counters }
      }).pipe(on(TestServer.layer(world), playing(bob, options)))
    })

  const resumed = ["Connected", "Payload", "Gap disconnected", "Resumed", "Payload"]

  it.effect("continues after a lost connection", () =>
    Effect.gen(function* () {
      const { counters, received } = yield* meanwhile(({ drop }) => drop())
      assert.deepStrictEqual(received, resumed)
      assert.strictEqual(counters.connections, 2)
    })
  )

  it.effect("continues after a restart, also when all tokens are lost", () =>
    Effect.gen(function* () {
      for (const keepTokens of [true, false]) {
        const { received } = yield* meanwhile(({ restart }) => restart({ keepTokens }))
        assert.deepStrictEqual(received, resumed)
      }
    })
  )

  it.effect("waits while the server is down", () =>
    Effect.gen(function* () {
      const { counters, received } = yield* meanwhile(({ start, stop }, world) =>
        Effect.gen(function* () {
          yield* stop
          yield* pass("40 seconds")
          yield* world.tick
          yield* start
          yield* pass("40 seconds")
        })
      )
      assert.deepStrictEqual(received, resumed)
      assert.strictEqual(counters.connections, 2)
      assert.isAbove(counters.retries, 2)
    })
  )

  it.effect("detects a frozen connection", () =>
    Effect.gen(function* () {
      const { received } = yield* meanwhile(({ freeze }) => Effect.andThen(freeze, pass("60 seconds")), {
        liveness: "10 seconds"
      })
      assert.deepStrictEqual(received, resumed)
    })
  )

  it.effect("is not affected by tokens that expire while it is signed in", () =>
    Effect.gen(function* () {
      const { received } = yield* meanwhile(({ expireTokens }) => expireTokens)
      assert.deepStrictEqual(received, ["Connected", "Payload", "Payload"])
    })
  )

  it.effect("ignores unknown commands and damaged frames", () =>
    Effect.gen(function* () {
      const { counters, received } = yield* meanwhile(({ sendFrame }) =>
        Effect.andThen(sendFrame("cannot subscribe"), sendFrame("gz:not base64"))
      )
      assert.deepStrictEqual(received.filter((tag) => tag === "Payload").length, 2)
      assert.deepInclude(counters, { damaged: 1, unknownWords: 1, connections: 1 })
    })
  )

  it.effect("keeps its connection when another user's connections are dropped", () =>
    Effect.gen(function* () {
      const { received } = yield* meanwhile(({ drop }) =>
        drop({ username: "alice", code: 1001, reason: "away" })
      )
      assert.deepStrictEqual(received, ["Connected", "Payload", "Payload"])
    })
  )
})

describe("requests to a stopped server in memory", () => {
  it.effect("fail without a response", () =>
    Effect.gen(function* () {
      const { start, stop } = yield* TestServer.Controls
      const request = HttpClient.get("http://screeps.test/api/version")
      yield* stop
      const { reason } = yield* Effect.flip(request)
      assert.strictEqual(reason._tag, "TransportError")
      yield* start
      assert.strictEqual((yield* request).status, 200)
    }).pipe(Effect.provide(TestServer.layer()))
  )
})
