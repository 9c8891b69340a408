/** Reading the numbers of an account: values, gaps, failures. */
import * as ScreepsClient from "@screeps-effect/api/ScreepsClient"
import * as Metrics from "@screeps-effect/stats/Metrics"
import * as Prometheus from "@screeps-effect/stats/Prometheus"
import * as Stats from "@screeps-effect/stats/Stats"
import { Faults, SampleWorld, ScreepsWorld, TestServer } from "@screeps-effect/testing"
import type { Options } from "@screeps-effect/stats"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import { isMissing, promtool } from "./outputs/support/prometheusServer.ts"
import { series, withRegistry } from "./support/metrics.ts"
import { memory, onWorld, start, valueOf } from "./support/sample.ts"
import { pass } from "./support/time.ts"

const failuresOf = (stats: Stats.Stats) =>
  Effect.map(stats.status, (all) =>
    all.flatMap(({ failure, source }) => (failure === undefined ? [] : [`${source}: ${failure}`]))
  )

describe("values of Memory", () => {
  it.effect("are those of the script: objects at the interval, numbers and JSON text in every tick", () =>
    onWorld((script) =>
      Effect.gen(function* () {
        yield* start({ memory: ["stats", "text", "number"] })
        for (let i = 1; i <= 20; i++) {
          script.memory = { stats: { a: i }, text: JSON.stringify({ b: i }), number: i }
          yield* pass("1 second")
        }
        assert.strictEqual(yield* memory("text.b"), 20)
        assert.strictEqual(yield* memory("number"), 20)
        assert.isAtLeast((yield* memory("stats.a")) ?? 0, 15)
        const requests = yield* valueOf("screeps_requests_total", {
          operation: "GET /api/user/memory",
          outcome: "ok"
        })
        assert.isAtMost(requests ?? 0, 5)
      })
    )
  )

  it.effect("are removed when the script removes them, and when it removes the path", () =>
    onWorld((script) =>
      Effect.gen(function* () {
        script.memory = { stats: '{"a":1,"b":2}' }
        yield* start()
        yield* pass("3 seconds")
        assert.strictEqual(yield* memory("stats.b"), 2)
        script.memory = { stats: '{"a":1}' }
        yield* pass("3 seconds")
        assert.strictEqual(yield* memory("stats.a"), 1)
        assert.isUndefined(yield* memory("stats.b"))
        script.memory = {}
        yield* pass("3 seconds")
        assert.isUndefined(yield* memory("stats.a"))
      })
    )
  )

  it.effect("are read over HTTP alone without the socket", () =>
    onWorld((script) =>
      Effect.gen(function* () {
        const stats = yield* start({ socket: false })
        script.memory = { stats: { a: 1 } }
        yield* pass("20 seconds")
        assert.strictEqual(yield* memory("stats.a"), 1)
        assert.isUndefined(yield* valueOf("screeps_socket_ready"))
        assert.strictEqual(yield* valueOf("screeps_credits"), 123_456)
        script.memory = {}
        yield* pass("20 seconds")
        assert.isUndefined(yield* memory("stats.a"))
        assert.deepStrictEqual(yield* failuresOf(stats), [])
      })
    )
  )

  it.effect("beyond the bound are left out and counted", () =>
    onWorld((script) =>
      Effect.gen(function* () {
        script.memory = { stats: Object.fromEntries(Array.from({ length: 50 }, (_, i) => [`k${i}`, i])) }
        yield* start({ maxSeries: 10, every: 5 })
        yield* pass("10 seconds")
        assert.strictEqual(yield* memory("stats.k9"), 9)
        assert.isUndefined(yield* memory("stats.k10"))
        const dropped = yield* valueOf("screeps_stats_dropped_values", { source: "memory", item: "stats" })
        assert.strictEqual(dropped, 40)
      })
    )
  )
})

describe("a server that is away", () => {
  it.effect("leaves a gap, not a constant value, and its values come back", () =>
    onWorld((script) =>
      Effect.gen(function* () {
        const { start: startServer, stop } = yield* TestServer.Controls
        script.memory = { stats: { a: 1 }, n: 5 }
        const stats = yield* start({ memory: ["stats", "n"] })
        yield* pass("20 seconds")
        const seen = yield* valueOf("screeps_last_seen_seconds", { source: "memory", item: "n" })
        yield* stop
        yield* pass("40 seconds")
        for (const path of ["stats.a", "n"]) assert.isUndefined(yield* memory(path), path)
        assert.isUndefined(yield* valueOf("screeps_room_energy_available", { room: SampleWorld.room }))
        assert.isUndefined(yield* valueOf("screeps_cpu_used"))
        assert.strictEqual(yield* valueOf("screeps_socket_ready"), 0)
        const later = yield* valueOf("screeps_last_seen_seconds", { source: "memory", item: "n" })
        assert.approximately(later ?? 0, seen ?? 0, 1)

        script.memory = { stats: { a: 2 }, n: 6 }
        yield* startServer
        yield* pass("2 minutes")
        assert.strictEqual(yield* memory("stats.a"), 2)
        assert.strictEqual(yield* memory("n"), 6)
        assert.strictEqual(yield* valueOf("screeps_socket_ready"), 1)
        assert.isDefined(yield* valueOf("screeps_room_energy_available", { room: SampleWorld.room }))
        assert.deepStrictEqual(yield* failuresOf(stats), [])
      })
    )
  )

  it.effect("is counted by the reason of the failure, and logged once", () =>
    onWorld(() =>
      Effect.gen(function* () {
        yield* Faults.next("/api/game/time", Faults.badGateway, 100)
        const stats = yield* start()
        yield* pass("2 minutes")
        const failures = yield* valueOf("screeps_stats_readings_total", {
          source: "tick",
          outcome: "ServerFault"
        })
        assert.isAbove(failures ?? 0, 1)
        assert.include(yield* failuresOf(stats), "tick: ServerFault")
      })
    )
  )
})

