import { assert, describe, it } from "@effect/vitest"
import { Otlp } from "@screeps-effect/stats"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as Metric from "effect/Metric"
import * as Queue from "effect/Queue"
import * as Redacted from "effect/Redacted"
import * as References from "effect/References"
import * as Scope from "effect/Scope"
import * as TestClock from "effect/testing/TestClock"
import * as Tracer from "effect/Tracer"
import * as Collector from "./support/collector.ts"
import * as Hostile from "./support/hostile.ts"
import { delivery, until, withRegistry } from "./support/registry.ts"

const energy = Metric.gauge("screeps_energy", { attributes: { room: "W7N3", unit: "bytes" } })

/** Starts the output; time does not end attempts, which are real. */
const started = (port: number, options: Partial<Otlp.Options> = {}) =>
  Effect.gen(function* () {
    const scope = yield* Scope.fork(yield* Effect.scope)
    yield* Layer.buildWithScope(
      Otlp.layer({
        url: new URL(`http://127.0.0.1:${port}/v1/metrics?key=a-secret`),
        interval: "10 minutes",
        attemptTimeout: "1 hour",
        encoding: "json",
        compression: "none",
        ...options
      }).pipe(Layer.provide(FetchHttpClient.layer)),
      scope
    )
    return scope
  })

const valueOf = (received: Collector.Received, name = "screeps_energy") =>
  Collector.metricsOf(received)
    .get(name)
    ?.gauge?.dataPoints.map(({ asDouble, timeUnixNano }) => [asDouble, Number(timeUnixNano) / 1e9])

