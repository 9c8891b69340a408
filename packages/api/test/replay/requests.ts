/** What a recorded request told the server, and how an operation is called to tell it the same. */
import type { Recording } from "@screeps-effect/fixtures"
import { all } from "@screeps-effect/api/Endpoints"
import type { AnyOperation, Fields } from "@screeps-effect/api/Operation"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import type { Asked } from "../support/fake.ts"
import { bodies } from "./bodies.ts"

/** A request without headers: method and path, and the fields by the way they travel. */
export interface Told {
  readonly line: string
  readonly query: ReadonlyArray<readonly [string, string]>
  readonly body: unknown
}

type Record_ = Readonly<Record<string, unknown>>

const isRecord = (value: unknown): value is Record_ =>
  typeof value === "object" && value !== null && !Array.isArray(value)

export const lineOf = ({ method, path }: { readonly method: string; readonly path: string }) =>
  `${method} ${path}`

/** The operation of a request's endpoint; one request was recorded with its fields in the path. */
export const operationOf = ({ request: { method, path } }: Recording): AnyOperation | undefined =>
  all.find((operation) => lineOf(operation) === lineOf({ method, path: path.replace(/\?.*$/, "") }))

const header = ({ request }: Recording, wanted: string): string | undefined =>
  Object.entries(request.headers ?? {}).find(([name]) => name.toLowerCase() === wanted)?.[1]

export const sentToken = (recording: Recording) => header(recording, "x-token") !== undefined

/** The password of the server itself. */
export const serverPassword = (recording: Recording) => header(recording, "x-server-password")

/** The recorded body as data; bodies that were too large to be kept are built again. */
export const bodyOf = ({ name, request }: Recording): unknown => bodies[name]?.() ?? request.body

const sorted = (entries: Iterable<readonly [string, string]>) =>
  [...entries].toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))

/** The recorded request. A POST without a body tells the same as one with an empty object. */
export const recorded = (recording: Recording): Told => {
  const { method, path } = recording.request
  const query: Record_ = recording.request.query ?? {} // numbers occur, whatever its type says
  const url = new URL(path, "http://127.0.0.1")
  const fields = Object.entries(query).map(([field, value]) => [field, String(value)] as const)
  return {
    line: `${method} ${url.pathname}`,
    query: sorted([...url.searchParams, ...fields]),
    body: method === "GET" ? undefined : (bodyOf(recording) ?? {})
  }
}

/** The request that travelled. */
export const travelled = ({ body, method, url }: Asked): Told => ({
  line: `${method} ${url.pathname}`,
  query: sorted(url.searchParams),
  body
})

/** What an operation is expected to send: private servers are never told a shard; it may add what is named. */
export const expected = (recording: Recording, added: Readonly<Record<string, string>> = {}): Told => {
  const { body, line, query } = recorded(recording)
  const told = ([field]: readonly [string, unknown]) => field !== "shard"
  const missing = Object.entries(added).filter(([field]) => !query.some(([name]) => name === field))
  return {
    line,
    query: sorted([...query.filter(told), ...missing]),
    body: isRecord(body) ? Object.fromEntries(Object.entries(body).filter(told)) : body
  }
}

/** Numbers and booleans are text in a query. */
const readings = (value: unknown): ReadonlyArray<unknown> =>
  typeof value === "string" ? [value, Number(value), value === "true"] : [value]

/** A field as a program would hold it; as it was recorded where the operation would not take it. */
const decoded = (schema: Fields[string] | undefined, candidates: ReadonlyArray<unknown>): unknown => {
  if (schema === undefined) return candidates[0]
  const decode = Schema.decodeUnknownResult(schema, { onExcessProperty: "error" })
  return candidates.map((value) => decode(value)).find(Result.isSuccess)?.success ?? candidates[0]
}

/** The input that makes an operation tell what was recorded. */
export const inputOf = (recording: Recording, operation: AnyOperation): Record_ => {
  const { fields } = operation.input as Schema.Struct<Fields>
  const { query = {} } = recording.request
  const { basicAuth, bodyField } = operation
  const sent = operation.method === "POST" ? bodyOf(recording) : undefined
  const body = bodyField === undefined || sent === undefined ? sent : { [bodyField]: sent }
  return Object.fromEntries([
    // Recordings do not keep whose name and password travelled.
    ...(basicAuth === undefined
      ? []
      : [
          [basicAuth.name, "admin"],
          [basicAuth.password, Redacted.make("correct-password")]
        ]),
    ...Object.entries(query).map(([field, value]) => [field, decoded(fields[field], readings(value))]),
    ...Object.entries(isRecord(body) ? body : {}).map(([field, value]) => [
      field,
      decoded(fields[field], [value])
    ])
  ])
}

const tokenHeaders = new Set(["x-token", "x-username"])
const isJson = (type: string | undefined) => type === undefined || type.startsWith("application/json")

/** What of a request a raw request cannot say: nothing, for most. */
export const beyondWords = (recording: Recording): string | undefined => {
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
