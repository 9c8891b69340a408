/** Requests to answers: a table of routes, and the Web's own types on both sides. */
import type { Definition } from "@screeps-effect/api/Operation"
import type { Rejected } from "@screeps-effect/api/ScreepsError"
import * as Clock from "effect/Clock"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as HttpClient from "effect/http/HttpClient"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import { basicOf } from "./basic.ts"
import { bodyLimitsOf, fieldsOf } from "./bodies.ts"
import { refusal } from "./pages.ts"
import { received } from "./web.ts"

/** A request that a fake has no answer for: a mistake of the test, not of the program. @internal */
export class Unanswered extends Data.TaggedError("Unanswered")<{
  readonly request: string
  readonly known: ReadonlyArray<string>
}> {
  override get message() {
    return `nothing answers ${this.request}; known are: ${this.known.join(", ") || "none"}`
  }
}

/** One endpoint of a fake. @internal */
export interface Route {
  readonly method: string
  readonly path: string
  readonly answer: (request: Request, url: URL) => Effect.Effect<Response>
}

/** A whole server as one function of the Web's types. @internal */
export type Handler = (request: Request) => Effect.Effect<Response>

const name = ({ method, path }: { readonly method: string; readonly path: string }) => `${method} ${path}`

/** The path as the game knows it, whatever stands in front of it. @internal */
export const gamePath = (url: URL): string =>
  /\/(?:api|room-history)(?:\/.*|$)/.exec(url.pathname)?.[0] ?? url.pathname

/**
 * Dispatches to the route of a request: by the path as it is, by templates (`/room-history/{shard}`), by beginnings
 * (`/room-history/*`); `otherwise` answers the rest. Servers differ in which path an address means.
 *
 * @internal
 */
export const handler = (
  routes: ReadonlyArray<Route>,
  otherwise: (request: Request, path: string, known: ReadonlyArray<string>) => Effect.Effect<Response>,
  pathOf: (url: URL) => string = gamePath
): Handler => {
  const table = new Map(routes.map((route) => [name(route), route]))
  const templates = routes.flatMap((route) => {
    const matches = templateOf(route.path)
    return matches === undefined ? [] : [{ route, matches }]
  })
  const families = routes.filter(({ path }) => path.endsWith("*"))
  return (request) => {
    const url = new URL(request.url)
    const path = pathOf(url)
    const route =
      table.get(name({ method: request.method, path })) ??
      templates.find((one) => one.route.method === request.method && one.matches(path))?.route ??
      families.find((one) => one.method === request.method && path.startsWith(one.path.slice(0, -1)))
    return route === undefined ? otherwise(request, path, [...table.keys()]) : route.answer(request, url)
  }
}

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Reads the fields of a path by its template; `undefined` when nothing of the template varies. */
const templateOf = (template: string): ((path: string) => Record<string, string> | undefined) | undefined => {
  if (!template.includes("{")) return undefined
  const pattern = new RegExp(
    `^${template.replaceAll(/[.]/g, "\\.").replaceAll(/\{(\w+)\}/g, "(?<$1>[^/]+?)")}$`
  )
  return (path) => {
    const groups = pattern.exec(path)?.groups
    return (
      groups && Object.fromEntries(Object.entries(groups).map(([field, value]) => [field, decoded(value)]))
    )
  }
}

/**
 * The part of an operation that a route is made of; a world may read its fields more loosely than callers may write
 * them.
 */
type RouteDefinition<I, A> = Pick<
  Definition<I, A>,
  "method" | "path" | "input" | "output" | "bodyField" | "basicAuth"
>

/** A request as gates and answers see it. @internal */
export interface Incoming {
  readonly request: Request
  readonly url: URL
  /** The fields as they were sent, unchecked. */
  readonly sent: unknown
  readonly now: number
}

/** What stands around an answer: who may ask, and what travels with the answer. @internal */
export interface Gate<C> {
  /** Admits a request, or answers in its place; comes after a malformed body and before invalid fields. */
  readonly admit: (incoming: Incoming) => Effect.Effect<C, Response>
  /** Adds to every answer of an admitted request, refusals included. */
  readonly seal: (admitted: C, response: Response, incoming: Incoming) => Effect.Effect<Response>
}

