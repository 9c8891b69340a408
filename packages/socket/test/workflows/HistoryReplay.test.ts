import { Millis, RoomHistory, RoomState, Tick } from "@screeps-effect/schema"
import { recording, toResponse } from "@screeps-effect/fixtures"
import type { RoomView } from "@screeps-effect/socket/RoomFeed"
import * as HistoryReplay from "@screeps-effect/socket/workflows/HistoryReplay"
import { assert, describe, it } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import * as TestClock from "effect/testing/TestClock"
import { historyServer } from "./support/history.ts"
import { fake, lines, official } from "./support/server.ts"
import { within } from "@screeps-effect/fixtures/time"

const collect = <A, E, R>(stream: Stream.Stream<A, E, R>) => within(Stream.runCollect(stream), 100)

const energy = (state: RoomState.RoomState) =>
  [...state.objects.values()].map((object) => (object.type === "source" ? object.energy : undefined))

/** Summarizes states and gaps: `101` for a state, `!103` for the first after a gap, `104–109` for a gap. */
const short = (signal: HistoryReplay.HistorySignal): string =>
  signal._tag === "Gap"
    ? `${signal.from}–${signal.to}`
    : `${signal.view.afterGap ? "!" : ""}${signal.view.tick}`

const requestedTicks = (server: { readonly requests: ReadonlyArray<{ readonly url: URL }> }) =>
  server.requests
    .filter(({ url }) => url.pathname.includes("history"))
    .map(({ url }) => url.searchParams.get("time"))

describe("states of a room's history", () => {
  it.effect("are emitted tick by tick, from the middle of one chunk to the middle of another", () =>
    Effect.gen(function* () {
      const server = historyServer(20)
      const states = yield* collect(HistoryReplay.states("W5N8", 117, 143)).pipe(Effect.provide(server.layer))
      const ticks = Array.from({ length: 27 }, (_, i) => 117 + i)
      assert.deepStrictEqual(
        states.map(({ tick }) => Number(tick)),
        ticks
      )
      assert.deepStrictEqual(states.flatMap(energy), ticks)
      assert.isTrue(
        states.every(({ afterGap, room, shard }) => !afterGap && room === "W5N8" && shard === undefined)
      )
      assert.deepStrictEqual(requestedTicks(server), ["100", "120", "140"])
    })
  )

  it.effect("equal the folded ticks of a recorded chunk", () =>
    Effect.gen(function* () {
      const recorded = recording("game/room-history.mod.chunk")
      const server = fake(() => toResponse(recorded))
      const crawl = HistoryReplay.states("W5N8", 14_260, 14_279, { chunkSize: 20 })
      const states = yield* collect(crawl).pipe(Effect.provide(server.layer))
      const chunk = yield* Schema.decodeUnknownEffect(RoomHistory.RoomHistory)(recorded.response.body)
      const expected = [...RoomHistory.states(chunk)]
      assert.lengthOf(states, 20)
      assert.deepStrictEqual(
        states.map(({ objects, tick }) => ({ objects, tick })),
        expected.map(({ objects, tick }) => ({ objects, tick }))
      )
      assert.deepStrictEqual(lines(server), ["GET /room-history?room=W5N8&time=14260"])
    })
  )

  it.effect("are limited to one for a range of one tick", () =>
    Effect.gen(function* () {
      const server = historyServer(100)
      const states = yield* collect(HistoryReplay.states("W5N8", 0, 0)).pipe(Effect.provide(server.layer))
      assert.deepStrictEqual(states.flatMap(energy), [0])
    })
  )

  it.effect("are requested from official servers by shard and path", () =>
    Effect.gen(function* () {
      const server = historyServer(100, (base) => (base === 200 ? "missing" : "whole"), { server: official })
      const signals = yield* collect(HistoryReplay.signals("E1S1", 199, 300, { shard: "shard1" })).pipe(
        Effect.provide(server.layer)
      )
      assert.deepStrictEqual(signals.map(short), ["199", "200–299", "!300"])
      assert.deepStrictEqual(
        signals.flatMap((signal) => (signal._tag === "State" ? [signal.view.shard] : [])),
        ["shard1", "shard1"]
      )
      assert.deepStrictEqual(
        lines(server).filter((line) => line.includes("history")),
        [100, 200, 300].map((base) => `GET /room-history/shard1/E1S1/${base}.json`)
      )
    })
  )
})

