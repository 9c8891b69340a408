import { assert, describe, it } from "@effect/vitest"
import { Graphite } from "@screeps-effect/stats"
import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Metric from "effect/Metric"
import * as Queue from "effect/Queue"
import * as Schema from "effect/Schema"
import * as Scope from "effect/Scope"
import * as TestClock from "effect/testing/TestClock"
import { flatten } from "../../src/reading/flatten.ts"
import * as Hostile from "./support/hostile.ts"
import { started, stop } from "./support/graphite.ts"
import { delivery, until, withRegistry } from "./support/registry.ts"
import * as TcpServer from "./support/tcpServer.ts"

const energy = Metric.gauge("screeps_energy", {
  attributes: { room: "W7N3", resource: "energy", shard: "shard3", unit: "1" }
})

/** The paths of metrics as a path's levels, without values. */
const paths = (lines: ReadonlyArray<string>) => lines.map((line) => line.split(" ")[0] ?? "")

describe("Graphite lines", () => {
  it.effect("have a path of prefix, labels and name, the value, and the time in seconds", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(1_700_000_000_999)
      yield* Metric.update(energy, 5.5)
      assert.deepStrictEqual(yield* Graphite.lines(), [
        "screeps.shard3.W7N3.energy.screeps_energy 5.5 1700000000\n"
      ])
      assert.deepStrictEqual(yield* Graphite.lines({ prefix: "my.colony" }), [
        "my.colony.shard3.W7N3.energy.screeps_energy 5.5 1700000000\n"
      ])
      assert.deepStrictEqual(paths(yield* Graphite.lines({ prefix: "" })), [
        "shard3.W7N3.energy.screeps_energy"
      ])
    }).pipe(withRegistry)
  )

  it.effect("have the keys of a path in Memory as levels", () =>
    Effect.gen(function* () {
      const attributes = { path: "stats.*.my energy.x/y", room: "W7N3" }
      yield* Metric.update(Metric.gauge("screeps_memory_value", { attributes }), 5)
      assert.deepStrictEqual(paths(yield* Graphite.lines()), [
        "screeps.W7N3.stats.%2A.my%20energy.x%2Fy.screeps_memory_value"
      ])
    }).pipe(withRegistry)
  )

  it.effect("have labels as tags in the other format", () =>
    Effect.gen(function* () {
      yield* Metric.update(Metric.withAttributes(energy, { name: "Alice" }), 5)
      assert.deepStrictEqual(paths(yield* Graphite.lines({ format: "tags" })), [
        "screeps.screeps_energy;%6E%61%6D%65=Alice;resource=energy;room=W7N3;shard=shard3"
      ])
    }).pipe(withRegistry)
  )

  it.effect("have the sum and the count of a histogram, no buckets, and the quantiles of a summary", () =>
    Effect.gen(function* () {
      const room = { room: "W7N3" }
      yield* Metric.update(Metric.histogram("wait", { boundaries: [0.5, 1], attributes: room }), 0.7)
      const summary = Metric.summary("size", {
        maxAge: "1 hour",
        maxSize: 5,
        quantiles: [0.5],
        attributes: room
      })
      yield* Metric.update(summary, 3)
      assert.deepStrictEqual(yield* Graphite.lines(), [
        "screeps.W7N3.wait_sum 0.7 0\n",
        "screeps.W7N3.wait_count 1 0\n",
        "screeps.W7N3.0%2E5.size 3 0\n",
        "screeps.W7N3.size_sum 3 0\n",
        "screeps.W7N3.size_count 1 0\n"
      ])
    }).pipe(withRegistry)
  )

  it.effect("are one line each with the same levels, whatever texts players choose", () =>
    Effect.gen(function* () {
      yield* Hostile.update
      yield* Hostile.conflict
      const byPath = yield* Graphite.lines()
      for (const line of byPath) assert.match(line, /^screeps(\.~?[\w%-]{1,200})+ [-\d.e+]+ \d+\n$/)
      for (const path of paths(byPath).filter((path) => path.endsWith("hostile_text"))) {
        assert.strictEqual(path.split(".").filter((level) => !level.startsWith("~")).length, 3, path)
      }
      const byTags = yield* Graphite.lines({ format: "tags" })
      for (const line of byTags) {
        assert.match(line, /^screeps\.[\w%-]+(;[\w%-]+=(?!~)[!-:<-~]+)* [-\d.e+]+ \d+\n$/)
      }
      for (const lines of [byPath, byTags]) {
        assert.strictEqual(new Set(paths(lines)).size, lines.length)
        assert.isFalse(paths(lines).some((path) => /not_a_number|infinite/.test(path)))
      }
    }).pipe(withRegistry)
  )
})

