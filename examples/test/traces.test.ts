/** What a receiver of OpenTelemetry gets from programs, and the picture of it in the guide. */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { within } from "@screeps-effect/fixtures/time"
import { assert, describe, it } from "@effect/vitest"
import { Game, ScreepsClient } from "@screeps-effect/api"
import { Faults, SampleWorld } from "@screeps-effect/testing"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Metric from "effect/Metric"
import * as HttpClient from "effect/http/HttpClient"
import * as HttpClientResponse from "effect/http/HttpClientResponse"
import * as Otlp from "effect/observability/Otlp"
import { vi } from "vitest"
import { drawTrace, logsOf, metricsOf, spansOf } from "./support/otlp.ts"

const picture = join(import.meta.dirname, "../../docs/guide/trace.svg")

const main = vi.hoisted((): { run: (effect: unknown) => void } => ({ run: () => {} }))
vi.mock("@effect/platform-node/NodeRuntime", () => ({ runMain: (effect: unknown) => main.run(effect) }))

/** Runs a program with OpenTelemetry's exporters; returns what they sent, by path. */
const exported = <A, E>(program: Effect.Effect<A, E>) =>
  Effect.gen(function* () {
    const received: Array<readonly [path: string, body: unknown]> = []
    const receiver = HttpClient.make((request, url) =>
      Effect.sync(() => {
        const text = request.body._tag === "Uint8Array" ? new TextDecoder().decode(request.body.body) : "null"
        received.push([url.pathname, JSON.parse(text)])
        return HttpClientResponse.fromWeb(request, new Response("{}"))
      })
    )
    const otlp = Otlp.layerJson({
      baseUrl: "http://127.0.0.1:4318",
      resource: { serviceName: "first-program" },
      loggerMergeWithExisting: false
    }).pipe(Layer.provide(Layer.succeed(HttpClient.HttpClient, receiver)))
    yield* program.pipe(
      Effect.provide(otlp),
      Effect.provideService(Metric.MetricRegistry, new Map()),
      (effect) => within(effect, 50)
    )
    const bodies = (path: string) => received.flatMap(([at, body]) => (at === path ? [body] : []))
    return {
      spans: spansOf(bodies("/v1/traces")),
      logs: logsOf(bodies("/v1/logs")),
      metrics: metricsOf(bodies("/v1/metrics"))
    }
  })

describe("the receiver of README's first program", () => {
  it.effect("gets a tree of its calls, requests and subscriptions, which the guide shows as a picture", () =>
    Effect.gen(function* () {
      const program = yield* Effect.callback<Effect.Effect<unknown>>((resume) => {
        main.run = (effect) => resume(Effect.succeed(effect as Effect.Effect<unknown>))
        void import("../src/00_first-program.ts")
      })
      const slow = (client: HttpClient.HttpClient) =>
        HttpClient.transformResponse(client, (response) => Effect.delay(response, "180 millis"))
      const { spans } = yield* program.pipe(
        Effect.withSpan("first-program"),
        Effect.provideService(ScreepsClient.TransformClient, slow),
        exported
      )
      const names = spans.map(({ name, parent }) => [name, parent?.name])
      assert.deepInclude(names, ["GET /api/auth/me", "first-program"])
      assert.deepInclude(names, ["POST /api/auth/signin", "GET /api/auth/me"])
      assert.deepInclude(names, ["socket subscribe Room", "first-program"])
      assert.deepInclude(names, ["socket connect", undefined])
      assert.strictEqual(drawTrace(spans), readFileSync(picture, "utf8"), "the picture is another one")
    })
  )
})

describe("the receiver of a program that waits for a server", () => {
  it.effect("gets the warning with the trace it belongs to, and times in seconds", () =>
    Effect.gen(function* () {
      const program = Effect.gen(function* () {
        yield* Faults.next(Game.time, Faults.unavailable("20 seconds"))
        return yield* Game.time()
      })
      const { logs, metrics, spans } = yield* exported(Effect.provide(program, SampleWorld.layer()))
      const [call] = spans.filter(({ kind, name }) => kind === "internal" && name === "GET /api/game/time")
      assert.include(logs[0]?.text, "GET /api/game/time")
      assert.strictEqual(logs[0]?.traceId, call?.traceId)
      assert.strictEqual(logs[0]?.spanId, call?.spanId)
      for (const { name, unit } of metrics) if (name.endsWith("_seconds")) assert.strictEqual(unit, "s", name)
    })
  )
})