describe("rooms", () => {
  it.effect("of the account are found, watched and described", () =>
    onWorld(() =>
      Effect.gen(function* () {
        yield* start()
        yield* pass("5 seconds")
        const room = { room: SampleWorld.room }
        assert.strictEqual(yield* valueOf("screeps_rooms"), 1)
        assert.strictEqual(yield* valueOf("screeps_room_controller_level", room), 4)
        assert.strictEqual(yield* valueOf("screeps_room_creeps", { ...room, owner: "own" }), 3)
        const stored = yield* valueOf("screeps_room_stored", {
          ...room,
          structure: "storage",
          resource: "energy"
        })
        assert.isAbove(stored ?? 0, 10_000)
      })
    )
  )

  it.effect("can be named, and left out", () =>
    onWorld(() =>
      Effect.gen(function* () {
        yield* Effect.scoped(Effect.andThen(start({ rooms: "none" }), pass("5 seconds")))
        assert.isUndefined(yield* valueOf("screeps_rooms"))
        yield* start({ rooms: ["W1N1"] })
        yield* pass("5 seconds")
        assert.strictEqual(yield* valueOf("screeps_room_construction_sites", { room: "W1N1" }), 0)
      })
    )
  )
})

describe("an account", () => {
  it.effect("has levels, credits, prices and ticks with their duration", () =>
    onWorld(() =>
      Effect.gen(function* () {
        yield* start({ market: ["energy"] })
        yield* pass("40 seconds")
        assert.strictEqual(yield* valueOf("screeps_gcl_level"), 2)
        assert.strictEqual(yield* valueOf("screeps_credits"), 123_456)
        assert.strictEqual(yield* valueOf("screeps_cpu_used"), 4)
        assert.strictEqual(yield* valueOf("screeps_tick_duration_seconds"), 1)
        const bid = (yield* valueOf("screeps_market_best_bid", { resource: "energy" })) ?? 0
        const ask = (yield* valueOf("screeps_market_best_ask", { resource: "energy" })) ?? 0
        assert.isAbove(bid, 0)
        assert.isBelow(bid, ask)
      })
    )
  )

  it.effect("is rejected without shards on official servers, and with invalid options", () =>
    onWorld(
      () =>
        Effect.gen(function* () {
          const shards = yield* Effect.flip(Stats.account("bob"))
          assert.include(shards.message, "official servers need shards")
          const segment = yield* Effect.flip(Stats.account("bob", { segments: [100] }))
          assert.include(segment.message, "segments")
          const unknown = yield* Effect.flip(Stats.account("bob", { shard: "shard0" } as Options.Input))
          assert.include(unknown.message, "shard")
        }),
      { dialect: "official" }
    )
  )

  it.effect("has metrics whose names and labels are all defined", () =>
    onWorld((script) =>
      Effect.gen(function* () {
        script.memory = { stats: { W7N3: 1 } }
        yield* start({ market: ["energy"], segments: [0] })
        yield* pass("20 seconds")
        const own = [...(yield* series).keys()].filter(
          (name) => !/^screeps_(requests|retries|sign_ins|limit|drift)/u.test(name)
        )
        const defined = new Map<string, Metrics.Definition>(Object.entries(Metrics.definitions))
        for (const name of own) {
          const definition = defined.get(name.slice(0, name.indexOf("{")))
          const labels = [...name.matchAll(/(\w+)="/gu)].map(([, label]) => label)
          assert.isDefined(definition, name)
          assert.includeMembers(["account", ...(definition?.labels ?? [])], labels, name)
        }
        assert.isAbove(own.length, 40)
      })
    )
  )
})

describe.skipIf(isMissing)("the metrics of an account", () => {
  it.effect("pass the check of Prometheus' own tool, with whatever the script writes", () =>
    onWorld((script) =>
      Effect.gen(function* () {
        script.memory = {
          stats: { camelCase_total: 1, 'with "quotes" \\ and é': 2, W7N3: { energy_count: 3 } }
        }
        yield* start({ market: ["energy"], segments: [0] })
        yield* pass("20 seconds")
        const text = yield* Prometheus.text
        assert.include(text, "camelCase_total")
        assert.include(text, "quotes")
        assert.deepStrictEqual(promtool(text), { status: 0, messages: "" })
      })
    )
  )
})

describe("a defect in one source", () => {
  it.effect("is a failure of this source only, and so is an interruption from within", () =>
    onWorld(
      (script) =>
        Effect.gen(function* () {
          script.memory = { stats: '{"a":1}' }
          const stats = yield* start()
          yield* pass("1 minute")
          assert.deepStrictEqual(yield* failuresOf(stats), ["statistics: Defect", "tick: Defect"])
          assert.strictEqual(yield* memory("stats.a"), 1)
          assert.strictEqual(yield* valueOf("screeps_socket_ready"), 1)
          script.memory = { stats: '{"a":2}' }
          yield* pass("3 seconds")
          assert.strictEqual(yield* memory("stats.a"), 2)
        }).pipe(Effect.provide(Logger.layer([]))),
      {},
      Layer.succeed(ScreepsClient.Middleware, [
        (send) => (request) => {
          if (request.path.startsWith("/api/user/stats")) return Effect.die(new Error("boom"))
          return request.path.startsWith("/api/game/time") ? Effect.interrupt : send(request)
        }
      ])
    )
  )
})

describe("a check", () => {
  it.effect("fails for nothing that the server does not push: no script runs", () =>
    withRegistry(
      Effect.gen(function* () {
        const world = ScreepsWorld.make({ accounts: [{ username: "bob", password: "secret" }] })
        const server = TestServer.layerScreeps(world, { tickEvery: "1 second" })
        yield* Effect.gen(function* () {
          const stats = yield* Stats.make([yield* Stats.account("bob")])
          const checking = yield* Effect.forkScoped(stats.check)
          yield* pass("40 seconds")
          const checked = yield* Fiber.join(checking)
          const cpu = checked.find(({ source }) => source === "cpu")
          assert.deepStrictEqual([cpu?.failure, cpu?.message], [undefined, "nothing was received within 30s"])
          assert.deepStrictEqual(
            checked.flatMap(({ failure, source }) => (failure === undefined ? [] : [`${source} ${failure}`])),
            []
          )
        }).pipe(Effect.scoped, Effect.provide(server))
      })
    )
  )

  for (const [name, stats, requests] of [
    ["no requests for text in Memory, which is pushed", '{"a":1}', 0],
    ["the requests for an object in Memory", { a: 1 }, 17_280]
  ] as const) {
    it.effect(`reports ${name}`, () =>
      onWorld((script) =>
        Effect.gen(function* () {
          script.memory = { stats }
          const made = yield* Stats.make([yield* Stats.account("bob")])
          const checking = yield* Effect.forkScoped(made.check)
          yield* pass("40 seconds")
          const found = (yield* Fiber.join(checking)).find(({ source }) => source === "memory")
          assert.deepStrictEqual([found?.values, found?.requestsPerDay], [1, requests])
          yield* Effect.forkScoped(made.run)
          yield* pass("10 seconds")
          const running = (yield* made.status).find(({ source }) => source === "memory")
          assert.deepStrictEqual([running?.values, running?.requestsPerDay], [1, requests])
        })
      )
    )
  }

  it.effect("counts no use of a quota for text in Memory", () =>
    onWorld(
      (script) =>
        Effect.gen(function* () {
          script.memory = { stats: '{"a":1}', more: { b: 2 } }
          const memory = ["stats", "more"]
          const made = yield* Stats.make([yield* Stats.account("bob", { memory, shards: ["shard0"] })])
          const used = Effect.map(
            made.quotas,
            (all) => all.find(({ limitKey }) => limitKey === "GET /api/user/memory")?.used
          )
          assert.approximately((yield* used) ?? 0, 0.8, 0.001)
          const checking = yield* Effect.forkScoped(made.check)
          yield* pass("200 seconds")
          yield* Fiber.join(checking)
          assert.approximately((yield* used) ?? 0, 0.4, 0.001)
        }),
      { dialect: "official" }
    )
  )

  it.effect("reads every source once and says what failed", () =>
    onWorld((script) =>
      Effect.gen(function* () {
        script.memory = { stats: { a: 1 } }
        yield* Faults.next("/api/user/memory-segment", Faults.badGateway, 10)
        const stats = yield* Stats.make([yield* Stats.account("bob", { segments: [0], market: ["energy"] })])
        const checking = yield* Effect.forkScoped(stats.check)
        yield* pass("40 seconds")
        const checked = yield* Fiber.join(checking)
        const byName = new Map(checked.map((one) => [one.source, one]))
        assert.strictEqual(byName.get("segments")?.failure, "ServerFault")
        assert.strictEqual(byName.get("memory")?.values, 1)
        assert.strictEqual(byName.get("market")?.values, 4)
        assert.strictEqual(byName.get("room")?.room, SampleWorld.room)
        assert.strictEqual(byName.get("account")?.requestsPerDay, 1440)
      })
    )
  )
})