describe("the OpenTelemetry output", () => {
  it.effect("sends all metrics at each interval, with the resource, the unit and the time", () =>
    Effect.gen(function* () {
      const collector = yield* Collector.listen()
      yield* Metric.update(energy, 5)
      yield* started(collector.port, {
        resource: { serviceVersion: "1.2.3", attributes: { "deployment.environment.name": "test" } }
      })
      yield* TestClock.adjust("10 minutes")
      const received = yield* Queue.take(collector.received)
      assert.strictEqual(received.path, "/v1/metrics?key=a-secret")
      assert.strictEqual(received.headers["content-type"], "application/json")
      assert.deepStrictEqual(valueOf(received), [[5, 600]])
      assert.strictEqual(Collector.metricsOf(received).get("screeps_energy")?.unit, "By")
      const attributes = new Map(
        Collector.payload(received).resourceMetrics[0]?.resource.attributes.map(({ key, value }) => [
          key,
          value.stringValue
        ])
      )
      assert.strictEqual(attributes.get("service.name"), "screeps-stats")
      assert.strictEqual(attributes.get("service.version"), "1.2.3")
      assert.strictEqual(attributes.get("deployment.environment.name"), "test")
      yield* until("otlp", ({ sent }) => sent === 1)
      assert.deepStrictEqual(yield* delivery("otlp"), { queued: 0, sent: 1, dropped: 0, failures: 0, up: 1 })
    }).pipe(withRegistry)
  )

  it.effect("sends protobuf, compressed, by default", () =>
    Effect.gen(function* () {
      const collector = yield* Collector.listen()
      yield* Metric.update(Metric.gauge("screeps_text", { attributes: { text: "x".repeat(2000) } }), 5)
      yield* started(collector.port, { encoding: undefined, compression: undefined })
      yield* TestClock.adjust("10 minutes")
      const { body, headers } = yield* Queue.take(collector.received)
      assert.strictEqual(headers["content-type"], "application/x-protobuf")
      assert.strictEqual(headers["content-encoding"], "gzip")
      assert.isTrue(body.includes("screeps_text"))
      assert.isTrue(body.includes("x".repeat(2000)))
    }).pipe(withRegistry)
  )

  it.effect("sends everything although metrics of one name have several types", () =>
    Effect.gen(function* () {
      const collector = yield* Collector.listen()
      yield* Hostile.update
      yield* Hostile.conflict
      yield* started(collector.port)
      yield* TestClock.adjust("10 minutes")
      const metrics = Collector.metricsOf(yield* Queue.take(collector.received))
      assert.isDefined(metrics.get("room.energy")?.gauge)
      assert.deepStrictEqual(
        metrics.get("infinite")?.gauge?.dataPoints.map(({ asDouble }) => asDouble),
        ["Infinity", "-Infinity"]
      )
      const texts = metrics
        .get("hostile_text")
        ?.gauge?.dataPoints.map(
          ({ attributes }) => attributes.find(({ key }) => key === "text")?.value.stringValue
        )
      assert.deepStrictEqual(texts, Hostile.texts)
    }).pipe(withRegistry)
  )

  it.effect("sends the rounds of an outage after the collector has restarted, in order, each once", () =>
    Effect.gen(function* () {
      const first = yield* Collector.listen()
      yield* Metric.update(energy, 1)
      yield* started(first.port)
      yield* TestClock.adjust("10 minutes")
      yield* Queue.take(first.received)
      yield* until("otlp", ({ sent }) => sent === 1)
      yield* first.close
      for (const round of [2, 3, 4]) {
        yield* Metric.update(energy, round)
        yield* TestClock.adjust("10 minutes")
        yield* until("otlp", ({ failures = 0, queued }) => failures > 0 && queued === round - 1)
      }
      const second = yield* Collector.listen(first.port)
      // The longest delay between two attempts.
      yield* TestClock.adjust("1 minute")
      const received = yield* Effect.forEach([2, 3, 4], () => Queue.take(second.received))
      assert.deepStrictEqual(
        received.map((one) => valueOf(one)),
        [[[2, 1200]], [[3, 1800]], [[4, 2400]]]
      )
      yield* until("otlp", ({ sent }) => sent === 4)
      assert.deepInclude(yield* delivery("otlp"), { queued: 0, dropped: 0, up: 1 })
      assert.strictEqual(Queue.sizeUnsafe(second.received), 0)
    }).pipe(withRegistry)
  )

  for (const status of [400, 401, 404, 413, 302]) {
    it.effect(`drops a payload rejected with ${status}`, () =>
      Effect.gen(function* () {
        const collector = yield* Collector.listen()
        const elsewhere = yield* Collector.listen()
        const location = `http://127.0.0.1:${elsewhere.port}/`
        collector.state.response = { status, headers: { location } }
        yield* started(collector.port)
        yield* TestClock.adjust("10 minutes")
        yield* until("otlp", ({ failures }) => failures === 1)
        assert.deepStrictEqual(yield* delivery("otlp"), {
          queued: 0,
          sent: 0,
          dropped: 1,
          failures: 1,
          up: 0
        })
        assert.strictEqual(Queue.sizeUnsafe(elsewhere.received), 0)
      }).pipe(withRegistry)
    )
  }

  for (const status of [408, 429, 500, 503]) {
    it.effect(`sends a payload again after ${status}, not before Retry-After`, () =>
      Effect.gen(function* () {
        const collector = yield* Collector.listen()
        collector.state.response = { status, headers: { "retry-after": "100" } }
        yield* Metric.update(energy, 1)
        yield* started(collector.port)
        yield* TestClock.adjust("10 minutes")
        yield* Queue.take(collector.received)
        yield* until("otlp", ({ failures }) => failures === 1)
        assert.deepStrictEqual(yield* delivery("otlp"), {
          queued: 1,
          sent: 0,
          dropped: 0,
          failures: 1,
          up: 0
        })
        collector.state.response = { status: 200 }
        yield* TestClock.adjust("99 seconds")
        assert.strictEqual(Queue.sizeUnsafe(collector.received), 0)
        yield* TestClock.adjust("1 second")
        assert.deepStrictEqual(valueOf(yield* Queue.take(collector.received)), [[1, 600]])
        yield* until("otlp", ({ sent }) => sent === 1)
      }).pipe(withRegistry)
    )
  }

  it.effect("compares a Retry-After date with the collector's clock", () =>
    Effect.gen(function* () {
      const collector = yield* Collector.listen()
      const headers = {
        date: "Thu, 01 Jan 2026 00:00:00 GMT",
        "retry-after": "Thu, 01 Jan 2026 00:01:40 GMT"
      }
      collector.state.response = { status: 503, headers }
      yield* Metric.update(energy, 1)
      yield* started(collector.port)
      yield* TestClock.adjust("10 minutes")
      yield* Queue.take(collector.received)
      yield* until("otlp", ({ failures }) => failures === 1)
      collector.state.response = { status: 200 }
      yield* TestClock.adjust("99 seconds")
      assert.strictEqual(Queue.sizeUnsafe(collector.received), 0)
      yield* TestClock.adjust("1 second")
      assert.deepStrictEqual(valueOf(yield* Queue.take(collector.received)), [[1, 600]])
    }).pipe(withRegistry)
  )

  it.effect("sends secret headers and shows neither them nor the address", () => {
    const shown: Array<string> = []
    const logger = Logger.make(({ cause, message }) => void shown.push(`${String(message)} ${String(cause)}`))
    const tracer = Tracer.make({
      span: (options) => {
        shown.push(options.name)
        return new Tracer.NativeSpan(options)
      }
    })
    return Effect.gen(function* () {
      const collector = yield* Collector.listen()
      const token = "Bearer otlp-collector-token"
      yield* started(collector.port, { headers: { Authorization: Redacted.make(token) } })
      yield* TestClock.adjust("10 minutes")
      const { headers } = yield* Queue.take(collector.received)
      assert.strictEqual(headers.authorization, token)
      assert.isUndefined(headers["traceparent"])
      collector.state.response = { status: 401 }
      yield* TestClock.adjust("10 minutes")
      yield* until("otlp", ({ failures }) => failures === 1)
      collector.state.response = { status: 200 }
      yield* TestClock.adjust("10 minutes")
      yield* until("otlp", ({ sent }) => sent === 2)
      yield* collector.close
      yield* TestClock.adjust("10 minutes")
      yield* until("otlp", ({ failures = 0 }) => failures >= 2)
      assert.deepStrictEqual(
        shown.map((one) => one.replace(/ Cause.*/, "")),
        [
          'Output "otlp" cannot send: the collector responded with status 401. Payloads wait, the oldest are dropped.',
          'Output "otlp" sends again.',
          'Output "otlp" cannot send: the collector is unreachable (ECONNREFUSED). Payloads wait, the oldest are dropped.'
        ]
      )
    }).pipe(
      withRegistry,
      Effect.provide(Logger.layer([logger])),
      Effect.provideService(Tracer.Tracer, tracer),
      Effect.provideService(References.MinimumLogLevel, "Trace")
    )
  })

  it.effect("sends a last round when its scope ends", () =>
    Effect.gen(function* () {
      const collector = yield* Collector.listen()
      const scope = yield* started(collector.port)
      yield* TestClock.adjust("3 seconds")
      yield* Metric.update(energy, 7)
      const closing = yield* Effect.forkChild(Scope.close(scope, Exit.void))
      assert.deepStrictEqual(valueOf(yield* Queue.take(collector.received)), [[7, 3]])
      yield* Fiber.join(closing)
      assert.deepInclude(yield* delivery("otlp"), { queued: 0, sent: 1 })
    }).pipe(withRegistry)
  )
})
