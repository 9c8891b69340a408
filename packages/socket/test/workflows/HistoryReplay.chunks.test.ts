import { recording, toResponse } from "@screeps-effect/fixtures"
import type { ScreepsClient } from "@screeps-effect/api/ScreepsClient"
import * as Server from "@screeps-effect/api/Server"
import * as HistoryReplay from "@screeps-effect/socket/workflows/HistoryReplay"
import { assert, describe, it } from "@effect/vitest"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Stream from "effect/Stream"
import * as KeyValueStore from "effect/persistence/KeyValueStore"
import { chunkOf, type HistoryServer, historyServer } from "./support/history.ts"
import { type Fake, fake, lines, official } from "./support/server.ts"
import { settle, within } from "@screeps-effect/fixtures/time"

const collect = <A, E>(stream: Stream.Stream<A, E, ScreepsClient>, server: Fake) =>
  within(Stream.runCollect(stream), 50).pipe(Effect.provide(server.layer))

const history = (server: Fake) => lines(server).filter((line) => line.includes("history"))

/** A cache whose contents a test inspects. */
const memory = (kept: Readonly<Record<string, string>> = {}) => {
  const texts = new Map(Object.entries(kept))
  const cache: HistoryReplay.ChunkCache = {
    get: (key) => Effect.sync(() => texts.get(key)),
    set: (key, text) => Effect.sync(() => texts.set(key, text))
  }
  return { cache, texts }
}

