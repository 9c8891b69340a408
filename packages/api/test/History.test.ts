import * as History from "@screeps-effect/api/History"
import type { ScreepsClient } from "@screeps-effect/api/ScreepsClient"
import type { ScreepsError } from "@screeps-effect/api/ScreepsError"
import * as Server from "@screeps-effect/api/Server"
import { toResponse } from "@screeps-effect/fixtures"
import * as RoomHistory from "@screeps-effect/schema/RoomHistory"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { assertExchange, assertFails, fixture, official } from "./support/exchange.ts"
import { always, apiToken, ask, asToken, fake, lines, privateServer, why } from "./support/fake.ts"

/** A server whose history is kept in chunks of so many ticks. */
const recording = (name: string, historyChunkSize: number) =>
  fake(({ url }) =>
    url.pathname.endsWith("/api/version")
      ? Response.json({ ok: 1, protocol: 14, serverData: { historyChunkSize } })
      : toResponse(fixture(name))
  )

const untyped = (read: unknown) =>
  read as (input: unknown) => Effect.Effect<RoomHistory.RoomHistory, ScreepsError, ScreepsClient>

describe("a chunk of a room's history", () => {
  it.effect("is asked of private servers by its first tick, which the version tells", () =>
    Effect.gen(function* () {
      const server = recording("game/room-history.mod.chunk", 20)
      const chunk = yield* ask(History.chunk({ room: "W5N8", tick: 14275 }), server)
      assert.deepStrictEqual(lines(server), ["GET /api/version", "GET /room-history?room=W5N8&time=14260"])
      assert.deepStrictEqual([chunk.room, Number(chunk.base)], ["W5N8", 14260])
      assert.strictEqual([...RoomHistory.states(chunk)].length, RoomHistory.ticks(chunk).length)
    })
  )

  it.effect("begins with the tick itself when that is the first one", () =>
    Effect.gen(function* () {
      const server = recording("game/room-history.mod.chunk", 20)
      yield* ask(History.chunk({ room: "W5N8", tick: 14260 }), server)
      yield* ask(History.chunk({ room: "W5N8", tick: 0 }), server)
      assert.deepStrictEqual(
        lines(server).filter((line) => line.includes("room-history")),
        ["GET /room-history?room=W5N8&time=14260", "GET /room-history?room=W5N8&time=0"]
      )
    })
  )

  it.effect("is asked of official servers by a path at the root of the host", () =>
    Effect.gen(function* () {
      for (const [server, shard] of [
        [official, "shard3"],
        [Server.season(), "shardSeason"]
      ] as const) {
        const answering = recording("room-history.chunk", 100)
        const chunk = yield* ask(History.chunk({ room: "E1S1", tick: 50000042 }), answering, {
          server
        })
        assert.strictEqual(
          answering.asked[1]?.url.href,
          `https://screeps.com/room-history/${shard}/E1S1/50000000.json`
        )
        assert.lengthOf([...RoomHistory.states(chunk)], 3)
      }
    })
  )

  it.effect("is asked of the shard that is named, and of none on private servers", () =>
    Effect.gen(function* () {
      const answering = recording("room-history.chunk", 100)
      const input = { room: "E1S1", base: 50000000, shard: "shard1" } as const
      yield* ask(History.chunkAt(input), answering, { server: official })
      yield* ask(History.chunkAt(input), answering, { server: privateServer })
      assert.deepStrictEqual(lines(answering), [
        "GET /room-history/shard1/E1S1/50000000.json",
        "GET /room-history?room=E1S1&time=50000000"
      ])
    })
  )

  it.effect("is read by its first tick without asking for the version", () =>
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

  it.effect("is asked for without a token", () =>
    Effect.gen(function* () {
      const answering = recording("room-history.chunk", 100)
      const chunk = History.chunkAt({ room: "E1S1", base: 50000000 })
      yield* ask(chunk, answering, { server: official, who: asToken })
      assert.isUndefined(answering.asked[0]?.headers["x-token"])
    })
  )
})

describe("history that is not there", () => {
  it.effect("was not recorded, on either kind of server", () =>
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

  it.effect("is not kept by servers without the mod", () =>
    assertFails(History.chunkAt({ room: "W1N8", base: 20 }), "game/room-history.no-mod", "EndpointNotFound")
  )

  it.effect("is something else that the server sent instead", () =>
    Effect.gen(function* () {
      for (const server of [privateServer, official]) {
        const reason = yield* why(History.chunkAt({ room: "W1N8", base: 20 }), always({ ok: 1, ticks: [] }), {
          server
        })
        assert.strictEqual(reason._tag, "UnexpectedResponse")
      }
    })
  )

  it.effect("is told without keys that look like secrets, on either kind of server", () =>
    Effect.gen(function* () {
      const ticks = { "20": { [apiToken]: 5 } }
      for (const server of [privateServer, official]) {
        const reason = yield* why(
          History.chunkAt({ room: "W1N8", base: 20 }),
          always({ timestamp: 1, room: "W1N8", base: 20, ticks }),
          { server }
        )
        assert.strictEqual(reason._tag, "UnexpectedResponse")
        assert.match(reason.message, /\["ticks"\]\["20"\]\["<redacted>"\]$/)
      }
    })
  )

  it.effect("cannot be found where the version tells no size of chunks", () =>
    Effect.gen(function* () {
      for (const size of [0, -20, 1.5]) {
        const server = recording("game/room-history.mod.chunk", size)
        const reason = yield* why(History.chunk({ room: "W5N8", tick: 14275 }), server)
        assert.strictEqual(reason._tag, "UnexpectedResponse")
        assert.lengthOf(server.asked, 1)
      }
    })
  )
})

describe("nothing is asked", () => {
  const bad: ReadonlyArray<readonly [what: string, read: unknown, input: object, field: string]> = [
    ["for a tick below 0", History.chunk, { room: "W1N1", tick: -1 }, "tick"],
    ["for a part of a tick", History.chunk, { room: "W1N1", tick: 1.5 }, "tick"],
    ["for no tick", History.chunk, { room: "W1N1" }, "tick"],
    ["for a tick as text", History.chunk, { room: "W1N1", tick: "20" }, "tick"],
    ["for a kitchen", History.chunk, { room: "kitchen", tick: 20 }, "room"],
    ["for a path as a room", History.chunkAt, { room: "../../W1N1", base: 20 }, "room"],
    ["for a chunk before the first", History.chunkAt, { room: "W1N1", base: -20 }, "base"]
  ]
  for (const [what, read, input, field] of bad) {
    it.effect(what, () =>
      Effect.gen(function* () {
        for (const server of [privateServer, official]) {
          const answering = recording("room-history.chunk", 100)
          const reason = yield* why(untyped(read)(input), answering, { server })
          assert.strictEqual(reason._tag, "InvalidInput")
          assert.strictEqual("field" in reason ? reason.field : undefined, field)
          assert.isEmpty(answering.asked)
        }
      })
    )
  }

  it.effect("of official servers without a shard, or with a path as a shard", () =>
    Effect.gen(function* () {
      const answering = recording("room-history.chunk", 100)
      const options = { server: Server.official() }
      const at = { room: "E1S1", base: 50000000 } as const
      const unnamed = yield* why(History.chunkAt(at), answering, options)
      assert.strictEqual(unnamed._tag, "ShardRequired")
      const path = History.chunkAt({ ...at, shard: "../shard0" })
      const named = yield* why(path, answering, options)
      assert.strictEqual("field" in named ? named.field : undefined, "shard")
      assert.isEmpty(answering.asked)
    })
  )
})
