/** Routes requests to handlers, with Web types on both sides, and converts between them and the HTTP client. */
import type { Definition } from "@screeps-effect/api/Operation"
import type { Rejected } from "@screeps-effect/api/ScreepsError"
import * as Millis from "@screeps-effect/schema/Millis"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as HttpClient from "effect/http/HttpClient"
import * as HttpClientError from "effect/http/HttpClientError"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import * as HttpClientResponse from "effect/http/HttpClientResponse"
import { basicOf } from "./basic.ts"
import { bodyLimitsOf, fieldsOf } from "./bodies.ts"
import { refusal } from "./pages.ts"

/** A request without a response: a mistake of the test, not of the program. @internal */
export class UnhandledRequest extends Data.TaggedError("UnhandledRequest")<{
  readonly request: string
  readonly known: ReadonlyArray<string>
}> {
  override get message() {
    return `No response for ${this.request}. Known requests: ${this.known.join(", ") || "none"}`
  }
}

/** One endpoint with its response. */
export interface Route {
  readonly method: string
  readonly path: string
  /** Returns the response. */
  readonly answer: (request: Request, url: URL) => Effect.Effect<Response>
}

/** A server as one function of Web types. @internal */
export type Handler = (request: Request) => Effect.Effect<Response>

const name = ({ method, path }: { readonly method: string; readonly path: string }) => `${method} ${path}`

/** Returns the game's path of a URL, without prefixes. @internal */
export const gamePath = (url: URL): string =>
  /\/(?:api|room-history)(?:\/.*|$)/.exec(url.pathname)?.[0] ?? url.pathname

/**
 * Returns a handler that dispatches by exact path, by template (`/room-history/{shard}`), then by prefix
 * (`/room-history/*`), of several alike to the first; `otherwise` handles the rest. `pathOf` differs between kinds of servers.
 *
 * @internal
 */