/** Writes the numbers of a value in Memory as metrics; returns them as texts. */
const write = (stats: unknown) =>
  Effect.gen(function* () {
    const { leaves } = flatten("stats", stats)
    for (const { path, room, value } of leaves) {
      const attributes = { path, ...(room === undefined ? {} : { room }) }
      yield* Metric.update(Metric.gauge("screeps_memory_value", { attributes }), value)
    }
    return leaves.map(({ value }) => String(value))
  })

const valuesIn = (lines: ReadonlyArray<string>) => lines.map((line) => line.split(" ")[1] ?? "")

/** Keys that differ in little, of pieces that formats treat in different ways. */
const Key = Schema.Array(
  Schema.Literals(["a", "_", " ", "/", ".", "%", "%20", "*", "\\", "~", ";", "=", "é", "采", "💥", "W1N1"])
)
const Small = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 999 }))
const Entries = Schema.Array(
  Schema.Tuple([Key, Schema.Union([Small, Schema.Array(Schema.Tuple([Key, Small]))])])
)

const toObject = (entries: typeof Entries.Type) =>
  Object.fromEntries(
    entries.map(([key, value]) => [
      key.join(""),
      typeof value === "number"
        ? value
        : Object.fromEntries(value.map(([inner, number]) => [inner.join(""), number]))
    ])
  )

describe("Graphite names", () => {
  it.effect("are different for names in any alphabet, and for names that differ in one character", () =>
    Effect.gen(function* () {
      yield* write({
        creeps: { 采集: 3, 升级: 7, "a b": 1, a_b: 2, "a/b": 4, "a%20b": 5, миша: 6 },
        市场: { x: 8 },
        房间: { x: 9 },
        "*": { W7N3: 10 },
        W7N3: { "*": 11 },
        ["x".repeat(64)]: { ["采".repeat(60) + 1]: 12, ["采".repeat(60) + 2]: 13 },
        deep: {
          "1.2.3.4.5.6.7.8.9.10.11.12.13.14.15.16.17": 14,
          "1.2.3.4.5.6.7.8.9.10.11.12.13.14.15.16.18": 15
        }
      })
      const expected = Array.from({ length: 15 }, (_, i) => String(i + 1)).toSorted()
      for (const format of ["path", "tags"] as const) {
        const lines = yield* Graphite.lines({ format })
        assert.deepStrictEqual(valuesIn(lines).toSorted(), expected)
        assert.strictEqual(new Set(paths(lines)).size, 15, format)
      }
      assert.include(paths(yield* Graphite.lines()), "screeps.stats.creeps.a%20b.screeps_memory_value")
      assert.include(
        paths(yield* Graphite.lines({ format: "tags" })),
        "screeps.screeps_memory_value;path=stats.creeps.%E9%87%87%E9%9B%86"
      )
    }).pipe(withRegistry)
  )

  it.effect.prop(
    "are as many as a script's numbers, whatever its keys are",
    [Arbitrary.schema(Entries)],
    ([entries]) =>
      Effect.gen(function* () {
        const written = yield* write(toObject(entries))
        for (const format of ["path", "tags"] as const) {
          const lines = yield* Graphite.lines({ format })
          assert.deepStrictEqual(valuesIn(lines).toSorted(), written.toSorted())
          assert.strictEqual(new Set(paths(lines)).size, written.length)
        }
      }).pipe(withRegistry)
  )
})

const line = (value: number, seconds: number) =>
  `screeps.shard3.W7N3.energy.screeps_energy ${value} ${seconds}\n`

/** Removes the metrics of the output itself. */
const withoutOwn = (text: string) =>
  text
    .split(/(?<=\n)/)
    .filter((one) => !one.includes("screeps_stats_output"))
    .join("")

