import * as History from "@screeps-effect/api/History"
import * as ScreepsClient from "@screeps-effect/api/ScreepsClient"
import type { ScreepsError } from "@screeps-effect/api/ScreepsError"
import * as Server from "@screeps-effect/api/Server"
import { toResponse } from "@screeps-effect/fixtures"
import * as RoomHistory from "@screeps-effect/schema/RoomHistory"
import * as Terrain from "@screeps-effect/schema/Terrain"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import { tolerantly } from "./support/calls.ts"
import { assertExchange, assertFails, fixture, official } from "./support/exchange.ts"
import { always, apiToken, run, asToken, fake, lines, privateServer, reasonOf } from "./support/fake.ts"

/** A server with history chunks of `historyChunkSize` ticks. */
const recording = (name: string, historyChunkSize: number) =>
  fake(({ url }) =>
    url.pathname.endsWith("/api/version")
      ? Response.json({ ok: 1, protocol: 14, serverData: { historyChunkSize } })
      : toResponse(fixture(name))
  )

const untyped = (read: unknown) =>
  read as (
    input: unknown
  ) => Effect.Effect<RoomHistory.RoomHistory, ScreepsError, ScreepsClient.ScreepsClient>

describe("History.chunk and History.chunkAt", () => {
  it.effect(
    "request a private server's chunk by its first tick, computed from the version's chunk size",
    () =>
      Effect.gen(function* () {
        const server = recording("game/room-history.mod.chunk", 20)
        const chunk = yield* run(History.chunk({ room: "W5N8", tick: 14275 }), server)
        assert.deepStrictEqual(lines(server), ["GET /api/version", "GET /room-history?room=W5N8&time=14260"])
        assert.deepStrictEqual([chunk.room, Number(chunk.base)], ["W5N8", 14260])
        assert.strictEqual([...RoomHistory.states(chunk)].length, RoomHistory.ticks(chunk).length)
      })
  )

  it.effect("request the given tick when it is the first of its chunk", () =>
    Effect.gen(function* () {
      const server = recording("game/room-history.mod.chunk", 20)
      yield* run(History.chunk({ room: "W5N8", tick: 14260 }), server)
      yield* run(History.chunk({ room: "W5N8", tick: 0 }), server)
      assert.deepStrictEqual(
        lines(server).filter((line) => line.includes("room-history")),
        ["GET /room-history?room=W5N8&time=14260", "GET /room-history?room=W5N8&time=0"]
      )
    })
  )

  it.effect("request an official server's chunk from a path at the root of the host", () =>
    Effect.gen(function* () {
      for (const [server, shard] of [
        [official, "shard3"],
        [Server.season(), "shardSeason"]
      ] as const) {
        const fakeServer = recording("room-history.chunk", 100)
        const chunk = yield* run(History.chunk({ room: "E1S1", tick: 50000042 }), fakeServer, {
          server
        })
        assert.strictEqual(
          fakeServer.requests[1]?.url.href,
          `https://screeps.com/room-history/${shard}/E1S1/50000000.json`
        )
        assert.lengthOf([...RoomHistory.states(chunk)], 3)
      }
    })
  )

  it.effect("send nothing on the test realm, whose history has no known address", () =>
    Effect.gen(function* () {
      const fakeServer = recording("room-history.chunk", 100)
      const at = { room: "E1S1", shard: "shard0" } as const
      for (const call of [
        History.chunk({ ...at, tick: 50000042 }),
        History.chunkAt({ ...at, base: 50000000 }),
        History.officialChunk({ ...at, tick: 50000000 })
      ]) {
        const reason = yield* reasonOf(call, fakeServer, { server: Server.ptr() })
        assert.strictEqual(reason._tag, "EndpointNotFound")
        assert.include(reason.message, "set the server option historyUrl")
      }
      assert.isEmpty(fakeServer.requests)
    })
  )

  it.effect("send nothing to the seasonal world for a shard of the main world", () =>
    Effect.gen(function* () {
      const fakeServer = recording("room-history.chunk", 100)
      const call = History.chunkAt({ room: "E1S1", shard: "shard3", base: 50000000 })
      const reason = yield* reasonOf(call, fakeServer, { server: Server.season() })
      assert.strictEqual(reason._tag, "EndpointNotFound")
      assert.isEmpty(fakeServer.requests)
    })
  )

  it.effect("use the address in the server option historyUrl on every kind of server", () =>
    Effect.gen(function* () {
      const historyUrl = "https://history.example/old"
      const official = `${historyUrl}/room-history/shard0/E1S1/50000000.json`
      for (const [server, address] of [
        [Server.ptr({ historyUrl }), official],
        [Server.season({ historyUrl }), official],
        [
          Server.privateServer("http://127.0.0.1:21025", { historyUrl }),
          `${historyUrl}/room-history?room=E1S1&time=50000000`
        ]
      ] as const) {
        const fakeServer = recording("room-history.chunk", 100)
        yield* run(History.chunk({ room: "E1S1", shard: "shard0", tick: 50000042 }), fakeServer, { server })
        const [version, chunk] = fakeServer.requests
        assert.isTrue(version?.url.href.startsWith(`${server.url}/api/version`))
        assert.strictEqual(chunk?.url.href, address)
      }
    })
  )

  it.effect("send neither token nor server password to another host that serves the history", () =>
    Effect.gen(function* () {
      const password = Redacted.make("hunter2-of-the-server")
      const secretHeaders = (historyUrl: string | undefined) =>
        Effect.gen(function* () {
          const server = Server.privateServer("http://127.0.0.1:21025", { password, historyUrl })
          const fakeServer = recording("room-history.chunk", 100)
          // A raw request carries a token to any path.
          const raw = Effect.flatMap(ScreepsClient.ScreepsClient, (client) =>
            client.request({ method: "GET", path: "/room-history", query: { room: "E1S1", time: 0 } })
          )
          yield* run(raw, fakeServer, { server, credentials: asToken })
          const headers = fakeServer.requests[0]?.headers ?? {}
          return ["x-token", "x-username", "x-server-password"].filter((name) => name in headers)
        })
      assert.isEmpty(yield* secretHeaders("https://history.example"))
      assert.lengthOf(yield* secretHeaders("http://127.0.0.1:21025/other"), 3)
      assert.lengthOf(yield* secretHeaders(undefined), 3)
    })
  )

  it.effect("send the given shard to official servers only", () =>
    Effect.gen(function* () {
      const fakeServer = recording("room-history.chunk", 100)
      const input = { room: "E1S1", base: 50000000, shard: "shard1" } as const
      yield* run(History.chunkAt(input), fakeServer, { server: official })
      yield* run(History.chunkAt(input), fakeServer, { server: privateServer })
      assert.deepStrictEqual(lines(fakeServer), [
        "GET /room-history/shard1/E1S1/50000000.json",
        "GET /room-history?room=E1S1&time=50000000"
      ])
    })
  )

  it.effect("read a chunk by its first tick without requesting the version", () =>
    Effect.gen(function* () {
      const official = History.chunkAt({ room: "E1S1", base: 50000000 })
      assert.strictEqual((yield* assertExchange(official, "room-history.chunk")).room, "E1S1")
      yield* assertExchange(History.chunkAt({ room: "W5N8", base: 14260 }), "game/room-history.mod.chunk")
      yield* assertExchange(
        History.privateChunk({ room: "W4N4", time: 14260 }),
        "game/room-history.mod.stronghold-chunk"
      )
    })
  )

  it.effect("send no token", () =>
    Effect.gen(function* () {
      const fakeServer = recording("room-history.chunk", 100)
      const chunk = History.chunkAt({ room: "E1S1", base: 50000000 })
      yield* run(chunk, fakeServer, { server: official, credentials: asToken })
      assert.isUndefined(fakeServer.requests[0]?.headers["x-token"])
    })
  )
})

