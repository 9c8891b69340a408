import * as Credentials from "@screeps-effect/api/Credentials"
import * as History from "@screeps-effect/api/History"
import * as ScreepsClient from "@screeps-effect/api/ScreepsClient"
import * as Server from "@screeps-effect/api/Server"
import type * as Session from "@screeps-effect/api/Session"
import { reported } from "@screeps-effect/fixtures"
import * as ScreepsWorld from "@screeps-effect/testing/ScreepsWorld"
import * as TestServer from "@screeps-effect/testing/TestServer"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { makeServer } from "./support/server.ts"
import { within } from "@screeps-effect/fixtures/time"

const run = <A, E>(
  program: Effect.Effect<A, E, ScreepsClient.ScreepsClient | Session.Session>,
  http: Layer.Layer<any>,
  server: Server.Description
) =>
  within(
    Effect.provide(
      program,
      ScreepsClient.layerNoDeps().pipe(
        Layer.provide(Credentials.layerGuest),
        Layer.provide(Layer.merge(http, Server.layer(server)))
      )
    )
  )

const sample = reported("room-history.chunk").response.body as ScreepsWorld.Chunk

describe("room history of an official TestServer", () => {
  const world = ScreepsWorld.make({ shards: ["shard0", "shard3"], historyChunkSize: 100 })
  const http = TestServer.layer(world, { dialect: "official" })
  const chunk = (tick: number, shard: "shard0" | "shard3", server = Server.official()) =>
    run(History.chunk({ room: "E1S1", tick, shard }), http, server)

  it.effect("is found at the host's root, by shard and by any tick of a chunk", () =>
    Effect.gen(function* () {
      yield* world.rooms.setHistory(sample, "shard3")
      for (const server of [Server.official(), Server.season({ historyUrl: "https://screeps.com" })]) {
        const found = yield* chunk(sample.base + 42, "shard3", server)
        assert.deepStrictEqual(Object.keys(found.ticks), Object.keys(sample.ticks))
      }
      const elsewhere = yield* Effect.flip(chunk(sample.base, "shard0"))
      assert.strictEqual(elsewhere.reason._tag, "HistoryNotFound")
    })
  )

  it.effect("is returned as reported, whether it exists or not", () =>
    Effect.gen(function* () {
      const server = makeServer({ shards: ["shard3"] }, { dialect: "official" })
      const { path } = reported("room-history.chunk").request
      const missing = yield* server.get(path)
      assert.deepStrictEqual(missing.body, reported("room-history.missing").response.body)
      assert.deepStrictEqual([missing.status, missing.kind], [404, "text/html"])
      yield* server.world.rooms.setHistory(sample)
      const there = yield* server.get(path)
      assert.deepStrictEqual([there.status, there.kind, there.body], [200, "application/json", sample])
    })
  )

  it.effect("is not found below a prefix, nor at the path of private servers", () =>
    Effect.gen(function* () {
      const server = makeServer({ shards: ["shard3"] }, { dialect: "official" })
      yield* server.world.rooms.setHistory(sample)
      const { path } = reported("room-history.chunk").request
      const query = { room: sample.room, time: String(sample.base) }
      assert.strictEqual((yield* server.get(`/season${path}`)).status, 404)
      assert.strictEqual((yield* server.get("/room-history", query)).status, 404)
    })
  )
})

describe("room history of a private TestServer", () => {
  const chunk = (mods: ReadonlyArray<string>) =>
    Effect.flip(
      run(
        History.chunk({ room: "W1N1", tick: 20 }),
        TestServer.layer(undefined, { mods }),
        Server.privateServer("http://screeps.test")
      )
    )

  it.effect("is not implemented without a history mod, and not recorded at first with one", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* chunk(["screepsmod-auth"])).reason._tag, "EndpointNotFound")
      assert.strictEqual((yield* chunk(["history"])).reason._tag, "HistoryNotFound")
    })
  )
})
