/** Fake servers that record requests and respond by a function, and clients for them. */
import { type Recording, recording, toResponse } from "@screeps-effect/fixtures"
import * as Credentials from "@screeps-effect/api/Credentials"
import * as ScreepsClient from "@screeps-effect/api/ScreepsClient"
import type * as RateLimits from "@screeps-effect/api/RateLimits"
import * as Retry from "@screeps-effect/api/Retry"
import type { ScreepsError } from "@screeps-effect/api/ScreepsError"
import type * as ScreepsEvents from "@screeps-effect/api/ScreepsEvents"
import * as Server from "@screeps-effect/api/Server"
import type * as Session from "@screeps-effect/api/Session"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as HttpClient from "effect/http/HttpClient"
import type { HttpClientError } from "effect/http/HttpClientError"
import * as HttpClientResponse from "effect/http/HttpClientResponse"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"

/** A request as the server receives it. */
export interface ReceivedRequest {
  readonly method: string
  readonly url: URL
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>
  /** The JSON body as data; `undefined` when there was none. */
  readonly body: unknown
  /** When it was sent, in milliseconds since 1970 (or since the start of a test's clock). */
  readonly at: number
  readonly signal: AbortSignal
}

export type Handler = (received: ReceivedRequest) => Response | Effect.Effect<Response, HttpClientError>

export interface Fake {
  readonly http: HttpClient.HttpClient
  readonly requests: Array<ReceivedRequest>
}

/** A server that responds by a function. */
export const fake = (handler: Handler): Fake => {
  const requests: Array<ReceivedRequest> = []
  const http = HttpClient.make((request, url, signal) =>
    Effect.gen(function* () {
      const text =
        request.body._tag === "Uint8Array" ? new TextDecoder().decode(request.body.body) : undefined
      const one: ReceivedRequest = {
        method: request.method,
        url,
        headers: request.headers,
        body: text === undefined ? undefined : JSON.parse(text),
        at: yield* Clock.currentTimeMillis,
        signal
      }
      requests.push(one)
      const response = handler(one)
      return HttpClientResponse.fromWeb(request, Effect.isEffect(response) ? yield* response : response)
    })
  )
  return { http, requests }
}

/** A server that always returns one response: a recorded one by its name, or data as JSON. */
export const always = (body: string | object, init?: ResponseInit): Fake =>
  fake(() => (typeof body === "string" ? toResponse(recording(body)) : Response.json(body, init)))

/** A server that always returns one text, without a content type by default. */
export const text = (body: string, init?: ResponseInit): Fake =>
  fake(() => {
    const response = new Response(body, init)
    if (new Headers(init?.headers).get("content-type") === null) response.headers.delete("content-type")
    return response
  })

/** A server that always returns one HTML page. */
export const html = (body: string, status: number): Fake =>
  text(body, { status, headers: { "content-type": "text/html; charset=utf-8" } })

export const apiToken = "11111111-2222-3333-4444-555555555555"
export const asToken = Credentials.layerToken(Redacted.make(apiToken, { label: "screeps-token" }))
export const asAlice = Credentials.layerPassword({
  username: "alice",
  password: Redacted.make("correct-password")
})
export const asGuest = Credentials.layerGuest

export const privateServer = Server.privateServer("http://127.0.0.1:21025")

export interface Options {
  readonly server?: Server.Description
  readonly credentials?: Layer.Layer<Credentials.Credentials>
  /** References of the client; no retries by default. */
  readonly settings?: Layer.Layer<never>
}

/** A client with default settings, which retries transient failures. */
export const retries: Options = { settings: Layer.empty }

/** The services of the client's layer. */
type Services =
  | ScreepsClient.ScreepsClient
  | Session.Session
  | RateLimits.RateLimits
  | ScreepsEvents.ScreepsEvents

/** The client of a fake server; by default a private server with an API token. */
export const clientLayer = (
  { http }: { readonly http: HttpClient.HttpClient },
  {
    server = privateServer,
    settings = Layer.succeed(Retry.Retry, Retry.none),
    credentials = asToken
  }: Options = {}
): Layer.Layer<Services> =>
  ScreepsClient.layerNoDeps().pipe(
    Layer.provide(settings),
    Layer.provide(
      Layer.mergeAll(Server.layer(server), credentials, Layer.succeed(HttpClient.HttpClient, http))
    )
  )

/** Runs an effect with the client of a fake server. */
export const run = <A, E>(
  effect: Effect.Effect<A, E, Services>,
  server: { readonly http: HttpClient.HttpClient },
  options?: Options
): Effect.Effect<A, E> => Effect.provide(effect, clientLayer(server, options))

/** The reason with which an effect fails. */
export const reasonOf = <A>(
  effect: Effect.Effect<A, ScreepsError, Services>,
  server: { readonly http: HttpClient.HttpClient },
  options?: Options
): Effect.Effect<ScreepsError["reason"], A> =>
  Effect.map(Effect.flip(run(effect, server, options)), ({ reason }) => reason)

/** A raw request. */
export const request = (call: ScreepsClient.RequestOptions) =>
  Effect.flatMap(ScreepsClient.ScreepsClient, (client) => client.request(call))

/** A recorded request as a raw request. */
export const recordedRequest = ({ request: { body, method, path, query } }: Recording) =>
  request({ method: method as "GET" | "POST", path: path as `/${string}`, query, body, auth: "never" })

/** The requests that a fake server received, as lines: `GET /api/game/time?shard=shard3`. */
export const lines = ({ requests }: Fake): ReadonlyArray<string> =>
  requests.map(({ method, url }) => `${method} ${url.pathname}${url.search}`)
