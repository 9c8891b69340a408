import * as Auth from "@screeps-effect/api/Auth"
import * as Game from "@screeps-effect/api/Game"
import * as Server from "@screeps-effect/api/Server"
import * as Session from "@screeps-effect/api/Session"
import * as Channels from "@screeps-effect/socket/Channels"
import * as RoomFeed from "@screeps-effect/socket/RoomFeed"
import * as Screeps from "@screeps-effect/socket/Screeps"
import * as ScreepsSocket from "@screeps-effect/socket/ScreepsSocket"
import * as ScreepsWorld from "@screeps-effect/testing/ScreepsWorld"
import * as TestServer from "@screeps-effect/testing/TestServer"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { withPort } from "./support/port.ts"
import { alice, bob, home } from "./support/server.ts"
import { makeWorld } from "./support/play.ts"

/** A program that calls operations, subscribes to a channel and watches a room. */
const program = Effect.gen(function* () {
  const me = yield* Auth.me()
  yield* Game.placeSpawn(home)
  const [cpu] = yield* Stream.runCollect(Stream.take(ScreepsSocket.subscribe(Channels.cpu()), 1))
  const [view] = yield* Stream.runCollect(Stream.take(RoomFeed.states(home.room), 1))
  const types = [...(view?.objects.values() ?? [])].map(({ type }) => type)
  return {
    username: me.username,
    hasCpu: cpu !== undefined,
    hasSpawn: types.includes("spawn")
  }
})

const done = { username: "bob", hasCpu: true, hasSpawn: true }
const newWorld = () => ScreepsWorld.make({ accounts: [bob, alice] })
const ticking = { tickEvery: "20 millis" } as const

describe("TestServer.layerScreeps", () => {
  it.live("runs a program with HTTP, the socket and rooms", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* program, done)
    }).pipe(Effect.provide(TestServer.layerScreeps(newWorld(), ticking)))
  )

  it.live("runs the same program that runs against a port with the platform's fetch and WebSocket", () =>
    withPort(
      newWorld(),
      (url) =>
        Effect.gen(function* () {
          const { password, username } = bob
          const screeps = Screeps.layer({ url, username, password })
          assert.deepStrictEqual(yield* Effect.provide(program, screeps), done)
        }),
      ticking
    )
  )

  it.live("opens one connection for everything, and none before the socket is used", () =>
    Effect.gen(function* () {
      const { connections } = yield* TestServer.Controls
      yield* Auth.me()
      assert.lengthOf(yield* connections, 0)
      yield* program
      const [one, ...others] = yield* connections
      assert.strictEqual(one?.username, "bob")
      assert.lengthOf(others, 0)
    }).pipe(Effect.provide(TestServer.layerScreeps(newWorld(), ticking)))
  )
})

describe("the account of TestServer.layerScreeps", () => {
  const username = Effect.map(Auth.me(), ({ username }) => username)

  it.effect("is the first one that has a password", () =>
    Effect.gen(function* () {
      const world = ScreepsWorld.make({ accounts: [{ username: "carol" }, bob, alice] })
      assert.strictEqual(yield* Effect.provide(username, TestServer.layerScreeps(world)), "bob")
    })
  )

  it.effect("is the one in the options", () =>
    Effect.gen(function* () {
      const layer = TestServer.layerScreeps(makeWorld(), { account: "alice" })
      assert.strictEqual(yield* Effect.provide(username, layer), "alice")
    })
  )

  it.effect("is a guest in a world without accounts", () =>
    Effect.gen(function* () {
      const { method } = yield* Session.Session
      assert.strictEqual(method, "Guest")
      assert.strictEqual((yield* Game.time()).time, 1)
    }).pipe(Effect.provide(TestServer.layerScreeps()))
  )

  it.effect("has a token and a default shard on an official server", () =>
    Effect.gen(function* () {
      const { method } = yield* Session.Session
      assert.strictEqual(method, "Token")
      assert.strictEqual((yield* Server.Server).shard, "shard0")
      assert.strictEqual((yield* Game.time()).time, 1)
      assert.strictEqual(yield* username, "carol")
    }).pipe(
      Effect.provide(
        TestServer.layerScreeps(ScreepsWorld.make({ accounts: [{ username: "carol" }] }), {
          dialect: "official",
          shard: "shard0"
        })
      )
    )
  )

  it.effect("must have a password to sign in to a private server", () =>
    Effect.gen(function* () {
      const world = ScreepsWorld.make({ accounts: [{ username: "carol" }] })
      const layer = TestServer.layerScreeps(world, { account: "carol" })
      const exit = yield* Effect.exit(Effect.provide(username, layer))
      assert.include(String(exit), "The account carol cannot sign in: give it a password")
    })
  )
})

describe("two servers in memory", () => {
  it.effect("are separate, one provided inside the other", () =>
    Effect.gen(function* () {
      const at = (tick: number) => TestServer.layerScreeps(ScreepsWorld.make({ tick }))
      const time = Effect.map(Game.time(), ({ time }) => Number(time))
      const both = Effect.all([time, Effect.provide(time, at(20)), time])
      assert.deepStrictEqual(yield* Effect.provide(both, at(10)), [10, 20, 10])
    })
  )
})