describe("missing history", () => {
  it.effect("fails with HistoryNotFound on private and official servers", () =>
    Effect.gen(function* () {
      const onPrivate = History.chunkAt({ room: "W5N8", base: 20 })
      yield* assertFails(
        onPrivate,
        "game/room-history.mod.missing-chunk",
        "HistoryNotFound",
        "no history is recorded from tick 20"
      )
      yield* assertFails(onPrivate, "game/room-history.mod.unknown-room", "HistoryNotFound")
      yield* assertFails(
        History.privateChunk({ room: "W5N8", time: 14263 }),
        "game/room-history.mod.unaligned-tick",
        "HistoryNotFound"
      )
      yield* assertFails(
        History.chunkAt({ room: "E1S1", base: 50000000 }),
        "room-history.missing",
        "HistoryNotFound",
        "no history is recorded from tick 50000000"
      )
    })
  )

  it.effect("fails with EndpointNotFound on private servers without the mod", () =>
    assertFails(History.chunkAt({ room: "W1N8", base: 20 }), "game/room-history.no-mod", "EndpointNotFound")
  )

  it.effect("fails with UnexpectedResponse when the response is not a chunk", () =>
    Effect.gen(function* () {
      for (const server of [privateServer, official]) {
        const reason = yield* reasonOf(
          History.chunkAt({ room: "W1N8", base: 20 }),
          always({ ok: 1, ticks: [] }),
          {
            server
          }
        )
        assert.strictEqual(reason._tag, "UnexpectedResponse")
      }
    })
  )

  it.effect("names no key of the data when a strict client fails at an entry", () =>
    Effect.gen(function* () {
      const ticks = { "20": { [apiToken]: 5 } }
      for (const server of [privateServer, official]) {
        const call = History.chunkAt({ room: "W1N8", base: 20 })
        const response = always({ timestamp: 1, room: "W1N8", base: 20, ticks })
        const reason = yield* reasonOf(
          Effect.provideService(call, ScreepsClient.Strictness, "strict"),
          response,
          { server }
        )
        assert.strictEqual(reason._tag, "UnexpectedResponse")
        assert.match(reason.message, /: ticks\{\}\{\}: expected RoomPatch, found number$/)
        assert.deepStrictEqual((yield* tolerantly(run(call, response, { server }))).ticks, { "20": {} })
      }
    })
  )

  it.effect("fails with UnexpectedResponse when the version has no valid chunk size", () =>
    Effect.gen(function* () {
      for (const size of [0, -20, 1.5]) {
        const server = recording("game/room-history.mod.chunk", size)
        const reason = yield* reasonOf(History.chunk({ room: "W5N8", tick: 14275 }), server)
        assert.strictEqual(reason._tag, "UnexpectedResponse")
        assert.lengthOf(server.requests, 1)
      }
    })
  )
})

