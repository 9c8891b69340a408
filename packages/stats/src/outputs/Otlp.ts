/**
 * Sends metrics to an OpenTelemetry collector over HTTP.
 *
 * **Details**
 *
 * At each interval all metrics are read, with their cumulative values, encoded, and buffered; one fiber sends what is
 * buffered in order. While the collector is away, payloads wait with their own times, up to the bounds of the buffer;
 * then the oldest is dropped and counted (`screeps_stats_output_dropped_total`). Attempts are repeated after 1 second,
 * doubling up to 60, or when the collector's `Retry-After` says, at most 5 minutes later. A payload rejected with another
 * 4xx status than 408 and 429 is dropped.
 *
 * ```ts
 * import { Otlp } from "@screeps-effect/stats"
 * import * as Layer from "effect/Layer"
 * import * as Redacted from "effect/Redacted"
 * import * as FetchHttpClient from "effect/http/FetchHttpClient"
 *
 * const layer = Otlp.layer({
 *   url: new URL("https://collector.example/v1/metrics"),
 *   headers: { authorization: Redacted.make("Bearer a token") },
 *   resource: { attributes: { "deployment.environment.name": "production" } }
 * }).pipe(Layer.provide(FetchHttpClient.layer))
 * ```
 *
 * **Gotchas**
 *
 * Values of headers are never logged or traced, nor is the address. A collector that fails after it has stored a payload
 * receives it again, with the same times.
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as Headers from "effect/http/Headers"
import * as HttpClient from "effect/http/HttpClient"
import type { HttpClientError } from "effect/http/HttpClientError"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import * as HttpClientResponse from "effect/http/HttpClientResponse"
import * as Layer from "effect/Layer"
import * as Metric from "effect/Metric"
import * as OtlpExporter from "effect/observability/OtlpExporter"
import * as OtlpMetrics from "effect/observability/OtlpMetrics"
import * as OtlpSerialization from "effect/observability/OtlpSerialization"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import * as Stream from "effect/Stream"
import * as Distinct from "./distinct.ts"
import { conflicts } from "./metrics.ts"
import * as Outbox from "./outbox.ts"

/** The collector, and what describes this program to it. */
export interface Options extends Outbox.DeliveryOptions {
  /** The address for metrics, usually with the path `/v1/metrics`. */
  readonly url: URL
  /** Headers of every request, such as `authorization`. */
  readonly headers?: Readonly<Record<string, Redacted.Redacted>> | undefined
  /** The time between two rounds; 15 seconds by default. */
  readonly interval?: Duration.Input | undefined
  /** `protobuf` by default. */
  readonly encoding?: "json" | "protobuf" | undefined
  /** `gzip` by default, for payloads of 1 KiB and more: they wait and are sent compressed. */
  readonly compression?: "gzip" | "none" | undefined
  /** Describes this program; the default name is `screeps-stats`. */
  readonly resource?:
    | {
        readonly serviceName?: string | undefined
        readonly serviceVersion?: string | undefined
        readonly attributes?: Readonly<Record<string, unknown>> | undefined
      }
    | undefined
}

const asWritten: Distinct.Naming = { name: (id) => id, label: (name) => name, reserved: () => [] }

/** How much of a response is read, to free its connection. */
const maxChunks = 16

const failureOf = (response: HttpClientResponse.HttpClientResponse, now: number) => {
  const { status } = response
  if (status >= 200 && status < 300) return undefined
  const message = `the collector responded with status ${status}`
  if (status < 500 && status !== 408 && status !== 429) return new Outbox.Rejected({ message })
  const header = response.headers["retry-after"]
  const parsed = header === undefined ? undefined : Headers.parseRetryAfter(header.slice(0, 100))
  // A date is a moment of the collector's clock.
  const date = Date.parse((response.headers["date"] ?? "").slice(0, 100))
  return new Outbox.Unavailable({
    message,
    retryAfter:
      parsed !== undefined && Result.isSuccess(parsed)
        ? Headers.retryAfterDelay(parsed.success, Number.isNaN(date) ? now : date)
        : undefined
  })
}

/** Errors of clients contain the address and may contain headers: only their kind is shown. */
const unreachable = (error: HttpClientError) => {
  const kind = Outbox.codeOf(error) ?? error.reason._tag
  return new Outbox.Unavailable({ message: `the collector is unreachable (${kind})` })
}

/** Returns the function that sends requests with the secret headers, which waiting requests do not have. */
const sender = (client: HttpClient.HttpClient, { headers = {} }: Options) => {
  const secret = Headers.fromInput(
    Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, Redacted.value(value)]))
  )
  return (request: HttpClientRequest.HttpClientRequest) =>
    Effect.gen(function* () {
      const response = yield* client.execute(HttpClientRequest.setHeaders(request, secret))
      yield* Effect.ignore(Stream.runDrain(Stream.take(response.stream, maxChunks)))
      const failure = failureOf(response, yield* Clock.currentTimeMillis)
      if (failure !== undefined) return yield* failure
    }).pipe(
      Effect.catchTag("HttpClientError", (error) => unreachable(error)),
      // A redirect could send the headers elsewhere.
      Effect.provideService(FetchHttpClient.RequestInit, { redirect: "manual" }),
      Effect.updateService(Headers.CurrentRedactedNames, (names) => [...names, ...Object.keys(secret)]),
      Effect.provideService(HttpClient.TracerPropagationEnabled, false),
      Effect.withTracerEnabled(false)
    )
}

/** A client that accepts every request and hands it to the buffer, so that Effect's exporter never waits or gives up. */
const accepting = (outbox: Outbox.Outbox<HttpClientRequest.HttpClientRequest>) =>
  HttpClient.make((request) =>
    Effect.as(
      outbox.offer(request, request.body._tag === "Uint8Array" ? request.body.contentLength : 0),
      HttpClientResponse.fromWeb(request, new Response(null, { status: 202 }))
    )
  )

/** Reads and sends metrics of the layer's context until its scope ends, with a last round at the end. */
export const layer = (options: Options): Layer.Layer<never, never, HttpClient.HttpClient> =>
  Layer.effectDiscard(
    Effect.gen(function* () {
      const context = yield* Effect.context()
      const name = options.name ?? "otlp"
      const outbox = yield* Outbox.make(name, sender(yield* HttpClient.HttpClient, options), options)
      const count = conflicts(name)
      const view = Distinct.view(Context.get(context, Metric.MetricRegistry), asWritten, (conflicting) =>
        count.updateUnsafe(conflicting, context)
      )
      yield* OtlpMetrics.make({
        url: options.url.href,
        exportInterval: options.interval ?? "15 seconds",
        compression: options.compression ?? "gzip",
        resource: {
          serviceName: options.resource?.serviceName ?? "screeps-stats",
          serviceVersion: options.resource?.serviceVersion,
          attributes: { ...options.resource?.attributes }
        }
      }).pipe(
        Effect.provideService(HttpClient.HttpClient, accepting(outbox)),
        Effect.provideService(Metric.MetricRegistry, view)
      )
    })
  ).pipe(
    Layer.provide([
      OtlpExporter.layerFlusher,
      options.encoding === "json" ? OtlpSerialization.layerJson : OtlpSerialization.layerProtobuf
    ])
  )