describe("chunks of a room's history", () => {
  it.effect("have the crawl's progress and are in order of ticks, whichever response comes first", () =>
    Effect.gen(function* () {
      const server = historyServer(5, (base) => (base === 105 ? "missing" : "whole"), {
        delay: (base) => (base === 100 ? 1000 : 10)
      })
      const chunks = yield* collect(HistoryReplay.chunks("W5N8", 102, 117), server)
      assert.deepStrictEqual(
        chunks.map(({ _tag, base, from, number, of, to }) => [_tag, base, from, to, `${number}/${of}`]),
        [
          ["Recorded", 100, 102, 104, "1/4"],
          ["Missing", 105, 105, 109, "2/4"],
          ["Recorded", 110, 110, 114, "3/4"],
          ["Recorded", 115, 115, 117, "4/4"]
        ]
      )
      assert.deepStrictEqual(lines(server)[0], "GET /api/version")
    })
  )

  it.effect("are requested with limited concurrency, also ahead of a slow consumer", () =>
    Effect.gen(function* () {
      for (const [concurrency, most] of [
        [undefined, 4],
        [1, 1],
        [3, 3]
      ] as const) {
        const server = historyServer(5)
        const options = { concurrency, chunkSize: 5 }
        yield* collect(HistoryReplay.chunks("W5N8", 0, 99, options), server)
        assert.strictEqual(server.mostAtOnce(), most)
        assert.lengthOf(history(server), 20)
      }
      const server = historyServer(5, undefined, { delay: () => 0 })
      const taker = HistoryReplay.chunks("W5N8", 0, 999, { chunkSize: 5 }).pipe(
        Stream.runForEach(() => Effect.never),
        Effect.provide(server.layer)
      )
      const fiber = yield* Effect.forkChild(taker)
      yield* settle
      assert.isAtMost(history(server).length, 7)
      yield* Fiber.interrupt(fiber)
    })
  )

  it.effect("before a failed one are emitted before the failure, and the crawl can continue there", () =>
    Effect.gen(function* () {
      let broken = true
      const server = historyServer(5, (base) => (broken && base === 110 ? "broken" : "whole"), {
        delay: (base) => (base === 110 ? 0 : 100)
      })
      const ticks: Array<number> = []
      const crawl = (from: number) =>
        HistoryReplay.states("W5N8", from, 116).pipe(
          Stream.runForEach(({ tick }) => Effect.sync(() => ticks.push(tick ?? -1)))
        )
      const error = yield* within(Effect.flip(crawl(103)), 50).pipe(Effect.provide(server.layer))
      assert.strictEqual(error.reason._tag, "Rejected")
      assert.deepStrictEqual(ticks, [103, 104, 105, 106, 107, 108, 109])
      broken = false
      yield* within(crawl((ticks.at(-1) ?? 0) + 1), 50).pipe(Effect.provide(server.layer))
      assert.deepStrictEqual(
        ticks,
        Array.from({ length: 14 }, (_, i) => 103 + i)
      )
    })
  )

  it.effect("are not requested with invalid arguments", () =>
    Effect.gen(function* () {
      const server = historyServer(5)
      const bad = [
        [-1, 5, {}, "from"],
        [1.5, 5, {}, "from"],
        [0, Number.NaN, {}, "to"],
        [0, Infinity, {}, "to"],
        [6, 5, {}, "to"],
        [0, 5, { concurrency: 0 }, "concurrency"],
        [0, 5, { chunkSize: 0 }, "chunkSize"]
      ] as const
      for (const [from, to, options, field] of bad) {
        const error = yield* Effect.flip(collect(HistoryReplay.chunks("W5N8", from, to, options), server))
        assert.strictEqual(error.reason._tag, "InvalidInput")
        assert.strictEqual("field" in error.reason ? error.reason.field : "", field)
      }
      assert.isEmpty(server.requests)
      const kitchen = HistoryReplay.chunks("W1.5N1", 0, 5, { chunkSize: 5 })
      assert.strictEqual((yield* Effect.flip(collect(kitchen, server))).reason._tag, "InvalidInput")
      const nowhere = historyServer(5, undefined, { server: Server.official() })
      const shardless = HistoryReplay.chunks("W5N8", 0, 5, { chunkSize: 5 })
      assert.strictEqual((yield* Effect.flip(collect(shardless, nowhere))).reason._tag, "ShardRequired")
      assert.isEmpty([...server.requests, ...nowhere.requests])
    })
  )

  it.effect("fail on a server without the history mod, overrides of being gaps", () =>
    Effect.gen(function* () {
      const server = fake(() => toResponse(recording("game/room-history.no-mod")))
      const crawl = HistoryReplay.chunks("W5N8", 0, 50, { chunkSize: 20 })
      assert.strictEqual((yield* Effect.flip(collect(crawl, server))).reason._tag, "EndpointNotFound")
    })
  )

  it.effect("fail when the version has no historyChunkSize", () =>
    Effect.gen(function* () {
      for (const size of [0, -20, 2.5]) {
        const error = yield* Effect.flip(collect(HistoryReplay.chunks("W5N8", 0, 5), historyServer(size)))
        assert.strictEqual(error.reason._tag, "UnexpectedResponse")
      }
    })
  )
})

