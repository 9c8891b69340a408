import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as HttpRouter from "effect/http/HttpRouter"
import * as Layer from "effect/Layer"
import * as Metric from "effect/Metric"
import * as PrometheusMetrics from "effect/observability/PrometheusMetrics"
import * as Ref from "effect/Ref"
import { Prometheus } from "@screeps-effect/stats"
import * as Hostile from "./support/hostile.ts"
import { withRegistry } from "./support/registry.ts"

/** Serves the metrics of this program in memory; returns a function that sends a request. */
const served = (options?: Prometheus.Options) =>
  Effect.gen(function* () {
    const registry = yield* Metric.MetricRegistry
    const { dispose, handler } = HttpRouter.toWebHandler(
      Prometheus.layer(options).pipe(Layer.provide(Layer.succeed(Metric.MetricRegistry, registry))),
      { disableLogger: true }
    )
    yield* Effect.addFinalizer(() => Effect.promise(dispose))
    return (path: string, { host = "127.0.0.1:9464", method = "GET" } = {}) =>
      Effect.promise(async () => {
        const response = await handler(new Request(`http://unused${path}`, { method, headers: { host } }))
        return { status: response.status, headers: response.headers, text: await response.text() }
      })
  })

describe("the Prometheus output", () => {
  it.effect("serves all metrics at /metrics in the text format", () =>
    Effect.gen(function* () {
      const request = yield* served()
      const energy = Metric.gauge("energy", { description: "Energy in a room", attributes: { unit: "1" } })
      yield* Metric.update(Metric.withAttributes(energy, { room: "W7N3" }), 5)
      yield* Metric.update(Metric.withAttributes(energy, { room: "W8N3" }), 6)
      const { headers, status, text } = yield* request("/metrics")
      assert.strictEqual(status, 200)
      assert.strictEqual(headers.get("content-type"), "text/plain; version=0.0.4; charset=utf-8")
      assert.strictEqual(
        text,
        '# HELP energy Energy in a room\n# TYPE energy gauge\nenergy{room="W7N3"} 5\nenergy{room="W8N3"} 6\n'
      )
    }).pipe(withRegistry)
  )

  it.effect("serves nothing else", () =>
    Effect.gen(function* () {
      const request = yield* served()
      for (const path of ["/", "/metrics/x", "/metrics.json", "/other", "/..%2fmetrics"]) {
        const { status, text } = yield* request(path)
        assert.deepStrictEqual([path, status, text], [path, 404, ""])
      }
      for (const method of ["POST", "PUT", "DELETE", "OPTIONS", "PATCH"]) {
        assert.strictEqual((yield* request("/metrics", { method })).status, 404, method)
      }
      assert.strictEqual((yield* request("/metrics", { method: "HEAD" })).status, 200)
    }).pipe(withRegistry)
  )

  it.effect("serves the state of the program at /health", () =>
    Effect.gen(function* () {
      const healthy = yield* Ref.make(true)
      const request = yield* served({ health: Ref.get(healthy) })
      assert.strictEqual((yield* request("/health")).status, 200)
      yield* Ref.set(healthy, false)
      assert.strictEqual((yield* request("/health")).status, 503)
      assert.strictEqual((yield* (yield* served())("/health")).status, 200)
    }).pipe(withRegistry)
  )

  it.effect("responds to addresses, names without a dot and listed hosts only", () =>
    Effect.gen(function* () {
      const request = yield* served({ hosts: ["Stats.example.com"] })
      const allowed = ["localhost:9464", "127.0.0.1", "[::1]:9464", "10.0.0.7:9464", "exporter:9464"]
      for (const host of [...allowed, "stats.EXAMPLE.com:9464"]) {
        assert.strictEqual((yield* request("/metrics", { host })).status, 200, host)
      }
      const refused = ["evil.example", "127.0.0.1.evil.example", "x.stats.example.com", "evil.example:9464"]
      for (const host of [...refused, "a b", '<script>"', "a".repeat(400)]) {
        for (const path of ["/metrics", "/health"]) {
          const { status, text } = yield* request(path, { host })
          assert.deepStrictEqual([host, status], [host, 403])
          assert.notInclude(text, host)
        }
      }
    }).pipe(withRegistry)
  )

  it.effect("does not let pages of other origins read what it serves", () =>
    Effect.gen(function* () {
      const { headers } = yield* (yield* served())("/metrics")
      assert.isNull(headers.get("access-control-allow-origin"))
      assert.strictEqual(headers.get("cross-origin-resource-policy"), "same-origin")
      assert.strictEqual(headers.get("x-content-type-options"), "nosniff")
    }).pipe(withRegistry)
  )

  it.effect("returns the same text without a server", () =>
    Effect.gen(function* () {
      yield* Metric.update(Metric.counter("ticks_total"), 3)
      const text = yield* Prometheus.text
      assert.strictEqual(text, "# TYPE ticks_total counter\nticks_total 3\n")
    }).pipe(withRegistry)
  )

  it.effect("leaves distinct series as Effect formats them", () =>
    Effect.gen(function* () {
      yield* Metric.update(Metric.counter("a_total", { attributes: { b: "c", unit: "By" } }), 3)
      yield* Metric.update(Metric.histogram("_1:b__c_", { boundaries: [1, 2] }), 3)
      yield* Metric.update(Metric.gauge("9 lives", { attributes: { "1x": "y", "a b": "z" } }), 3)
      const text = yield* PrometheusMetrics.format()
      assert.strictEqual(yield* Prometheus.text, text)
    }).pipe(withRegistry)
  )

  it.effect("keeps the first of series that conflict, and counts the others", () =>
    Effect.gen(function* () {
      const conflicts = yield* Hostile.conflict
      const text = yield* Prometheus.text
      const series = text.split("\n").filter((line) => line !== "" && !line.startsWith("#"))
      assert.deepStrictEqual(series, [
        'room_energy{room="W1N1"} 1',
        'room_energy{room="W2N2"} 3',
        'labels{_0="4",a_b="1",a_b_2="2",_="3",time_unit_2="5"} 7',
        'halves{text="\ud800"} 8',
        'delay_bucket{le="1"} 1',
        'delay_bucket{le="+Inf"} 1',
        "delay_sum 0.5",
        "delay_count 1"
      ])
      assert.include(
        yield* Prometheus.text,
        `screeps_stats_output_conflicts{output="prometheus"} ${conflicts}\n`
      )
    }).pipe(withRegistry)
  )
})
