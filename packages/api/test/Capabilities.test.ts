import { recording, reported } from "@screeps-effect/fixtures"
import * as Capabilities from "@screeps-effect/api/Capabilities"
import * as Game from "@screeps-effect/api/Game"
import * as Server from "@screeps-effect/api/Server"
import { assert, describe, it } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { byPath, requests } from "./support/asking.ts"
import { ask, asGuest, html, why } from "./support/fake.ts"

const guest = { who: asGuest }
const plain = byPath({ "/api/version": recording("game/version.vanilla") })
const modded = byPath({
  "/api/version": recording("game/version.admin-utils"),
  "/api/game/time": { ok: 1, time: 5 }
})

describe("read", () => {
  it.effect("tells what a plain private server can do", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* ask(Capabilities.read, plain, guest), {
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
      assert.deepStrictEqual(requests(plain), ["GET /api/version"])
    })
  )

  it.effect("tells what an official server can do", () =>
    Effect.gen(function* () {
      const server = byPath({ "/api/version": reported("version.official") })
      assert.deepStrictEqual(yield* ask(Capabilities.read, server, { ...guest, server: Server.official() }), {
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
      const capabilities = yield* ask(Capabilities.read, server, guest)
      assert.deepStrictEqual(capabilities.shards, [])
      assert.isFalse(Capabilities.isSharded(capabilities))
    })
  )

  it.effect("fails as any other call does", () =>
    Effect.gen(function* () {
      const reason = yield* why(Capabilities.read, html("<pre>Not Found</pre>", 404), guest)
      assert.strictEqual(reason._tag, "EndpointNotFound")
    })
  )
})

describe("a feature", () => {
  it.effect("is there when the server announces it, whatever its version", () =>
    Effect.gen(function* () {
      const capabilities = yield* ask(Capabilities.read, modded, guest)
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

  it("is there without a version, too", () => {
    const serverData = { historyChunkSize: 20, features: [{ name: "a" }, { name: "b", version: null }] }
    const { features } = Capabilities.fromVersion("private", { ok: 1, protocol: 14, serverData })
    assert.deepStrictEqual(
      [...features],
      [
        ["a", undefined],
        ["b", undefined]
      ]
    )
  })
})

describe("a private server that names shards", () => {
  it.effect("is sharded, and is still never sent a shard", () =>
    Effect.gen(function* () {
      const program = Effect.gen(function* () {
        const capabilities = yield* Capabilities.read
        assert.isTrue(Capabilities.isSharded(capabilities))
        assert.deepStrictEqual(capabilities.shards, ["privSrv"])
        yield* Game.time({ shard: "privSrv" })
        yield* Game.time()
      })
      const server = Server.privateServer("http://127.0.0.1:21025", { shard: "privSrv" })
      yield* ask(program, modded, { ...guest, server })
      assert.deepStrictEqual(requests(modded).slice(-3), [
        "GET /api/version",
        "GET /api/game/time",
        "GET /api/game/time"
      ])
    })
  )
})