describe("ticks that are not recorded", () => {
  const signals = (from: number, to: number, recorded: Parameters<typeof historyServer>[1]) =>
    Effect.map(
      collect(HistoryReplay.signals("W5N8", from, to)).pipe(Effect.provide(historyServer(5, recorded).layer)),
      (all) => all.map(short).join(" ")
    )

  it.effect("are emitted as gaps, chunk by chunk, and the next state has afterGap", () =>
    Effect.gen(function* () {
      const recorded = (base: number) => (base === 105 || base === 110 ? "missing" : "whole")
      assert.strictEqual(yield* signals(103, 116, recorded), "103 104 105–109 110–114 !115 116")
    })
  )

  it.effect("include those that a chunk leaves out", () =>
    Effect.gen(function* () {
      const recorded = (base: number) =>
        base === 100 ? [100, 101] : base === 105 ? [107, 109] : ("whole" as const)
      assert.strictEqual(
        yield* signals(100, 111, recorded),
        "100 101 102–104 105–106 !107 108–108 !109 110 111"
      )
      assert.strictEqual(yield* signals(103, 106, recorded), "103–104 105–106")
    })
  )

  it.effect("may be all of the range, or its first and last ones", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* signals(100, 107, () => "missing"), "100–104 105–107")
      const recorded = (base: number) => (base === 105 ? "whole" : "missing")
      assert.strictEqual(yield* signals(104, 110, recorded), "104–104 105 106 107 108 109 110–110")
    })
  )

  it.effect("are skipped by states, which set afterGap", () =>
    Effect.gen(function* () {
      const server = historyServer(5, (base) => (base === 105 ? "missing" : "whole"))
      const states = yield* collect(HistoryReplay.states("W5N8", 104, 111)).pipe(Effect.provide(server.layer))
      assert.deepStrictEqual(
        states.map(({ afterGap, tick }) => [Number(tick), afterGap]),
        [
          [104, false],
          [110, true],
          [111, false]
        ]
      )
    })
  )
})

/** A program for states of a room, live or recorded: it uses only views. */
const energies = <E, R>(views: Stream.Stream<RoomView, E, R>) =>
  views.pipe(
    Stream.mapEffect((view) =>
      Effect.map(Clock.currentTimeMillis, (now) => ({
        at: now,
        age: now - view.receivedAt,
        energy: energy(view)[0]
      }))
    )
  )

describe("played states", () => {
  it.effect("are emitted at the given speed, as if received at that moment", () =>
    Effect.gen(function* () {
      const server = historyServer(20)
      const states = HistoryReplay.states("W5N8", 105, 109)
      const views = energies(HistoryReplay.play(states, { ticksPerSecond: 4 }))
      const seen = yield* within(Stream.runCollect(views), 10).pipe(Effect.provide(server.layer))
      const start = seen[0]?.at ?? 0
      assert.deepStrictEqual(
        seen.map(({ age, at, energy }) => [at - start, age, energy]),
        [
          [0, 0, 105],
          [250, 0, 106],
          [500, 0, 107],
          [750, 0, 108],
          [1000, 0, 109]
        ]
      )
    })
  )

  const played = (ticksPerSecond: number, busy: (tick: number) => number = () => 0) =>
    Effect.gen(function* () {
      const view = (tick: number): RoomView => ({
        ...RoomState.empty,
        room: "W5N8",
        shard: undefined,
        tick: Tick.make(tick),
        receivedAt: Millis.make(0),
        monotonicAt: 0,
        afterGap: false
      })
      const start = yield* Clock.currentTimeMillis
      const times: Array<number> = []
      const views = Stream.map(Stream.range(0, 5), view)
      yield* HistoryReplay.play(views, { ticksPerSecond }).pipe(
        Stream.runForEach((view) =>
          Effect.gen(function* () {
            times.push((yield* Clock.currentTimeMillis) - start)
            const millis = busy(view.tick ?? 0)
            if (millis > 0) yield* Effect.sleep(millis)
          })
        ),
        Effect.forkChild
      )
      yield* TestClock.adjust("1 hour")
      return times
    })

  it.effect("are emitted at low and high speeds", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(
        yield* played(0.01),
        [0, 1, 2, 3, 4, 5].map((n) => n * 100_000)
      )
      assert.deepStrictEqual(yield* played(1000), [0, 1, 2, 3, 4, 5])
      assert.deepStrictEqual(yield* played(Infinity), [0, 0, 0, 0, 0, 0])
    })
  )

  it.effect("stop after the first one at a speed of 0 or NaN", () =>
    Effect.gen(function* () {
      for (const speed of [0, -1, Number.NaN]) assert.deepStrictEqual(yield* played(speed), [0])
    })
  )

  it.effect("catch up short delays, but not long ones", () =>
    Effect.gen(function* () {
      const little = yield* played(10, (tick) => (tick === 2 ? 140 : 0))
      assert.deepStrictEqual(little, [0, 100, 200, 340, 400, 500])
      const long = yield* played(10, (tick) => (tick === 2 ? 450 : 0))
      assert.deepStrictEqual(long, [0, 100, 200, 650, 750, 850])
    })
  )
})