/** Admits everybody. @internal */
export const open: Gate<void> = { admit: () => Effect.void, seal: (_, response) => Effect.succeed(response) }

/** What a server says to fields that do not fit. @internal */
export type Invalid = (sent: unknown) => Response

/**
 * A route made of an operation: fields are checked by its input, the value is written by its answer. A response of the
 * Web's own stands for itself.
 *
 * @internal
 */
export const route = <I, A, C>(
  operation: RouteDefinition<I, A>,
  gate: Gate<C>,
  answer: (
    input: I,
    admitted: C,
    incoming: Incoming
  ) => Effect.Effect<NoInfer<A> | Response, Rejected | Response>,
  invalid: Invalid = () => refusal("invalid params")
): Route => {
  const decode = Schema.decodeUnknownEffect(
    operation.method === "GET" ? Schema.toCodecStringTree(operation.input) : operation.input
  )
  const encode = Schema.encodeUnknownEffect(operation.output)
  const broken = ({ message }: Schema.SchemaError) =>
    new Error(`${name(operation)} is answered with what it does not promise: ${message}`)
  const toResponse = (refused: Rejected | Response) =>
    refused instanceof Response
      ? refused
      : Response.json({ error: refused.detail }, { status: refused.status })
  const bodyLimits = bodyLimitsOf(operation.path)
  const { basicAuth, bodyField } = operation
  const fieldsOfPath = templateOf(operation.path)
  /** Fields are looked up by name, also those of a list, unless the body is one field. */
  const asFields = (body: unknown): unknown => {
    if (bodyField !== undefined) return { [bodyField]: body }
    return Array.isArray(body) ? Object.fromEntries(Object.entries(body)) : body
  }
  /** Adds name and password, where they are fields. */
  const withBasic = (request: Request, sent: unknown): unknown => {
    if (basicAuth === undefined) return sent
    const { name = "", password = "" } = basicOf(request) ?? {}
    return { ...(sent as object), [basicAuth.name]: name, [basicAuth.password]: password }
  }
  const respond = (request: Request, url: URL) =>
    Effect.gen(function* () {
      const now = yield* Clock.currentTimeMillis
      const isQuery = request.method === "GET"
      const read: Effect.Effect<unknown, Response> = isQuery
        ? Effect.succeed({ ...Object.fromEntries(url.searchParams), ...fieldsOfPath?.(gamePath(url)) })
        : Effect.map(fieldsOf(request, bodyLimits), asFields)
      const incoming = { request, url, sent: bodyLimits.readAfterAdmission ? {} : yield* read, now }
      const admitted = yield* gate.admit(incoming)
      const response = yield* Effect.gen(function* () {
        const sent = bodyLimits.readAfterAdmission ? yield* read : incoming.sent
        const input = yield* Effect.mapError(decode(withBasic(request, sent)), () => invalid(sent))
        const value = yield* answer(input, admitted, incoming)
        if (value instanceof Response) return value
        return Response.json(yield* Effect.orDie(Effect.mapError(encode(value), broken)))
      }).pipe(Effect.catch((refused) => Effect.succeed(toResponse(refused))))
      return yield* gate.seal(admitted, response, incoming)
    })
  return {
    method: operation.method,
    path: operation.path,
    answer: (request, url) => Effect.catch(respond(request, url), (response) => Effect.succeed(response))
  }
}

/** Swaps the transport: the program's HTTP client talks to a function in memory. @internal */
export const client = (serve: Handler): Layer.Layer<HttpClient.HttpClient> =>
  Layer.succeed(
    HttpClient.HttpClient,
    HttpClient.make((request) =>
      Effect.gen(function* () {
        const response = yield* serve(yield* Effect.orDie(HttpClientRequest.toWeb(request)))
        return yield* received(request, response)
      })
    )
  )
