/** The content of recorded requests, and the input with which an operation sends the same. */
import type { Recording } from "@screeps-effect/fixtures"
import { all } from "@screeps-effect/api/Endpoints"
import type { AnyOperation, Fields } from "@screeps-effect/api/Operation"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import type { ReceivedRequest } from "../support/fake.ts"
import { bodies } from "./bodies.ts"

/** A request without headers: method and path, query and body. */
export interface RequestContent {
  readonly line: string
  readonly query: ReadonlyArray<readonly [string, string]>
  readonly body: unknown
}

type Record_ = Readonly<Record<string, unknown>>

const isRecord = (value: unknown): value is Record_ =>
  typeof value === "object" && value !== null && !Array.isArray(value)

export const lineOf = ({ method, path }: { readonly method: string; readonly path: string }) =>
  `${method} ${path}`

/** The operation of a request's endpoint; one request was recorded with its query in the path. */
export const operationOf = ({ request: { method, path } }: Recording): AnyOperation | undefined =>
  all.find((operation) => lineOf(operation) === lineOf({ method, path: path.replace(/\?.*$/, "") }))

const header = ({ request }: Recording, wanted: string): string | undefined =>
  Object.entries(request.headers ?? {}).find(([name]) => name.toLowerCase() === wanted)?.[1]

export const sentToken = (recording: Recording) => header(recording, "x-token") !== undefined

/** The server password. */
export const serverPassword = (recording: Recording) => header(recording, "x-server-password")

/** The recorded body as data; bodies that were too large to record are rebuilt. */
export const bodyOf = ({ name, request }: Recording): unknown => bodies[name]?.() ?? request.body

const sorted = (entries: Iterable<readonly [string, string]>) =>
  [...entries].toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))

/** The content of a recorded request. A POST without a body is equal to one with an empty object. */
export const recordedContent = (recording: Recording): RequestContent => {
  const { method, path } = recording.request
  const query: Record_ = recording.request.query ?? {} // numbers occur despite the type
  const url = new URL(path, "http://127.0.0.1")
  const fields = Object.entries(query).map(([field, value]) => [field, String(value)] as const)
  return {
    line: `${method} ${url.pathname}`,
    query: sorted([...url.searchParams, ...fields]),
    body: method === "GET" ? undefined : (bodyOf(recording) ?? {})
  }
}

/** The content of a request that was sent. */
export const contentOf = ({ body, method, url }: ReceivedRequest): RequestContent => ({
  line: `${method} ${url.pathname}`,
  query: sorted(url.searchParams),
  body
})

/** The content that an operation is expected to send, with the fields that it adds; private servers are never sent a shard. */
export const expectedContent = (
  recording: Recording,
  added: Readonly<Record<string, string>> = {}
): RequestContent => {
  const { body, line, query } = recordedContent(recording)
  const isSent = ([field]: readonly [string, unknown]) => field !== "shard"
  const missing = Object.entries(added).filter(([field]) => !query.some(([name]) => name === field))
  return {
    line,
    query: sorted([...query.filter(isSent), ...missing]),
    body: isRecord(body) ? Object.fromEntries(Object.entries(body).filter(isSent)) : body
  }
}

/** The values that a query's text may stand for, because numbers and booleans are text there. */
const possibleValues = (value: unknown): ReadonlyArray<unknown> =>
  typeof value === "string" ? [value, Number(value), value === "true"] : [value]

/** A field's value as a program would pass it, or as recorded when the operation rejects it. */
const decoded = (schema: Fields[string] | undefined, candidates: ReadonlyArray<unknown>): unknown => {
  if (schema === undefined) return candidates[0]
  const decode = Schema.decodeUnknownResult(schema, { onExcessProperty: "error" })
  return candidates.map((value) => decode(value)).find(Result.isSuccess)?.success ?? candidates[0]
}

/** The input with which an operation sends the recorded request. */
export const inputOf = (recording: Recording, operation: AnyOperation): Record_ => {
  const { fields } = operation.input as Schema.Struct<Fields>
  const { query = {} } = recording.request
  const { basicAuth, bodyField } = operation
  const sent = operation.method === "POST" ? bodyOf(recording) : undefined
  const body = bodyField === undefined || sent === undefined ? sent : { [bodyField]: sent }
  return Object.fromEntries([
    // Recordings do not contain the name and password that were sent.
    ...(basicAuth === undefined
      ? []
      : [
          [basicAuth.name, "admin"],
          [basicAuth.password, Redacted.make("correct-password")]
        ]),
    ...Object.entries(query).map(([field, value]) => [field, decoded(fields[field], possibleValues(value))]),
    ...Object.entries(isRecord(body) ? body : {}).map(([field, value]) => [
      field,
      decoded(fields[field], [value])
    ])
  ])
}

const tokenHeaders = new Set(["x-token", "x-username"])
const isJson = (type: string | undefined) => type === undefined || type.startsWith("application/json")

/** The part of a request that a raw request cannot reproduce, if any. */
export const whyNotReproducible = (recording: Recording): string | undefined => {
  const { body, headers = {}, method, rawBody } = recording.request
  if (method !== "GET" && method !== "POST") return "method"
  const type = header(recording, "content-type")
  if (!isJson(type)) return "content type"
  if (rawBody !== undefined && bodies[recording.name] === undefined) return "malformed JSON"
  if (method === "GET" && body !== undefined) return "body of a GET"
  const names = Object.keys(headers).map((name) => name.toLowerCase())
  const known = (name: string) =>
    tokenHeaders.has(name) || name === "x-server-password" || name === "content-type"
  const isBasic = operationOf(recording)?.basicAuth !== undefined
  const foreign = names.find((name) => !known(name) && !(isBasic && name === "authorization"))
  if (foreign !== undefined) return `header ${foreign}`
  return header(recording, "x-token") === header(recording, "x-username") ? undefined : "token headers"
}
