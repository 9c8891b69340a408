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
 * Dispatches to the route of a request; a path that ends in `*` takes all that begin so; the last resort answers what
 * has none. Which path an address means, servers see differently.
 *
 * @internal
 */
export const handler = (
  routes: ReadonlyArray<Route>,
  otherwise: (request: Request, path: string, known: ReadonlyArray<string>) => Effect.Effect<Response>,
  pathOf: (url: URL) => string = gamePath
): Handler => {
  const table = new Map(routes.map((route) => [name(route), route]))
  const families = routes.filter(({ path }) => path.endsWith("*"))
  return (request) => {
    const url = new URL(request.url)
    const path = pathOf(url)
    const route =
      table.get(name({ method: request.method, path })) ??
      families.find((one) => one.method === request.method && path.startsWith(one.path.slice(0, -1)))
    return route === undefined ? otherwise(request, path, [...table.keys()]) : route.answer(request, url)
  }
}

/**
 * The part of an operation that a route is made of; a world may read its fields more loosely than callers may write
 * them.
 */
type RouteDefinition<I, A> = Pick<Definition<I, A>, "method" | "path" | "input" | "output">

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
  const respond = (request: Request, url: URL) =>
    Effect.gen(function* () {
      const now = yield* Clock.currentTimeMillis
      const isQuery = request.method === "GET"
      const read = isQuery
        ? Effect.succeed(Object.fromEntries(url.searchParams))
        : fieldsOf(request, bodyLimits)
      const incoming = { request, url, sent: bodyLimits.readAfterAdmission ? {} : yield* read, now }
      const admitted = yield* gate.admit(incoming)
      const response = yield* Effect.gen(function* () {
        const sent = bodyLimits.readAfterAdmission ? yield* read : incoming.sent
        const input = yield* Effect.mapError(decode(sent), () => invalid(sent))
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
