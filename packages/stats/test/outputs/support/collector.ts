/** A real HTTP server that stands for an OpenTelemetry collector. */
import type { IncomingHttpHeaders } from "node:http"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { gunzipSync } from "node:zlib"
import * as Effect from "effect/Effect"
import * as Queue from "effect/Queue"

interface Value {
  readonly stringValue?: string
}

interface Attribute {
  readonly key: string
  readonly value: Value
}

interface Point {
  readonly attributes: ReadonlyArray<Attribute>
  readonly timeUnixNano: string
  readonly asDouble?: number | string
}

/** The parts of a payload that tests look at. */
export interface Payload {
  readonly resourceMetrics: ReadonlyArray<{
    readonly resource: { readonly attributes: ReadonlyArray<Attribute> }
    readonly scopeMetrics: ReadonlyArray<{
      readonly metrics: ReadonlyArray<{
        readonly name: string
        readonly unit: string
        readonly gauge?: { readonly dataPoints: ReadonlyArray<Point> }
      }>
    }>
  }>
}

/** One request. */
export interface Received {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
}

/** How the collector responds. */
export interface Response {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
}

/** Starts a collector. */
export const listen = (port = 0) =>
  Effect.gen(function* () {
    const received = yield* Queue.unbounded<Received>()
    const state = { response: { status: 200 } as Response }
    const server = createServer((request, response) => {
      const chunks: Array<Buffer> = []
      request.on("data", (chunk) => chunks.push(chunk))
      request.on("end", () => {
        const { headers, status } = state.response
        // The connection ends with the response: the server can be stopped at any time.
        response.writeHead(status, { connection: "close", ...headers }).end("{}")
        const body = Buffer.concat(chunks)
        Queue.offerUnsafe(received, {
          path: request.url ?? "",
          headers: request.headers,
          body: request.headers["content-encoding"] === "gzip" ? gunzipSync(body) : body
        })
      })
    })
    const close = Effect.callback<void>((resume) => {
      server.close(() => resume(Effect.void))
      server.closeAllConnections()
    })
    yield* Effect.acquireRelease(
      Effect.callback<void>((resume) => {
        server.listen(port, "127.0.0.1", () => resume(Effect.void))
      }),
      () => close
    )
    return { state, received, close, port: (server.address() as AddressInfo).port }
  })

/** Returns the payload of a request with JSON. */
export const payload = ({ body }: Received): Payload => JSON.parse(body.toString())

/** Returns the metrics of a payload by name. */
export const metricsOf = (received: Received) =>
  new Map(
    payload(received).resourceMetrics.flatMap(({ scopeMetrics }) =>
      scopeMetrics.flatMap(({ metrics }) => metrics.map((metric) => [metric.name, metric] as const))
    )
  )
