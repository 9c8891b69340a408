import { assert, describe, it } from "@effect/vitest"
import { JsonLines } from "@screeps-effect/stats"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Metric from "effect/Metric"
import * as Stream from "effect/Stream"
import * as TestClock from "effect/testing/TestClock"
import * as Hostile from "./support/hostile.ts"
import { withRegistry } from "./support/registry.ts"

const energy = Metric.gauge("energy", { attributes: { room: "W7N3", unit: "1" } })

describe("JSON lines", () => {
  it.effect("have the time of the round, the name, the labels without the unit, and the value", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(1_700_000_000_123)
      yield* Metric.update(energy, 5)
      assert.deepStrictEqual(yield* JsonLines.lines, [
        '{"at":1700000000123,"name":"energy","labels":{"room":"W7N3"},"value":5}'
      ])
    }).pipe(withRegistry)
  )

  it.effect("have one line for each number of a histogram, a summary and a frequency", () =>
    Effect.gen(function* () {
      yield* Metric.update(Metric.histogram("wait", { boundaries: [0.5, 1, Infinity] }), 0.7)
      yield* Metric.update(Metric.summary("size", { maxAge: "1 hour", maxSize: 5, quantiles: [0.5] }), 3)
      yield* Metric.update(Metric.frequency("words"), "a")
      const lines = (yield* JsonLines.lines).map((line) => JSON.parse(line))
      assert.deepStrictEqual(
        lines.map(({ labels, name, value }) => [name, labels, value]),
        [
          ["wait_bucket", { le: "0.5" }, 0],
          ["wait_bucket", { le: "1" }, 1],
          ["wait_bucket", { le: "+Inf" }, 1],
          ["wait_sum", {}, 0.7],
          ["wait_count", {}, 1],
          ["size", { quantile: "0.5" }, 3],
          ["size_sum", {}, 3],
          ["size_count", {}, 1],
          ["words", { key: "a" }, 1]
        ]
      )
    }).pipe(withRegistry)
  )

  it.effect("are one line of valid JSON each, without control characters, whatever the metrics contain", () =>
    Effect.gen(function* () {
      yield* Hostile.update
      yield* Hostile.conflict
      const lines = yield* JsonLines.lines
      for (const line of lines) {
        assert.notMatch(line, /[\p{Cc}\p{Cs}\u2028-\u202e]/u)
        assert.hasAllKeys(JSON.parse(line), ["at", "name", "labels", "value"])
      }
      const texts = lines
        .map((line) => JSON.parse(line))
        .filter(({ name }) => name === "hostile_text")
        .map(({ labels }) => labels.text)
      assert.deepStrictEqual(texts, Hostile.texts)
    }).pipe(withRegistry)
  )

  it.effect("have null for NaN and infinities", () =>
    Effect.gen(function* () {
      for (const value of [Number.NaN, Infinity, -Infinity]) {
        yield* Metric.update(energy, value)
        const [line] = yield* JsonLines.lines
        assert.include(line, '"value":null}')
      }
    }).pipe(withRegistry)
  )

  it.effect("are emitted at once and after each interval, with its values", () =>
    Effect.gen(function* () {
      yield* Metric.update(energy, 1)
      const fiber = yield* JsonLines.stream({ interval: "10 seconds" }).pipe(
        Stream.take(3),
        Stream.runCollect,
        Effect.forkChild
      )
      yield* TestClock.adjust("9 seconds")
      yield* Metric.update(energy, 2)
      yield* TestClock.adjust("1 second")
      yield* Metric.update(energy, 3)
      yield* TestClock.adjust("10 seconds")
      const lines = Array.from(yield* Fiber.join(fiber), (line) => JSON.parse(line))
      assert.deepStrictEqual(
        lines.map(({ at, value }) => [at, value]),
        [
          [0, 1],
          [10_000, 2],
          [20_000, 3]
        ]
      )
    }).pipe(withRegistry)
  )

  it.effect("skip the rounds that a slow consumer misses", () =>
    Effect.gen(function* () {
      yield* Metric.update(energy, 1)
      const at: Array<number> = []
      yield* JsonLines.stream({ interval: "10 seconds" }).pipe(
        Stream.runForEach((line) => {
          at.push(JSON.parse(line).at)
          return Effect.sleep("25 seconds")
        }),
        Effect.forkChild
      )
      yield* TestClock.adjust("2 minutes")
      assert.isAtMost(at.length, 6)
      assert.deepStrictEqual(at, [...new Set(at)])
    }).pipe(withRegistry)
  )
})
