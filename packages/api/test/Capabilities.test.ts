import { recording, reported } from "@screeps-effect/fixtures"
import * as Capabilities from "@screeps-effect/api/Capabilities"
import * as Game from "@screeps-effect/api/Game"
import * as Server from "@screeps-effect/api/Server"
import { assert, describe, it } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { byPath, linesWithBody } from "./support/calls.ts"
import { run, asGuest, html, reasonOf } from "./support/fake.ts"

const guest = { credentials: asGuest }
const plain = byPath({ "/api/version": recording("game/version.vanilla") })
const modded = byPath({
  "/api/version": recording("game/version.admin-utils"),
  "/api/game/time": { ok: 1, time: 5 }
})

describe("Capabilities.read", () => {
  it.effect("returns the capabilities of a private server without mods", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* run(Capabilities.read, plain, guest), {
        kind: "private",
        protocol: 14,
        features: new Map(),
        shards: [],
        historyChunkSize: 20,
        socketUpdateThrottle: Duration.millis(100),
        useNativeAuth: false,
        packageVersion: "4.3.0",
        package: undefined,
        currentSeason: undefined
      })
      assert.deepStrictEqual(linesWithBody(plain), ["GET /api/version"])
    })
  )

  it.effect("returns the capabilities of an official server", () =>
    Effect.gen(function* () {
      const server = byPath({ "/api/version": reported("version.official") })
      assert.deepStrictEqual(yield* run(Capabilities.read, server, { ...guest, server: Server.official() }), {
        kind: "official",
        protocol: 14,
        features: new Map([["seasons", 1]]),
        shards: ["shard0", "shard1", "shard2", "shard3"],
        historyChunkSize: 100,
        socketUpdateThrottle: undefined,
        useNativeAuth: undefined,
        packageVersion: undefined,
        package: 210,
        currentSeason: "season9"
      })
    })
  )

  it.effect("drops shards without a name", () =>
    Effect.gen(function* () {
      const server = byPath({ "/api/version": recording("game/version.admin-utils.shard-name-unset") })
      const capabilities = yield* run(Capabilities.read, server, guest)
      assert.deepStrictEqual(capabilities.shards, [])
    })
  )

  it.effect("fails with EndpointNotFound when the server has no version endpoint", () =>
    Effect.gen(function* () {
      const reason = yield* reasonOf(Capabilities.read, html("<pre>Not Found</pre>", 404), guest)
      assert.strictEqual(reason._tag, "EndpointNotFound")
    })
  )
})

describe("Capabilities.has", () => {
  it.effect("returns true for announced features with number and text versions", () =>
    Effect.gen(function* () {
      const capabilities = yield* run(Capabilities.read, modded, guest)
      assert.isTrue(Capabilities.has(capabilities, "auth"))
      assert.isTrue(Capabilities.has(capabilities, "screepsmod-auth"))
      assert.isFalse(Capabilities.has(capabilities, "seasons"))
      assert.deepStrictEqual(
        [...capabilities.features],
        [
          ["auth", 1],
          ["screepsmod-auth", "2.7.2"],
          ["screepsmod-admin-utils", "1.29.0"]
        ]
      )
    })
  )

  it.effect("returns true for features without a version", () =>
    Effect.gen(function* () {
      const serverData = { historyChunkSize: 20, features: [{ name: "a" }, { name: "b", version: null }] }
      const server = byPath({ "/api/version": { ok: 1, protocol: 14, serverData } })
      const capabilities = yield* run(Capabilities.read, server, guest)
      assert.isTrue(Capabilities.has(capabilities, "a"))
      assert.deepStrictEqual(
        [...capabilities.features],
        [
          ["a", undefined],
          ["b", undefined]
        ]
      )
    })
  )
})

describe("a private server that names shards", () => {
  it.effect("is never sent a shard", () =>
    Effect.gen(function* () {
      const program = Effect.gen(function* () {
        const capabilities = yield* Capabilities.read
        assert.deepStrictEqual(capabilities.shards, ["privSrv"])
        yield* Game.time({ shard: "privSrv" })
        yield* Game.time()
      })
      const server = Server.privateServer("http://127.0.0.1:21025", { shard: "privSrv" })
      yield* run(program, modded, { ...guest, server })
      assert.deepStrictEqual(linesWithBody(modded).slice(-3), [
        "GET /api/version",
        "GET /api/game/time",
        "GET /api/game/time"
      ])
    })
  )
})