describe("a cache of chunks", () => {
  it.effect("returns complete chunks without another request", () =>
    Effect.gen(function* () {
      const { cache, texts } = memory()
      const server = historyServer(5)
      const crawl = HistoryReplay.chunks("W5N8", 0, 14, { cache, chunkSize: 5 })
      const first = yield* collect(crawl, server)
      assert.strictEqual(texts.size, 3)
      const again = yield* collect(crawl, server)
      assert.lengthOf(history(server), 3)
      assert.deepStrictEqual(
        again,
        first.map((chunk) => ({ ...chunk, isCached: true }))
      )
    })
  )

  it.effect("does not store chunks that are missing or may still grow", () =>
    Effect.gen(function* () {
      const { cache, texts } = memory()
      let grown = false
      const server = historyServer(5, (base) =>
        grown || base === 0 ? "whole" : base === 5 ? [5, 6, 7, 8] : "missing"
      )
      const crawl = HistoryReplay.chunks("W5N8", 0, 14, { cache, chunkSize: 5 })
      yield* collect(crawl, server)
      assert.strictEqual(texts.size, 1)
      grown = true
      const chunks = yield* collect(crawl, server)
      assert.deepStrictEqual(
        chunks.map((chunk) => chunk._tag === "Recorded" && chunk.isCached),
        [true, false, false]
      )
      assert.strictEqual(texts.size, 3)
    })
  )

  it.effect("is ignored when its contents are not valid", () =>
    Effect.gen(function* () {
      const { cache, texts } = memory()
      const server = historyServer(5)
      const crawl = HistoryReplay.chunks("W5N8", 0, 4, { cache, chunkSize: 5 })
      yield* collect(crawl, server)
      const [[key, good] = ["", ""]] = texts
      const bad = [
        "",
        "no JSON",
        "null",
        JSON.stringify({ ok: 1 }),
        JSON.stringify(chunkOf("W6N8", 0, [0, 1, 2, 3, 4])),
        JSON.stringify(chunkOf("W5N8", 5, [5, 6, 7, 8, 9])),
        JSON.stringify(chunkOf("W5N8", 0, [0, 1, 2]))
      ]
      for (const text of bad) {
        texts.set(key, text)
        const [chunk] = yield* collect(crawl, server)
        assert.isTrue(chunk?._tag === "Recorded" && !chunk.isCached, text)
        assert.strictEqual(texts.get(key), good)
      }
    })
  )

  it.effect("keeps chunks of different servers, shards, rooms and sizes apart", () =>
    Effect.gen(function* () {
      const { cache, texts } = memory()
      const crawl = (
        server: HistoryServer,
        room: "W5N8" | "W6N8",
        size: number,
        shard?: "shard1" | "shard2"
      ) => collect(HistoryReplay.chunks(room, 0, 0, { cache, chunkSize: size, shard }), server)
      yield* crawl(historyServer(5), "W5N8", 5)
      yield* crawl(historyServer(5), "W6N8", 5)
      yield* crawl(historyServer(10), "W5N8", 10)
      yield* crawl(historyServer(5, undefined, { server: official }), "W5N8", 5)
      yield* crawl(historyServer(5, undefined, { server: official }), "W5N8", 5, "shard1")
      yield* crawl(historyServer(5, undefined, { server: Server.season() }), "W5N8", 5)
      assert.strictEqual(texts.size, 6)
      const shard3 = historyServer(5, undefined, { server: official })
      yield* crawl(shard3, "W5N8", 5)
      assert.isEmpty(shard3.requests)
    })
  )

  it.effect("can be Effect's KeyValueStore, and stores recorded chunks", () =>
    Effect.gen(function* () {
      const cache = yield* KeyValueStore.KeyValueStore
      const recorded = recording("game/room-history.mod.chunk")
      const server = fake(() => toResponse(recorded))
      const crawl = HistoryReplay.signals("W5N8", 14_260, 14_279, { cache, chunkSize: 20 })
      const first = yield* collect(crawl, server)
      const again = yield* collect(crawl, server)
      assert.lengthOf(server.requests, 1)
      const objects = (signals: typeof first) =>
        signals.map((signal) => (signal._tag === "State" ? signal.view.objects : undefined))
      assert.lengthOf(objects(first), 20)
      assert.deepStrictEqual(objects(again), objects(first))
    }).pipe(Effect.provide(KeyValueStore.layerMemory))
  )

  it.effect("ends the crawl with its own error when it fails", () =>
    Effect.gen(function* () {
      class DiskFull extends Data.TaggedError("DiskFull") {}
      const cache: HistoryReplay.ChunkCache<DiskFull> = {
        get: () => Effect.undefined,
        set: () => Effect.fail(new DiskFull())
      }
      const crawl = HistoryReplay.states("W5N8", 0, 4, { cache, chunkSize: 5 })
      assert.strictEqual((yield* Effect.flip(collect(crawl, historyServer(5))))._tag, "DiskFull")
    })
  )
})
