/** What a runner reports about itself, and how it waits for its services. */
import { assert, describe, it } from "@effect/vitest"
import type { RoomName } from "@screeps-effect/schema/RoomName"
import { ScreepsWorld } from "@screeps-effect/testing"
import { Collector } from "@screeps-effect/collector"
import * as NodeSqlite from "@screeps-effect/collector/NodeSqlite"
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as Metric from "effect/Metric"
import * as Ref from "effect/Ref"
import * as TestClock from "effect/testing/TestClock"
import { account, within } from "./support/collecting.ts"

/** Returns the value of the series with these labels. */
const valueOf = (id: string, labels: { readonly [label: string]: string }) =>
  Effect.map(Metric.snapshot, (all) => {
    const found = all.filter(
      (one) =>
        one.id === id && Object.entries(labels).every(([label, value]) => one.attributes?.[label] === value)
    )
    assert.strictEqual(found.length, 1, `${id} ${JSON.stringify(labels)}`)
    const state: object = found[0]?.state ?? {}
    return Number("value" in state ? state.value : "count" in state ? state.count : Number.NaN)
  })

describe("Metrics of the collector", () => {
  it.effect("report the lag of jobs that wait for quota, the quota, and the holes at their deadline", () =>
    Effect.gen(function* () {
      const rooms = Array.from({ length: 65 }, (_, i): RoomName => `W${i + 1}N1`)
      const made = ScreepsWorld.make({
        shards: ["shard3"],
        rooms,
        accounts: [{ username: "bob", password: "secret" }]
      })
      const official = yield* account(made, { dialect: "official" })
      // 65 requests, of which an hour has 60.
      const plan = { shards: [{ shard: "shard3", rooms }], roomsPerRequest: 1 } as const
      const collect = (seconds: number) =>
        within(seconds, Collector.run({ accounts: [official], plan, poll: "10 seconds" }))
      const kind = { server: "https://screeps.com", kind: "rooms" }

      yield* collect(1800)
      assert.approximately(yield* valueOf("screeps_collector_lag_seconds", kind), 1800, 20)
      assert.strictEqual(yield* valueOf("screeps_collector_open_jobs", kind), 5)
      assert.strictEqual(yield* valueOf("screeps_collector_holes", kind), 0)
      const limit_key = "POST /api/game/map-stats"
      assert.strictEqual(yield* valueOf("screeps_collector_quota_remaining", { account: "1", limit_key }), 0)
      const done = { kind: "rooms", outcome: "done" }
      assert.strictEqual(yield* valueOf("screeps_collector_attempts_total", done), 60)
      assert.strictEqual(yield* valueOf("screeps_collector_rows_total", { kind: "rooms" }), 60)

      yield* TestClock.adjust("30 minutes")
      yield* collect(60)
      assert.strictEqual(yield* valueOf("screeps_collector_holes", kind), 5)
    }).pipe(
      Effect.provide(NodeSqlite.layer(":memory:")),
      Effect.provideService(Metric.MetricRegistry, new Map()),
      Effect.scoped
    )
  )
})

describe("Collector.awaitLayer", () => {
  class Service extends Context.Service<Service, string>()("test/Service") {}
  class Away extends Data.TaggedError("Away")<{ readonly message: string }> {}

  it.effect("builds a layer every two seconds until its service responds, and logs one warning", () =>
    Effect.gen(function* () {
      const attempts = yield* Ref.make(0)
      const layer = Layer.effect(
        Service,
        Effect.flatMap(
          Ref.updateAndGet(attempts, (n) => n + 1),
          (n) =>
            n < 4
              ? Effect.fail(new Away({ message: "connection refused\nat some place" }))
              : Effect.succeed("ready")
        )
      )
      const logged: Array<string> = []
      const logger = Logger.make(
        ({ logLevel, message }) => void logged.push(`${logLevel}: ${String(message)}`)
      )
      const awaited = Layer.provide(Collector.awaitLayer(layer, "Redis"), Logger.layer([logger]))
      const fiber = yield* Effect.forkChild(Effect.provide(Service, awaited))
      yield* TestClock.adjust("5 seconds")
      assert.strictEqual(yield* Ref.get(attempts), 3)
      assert.isUndefined(fiber.pollUnsafe())
      yield* TestClock.adjust("1 second")
      assert.strictEqual(yield* Fiber.join(fiber), "ready")
      assert.deepStrictEqual(logged, [
        "Warn: Redis does not respond, trying again every 2 seconds: connection refused",
        "Info: Redis responds again"
      ])
    })
  )

  it.effect("builds the layer again for each program, and closes it with the program", () =>
    Effect.gen(function* () {
      const events: Array<string> = []
      const layer = Layer.effect(
        Service,
        Effect.acquireRelease(
          Effect.sync(() => {
            events.push("opened")
            return "ready"
          }),
          () => Effect.sync(() => void events.push("closed"))
        )
      )
      const awaited = Collector.awaitLayer(layer, "Redis")
      yield* Effect.provide(Service, awaited)
      yield* Effect.provide(Service, awaited)
      assert.deepStrictEqual(events, ["opened", "closed", "opened", "closed"])
    })
  )
})
