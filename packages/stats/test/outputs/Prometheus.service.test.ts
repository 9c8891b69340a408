/** The Prometheus output, as Prometheus' own programs read it. */
import { createServer } from "node:http"
import { NodeHttpServer } from "@effect/platform-node"
import { assert, describe, it } from "@effect/vitest"
import { Prometheus } from "@screeps-effect/stats"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServer from "effect/http/HttpServer"
import * as Layer from "effect/Layer"
import * as PrometheusMetrics from "effect/observability/PrometheusMetrics"
import * as Outbox from "../../src/outputs/outbox.ts"
import * as Hostile from "./support/hostile.ts"
import { isMissing, promtool, scraped } from "./support/prometheusServer.ts"
import { withRegistry } from "./support/registry.ts"

/** Serves these routes on a port and returns what Prometheus has read. */
const readByPrometheus = (routes: Layer.Layer<never, never, HttpRouter.HttpRouter>) =>
  Effect.gen(function* () {
    const services = yield* Layer.build(
      HttpRouter.serve(routes, { disableListenLog: true, disableLogger: true }).pipe(
        Layer.provideMerge(NodeHttpServer.layer(createServer, { host: "127.0.0.1", port: 0 }))
      )
    )
    const { port } = new URL(HttpServer.formatAddress(Context.get(services, HttpServer.HttpServer).address))
    return yield* scraped(port)
  })

describe.skipIf(isMissing)("the Prometheus output", () => {
  it.effect("passes promtool's check with the metrics of outputs", () =>
    Effect.gen(function* () {
      const { offer } = yield* Outbox.make("test", () => Effect.void, {})
      yield* offer(1, 1)
      yield* Prometheus.text
      assert.deepStrictEqual(promtool(yield* Prometheus.text), { status: 0, messages: "" })
    }).pipe(withRegistry)
  )

  it.effect("can be read by promtool whatever names, labels and values are", () =>
    Effect.gen(function* () {
      yield* Hostile.update
      yield* Hostile.conflict
      // What the output guards against: Effect's own text cannot be read.
      assert.strictEqual(promtool(yield* PrometheusMetrics.format()).status, 1)
      const { messages, status } = promtool(yield* Prometheus.text)
      assert.include([0, 3], status, messages)
    }).pipe(withRegistry)
  )

  it.live("is read by Prometheus completely, with hostile labels and values", () =>
    Effect.gen(function* () {
      yield* Hostile.update
      const { lastError, query } = yield* readByPrometheus(Prometheus.layer())
      assert.strictEqual(lastError, "")
      const values = new Map(
        (yield* query("hostile_text")).map(({ metric, value }) => [metric["text"] ?? "", value[1]])
      )
      assert.deepStrictEqual(
        values,
        new Map(Hostile.texts.map((text, i) => [text.replaceAll(/[\ud800-\udfff]/gu, "\ufffd"), String(i)]))
      )
      const words = yield* query("hostile_words")
      assert.deepStrictEqual(
        words.map(({ value }) => value[1]),
        Hostile.texts.map(() => "1")
      )
      const numbers = yield* query('{__name__=~"not_a_number|infinite|large|huge"}')
      assert.deepStrictEqual(numbers.map(({ value }) => value[1]).toSorted(), [
        "+Inf",
        "-Inf",
        "12345678901234567000",
        "1e+21",
        "NaN"
      ])
      const buckets = yield* query("wait_seconds_bucket")
      assert.deepStrictEqual(
        buckets.map(({ metric, value }) => [metric["le"], metric["le_2"], value[1]]),
        [
          ["+Inf", "the label of buckets", "2"],
          ["0.5", "the label of buckets", "0"],
          ["1", "the label of buckets", "1"]
        ]
      )
      assert.strictEqual((yield* query('latency{quantile="0.5"}'))[0]?.value[1], "3")
    }).pipe(withRegistry)
  )

  it.live("is read by Prometheus with series that conflict, which Effect's own text is not", () =>
    Effect.gen(function* () {
      yield* Hostile.conflict
      const [{ lastError, query }, { lastError: unguarded }] = yield* Effect.all(
        [readByPrometheus(Prometheus.layer()), readByPrometheus(PrometheusMetrics.layerHttp())],
        { concurrency: 2 }
      )
      assert.strictEqual(lastError, "")
      assert.strictEqual((yield* query('room_energy{room="W1N1"}'))[0]?.value[1], "1")
      assert.strictEqual((yield* query("labels"))[0]?.metric["a_b_2"], "2")
      assert.notStrictEqual(unguarded, "")
    }).pipe(withRegistry)
  )
})
