/** Reads what exporters of OpenTelemetry send as JSON, and draws a trace. */
import * as Schema from "effect/Schema"

const Value = Schema.Struct({
  stringValue: Schema.optionalKey(Schema.String),
  intValue: Schema.optionalKey(Schema.Union([Schema.String, Schema.Number])),
  doubleValue: Schema.optionalKey(Schema.Number)
})

const Traces = Schema.Struct({
  resourceSpans: Schema.Array(
    Schema.Struct({
      scopeSpans: Schema.Array(
        Schema.Struct({
          spans: Schema.Array(
            Schema.Struct({
              traceId: Schema.String,
              spanId: Schema.String,
              parentSpanId: Schema.optionalKey(Schema.String),
              name: Schema.String,
              kind: Schema.Int,
              startTimeUnixNano: Schema.String,
              endTimeUnixNano: Schema.String,
              attributes: Schema.Array(Schema.Struct({ key: Schema.String, value: Value }))
            })
          )
        })
      )
    })
  )
})

const Logs = Schema.Struct({
  resourceLogs: Schema.Array(
    Schema.Struct({
      scopeLogs: Schema.Array(
        Schema.Struct({
          logRecords: Schema.Array(
            Schema.Struct({
              body: Value,
              traceId: Schema.optionalKey(Schema.String),
              spanId: Schema.optionalKey(Schema.String)
            })
          )
        })
      )
    })
  )
})

const Metrics = Schema.Struct({
  resourceMetrics: Schema.Array(
    Schema.Struct({
      scopeMetrics: Schema.Array(
        Schema.Struct({
          metrics: Schema.Array(Schema.Struct({ name: Schema.String, unit: Schema.String }))
        })
      )
    })
  )
})

export interface Span {
  readonly name: string
  readonly kind: "internal" | "client"
  readonly traceId: string
  readonly spanId: string
  readonly parent: Span | undefined
  /** Since the first span's begin, in milliseconds. */
  readonly start: number
  readonly millis: number
  readonly attributes: Readonly<Record<string, string | number | undefined>>
}

/** Returns the spans in the order of their beginning, each before its children. */
export const spansOf = (bodies: ReadonlyArray<unknown>): ReadonlyArray<Span> => {
  const all = bodies
    .map((body) => Schema.decodeUnknownSync(Traces)(body))
    .flatMap(({ resourceSpans }) => resourceSpans)
    .flatMap(({ scopeSpans }) => scopeSpans)
    .flatMap(({ spans }) => spans)
    .map((span) => ({ ...span, start: BigInt(span.startTimeUnixNano), end: BigInt(span.endTimeUnixNano) }))
    .toSorted((a, b) => Number(a.start - b.start))
  const zero = all[0]?.start ?? 0n
  const under = (parentId: string, parent: Span | undefined): ReadonlyArray<Span> =>
    all
      .filter(({ parentSpanId = "" }) => parentSpanId === parentId)
      .flatMap(({ attributes, end, kind, name, spanId, start, traceId }) => {
        const span: Span = {
          name,
          kind: kind === 3 ? "client" : "internal",
          traceId,
          spanId,
          parent,
          start: Number(start - zero) / 1_000_000,
          millis: Number(end - start) / 1_000_000,
          attributes: Object.fromEntries(
            attributes.map(({ key, value }) => [
              key,
              value.stringValue ?? value.intValue ?? value.doubleValue
            ])
          )
        }
        return [span, ...under(spanId, span)]
      })
  return under("", undefined)
}

export const logsOf = (bodies: ReadonlyArray<unknown>) =>
  bodies
    .map((body) => Schema.decodeUnknownSync(Logs)(body))
    .flatMap(({ resourceLogs }) => resourceLogs)
    .flatMap(({ scopeLogs }) => scopeLogs)
    .flatMap(({ logRecords }) => logRecords)
    .map(({ body, spanId, traceId }) => ({ text: body.stringValue ?? "", spanId, traceId }))

export const metricsOf = (bodies: ReadonlyArray<unknown>) =>
  bodies
    .map((body) => Schema.decodeUnknownSync(Metrics)(body))
    .flatMap(({ resourceMetrics }) => resourceMetrics)
    .flatMap(({ scopeMetrics }) => scopeMetrics)
    .flatMap(({ metrics }) => metrics)

const depthOf = ({ parent }: Span): number => (parent === undefined ? 0 : 1 + depthOf(parent))

/** Draws spans below each other: names on the left, their times on the right. */
export const drawTrace = (spans: ReadonlyArray<Span>): string => {
  const [width, names, row] = [960, 360, 24]
  const end = Math.max(...spans.map(({ millis, start }) => start + millis))
  const scale = (width - names - 90) / end
  const lines = spans.flatMap((span, i) => {
    const y = 44 + i * row
    const x = names + span.start * scale
    const length = Math.max(3, span.millis * scale)
    const { "http.response.status_code": status } = span.attributes
    return [
      `<text x="${12 + 14 * depthOf(span)}" y="${y + 14}">${span.name}</text>`,
      `<rect x="${x.toFixed(1)}" y="${y + 3}" width="${length.toFixed(1)}" height="14" rx="3" fill="${span.kind === "client" ? "#2f7ed8" : "#8a94a6"}"/>`,
      `<text x="${(x + length + 6).toFixed(1)}" y="${y + 14}" class="time">${span.millis} ms${status === undefined ? "" : `, ${status}`}</text>`
    ]
  })
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${60 + spans.length * row}" role="img" font-family="system-ui, sans-serif" font-size="13" fill="#1d2530">`,
    `<title>The spans of the first program</title>`,
    `<style>.time { fill: #5a6675; font-size: 12px }</style>`,
    `<rect width="100%" height="100%" fill="#ffffff"/>`,
    `<text x="12" y="26" class="time">span</text>`,
    `<text x="${names}" y="26" class="time">time: blue spans are requests (client), grey ones calls and waits (internal)</text>`,
    ...lines,
    `</svg>\n`
  ].join("\n")
}