describe("invalid input of History", () => {
  const bad: ReadonlyArray<readonly [what: string, read: unknown, input: object, field: string]> = [
    ["a negative tick", History.chunk, { room: "W1N1", tick: -1 }, "tick"],
    ["a fractional tick", History.chunk, { room: "W1N1", tick: 1.5 }, "tick"],
    ["a missing tick", History.chunk, { room: "W1N1" }, "tick"],
    ["a tick as text", History.chunk, { room: "W1N1", tick: "20" }, "tick"],
    ["kitchen as a room name", History.chunk, { room: "kitchen", tick: 20 }, "room"],
    ["a path as a room name", History.chunkAt, { room: "../../W1N1", base: 20 }, "room"],
    ["a negative first tick", History.chunkAt, { room: "W1N1", base: -20 }, "base"]
  ]
  for (const [what, read, input, field] of bad) {
    it.effect(`is rejected without a request: ${what}`, () =>
      Effect.gen(function* () {
        for (const server of [privateServer, official]) {
          const fakeServer = recording("room-history.chunk", 100)
          const reason = yield* reasonOf(untyped(read)(input), fakeServer, { server })
          assert.strictEqual(reason._tag, "InvalidInput")
          assert.strictEqual("field" in reason ? reason.field : undefined, field)
          assert.isEmpty(fakeServer.requests)
        }
      })
    )
  }

  it.effect("is rejected without a request: no shard, or a path as a shard, on official servers", () =>
    Effect.gen(function* () {
      const fakeServer = recording("room-history.chunk", 100)
      const options = { server: Server.official() }
      const at = { room: "E1S1", base: 50000000 } as const
      const unnamed = yield* reasonOf(History.chunkAt(at), fakeServer, options)
      assert.strictEqual(unnamed._tag, "ShardRequired")
      const path = History.chunkAt({ ...at, shard: "../shard0" })
      const named = yield* reasonOf(path, fakeServer, options)
      assert.strictEqual("field" in named ? named.field : undefined, "shard")
      assert.isEmpty(fakeServer.requests)
    })
  )
})

describe("a shared part of room history", () => {
  const code = "k3Jx9Qz"
  const room = "E1S1"

  it.effect("is created for a room and a tick, and found by its code", () =>
    Effect.gen(function* () {
      const share = History.share({ room, time: 50000012 })
      assert.strictEqual((yield* assertExchange(share, "room-history.share")).code, code)
      const shared = yield* assertExchange(History.shared({ code }), "room-history.shared")
      assert.deepStrictEqual([shared.room, Number(shared.minTime)], [room, 50000000])
      assert.isTrue(Result.isSuccess(Terrain.decode(shared.terrain ?? "")))
    })
  )

  it.effect("is read in chunks, which get the room of the share when they do not name theirs", () =>
    Effect.gen(function* () {
      const call = History.sharedChunk({ code, tick: 50000000, room })
      const chunk = yield* assertExchange(call, "room-history.shared-chunk")
      assert.strictEqual(chunk.room, room)
      const last = [...RoomHistory.states(chunk)].at(-1)
      assert.deepStrictEqual(
        [...(last?.objects.values() ?? [])].map(({ type }) => type),
        ["source"]
      )
    })
  )

  it.effect("fails with HistoryNotFound where no chunk begins", () =>
    assertFails(
      History.sharedChunk({ code, tick: 50000100, room }),
      "room-history.shared-missing",
      "HistoryNotFound",
      "no history is recorded from tick 50000100"
    )
  )
})

describe("a chunk of room history without its room", () => {
  const chunk = { timestamp: 1, base: 100, ticks: { "100": null } }

  it.effect("is of the requested room, on every kind of server", () =>
    Effect.gen(function* () {
      for (const server of [privateServer, official]) {
        const found = yield* run(History.chunkAt({ room: "E1S1", base: 100 }), always(chunk), { server })
        assert.strictEqual(found.room, "E1S1")
      }
    })
  )

  it.effect("keeps the room that it names", () =>
    Effect.gen(function* () {
      const named = always({ ...chunk, room: "E2S2" })
      const found = yield* run(History.chunkAt({ room: "E1S1", base: 100 }), named, { server: official })
      assert.strictEqual(found.room, "E2S2")
    })
  )
})