describe("the Graphite output", () => {
  it.effect("sends all metrics at each interval, with the time of the round", () =>
    Effect.gen(function* () {
      const server = yield* TcpServer.listen()
      yield* Metric.update(energy, 1)
      yield* started(server.port)
      yield* TestClock.adjust("10 seconds")
      assert.strictEqual(withoutOwn(yield* Queue.take(server.received)), line(1, 10))
      yield* Metric.update(energy, 2)
      yield* TestClock.adjust("10 seconds")
      assert.strictEqual(withoutOwn(yield* Queue.take(server.received)), line(2, 20))
      yield* until("graphite", ({ sent }) => sent === 2)
      assert.deepStrictEqual(yield* delivery("graphite"), {
        queued: 0,
        sent: 2,
        dropped: 0,
        failures: 0,
        up: 1
      })
    }).pipe(withRegistry)
  )

  it.effect("sends the rounds of an outage afterwards, in order, with their own times", () =>
    Effect.gen(function* () {
      const first = yield* TcpServer.listen()
      yield* Metric.update(energy, 1)
      yield* started(first.port, { interval: "10 minutes", attemptTimeout: "1 hour" })
      yield* TestClock.adjust("10 minutes")
      yield* Queue.take(first.received)
      yield* until("graphite", ({ sent }) => sent === 1)
      yield* first.close
      for (const round of [2, 3, 4]) {
        yield* Metric.update(energy, round)
        yield* TestClock.adjust("10 minutes")
      }
      yield* until("graphite", ({ failures = 0 }) => failures > 0)
      const second = yield* TcpServer.listen(first.port)
      // The longest delay between two attempts.
      yield* TestClock.adjust("1 minute")
      const received = yield* Effect.forEach([2, 3, 4], () => Queue.take(second.received))
      assert.deepStrictEqual(received.map(withoutOwn), [line(2, 1200), line(3, 1800), line(4, 2400)])
      yield* until("graphite", ({ sent }) => sent === 4)
      assert.deepInclude(yield* delivery("graphite"), { queued: 0, dropped: 0, up: 1 })
    }).pipe(withRegistry)
  )

  it.effect("sends a round again when the connection breaks before the end", () =>
    Effect.gen(function* () {
      const server = yield* TcpServer.listen()
      server.state.mode = "break"
      yield* Metric.update(energy, 1)
      yield* started(server.port)
      yield* TestClock.adjust("10 seconds")
      yield* until("graphite", ({ failures }) => failures === 1)
      server.state.mode = "read"
      yield* TestClock.adjust("1 second")
      assert.strictEqual(withoutOwn(yield* Queue.take(server.received)), line(1, 10))
      yield* until("graphite", ({ sent }) => sent === 1)
      assert.deepInclude(yield* delivery("graphite"), { queued: 0, dropped: 0 })
    }).pipe(withRegistry)
  )

  it.effect("counts a round that the server did not confirm as not sent", () =>
    Effect.gen(function* () {
      const server = yield* TcpServer.listen()
      server.state.mode = "stall"
      yield* Metric.update(energy, 1)
      const scope = yield* started(server.port, { attemptTimeout: "5 seconds" })
      yield* TestClock.adjust("10 seconds")
      yield* Queue.take(server.events)
      assert.deepInclude(yield* delivery("graphite"), { sent: 0, queued: 1, failures: 0 })
      yield* TestClock.adjust("5 seconds")
      yield* until("graphite", ({ failures }) => failures === 1)
      assert.deepInclude(yield* delivery("graphite"), { sent: 0, queued: 1, up: 0 })
      yield* stop(scope)
    }).pipe(withRegistry)
  )

  it.effect("sends a last round when its scope ends", () =>
    Effect.gen(function* () {
      const server = yield* TcpServer.listen()
      const scope = yield* started(server.port)
      yield* TestClock.adjust("3 seconds")
      yield* Metric.update(energy, 7)
      const closing = yield* Effect.forkChild(Scope.close(scope, Exit.void))
      assert.strictEqual(withoutOwn(yield* Queue.take(server.received)), line(7, 3))
      yield* Fiber.join(closing)
      assert.deepInclude(yield* delivery("graphite"), { queued: 0, sent: 1 })
    }).pipe(withRegistry)
  )
})