export const handler = (
  routes: ReadonlyArray<Route>,
  otherwise: (request: Request, path: string, known: ReadonlyArray<string>) => Effect.Effect<Response>,
  pathOf: (url: URL) => string = gamePath
): Handler => {
  const table = new Map<string, Route>()
  for (const route of routes) if (!table.has(name(route))) table.set(name(route), route)
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

/** Compiles a path template to a function that reads its fields; `undefined` for a path without fields. */
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
 * The parts of an operation that a route needs; a world may accept more input than callers may send.
 */
type RouteDefinition<I, A> = Pick<
  Definition<I, A>,
  "method" | "path" | "input" | "output" | "bodyField" | "basicAuth"
>

/** A request as gates and handlers receive it. @internal */
export interface Incoming {
  readonly request: Request
  readonly url: URL
  /** The fields as sent, not validated. */
  readonly sent: unknown
  readonly now: number
}

/** Authentication and headers around a handler. @internal */
export interface Gate<C> {
  /**
   * Admits a request or fails with a response; runs after a malformed body is rejected and before input is validated.
   */
  readonly admit: (incoming: Incoming) => Effect.Effect<C, Response>
  /** Changes every response to an admitted request, rejections included. */
  readonly seal: (admitted: C, response: Response, incoming: Incoming) => Effect.Effect<Response>
}

/** Admits every request. @internal */
export const open: Gate<void> = { admit: () => Effect.void, seal: (_, response) => Effect.succeed(response) }

/** What a handler returns: a value, a Web `Response`, or an effect with one. */
type Answer<A> = A | Response | Effect.Effect<A | Response, Rejected | Response>

/**
 * Creates a route for an operation: its input schema decodes the fields, its output schema encodes the result. A
 * handler may also return a Web `Response`, which is sent unchanged.
 *
 * @internal
 */
export const route = <I, A, C>(
  operation: RouteDefinition<I, A>,
  gate: Gate<C>,
  answer: (input: I, admitted: C, incoming: Incoming) => Answer<NoInfer<A>>,
  invalid: (sent: unknown) => Response = () => refusal("invalid params")
): Route => {
  const decode = Schema.decodeUnknownEffect(
    operation.method === "GET" ? Schema.toCodecStringTree(operation.input) : operation.input
  )
  const encode = Schema.encodeUnknownEffect(operation.output)
  const broken = ({ message }: Schema.SchemaError) =>
    new Error(
      `The handler of ${name(operation)} returned a value that does not match the operation's output: ${message}`
    )
  const toResponse = (refused: Rejected | Response) =>
    refused instanceof Response
      ? refused
      : Response.json({ error: refused.detail }, { status: refused.status })
  const bodyLimits = bodyLimitsOf(operation.path)
  const { basicAuth, bodyField } = operation
  const fieldsOfPath = templateOf(operation.path)
  /** Converts a list to fields by index, unless the whole body is one field. */
  const asFields = (body: unknown): unknown => {
    if (bodyField !== undefined) return { [bodyField]: body }
    return Array.isArray(body) ? Object.fromEntries(Object.entries(body)) : body
  }
  /** Adds the name and password of a Basic header to the fields. */
  const withBasic = (request: Request, sent: unknown): unknown => {
    if (basicAuth === undefined) return sent
    const { name = "", password = "" } = basicOf(request) ?? {}
    return { ...(sent as object), [basicAuth.name]: name, [basicAuth.password]: password }
  }
  const respond = Effect.fnUntraced(function* (request: Request, url: URL) {
    const now = yield* Millis.now
    const isQuery = request.method === "GET"
    const read: Effect.Effect<unknown, Response> = isQuery
      ? Effect.succeed({ ...Object.fromEntries(url.searchParams), ...fieldsOfPath?.(gamePath(url)) })
      : Effect.map(fieldsOf(request, bodyLimits), asFields)
    const incoming = { request, url, sent: bodyLimits.readAfterAdmission ? {} : yield* read, now }
    const admitted = yield* gate.admit(incoming)
    const response = yield* Effect.gen(function* () {
      const sent = bodyLimits.readAfterAdmission ? yield* read : incoming.sent
      const input = yield* Effect.mapError(decode(withBasic(request, sent)), () => invalid(sent))
      const answered = answer(input, admitted, incoming)
      const value = Effect.isEffect(answered) ? yield* answered : answered
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

/** Provides an HTTP client that calls a handler in memory. @internal */
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

/** The error of a request without a response. @internal */
export const unreachable = (request: HttpClientRequest.HttpClientRequest, description: string) =>
  new HttpClientError.HttpClientError({
    reason: new HttpClientError.TransportError({ request, description })
  })

/** Converts a Web response to a client's; `Response.error()` becomes a broken connection. */
const received = (
  request: HttpClientRequest.HttpClientRequest,
  response: Response
): Effect.Effect<HttpClientResponse.HttpClientResponse, HttpClientError.HttpClientError> =>
  response.type === "error"
    ? Effect.fail(unreachable(request, "the connection was reset"))
    : Effect.succeed(HttpClientResponse.fromWeb(request, response))

/** Statuses that have no body. */
const isEmpty = (status: number) => status === 204 || status === 205 || status === 304

/** Creates a Web response from a text, a status and headers. @internal */
export const written = (
  text: string,
  { headers, status }: { readonly headers: Readonly<Record<string, string>>; readonly status: number }
): Response => new Response(isEmpty(status) ? null : text, { status, headers })

/** Converts a client's response to a Web response. */
const sent = (
  response: HttpClientResponse.HttpClientResponse
): Effect.Effect<Response, HttpClientError.HttpClientError> => {
  const web = HttpClientResponse.toWeb(response)
  if (Option.isSome(web)) return Effect.succeed(web.value)
  return Effect.map(response.text, (text) => written(text, response))
}

type InjectFault = <E>(answer: Effect.Effect<Response, E>, request: Request) => Effect.Effect<Response, E>

/** Returns an HTTP client that applies `which` to its responses. @internal */
export const transform = (
  http: HttpClient.HttpClient,
  which: (request: HttpClientRequest.HttpClientRequest) => InjectFault | undefined
): HttpClient.HttpClient =>
  HttpClient.transform(http, (answer, request) =>
    Effect.gen(function* () {
      const inject = which(request)
      if (inject === undefined) return yield* answer
      const web = yield* Effect.orDie(HttpClientRequest.toWeb(request))
      const response = yield* inject(Effect.flatMap(answer, sent), web)
      return yield* received(request, response)
    })
  )
